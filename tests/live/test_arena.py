"""The arena on a file: ask, tell, see who leads."""

import subprocess
import sys
import threading

import polars as pl
import pytest

import duelling as du
from duelling.errors import Conflict, InputError, UnknownName, WrongValue
from duelling.live.arena import Arena
from duelling.live.decisions.ask import NothingToAsk
from duelling.live.imports.journal import import_journal
from duelling.live.reading.cases import Case
from duelling.live.reading.pictures import PNG

pytestmark = pytest.mark.plain
ITEMS = ["fox", "owl", "hare"]


@pytest.fixture
def place(tmp_path):
    return tmp_path / "logos.db"


def test_the_ten_lines(place, tmp_path):
    arena = du.Arena(place, items=["fox", "owl", "hare"])
    ticket = arena.ask(voter="ann")
    arena.tell(ticket, "left")
    print(arena.standings())
    print(arena.verdict())
    arena.undo(ticket)
    arena.add("lynx")
    arena.retire("hare")
    arena.votes().write_csv(tmp_path / "votes.csv")
    assert arena.items == ("fox", "owl", "lynx")
    assert pl.read_csv(tmp_path / "votes.csv").height == 0
    arena.close()


@pytest.mark.parametrize("rest", [("a text",), (None, "text"), ("a text", "text")])
def test_one_content_for_several_items_is_refused(place, rest):
    """It was taken for the name of another item."""
    with Arena(place, items=ITEMS) as arena:
        with pytest.raises(WrongValue, match="content and media must be left out for a list of items"):
            arena.add(["lynx", "toad"], *rest)
        assert arena.items == ("fox", "owl", "hare")


def test_it_goes_on_where_it_was_after_it_was_closed(place):
    with Arena(place, ITEMS, seed=3) as arena:
        first, second = arena.ask(2, voter="ann")
        arena.tell(first, "left")
    with Arena(place) as arena:
        assert arena.ask(voter="ann") == second
        assert arena.tell(first, "left").counted
        assert arena.tell(second.id, "tie", took=812).counted
        assert arena.standings().votes == 2
        assert arena.settings.seed == 3
    with Arena(place, ITEMS) as arena:
        assert arena.voters == ("ann",)
        assert [event.seq for event in arena.events()] == list(range(1, arena.head + 1))


def test_a_text_that_is_not_utf8_is_refused_before_anything_is_made(place):
    for given in ({"items": [("a", "\ud800"), "b"]}, {"items": ITEMS, "cases": ["\ud800"]}):
        with pytest.raises(WrongValue, match="must be a text in UTF-8"):
            Arena(place, **given)
        assert not place.exists()
    with Arena(place, ITEMS) as arena:
        head = arena.head
        with pytest.raises(WrongValue, match="must be a text in UTF-8"):
            arena.add("lynx", "\ud800")
        with pytest.raises(WrongValue, match="page must hold"):
            arena.set(page={"title": object()})
        assert arena.head == head


def test_two_arenas_on_one_file_see_each_other(place):
    with Arena(place, ITEMS) as one, Arena(place) as other:
        ticket = one.ask(voter="ann")
        assert other.ask(voter="ann") == ticket
        other.tell(ticket, "right")
        assert one.standings().votes == 1


def test_several_arenas_in_one_file(place):
    with Arena(place, ITEMS) as one, Arena(place, ["a", "b"], name="second") as other:
        other.tell(other.ask(), "left")
        assert (one.standings().votes, other.standings().votes) == (0, 1)
    with pytest.raises(UnknownName, match="there is no arena 'third'"):
        Arena(place, name="third")


