"""Compile algorithms in a second process, while others are played in this one.

The compiler works for one thread at a time. What the other process has compiled is kept on disk, where this one finds
it.
"""

import contextlib
import pickle
import threading
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from duelling.lab.processes import Helper
from duelling.lab.simulate import simulate
from duelling.problems.base import Problem


class Next(NamedTuple):
    """Who is to be played next, and whether it is compiled already."""

    name: str
    compiled: bool


class Ahead:
    """Names that are waiting: two processes compile one after the other of them, and each is played here.

    A second process is started if ``helped``, and where it can know the problem. It ends with the ``with`` block.
    """

    def __init__(self, problem: Problem, names: Sequence[str], briefly: dict[str, Any], helped: bool) -> None:
        self._waiting, self._tried = deque(names), deque[Next]()
        self._told, self._busy = threading.Condition(), False
        self._helper: Helper | None = None
        try:
            self._order = pickle.dumps((problem, briefly))
        except Exception:  # a problem of the user's own, of which no other process knows
            return
        if helped and len(names) > 1:
            self._helper, self._busy = Helper(silent=True), True

    def __enter__(self) -> Self:
        if self._helper:
            threading.Thread(target=self._help, args=(self._helper,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._told:
            self._waiting.clear()
        if self._helper:
            self._helper.__exit__()

    def next(self, seconds: float) -> Next | None:
        """The next one: who was tried there, else who waits. If the last of them are being tried, wait so long.

        None if there is nobody any more, or not in time.
        """
        with self._told:
            self._told.wait_for(lambda: self._tried or self._waiting or not self._busy, max(seconds, 0.0))
            if self._tried:
                return self._tried.popleft()
            return Next(self._waiting.popleft(), False) if self._waiting else None

    def _help(self, helper: Helper) -> None:
        """Let the other process compile who waits, one after the other. Who fails there is played here, and says so."""
        while True:
            with self._told:
                if not self._waiting:
                    self._busy = False
                    self._told.notify()
                    return
                name = self._waiting.popleft()
            compiled = False
            with contextlib.suppress(Exception):
                helper.ask(play_briefly, self._order, name)
                compiled = True
            with self._told:
                self._tried.append(Next(name, compiled))
                self._told.notify()


def play_briefly(order: bytes, name: str) -> None:
    """Play a short run, so that what it needs is compiled."""
    problem, briefly = pickle.loads(order)
    simulate(problem, name, progress=False, **briefly)
