"""A state that can be thrown away, and the journal behind it."""

import pytest

import duelling as du
from duelling.live import loading
from duelling.live.book import Book, Past
from duelling.live.check import differences
from duelling.live.journal.opening import open_store

pytestmark = pytest.mark.plain


@pytest.fixture
def store(tmp_path):
    with du.Arena(tmp_path / "arena.db", list("abcd")) as arena:
        for ticket in arena.ask(3, key="mine"):
            arena.tell(ticket, "left")
        arena.ask(2, key="yours")
    with open_store(tmp_path / "arena.db") as store:
        yield store


def test_after_a_reset_the_state_is_that_of_the_journal_up_to_an_event(store):
    book = Book(store, 1)
    assert book.head == store.head(1)
    book.reset(12)
    assert book.head == 12
    for event in store.events(1, 12):
        book.fold(event)
    assert differences(book.state, Book(store, 1).state) == []
    book.reset(10**6)
    assert book.head == store.head(1)


def test_the_tickets_of_a_request_are_found_in_the_journal(store):
    past = Past(store, 1)
    offered = [event for event in store.events(1) if event.kind == "offered"]
    assert past.keyed("mine") == [event.seq for event in offered[:3]]
    assert past.keyed("yours") == [event.seq for event in offered[3:]]
    assert past.keyed("theirs") == []
    assert past.event(offered[0].seq) == offered[0]


@pytest.mark.parametrize("few", [0, loading.FEW])
def test_a_request_for_tickets_that_were_held_before_is_found_in_the_journal(tmp_path, few, monkeypatch):
    monkeypatch.setattr(loading, "FEW", few)
    with du.Arena(tmp_path / "arena.db", list("abcd")) as arena:
        held = arena.ask(voter="ann")
        given = [ticket.id for ticket in arena.ask(3, voter="ann", key="mine")]
        arena.tell(held, "left")
    assert given[0] == held.id
    with du.Arena(tmp_path / "arena.db") as arena, open_store(tmp_path / "arena.db") as store:
        assert Past(store, 1).keyed("mine") == [int(each.partition(".")[0]) for each in given]
        assert [ticket.id for ticket in arena.ask(3, voter="ann", key="mine")] == given
