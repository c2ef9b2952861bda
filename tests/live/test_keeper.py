"""Snapshots are written now and then, and an arena that is opened again begins with them."""

import warnings

import pytest

import duelling as du
from duelling.live import keeper, snapshots
from duelling.live.book import Book
from duelling.live.journal.opening import open_store

pytestmark = pytest.mark.plain


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(keeper, "OFTEN", 30)
    return tmp_path / "arena.db"


def vote(arena, votes=20):
    for ticket in arena.ask(votes):
        arena.tell(ticket, "left" if ticket.left < ticket.right else "right")


def newest(place):
    with open_store(place) as store:
        found = store.snapshot(1)
        return None if found is None else found[0]


def test_a_snapshot_comes_after_many_votes_and_at_the_end(place):
    with du.Arena(place, list("abcd"), durable=False) as arena:
        vote(arena)
        arena.ask()
        saving = arena._keeper._saving  # it is None as soon as it is done
        if saving is not None:
            saving.join()
        first = newest(place)
        assert 30 < first <= arena.head
        vote(arena)
        head = arena.head
    assert first < newest(place)
    assert head - newest(place) <= 30
    with open_store(place) as store:
        assert Book(store, 1).kept == newest(place)
    with du.Arena(place) as arena:
        assert arena.standings().votes == 40
        assert arena.check().clean


def test_few_votes_need_none(place, monkeypatch):
    with du.Arena(place, list("abcd")) as arena:
        vote(arena, 3)
    assert newest(place) is None


def test_a_snapshot_of_another_version_is_ignored_with_one_warning(place, monkeypatch):
    with du.Arena(place, list("abcd")) as arena:
        vote(arena)
    monkeypatch.setattr(snapshots, "FORM", snapshots.FORM + 1)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        with du.Arena(place) as arena:
            assert arena.standings().votes == 20
    assert [str(each.message) for each in said if each.category is du.Doubt] == [
        f"a snapshot in {str(place)!r} is of another version or damaged: all votes are counted anew"
    ]


def test_another_version_of_the_package_is_written_down_and_all_is_folded_anew(place, monkeypatch):
    with du.Arena(place, list("abcd")) as arena:
        vote(arena)
        before = arena.head
    monkeypatch.setattr("duelling.live.arena.__version__", "9.9.9")
    with du.Arena(place) as arena:
        assert arena.head == before + 1
        assert [event.version for event in arena.events(before)] == ["9.9.9"]
        assert arena.check().clean
    with du.Arena(place) as arena:
        assert arena.head == before + 1


def test_an_arena_is_closed_whatever_becomes_of_its_snapshot(place, monkeypatch):
    def broken(*_):
        raise MemoryError

    arena = du.Arena(place, list("abcd"))
    vote(arena, 3)
    monkeypatch.setattr(keeper, "pack", broken)
    arena._keeper.book.kept = -100
    with pytest.raises(MemoryError):
        arena.close()
    monkeypatch.undo()
    with pytest.raises(du.InputError):
        arena.ask()
    with du.Arena(place) as again:
        assert again.check().votes == 3
