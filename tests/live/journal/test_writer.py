"""Calls from many threads are decided one after the other, kept together, and answered."""

import gc
import os
import subprocess
import sys
import threading
import time
import weakref

import pytest

from duelling.errors import Conflict, Unavailable, WrongValue
from duelling.live.decisions.look import Look
from duelling.live.journal import faults
from duelling.live.journal.events import Offered
from duelling.live.journal.opening import open_store
from duelling.live.journal.writer import LONG, Writer
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


def test_who_calls_alone_never_waits_and_a_crowd_waits_no_longer_than_a_commit_takes(store, arena, monkeypatch):
    writer, slept = Writer(store, arena, Log()), []
    writer.call(Vote())
    work = writer._work
    assert 0 < work.took <= LONG
    writer.call(Look(lambda state: None))
    assert work.took == 0
    monkeypatch.setattr("duelling.live.journal.writer.time.sleep", slept.append)
    work.took = 0.008
    work.wait_for(1)
    assert not slept
    work.wait_for(2)  # nobody comes
    assert set(slept) == {0.002}
    writer.close()
    slept.clear()
    for _ in range(2):
        work.calls.put(None)
    work.wait_for(2)  # both are here
    assert not slept


def test_several_decisions_stand_in_one_commit(store, arena):
    writer = Writer(store, arena, Log())
    assert writer.submit(Vote(), Vote()).result() == [1, 2]
    assert store.head(arena) == 6
    writer.close()


def test_calls_of_a_group_take_turns(store, arena):
    """All votes come before the next questions; what is refused ends its own call alone."""
    told, writer, held = [], Writer(store, arena, Log()), threading.Event()
    waiting = writer.submit(Wait(held))

    def note(name):
        return Look(lambda state: told.append(name) or name)

    futures = [writer.submit(note("a1"), note("a2")), writer.submit(note("b1"), Refuse(), note("b3")), writer.submit()]
    futures.append(writer.submit(note("d1"), note("d2"), note("d3")))
    held.set()
    waiting.result()
    assert futures[0].result() == ["a1", "a2"]
    first, error = futures[1].result()
    assert (first, type(error)) == ("b1", Conflict)
    assert (futures[2].result(), futures[3].result()) == ([], ["d1", "d2", "d3"])
    assert told == ["a1", "b1", "d1", "a2", "d2", "d3"]
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


def test_a_call_that_fails_half_way_leaves_nothing_and_the_others_go_on(store, arena):
    """Whatever else stands in its group."""
    writer, held = Writer(store, arena, Log()), threading.Event()
    waiting = writer.submit(Wait(held))
    bad = Offered(question=1, voter=1, flipped=True, key="a\0b")
    futures = [writer.submit(call) for call in (Vote(), Append(*vote(1, 0), bad), Vote())]
    held.set()
    assert waiting.result() == [None]
    assert futures[0].result() == [1]
    with pytest.raises(WrongValue, match="NUL"):
        futures[1].result()
    assert futures[2].result() == [2]
    writer.close()
    assert store.verify(arena).head == 6


class Wait:
    """Hold the thread that writes until an event is set."""

    def __init__(self, held):
        self.held = held

    def decide(self, book, now):
        self.held.wait()
        return None
        yield


class Weak(Log):
    """A book that cannot fold one of its events, once."""

    broken = False

    def fold(self, event):
        if event.kind == "told" and not self.broken:
            self.broken = True
            raise ZeroDivisionError
        super().fold(event)


def test_a_book_that_fails_fails_its_group_and_starts_anew(store, arena):
    writer = Writer(store, arena, Weak())
    with pytest.raises(ZeroDivisionError):
        writer.call(Vote())
    assert store.head(arena) == 0
    assert writer.call(Vote()) == 1
    writer.close()
    assert store.verify(arena).head == 3


