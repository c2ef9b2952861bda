"""One thread that writes: it takes the calls that wait, decides them one after the other, commits once, answers all.

A decision is asked ``decide(state, now)``. It yields events one by one, each of which is folded before it goes on, and
returns an answer; it changes nothing itself. The book holds the state of the arena: ``fold(event)`` brings it one event
further, ``head`` is the number of its last event, ``reset(upto)`` forgets at least all events after number ``upto``.
"""

import os
import queue
import threading
import time
import weakref
from collections.abc import Callable, Generator
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol

from duelling.errors import Unavailable
from duelling.live.journal import faults
from duelling.live.journal.events import Event
from duelling.live.journal.rows import START, Mark
from duelling.live.journal.store import Store, Writing

MOST = 256  # calls in one commit


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


def now() -> int:
    """Microseconds since 1970, UTC."""
    return time.time_ns() // 1000


class Writer:
    """Decides calls on one arena and keeps what they decide, from any thread and beside any other process."""

    def __init__(self, store: Store, arena: int, book: Book, clock: Callable[[], int] = now) -> None:
        self._work = _Work(store, arena, book, clock)
        self._process, self._mutex = os.getpid(), threading.Lock()
        self._finish = weakref.finalize(self, _Work.finish, self._work)  # also when the interpreter ends

    def submit(self, *decisions: Decision) -> "Future[list[Any]]":
        """Decide these in one commit, each on what the one before has left; the future has their answers in order.

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
        self._finish()

    def _here(self) -> None:
        """After a fork there is no thread, and the book may be half folded."""
        if self._process != os.getpid():
            self._finish.detach()
            self._work = self._work.again()
            self._process = os.getpid()
            self._finish = weakref.finalize(self, _Work.finish, self._work)


class _Work:
    """What the thread holds; it does not hold the writer, so that one nobody uses any more can go."""

    def __init__(self, store: Store, arena: int, book: Book, clock: Callable[[], int]) -> None:
        self.store, self.arena, self.book, self.clock = store, arena, book, clock
        self.calls: queue.SimpleQueue[Call | None] = queue.SimpleQueue()
        self.thread: threading.Thread | None = None
        self.closed = False
        self.mark: Mark | None = None  # of what the book has folded
        self.folding = False

    def again(self) -> "_Work":
        if self.folding:
            self.book.reset(0)
        return _Work(self.store, self.arena, self.book, self.clock)

    def put(self, call: Call) -> None:
        if self.closed:
            raise Unavailable(f"the arena in {self.store.place!r} is closed")
        self.calls.put(call)
        if self.thread is None:
            self.thread = threading.Thread(target=self.run, name="duelling-writer", daemon=True)
            self.thread.start()

    def finish(self) -> None:
        self.closed = True
        if self.thread is not None and self.thread is not threading.current_thread():
            self.calls.put(None)
            self.thread.join()

    def run(self) -> None:
        while (first := self.calls.get()) is not None:
            group = [first]
            ended = False
            while len(group) < MOST and not self.calls.empty() and not ended:
                following = self.calls.get()
                ended = following is None
                group += [following] if following else []
            self.answer(group)
            if ended:
                return

    def answer(self, group: list[Call]) -> None:
        """Decide and commit the calls of a group, then let everybody know."""
        live = [call for call in group if call.future.set_running_or_notify_cancel()]
        try:
            self.folding = True
            outcomes = self.commit(live)
            self.folding = False
        except BaseException as error:
            self.forget()
            outcomes = [error] * len(live)
        faults.point("before reply")
        for call, outcome in zip(live, outcomes, strict=True):
            if isinstance(outcome, BaseException):
                call.future.set_exception(outcome)
            else:
                call.future.set_result(outcome)

    def commit(self, group: list[Call]) -> list[Any]:
        with self.store.writing(self.arena) as writing:
            if self.mark is not None and not writing.holds(self.mark):
                self.forget()
            for event in writing.tail(self.book.head):
                self.book.fold(event)
            outcomes = [self.decide(call, writing) for call in group]
        self.mark = writing.mark
        return outcomes

    def decide(self, call: Call, writing: Writing) -> Any:
        answers: list[Any] = []
        for decision in call.decisions:
            before = writing.mark
            try:
                answers.append(self.fold(decision, writing))
            except Exception as error:
                if writing.mark != before:  # it failed half way: the whole group is taken back
                    raise
                return [*answers, error] if answers else error
        return answers

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

    def forget(self) -> None:
        """Go back to what the journal surely holds."""
        self.book.reset((self.mark or START).head)
        self.mark = None
        self.folding = False
