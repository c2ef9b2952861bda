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
from tests.helpers.wrong import WRONG

pytestmark = pytest.mark.plain

LOCAL = {"backup", "look", "submit"}  # of a file alone


@pytest.fixture
def arena(server):
    with Arena(server.url, token=ADMIN) as opened:
        yield opened


def test_every_verb_of_an_arena_is_there_with_the_arguments_of_the_same_names():
    verbs = {name for name in dir(du.Arena) if not name.startswith("_")}
    assert verbs - LOCAL <= set(dir(Arena))
    for name in verbs - LOCAL:
        ours, theirs = (getattr(kind, name) for kind in (Arena, du.Arena))
        if isinstance(theirs, property):
            ours, theirs = ours.fget, theirs.fget
        ours, theirs = inspect.signature(ours), inspect.signature(theirs)
        assert list(ours.parameters) == list(theirs.parameters), name
        assert said(ours) == said(theirs), name


def said(signature):
    """What is returned; in an arena of a file some are words for what is imported later."""
    return getattr(signature.return_annotation, "__name__", signature.return_annotation)


@pytest.mark.filterwarnings("ignore::duelling.Doubt")  # of a matrix of few votes
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
        arena.add("newt", "*wet*", "markdown")
        for item in ("wren", "newt"):  # a server takes several one after the other
            arena.retire([item])
        arena.add("newt")
        arena.own("voter 1", ["newt"])
        told.append([arena.undo(ticket), arena.restore(ticket), arena.restore(ticket)])
        told.append(arena.items)
        told.append(arena.voters)
        batch = arena.ask(3)
        told.append(len(batch))
        told.append([arena.content(each, side) for each in batch for side in ("left", "right")])
        arena.void(voter="voter 2")
        for voided in (False, True):
            told.append(arena.votes(voided=voided).select("left", "right", "winner", "voter").rows())
        told.append(arena.set(within=0.1).model_dump(exclude={"page", "seed"}))
        told.append(arena.settings.expires)
        for k, how in enumerate(({}, {"names": True}, {"voided": True}, {"present": True})):
            arena.export(tmp_path / f"{k}.csv", **how)
            told.append(pl.read_csv(tmp_path / f"{k}.csv").select("left", "right", "winner", "took").rows())
        for form in ("csv", "jsonl", "dpo", "matrix"):
            found = arena.export(format=form, **({"smoothing": 0.5} if form == "matrix" else {}))
            told.append((found.format, found.rows, found.waiting, found.left_out, found.content is None))
        told.append(arena.export(tmp_path / "matrix.txt", "matrix", smoothing=1.0))
        lines = (tmp_path / "matrix.txt").read_text().splitlines()
        told.append([line for line in lines if not line.startswith("#")])  # without where it comes from
        tally = arena.tally()
        told.append([tally.items, tally.left, tally.right, tally.voters, tally.votes, tally.frame().rows()])
        told.append([arena.problem(0.5).win.tolist(), arena.problem(0.5).name, tally.voter_votes.tolist()])
        rows = [("fox", "owl", "fox", "zoe"), ("owl", "hare", "tie", "zoe"), ("hare", "fox", "both bad", None)]
        elsewhere = [dict(zip(("left", "right", "winner", "voter"), row, strict=True)) for row in rows]
        told += [arena.include(elsewhere), arena.include(elsewhere, again=True)]
        with pytest.raises(Conflict, match="the votes of votes were taken in before"):
            arena.include(elsewhere)
        found = arena.check()
        told.append((found, found.clean, str(found)))
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
        (WrongValue, lambda: arena.export("x.txt")),
        (UnknownName, lambda: arena.export("x.jsonl", "journal")),
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
    assert shown == {"fox": ("text", "fox"), "picture": ("image", png())}
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
    arena.set(page={"title": "T"})


def test_nothing_more_to_ask(arena):
    arena.set(repeats=1)
    for item in ITEMS[2:]:
        arena.retire(item)
    arena.tell(arena.ask(voter="ann"), "left")
    with pytest.raises(NothingToAsk):
        arena.ask(voter="ann")


def arguments(arena, url, ticket, folder):
    """A call for each argument of each function, with everything else good."""
    return {
        "url": lambda x: Arena(x, token=ADMIN).close(),
        "token": lambda x: Arena(url, token=x).close(),
        "name": lambda x: Arena(url, token=ADMIN, name=x).close(),
        "patience": lambda x: Arena(url, token=ADMIN, patience=x).close(),
        "n": lambda x: arena.ask(x),
        "voter": lambda x: arena.ask(voter=x),
        "key": lambda x: arena.ask(key=x),
        "ticket": lambda x: arena.tell(x, "left"),
        "answer": lambda x: arena.tell(ticket, x),
        "took": lambda x: arena.tell(ticket, "left", took=x),
        "undo ticket": lambda x: arena.undo(x),
        "content ticket": lambda x: arena.content(x, "left"),
        "side": lambda x: arena.content(ticket, x),
        "void voter": lambda x: arena.void(voter=x),
        "restore voter": lambda x: arena.restore(voter=x),
        "bar voter": lambda x: arena.bar(x),
        "admit voter": lambda x: arena.admit(x),
        "invite voter": lambda x: arena.invite(x),
        "own voter": lambda x: arena.own(x, ["fox"]),
        "items": lambda x: arena.own("ann", x),
        "item": lambda x: arena.add(x),
        "content": lambda x: arena.add("cat", x),
        "media": lambda x: arena.add("cat", "a cat", x),
        "retire item": lambda x: arena.retire(x),
        "delta": lambda x: arena.set(delta=x),
        "page": lambda x: arena.set(page=x),
        "path": lambda x: arena.export(x, "csv"),
        "format": lambda x: arena.export(folder / "votes.csv", x),
        "names": lambda x: arena.export(folder / "votes.csv", names=x),
        "voided": lambda x: arena.votes(voided=x),
        "after": lambda x: list(arena.events(x)),
    }


@pytest.mark.slow
def test_wrong_values_are_refused_by_a_line_that_names_the_argument(arena, server, tmp_path, monkeypatch):
    """A text may be a name and bytes a picture, and the server says whether they are; all else is named."""
    monkeypatch.chdir(tmp_path)  # a text may be the path of a file to write
    complaints = []
    for label, call in arguments(arena, server.url, arena.ask(voter="ann"), tmp_path).items():
        for kind, make in WRONG.items():
            try:
                call(make())
            except InputError as error:
                sent = isinstance(make(), str | bytes) or isinstance(error, Conflict)
                if label.split()[-1].removesuffix("s") not in str(error) and not sent:
                    complaints.append(f"{label}={kind} is not named: {error}")
            except Exception as error:
                complaints.append(f"{label}={kind} raises {type(error).__name__}: {error}")
    assert complaints == []


def test_an_arena_shows_where_it_is_and_no_token():
    assert repr(Arena("http://localhost:8000/", token="secret")) == "Arena('http://localhost:8000', name='main')"


@pytest.mark.parametrize(
    "url", ["ftp://x", "localhost:8000", "", "http://[", "http://a:b", "http://a/?b", "http://a/#b"]
)
def test_what_is_no_address_is_refused_at_once(url):
    with pytest.raises(WrongValue, match=r"^url "):
        Arena(url, token="x")
