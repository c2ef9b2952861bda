"""Calls from many threads are decided one after the other, kept together, and answered."""

import threading

import pytest

from duelling.errors import Conflict, Unavailable
from duelling.live.journal.store import open_store
from duelling.live.journal.writer import Writer
from tests.helpers.journals import Append, Log, Refuse, Vote, vote

pytestmark = pytest.mark.plain


@pytest.fixture
def arena(store):
    return store.create("main")


def test_threads_write_one_after_the_other(store, arena):
    book, answers = Log(), []
    writer = Writer(store, arena, book)

    def client():
        for _ in range(20):
            answers.append(writer.call(Vote()))

    threads = [threading.Thread(target=client) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.close()
    assert sorted(answers) == list(range(1, 161))
    assert list(store.events(arena)) == book.events
    assert store.verify(arena).head == 480


def test_several_decisions_stand_in_one_commit(store, arena):
    writer = Writer(store, arena, Log())
    assert writer.submit(Vote(), Vote()).result() == [1, 2]
    assert store.head(arena) == 6
    writer.close()


def test_a_refusal_concerns_one_call_alone(store, arena):
    writer = Writer(store, arena, Log())
    futures = [writer.submit(decision) for decision in (Vote(), Refuse(), Vote())]
    assert futures[0].result() == [1]
    with pytest.raises(Conflict):
        futures[1].result()
    assert futures[2].result() == [2]
    first, error = writer.submit(Vote(), Refuse(), Vote()).result()
    assert (first, type(error)) == (3, Conflict)
    assert store.head(arena) == 9
    writer.close()


def test_two_writers_see_each_other(place):
    with open_store(place) as store, open_store(place) as other:
        arena = store.create("main")
        books = [Log(), Log()]
        writers = [Writer(each, arena, book) for each, book in zip((store, other), books, strict=True)]
        assert [writers[n % 2].call(Vote()) for n in range(10)] == list(range(1, 11))
        assert writers[0].submit().result() == []
        assert books[0].events == books[1].events == list(store.events(arena))
        for writer in writers:
            writer.close()


def test_a_closed_writer_finishes_what_waits_and_takes_no_more(store, arena):
    writer = Writer(store, arena, Log())
    futures = [writer.submit(Append(*vote(1, 0))) for _ in range(50)]
    writer.close()
    writer.close()
    assert [future.result() for future in futures] == [[3 * n] for n in range(1, 51)]
    with pytest.raises(Unavailable, match="closed"):
        writer.submit(Vote())