def test_a_commit_that_fails_fails_its_calls_and_the_book_forgets_them(store, arena, monkeypatch):
    book = Log()
    writer = Writer(store, arena, book)
    writer.call(Vote())

    def fail(name):
        if name == "before commit":
            raise Unavailable("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(faults, "point", fail)
        futures = [writer.submit(Vote()) for _ in range(3)]
        assert [type(future.exception()) for future in futures] == [Unavailable] * 3
    assert store.head(arena) == 3
    assert writer.call(Vote()) == 2
    writer.close()
    assert book.events == list(store.events(arena))


def test_order_is_that_of_the_numbers_if_the_clock_goes_back_a_day(store, arena):
    times = iter([86_400_000_000 * 9, 86_400_000_000 * 8, 86_400_000_000 * 500])
    writer = Writer(store, arena, Log(), clock=lambda: next(times))
    assert [writer.call(Vote()) for _ in range(3)] == [1, 2, 3]
    writer.close()
    events = list(store.events(arena))
    assert [event.seq for event in events] == list(range(1, 10))
    assert events[0].at > events[3].at < events[6].at


def test_a_call_that_was_cancelled_in_time_is_not_made(store, arena):
    writer, held = Writer(store, arena, Log()), threading.Event()
    writer.submit(Wait(held))
    cancelled = [writer.submit(Vote()) for _ in range(300)][-1]  # in a later group, whatever waits in the first
    assert cancelled.cancel()
    held.set()
    writer.close()
    assert store.head(arena) == 299 * 3


def test_a_forked_child_writes_beside_its_parent(store, arena):
    book = Log()
    writer = Writer(store, arena, book)
    assert writer.call(Vote()) == 1
    child = os.fork()
    if not child:
        try:
            assert [writer.call(Vote()) for _ in range(5)]
            writer.close()
            os._exit(0)
        finally:
            os._exit(1)
    for _ in range(5):
        writer.call(Vote())
    assert os.waitpid(child, 0)[1] == 0
    writer.submit().result()
    writer.close()
    assert store.verify(arena).head == 33
    assert book.events == list(store.events(arena))


def test_a_writer_that_nobody_uses_any_more_ends(store, arena):
    writer = Writer(store, arena, Log())
    writer.call(Vote())
    thread = writer._work.thread
    del writer
    gc.collect()
    thread.join(20)
    assert not thread.is_alive()


def test_a_writer_that_goes_while_another_one_commits_does_not_stop_it(store, arena, place, monkeypatch):
    """What nobody uses any more is collected in any thread, here in one that has the lock of the journal."""
    with open_store(place) as second:
        writers, last = [Writer(store, arena, Log()), Writer(second, arena, Log())], []

        def point(name):
            if name == "after insert" and len(writers) == 2:
                last.append(writers[1].submit(Vote()))
                del writers[1]

        monkeypatch.setattr(faults, "point", point)
        assert writers[0].submit(Vote()).result(20) == [1]
        assert last[0].result(20) == [2]
        writers[0].close()


def test_the_end_of_the_program_waits_for_what_was_submitted(place):
    code = """
import sys
from duelling.live.journal.opening import open_store
from duelling.live.journal.writer import LONG, Writer
from tests.helpers.journals import Log, Vote
store = open_store(sys.argv[1])
writer = Writer(store, store.create("main"), Log())
for _ in range(500):
    writer.submit(Vote())
"""
    subprocess.run([sys.executable, "-c", code, place], check=True)
    with open_store(place) as store:
        assert store.verify(store.find("main")).head == 1500


def test_an_answer_is_not_held_while_nobody_calls(store, arena):
    class Large:
        """What a caller wanted to see."""

    writer = Writer(store, arena, Log())
    held = weakref.ref(writer.call(Look(lambda _: Large())))
    end = time.monotonic() + 10
    while held() is not None and time.monotonic() < end:
        time.sleep(0.001)  # the thread that answers goes on beside this one
    assert held() is None
    writer.close()