def test_many_threads_ask_and_tell_at_once(place):
    with Arena(place, ITEMS, durable=False) as arena:

        def judge():
            for ticket in arena.ask(10):
                assert arena.tell(ticket, "left").counted

        threads = [threading.Thread(target=judge) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert arena.standings().votes == 80
        assert arena.votes()["ticket"].n_unique() == 80


def test_nobody_waits_for_the_compiler_or_for_what_only_looks_at_votes(place):
    code = (
        "import sys, duelling as du\n"
        f"arena = du.Arena({str(place)!r}, ['fox', 'owl', 'hare'])\n"
        "for _ in range(10): arena.tell(arena.ask(), 'left')\n"
        "looks = ('duelling.votes.r', 'duelling.problems', 'duelling.live.exports', 'polars', 'scipy')\n"
        "print([name for name in sys.modules if name.startswith(looks)])\n"
        "arena.standings(); arena.verdict()\n"
        "print('numba' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == ["['duelling.votes.racing']", "False"]  # to look at votes brings more than to ask


def test_an_arena_shows_where_it_is(place):
    with Arena(place, ITEMS, name="logos") as arena:
        assert repr(arena).endswith(", name='logos')")
    assert repr(arena).startswith("Arena('")  # when it is closed, too


def test_one_item_waits_for_another(place):
    with Arena(place, ["fox"]) as arena:
        with pytest.raises(Conflict, match="must have at least two items, got 1: add some"):
            arena.ask()
        arena.add("owl")
        assert {arena.ask().left, arena.ask().right} <= {"fox", "owl"}


def test_owners_voters_and_doors(place):
    with Arena(place, ITEMS, seed=1) as arena:
        arena.own("ann", ["fox"])
        assert {"owl", "hare"} == {arena.ask(voter="ann").left, arena.ask(voter="ann").right}
        arena.bar("ann")
        with pytest.raises(Conflict, match="barred"):
            arena.ask(voter="ann")
        arena.admit("ann")
        arena.shut()
        with pytest.raises(Conflict, match="closed"):
            arena.ask()
        arena.open()
        ticket = arena.ask(voter="ann")
        arena.tell(ticket, "left")
        with pytest.raises(NothingToAsk, match="seen every pair"):
            arena.ask(voter="ann")
        assert arena.void(voter="ann") == 1
        assert arena.restore(voter="ann") == 1
        assert arena.undo(ticket)
        assert arena.restore(ticket) == 1
        assert arena.set(expires=60.0).expires == 60
        assert arena.forecast().low > 0


def test_both_sides_of_a_ticket_have_their_contents(place):
    with Arena(place, [("fox", PNG, "image"), ("owl", "*words*", "markdown"), "hare"]) as arena:
        shown = {"fox": ("image", PNG), "owl": ("markdown", "*words*"), "hare": ("text", "hare")}
        for ticket in arena.ask(10):
            assert arena.content(ticket, "left") == shown[ticket.left]
            assert arena.content(ticket.id, "right") == shown[ticket.right]
        content = next(event for event in arena.events() if event.kind == "item-added").content
        assert arena._store.media(content) == ("image", PNG)


def test_answers_to_a_case_are_shown_in_place_of_the_item(place):
    case = Case("a prompt", {"fox": "its answer", "owl": "another"}, "markdown")
    with Arena(place, ["fox", "owl"], cases=[case]) as arena:
        ticket = arena.ask()
        assert ticket.case == "a prompt"
        assert arena.content(ticket, "left") == ("markdown", case.contents[ticket.left])


def test_an_item_that_comes_later_brings_its_answers(place, tmp_path):
    """Otherwise its name would be shown among the answers of the others."""
    cases = [Case("a prompt", {"fox": "its answer", "owl": "another"}), Case("of all", {})]
    with Arena(place, ["fox", "owl"], cases=cases, seed=1, repeats=None) as arena:
        head = arena.head
        for given, message in (
            (None, "item 'elk' must come with its answers to the cases, 'a prompt' has none"),
            ([Case("a prompt", {})], "must come with its answers"),
            ([Case("no prompt", {"elk": "so"})], "arena main has no case 'no prompt'"),
            ([Case("a prompt", {"wolf": "so"})], "cases must have contents of items, got 'wolf'"),
        ):
            with pytest.raises(InputError, match=message):
                arena.add("elk", cases=given)
        assert arena.head == head
        (tmp_path / "more.csv").write_text("prompt,elk\na prompt,a third\n")
        for _ in range(2):
            arena.add("elk", cases=str(tmp_path / "more.csv"))
        with pytest.raises(Conflict, match="'elk' was here with another content"):
            arena.add("elk", cases=[Case("a prompt", {"elk": "a fourth"})])
        arena.retire("elk")
        arena.add("elk")
        arena.add("lynx", "what it always shows")
        arena.add("newt", PNG)
        arena.retire("newt")
        shown = {"fox": "its answer", "owl": "another", "elk": "a third", "lynx": "what it always shows"}
        asked = [ticket for ticket in arena.ask(40) if ticket.case == "a prompt"]
        assert {arena.content(ticket, "left")[1] for ticket in asked} == {*shown.values()}
        assert all(arena.content(ticket, "right")[1] == shown[ticket.right] for ticket in asked)
        assert arena.check().clean
        told = arena.export(format="journal").content
    (tmp_path / "journal.jsonl").write_bytes(told)
    import_journal(tmp_path / "journal.jsonl", str(tmp_path / "copy.db"))
    with Arena(tmp_path / "copy.db") as copy:
        assert copy.export(format="journal").content == told


def test_whoever_opens_an_arena_hears_of_settings_and_cases_that_it_does_not_have(place):
    Arena(place, ITEMS, delta=0.1, repeats=None, seed=3, cases=["why?"]).close()
    Arena(place).close()
    Arena(place, ITEMS, delta=0.1, repeats=None, seed=3, cases=["why?"]).close()
    for given, says in (
        ({"delta": 0.01}, r"with delta 0.1 and not 0.01: arena.set\(delta=0.01\) to change it"),
        ({"seed": 4}, "with seed 3 and not 4: make another arena to change it"),
    ):
        with pytest.warns(du.Doubt, match=says):
            Arena(place, **given).close()
    with pytest.raises(Conflict, match=r"cases must be those of arena main, or left out: 'when\?' is not in it"):
        Arena(place, ITEMS, cases=["why?", "when?"])


def test_what_a_service_keeps_in_the_settings_is_not_looked_at(place):
    with Arena(place, ITEMS) as arena:
        assert arena.set(page={"title": "Logos", "public": True}).page["title"] == "Logos"
    with Arena(place) as arena:
        assert arena.settings.page == {"title": "Logos", "public": True}


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda arena: arena.ask(0), "n must be a whole number from 1"),
        (lambda arena: arena.ask(voter=3), "voter must be a text"),
        (lambda arena: arena.ask(voter=" "), "voter must be a name that can be seen"),
        (lambda arena: arena.ask(voter="x" * 501), "voter must have at most 500 letters, got 501"),
        (lambda arena: arena.ask(key="ä" * 501), "key must have at most 500 letters, got 501"),
        (lambda arena: arena.tell("x", "left"), "'x' is no id of a ticket"),
        (lambda arena: arena.tell(arena.ask(), "both"), "answer must be one of left, right, tie, bad, skip"),
        (lambda arena: arena.add("fox", "text"), "item 'fox' was here with another content"),
        (lambda arena: arena.retire("lynx"), "there is no item 'lynx'"),
        (lambda arena: arena.set(goal="bst"), "goal must be"),
        (lambda arena: arena.restore(), "restore must be given a ticket or a voter"),
        (lambda arena: arena.void(voter="eve"), "there is no voter 'eve': choose from ann"),
    ],
)
def test_bad_input_has_its_line_and_writes_nothing(place, call, says):
    with Arena(place, ITEMS) as arena:
        arena.ask(voter="ann")
        with pytest.raises(InputError, match=says):
            call(arena)
        assert all(
            event.kind in ("created", "item-added", "roster", "voter-known", "drawn", "offered")
            for event in arena.events()
        )


@pytest.mark.parametrize(
    ("items", "options", "says"),
    [
        (["fox", "fox"], {}, "different names"),
        ([], {}, "must name the items"),
        ("fox", {}, "items must be a list"),
        (["fox", 3], {}, "items must be a text"),
        (ITEMS, {"learner": "ws-w"}, "nearest learner for an arena"),
        (ITEMS, {"delta": 2}, "delta must be"),
        (ITEMS, {"name": 3}, "name must be a text"),
        (ITEMS, {"name": "x" * 501}, "name must have at most 500 letters, got 501"),
        ([("fox", 3)], {}, "items must have a text as content"),
        ([("fox", "x", "video")], {}, "media must be one of"),
    ],
)
def test_a_wrong_arena_is_not_made(place, items, options, says):
    with pytest.raises(InputError, match=says):
        Arena(place, items, **options)
    assert not place.exists()


def test_where_nobody_has_voted_no_voter_can_be_chosen(place):
    with Arena(place, ITEMS) as arena, pytest.raises(InputError, match="there is no voter 'eve': there is none yet"):
        arena.void(voter="eve")


def test_there_must_be_something_to_open(place):
    with pytest.raises(InputError, match="logos"):
        Arena(place)
    assert not place.exists()
