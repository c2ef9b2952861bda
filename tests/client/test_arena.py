"""The verbs of an arena on a server do what those of an arena in a file do."""

import inspect

import polars as pl
import pytest

import duelling as du
from duelling.client import Arena
from duelling.errors import Conflict, InputError, UnknownName, WrongValue
from duelling.live.decisions.ask import NothingToAsk
from tests.helpers.pictures import png
from tests.helpers.serving import ADMIN, ITEMS

pytestmark = pytest.mark.plain

LOCAL = {"backup", "check", "include", "look", "own", "problem", "submit", "tally", "settings"}  # of a file alone


@pytest.fixture
def arena(server):
    with Arena(server.url, token=ADMIN) as opened:
        yield opened


def test_every_verb_of_an_arena_is_there_with_the_arguments_of_the_same_names():
    verbs = {name for name in dir(du.Arena) if not name.startswith("_")}
    assert verbs - LOCAL <= set(dir(Arena))
    for name in ("ask", "tell", "undo", "void", "add", "retire", "bar", "admit", "events"):
        ours, theirs = (inspect.signature(getattr(kind, name)).parameters for kind in (Arena, du.Arena))
        assert list(ours) == list(theirs), name


def test_the_same_code_on_a_file_and_on_a_server(arena, tmp_path):
    def use(arena):
        told = []
        for k in range(12):
            ticket = arena.ask(voter=f"voter {k % 3}")
            told.append((ticket.left, ticket.right, ticket.voter, ticket.answers))
            receipt = arena.tell(ticket, ("left", "right", "tie")[k % 3], took=100)
            told.append((receipt.answer, receipt.counted, receipt.why))
        told.append(arena.undo(ticket))
        told.append(arena.undo(ticket))
        told.append(arena.tell(ticket.id, "bad").counted)
        told.append(arena.void(voter="voter 1"))
        told.append(arena.restore(voter="voter 1"))
        arena.add("lynx", "a cat")
        arena.retire("wren")
        told.append(arena.items)
        told.append(arena.voters)
        told.append(len(arena.ask(3)))
        told.append(arena.votes().select("left", "right", "winner", "voter").rows())
        standings, verdict = arena.standings(), arena.verdict()
        told.append(repr(standings).replace(arena.name, ""))
        told.append(repr(standings.frame().rows()))
        told.append(str(verdict))
        told.append([event.kind for event in arena.events()])
        told.append([event.seq for event in arena.events(arena.head - 2)])
        return told

    with du.Arena(tmp_path / "twin.db", ITEMS, seed=1, repeats=None) as twin:
        twin.set(page={})
        expected = use(twin)
    assert use(arena) == expected


def test_votes_of_both_places_are_alike(arena):
    for _ in range(4):
        arena.tell(arena.ask(voter="ann"), "left")
    votes = arena.votes()
    assert isinstance(votes, pl.DataFrame)
    assert {"ticket", "left", "right", "winner", "answer", "voter"} <= set(votes.columns)
    assert votes["winner"].to_list() == votes["left"].to_list()


def test_errors_are_those_of_an_arena(arena):
    ticket = arena.ask(voter="ann")
    arena.tell(ticket, "left")
    for kind, call in (
        (Conflict, lambda: arena.tell(ticket, "right")),
        (UnknownName, lambda: arena.tell("1.x", "left")),
        (UnknownName, lambda: arena.tell(ticket, "up")),
        (WrongValue, lambda: arena.tell(5, "left")),
        (WrongValue, lambda: arena.tell("", "left")),
        (WrongValue, lambda: arena.ask(0)),
        (WrongValue, lambda: arena.ask(voter="a\nb")),
        (UnknownName, lambda: arena.void(voter="nobody")),
        (UnknownName, lambda: arena.retire("nothing")),
        (Conflict, lambda: arena.add("fox", "another content")),
        (InputError, lambda: arena.set(goal="worst")),
        (WrongValue, lambda: arena.set(gaol="best")),
        (WrongValue, lambda: arena.content(ticket, 5)),
        (UnknownName, lambda: arena.export("x.txt")),
    ):
        with pytest.raises(kind):
            call()


def test_a_key_gives_the_same_ticket(arena):
    assert arena.ask(key="k") == arena.ask(key="k")
    assert arena.ask() != arena.ask()


def test_files_contents_and_the_rest(arena, tmp_path):
    arena.add("picture", png())
    for item in ITEMS[1:]:
        arena.retire(item)
    ticket = arena.ask(voter="ann")
    shown = {getattr(ticket, side): arena.content(ticket, side) for side in ("left", "right")}
    assert shown == {"fox": "fox", "picture": png()}
    arena.tell(ticket, "left")
    arena.export(tmp_path / "votes.csv")
    arena.export(tmp_path / "pairs.jsonl", "dpo")
    assert len(pl.read_csv(tmp_path / "votes.csv")) == 1
    assert arena.forecast() == arena.verdict().forecast
    arena.bar("ann")
    with pytest.raises(Conflict, match="barred"):
        arena.ask(voter="ann")
    arena.admit("ann")
    assert "/v/main/" in arena.invite("zoe")
    arena.shut()
    with pytest.raises(Conflict, match="closed"):
        arena.ask()
    arena.open()
    assert arena.set(within=0.1)["within"] == 0.1
    arena.set(page={"title": "T"})


def test_nothing_more_to_ask(arena):
    arena.set(repeats=1)
    for item in ITEMS[2:]:
        arena.retire(item)
    arena.tell(arena.ask(voter="ann"), "left")
    with pytest.raises(NothingToAsk):
        arena.ask(voter="ann")
