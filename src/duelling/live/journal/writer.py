"""One thread that writes: it takes the calls that wait, decides them in turns, commits once, answers all.

A decision is asked ``decide(state, now)``. It yields events one by one, each of which is folded before it goes on, and
returns an answer; it changes nothing itself. The book holds the state of the arena: ``fold(event)`` brings it one event
further, ``head`` is the number of its last event, ``reset(upto)`` forgets at least all events after number ``upto``.
"""

import atexit
import os
import queue
import threading
import time
import weakref
from collections.abc import Callable, Generator
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol

from duelling.errors import DamagedFile, Unavailable
from duelling.live.journal import faults
from duelling.live.journal.events import Event
from duelling.live.journal.rows import START, Mark
from duelling.live.journal.store import Behind, Store, Writing

MOST = 256  # calls in one commit
LONG = 0.01  # seconds of a commit that others may wait for
ALONE = 4  # groups without a word from others, after which none is expected
TRIES = 20  # to be the first of those who write
RECENT = 2**14  # events at the end of a journal that are compared with their digests before the first call


class Book(Protocol):
    """A state that is folded from events."""

    @property
    def head(self) -> int: ...

    @property
    def state(self) -> Any: ...

    def fold(self, event: Any) -> None: ...

    def reset(self, upto: int) -> None: ...


class Decision(Protocol):
    """A call to an arena. ``decide`` may raise an InputError before its first event, and then nothing happens.

    Each event is sent back with its number and its time.
    """

    def decide(self, state: Any, now: int, /) -> Generator[Event, Event, Any]: ...


class Call(NamedTuple):
    decisions: tuple[Decision, ...]
    future: "Future[list[Any]]"


class Spoiled(Exception):
    """A call failed after its first event was folded: nothing of its group is kept, and the others are tried again."""

    def __init__(self, call: Call, cause: Exception) -> None:
        super().__init__(str(cause))
        self.call, self.cause = call, cause


def now() -> int:
    """Microseconds since 1970, UTC."""
    return time.time_ns() // 1000


class Writer:
    """Decides calls on one arena and keeps what they decide, from any thread and beside any other process."""

    def __init__(self, store: Store, arena: int, book: Book, clock: Callable[[], int] = now) -> None:
        self._work = _Work(store, arena, book, clock)
        self._process, self._mutex = os.getpid(), threading.Lock()
        self._end = weakref.finalize(self, _Work.end, self._work)

    def submit(self, *decisions: Decision) -> "Future[list[Any]]":
        """Decide these in one commit, one after the other; the future has their answers in order.

        What others have submitted may be decided between two of them.
        The first that is refused ends the call. If it is the very first, the future has its error; else what was
        decided before it is kept, and its error is the last in the list. Without a decision the book is brought up to
        date with what others have written.
        """
        call = Call(decisions, Future())
        with self._mutex:
            self._here()
            self._work.put(call)
        return call.future

    def call(self, decision: Decision) -> Any:
        """Decide this and wait for its answer."""
        return self.submit(decision).result()[0]

    def close(self) -> None:
        """Finish what waits, then end the thread. Closing twice is fine."""
        self._end()
        self._work.wait()

    def _here(self) -> None:
        """After a fork there is no thread, and the book may be half folded."""
        if self._process != os.getpid():
            self._end.detach()
            self._work = self._work.again()
            self._process = os.getpid()
            self._end = weakref.finalize(self, _Work.end, self._work)


