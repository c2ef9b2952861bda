"""What every store does, whichever it is."""

import hashlib

import numpy as np
import pytest

from duelling.errors import Conflict, UnknownName, WrongValue
from duelling.live.arena import Arena
from duelling.live.imports.journal import Journal, write_journal
from duelling.live.journal import postgres
from duelling.live.journal.events import Offered, Told, from_lines, to_lines
from duelling.live.journal.opening import open_store
from duelling.live.journal.rows import START, numbered
from duelling.live.journal.tables import Tables
from tests.helpers.journals import ONE_OF_EACH, vote

pytestmark = pytest.mark.plain


def append(store, arena, events):
    with store.writing(arena) as writing:
        return writing.append(events)


def test_every_kind_of_event_is_read_back_as_it_was(store):
    arena = store.create("main")
    written = append(store, arena, ONE_OF_EACH)
    assert [event.seq for event in written] == list(range(1, len(ONE_OF_EACH) + 1))
    assert list(store.events(arena)) == written
    assert [store.event(arena, event.seq) for event in written] == written
    assert store.head(arena) == len(written)
    assert store.event(arena, len(written) + 1) is None


def test_arenas_in_one_place_have_their_own_numbers(store):
    first, second = store.create("one"), store.create("two")
    append(store, first, ONE_OF_EACH[:3])
    append(store, second, ONE_OF_EACH[:2])
    append(store, first, ONE_OF_EACH[3:4])
    assert store.arenas() == ["one", "two"]
    assert [event.seq for event in store.events(first)] == [1, 2, 3, 4]
    assert [event.seq for event in store.events(second)] == [1, 2]
    assert store.find("two") == second
    assert store.find("three") is None
    with pytest.raises(Conflict, match="'one'"):
        store.create("one")


def test_an_arena_without_events_is_none_yet(store):
    arena = store.create("main")
    assert (store.find("main"), store.made("main"), store.arenas()) == (arena, None, [])
    append(store, arena, ONE_OF_EACH[:1])
    assert (store.made("main"), store.arenas()) == (arena, ["main"])
    assert store.made("other") is None


def test_whoever_opens_a_half_made_arena_does_not_spoil_it(place):
    with open_store(place) as store:
        store.create("main")  # and its maker was killed before the first event
    with pytest.raises(UnknownName, match="there is no arena 'main'"):
        Arena(place)
    with Arena(place, ["fox", "owl"]) as arena:
        assert [event.kind for event in arena.events()] == ["created", "item-added", "item-added", "roster"]
        assert arena.look(lambda state: (state.name, len(state.secret))) == ("main", 32)


@pytest.mark.filterwarnings("ignore::duelling.Doubt")  # of the seed that was second
def test_two_who_make_the_same_arena_at_once_have_the_same(place, monkeypatch):
    def late(store, name):
        monkeypatch.undo()
        Arena(place, ["fox", "owl"], seed=1).close()  # somebody else is faster
        return store.create(name)

    monkeypatch.setattr(Tables, "create", late)
    with Arena(place, ["fox", "owl"], seed=2) as arena:
        assert (arena.head, arena.settings.seed) == (4, 1)


def test_a_part_of_the_events_can_be_read(store):
    arena = store.create("main")
    written = append(store, arena, ONE_OF_EACH)
    assert list(store.events(arena, 5)) == written[5:]
    assert list(store.events(arena, 5, 9)) == written[5:9]
    assert list(store.events(arena, len(written))) == []


def test_nothing_is_kept_of_a_block_that_fails(store):
    arena = store.create("main")
    with pytest.raises(ZeroDivisionError), store.writing(arena) as writing:
        1 / (len(writing.append(ONE_OF_EACH)) - len(ONE_OF_EACH))
    assert store.mark(arena) == START
    assert list(store.events(arena)) == []


def test_columns_are_those_of_the_events(store):
    arena = store.create("main")
    written = append(store, arena, ONE_OF_EACH + [event for n in range(50) for event in vote(n + 3, 27 + 3 * n)])
    for kind, names in {
        "drawn": ("seq", "at", "question", "first", "second", "out", "p_first", "chance", "roster", "t", "case"),
        "told": ("ticket", "answer", "took", "late"),
        "offered": ("seq", "question", "voter", "flipped", "key"),
        "refused": ("ticket", "answer"),
        "recorded": ("time", "voter", "answer"),
    }.items():
        of_kind = [event for event in written if event.kind == kind]
        for name, column in store.columns(arena, kind, names).items():
            expected = [getattr(event, name) for event in of_kind]
            if isinstance(column, list):
                assert column == expected
            else:
                absent = np.nan if column.dtype == np.float64 else -1
                np.testing.assert_array_equal(column, [absent if value is None else value for value in expected])
    assert store.columns(arena, "told", ["seq"], after=100)["seq"].min() > 100
    assert store.columns(arena, "skipped", ["ticket"], after=100)["ticket"].shape == (0,)


def test_old_tickets_are_found_by_key_and_by_question(store):
    arena, other = store.create("main"), store.create("other")
    append(store, arena, vote(1, 0, key="k"))
    append(
        store, arena, [Told(ticket=2, question=1, answer="tie"), Offered(question=1, voter=None, flipped=True, key="k")]
    )
    assert store.by_key(arena, "k") == 2
    assert store.by_key(other, "k") is None
    assert store.by_key(arena, "l") is None
    assert store.answer_of(arena, 1) == store.event(arena, 4)
    assert store.answer_of(arena, 2) is None


@pytest.mark.parametrize(
    "event",
    [
        Told(ticket=1, question=1, answer="left", took=2**63),
        Offered(question=1, voter=1, flipped=True, key="a\0b"),
        Offered.model_construct(question=1, voter=1, flipped=True, key="\ud800"),
    ],
)
def test_what_no_database_could_keep_is_refused(store, event):
    arena = store.create("main")
    with store.writing(arena) as writing:
        with pytest.raises(WrongValue):
            writing.append([ONE_OF_EACH[0], event])
        writing.append([ONE_OF_EACH[1]])
    assert [event.kind for event in store.events(arena)] == ["configured"]


def test_a_snapshot_is_the_newest_that_fits(store):
    arena = store.create("main")
    append(store, arena, ONE_OF_EACH)
    assert store.snapshot(arena) is None
    for seq in (5, 9, 12):
        store.put_snapshot(arena, seq, b"state %d" % seq)
    assert store.snapshot(arena) == (12, b"state 12")
    assert store.snapshot(arena, 11) == (9, b"state 9")
    assert store.snapshot(arena, 4) is None
    store.drop_snapshots(arena, keep=1)
    assert store.snapshot(arena, 11) is None
    assert store.snapshot(arena) == (12, b"state 12")
    store.drop_snapshots(arena)
    assert store.snapshot(arena) is None


def test_media_are_kept_by_their_digest(store):
    content = b"\x89PNG\0"
    digest = hashlib.sha256(content).hexdigest()
    for _ in range(2):
        store.put_media(digest, "image", content)
    assert store.media(digest) == ("image", content)
    assert store.media("0" * 64) is None
    with pytest.raises(WrongValue, match="digest"):
        store.put_media("0" * 64, "image", content)


def test_a_place_that_is_opened_again_has_everything(place):
    with open_store(place) as store:
        written = append(store, store.create("main"), ONE_OF_EACH)
    with open_store(place, create=False) as store:
        assert list(store.events(store.find("main"))) == written


def test_notes_are_swapped_by_whoever_knows_what_they_are(store, place):
    assert store.note("key") is None
    assert not store.swap("key", "something", "one")
    assert store.swap("key", None, "one")
    assert not store.swap("key", None, "two")
    assert store.swap("key", "one", "two")
    assert store.note("schema") is None  # notes have names of their own
    with open_store(place) as other:
        assert other.note("key") == "two"
        assert other.arenas() == []


EVENTS = ONE_OF_EACH + [event for n in range(100) for event in vote(n + 3, 27 + 3 * n)]
LINES = list(to_lines(numbered(EVENTS, 0, 1_790_000_000_000_000)))


def journal_of(lines):
    return Journal(list(from_lines(lines, "a file")), {})


def test_what_is_imported_is_exported_again_from_either_store(store, tmp_path, monkeypatch):
    monkeypatch.setattr(postgres, "LARGEST", 50)
    arena = write_journal(store, journal_of(LINES))
    assert list(to_lines(store.events(arena))) == LINES
    assert store.head(arena) == len(LINES)
    with open_store(tmp_path / "other.db") as other:
        again = write_journal(other, journal_of(to_lines(store.events(arena))))
        assert list(to_lines(other.events(again))) == LINES
        assert other.mark(again) == store.mark(arena)


def test_an_arena_with_events_takes_no_import_but_an_empty_one_does(store):
    arena = store.create("main")
    assert write_journal(store, journal_of(LINES[:5])) == arena
    with pytest.raises(Conflict, match="there is an arena 'main'"):
        write_journal(store, journal_of(LINES))
    assert store.head(arena) == 5


@pytest.mark.parametrize("lines", [LINES[:5], []])
def test_a_new_file_in_which_nothing_was_written_goes_when_something_fails(tmp_path, lines):
    def fail():
        with open_store(tmp_path / "new.db") as store:
            store.create("main")
            if lines:
                write_journal(store, journal_of(lines))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".db"] == ["new.db"] * bool(lines)