class _Work:
    """What the thread holds; it does not hold the writer, so that one nobody uses any more can go."""

    def __init__(self, store: Store, arena: int, book: Book, clock: Callable[[], int]) -> None:
        self.store, self.arena, self.book, self.clock = store, arena, book, clock
        self.calls: queue.SimpleQueue[Call | None] = queue.SimpleQueue()
        self.thread: threading.Thread | None = None
        self.closed = self.folding = False
        self.mark: Mark | None = None  # in the journal; the book has folded nothing after it
        self.safe = START  # as far as a crash of the database loses nothing
        self.took = 0.0  # seconds, of the last commit; 0 where nothing had to last
        self.alone = 0  # groups since somebody else has written

    def again(self) -> "_Work":
        """The same in a forked child, where the book may be half folded."""
        if self.folding:
            self.book.reset(0)
        return _Work(self.store, self.arena, self.book, self.clock)

    def put(self, call: Call) -> None:
        if self.closed:
            raise Unavailable(f"the arena in {self.store.place!r} is closed")
        self.calls.put(call)
        if self.thread is None:
            self.thread = threading.Thread(target=self.run, name="duelling-writer", daemon=True)
            _RUNNING.add(self)
            self.thread.start()

    def end(self) -> None:
        """The thread ends once it has done what waits. Nobody waits for it here: a writer that nobody uses any more may
        be collected in any thread, also in one that holds the lock which this one needs.
        """
        self.closed = True
        self.calls.put(None)

    def wait(self) -> None:
        if self.thread is not None and self.thread is not threading.current_thread():
            self.thread.join()

    def run(self) -> None:
        going = True
        while going:
            group = [self.calls.get()]
            while len(group) < MOST and not self.calls.empty():
                group.append(self.calls.get())
            going = None not in group  # which nothing follows
            if ready := [call for call in group if call and call.future.set_running_or_notify_cancel()]:
                self.answer(ready)
                self.wait_for(len(ready))
            group, ready = [], []  # while nobody calls, nothing holds the last answers: they may be all votes
        _RUNNING.discard(self)

    def wait_for(self, count: int) -> None:
        """Where several were answered they soon come again, and one commit for all costs less than one for each.

        So wait for as many calls, but no longer than a commit takes. Who calls alone never waits.
        """
        end = time.perf_counter() + self.took
        while 1 < count and self.calls.qsize() < count and time.perf_counter() < end:
            time.sleep(self.took / 4)

    def answer(self, group: list[Call]) -> None:
        """Decide and commit the calls of a group, then let everybody know."""
        outcomes: list[Any]
        try:
            self.folding = True
            outcomes = self.commit(group)
        except BaseException as error:
            outcomes = [error] * len(group)
        self.folding = False
        faults.point("before reply")
        for call, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, BaseException):
                call.future.set_exception(outcome)
            else:
                call.future.set_result(outcome)

    def commit(self, group: list[Call]) -> list[Any]:
        """Decide the calls and keep what they decide. Where somebody else was faster, decide anew."""
        known = self.mark if self.alone >= ALONE and any(call.decisions for call in group) else None
        if self.mark is None:  # the first call; others need not wait for this
            self.store.verify(self.arena, max(0, self.store.head(self.arena) - RECENT))
        spoiled: dict[int, Exception] = {}
        tries = 0
        while tries < TRIES:
            try:
                outcomes = iter(self.attempt([call for n, call in enumerate(group) if n not in spoiled], known))
                return [spoiled[n] if n in spoiled else next(outcomes) for n in range(len(group))]
            except Spoiled as error:
                spoiled[next(n for n, call in enumerate(group) if call is error.call)] = error.cause
            except Behind:
                tries += 1
                self.alone = 0
            known = None
        raise Unavailable(f"too many others write into {self.store.place!r}: try again")

    def attempt(self, group: list[Call], known: Mark | None) -> list[Any]:
        try:
            with self.store.writing(self.arena, known) as writing:
                self.catch_up(writing)
                outcomes = self.decide(group, writing)
                decided = time.perf_counter()
        except BaseException:
            if self.mark is None or self.book.head > self.mark.head:
                self.book.reset(self.mark.head if self.mark else 0)
            raise
        self.mark = writing.mark
        self.took = 0.0
        if writing.durable:
            self.safe, self.took = self.mark, min(time.perf_counter() - decided, LONG)
        return outcomes

    def catch_up(self, writing: Writing) -> None:
        """Fold what others have written. Where the journal is not the one that the book knows, start from what it is.

        The database may have lost questions in a crash, and others may have been asked in their place.
        """
        if self.mark is None:
            self.mark = self.store.mark(self.arena, self.book.head)
        if self.mark is None or not writing.holds(self.mark):
            self.mark = self.safe if writing.holds(self.safe) else START
            self.book.reset(self.mark.head)
        self.alone = self.alone + 1 if self.mark == writing.before else 0
        try:
            for event in writing.tail(self.book.head):
                self.book.fold(event)
        except DamagedFile as error:
            if self.store.mark(self.arena, writing.before.head) != writing.before:
                raise Behind(str(error)) from error  # the database has lost events while they were read
            raise
        if self.book.head != writing.before.head:
            raise Behind(f"the journal {self.store.place!r} has lost events in a crash")
        self.mark = writing.before

    def decide(self, group: list[Call], writing: Writing) -> list[Any]:
        """Take the first decision of every call, then the second of every call, and so on.

        So all votes of a group are there before the next questions are drawn, and are counted at once.
        """
        answers: list[list[Any]] = [[] for _ in group]
        ended = set()
        for turn in range(max((len(call.decisions) for call in group), default=0)):
            for n, call in enumerate(group):
                if turn >= len(call.decisions) or n in ended:
                    continue
                before = writing.mark
                try:
                    answers[n].append(self.fold(call.decisions[turn], writing))
                except Exception as error:
                    if writing.mark != before:
                        raise Spoiled(call, error) from error
                    answers[n].append(error)
                    ended.add(n)
        return [found[0] if n in ended and len(found) == 1 else found for n, found in enumerate(answers)]

    def fold(self, decision: Decision, writing: Writing) -> Any:
        """Append and fold the events of a decision, one by one; return its answer."""
        at = self.clock()
        steps = decision.decide(self.book.state, at)
        try:
            event = next(steps)
            while True:
                (event,) = writing.append([event], at=at)
                self.book.fold(event)
                event = steps.send(event)
        except StopIteration as done:
            return done.value


_RUNNING: set[_Work] = set()  # those with a thread


@atexit.register
def _finish() -> None:
    """When the program ends: finish what waits."""
    for work in [*_RUNNING]:
        work.end()
        work.wait()


os.register_at_fork(after_in_child=_RUNNING.clear)  # where their threads are not
