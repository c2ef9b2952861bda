"""A state that is folded forward, with copies of it at earlier places: after an undo not all is folded again."""

from collections.abc import Callable
from typing import Any

from duelling.core.states import copy, numbers

ROOM = 4_000_000  # numbers that all copies together may hold


class Marks:
    """Copies are near to each other at the end and far apart at the beginning."""

    def __init__(self, start: Callable[[], Any], step: int) -> None:
        """``start`` makes the state at place 0; ``step`` is how far apart copies are at least."""
        self._start, self._step = start, step
        self._kept: list[tuple[int, Any]] = []  # the last one is the state itself, the others are copies

    @property
    def now(self) -> tuple[int, Any]:
        """The place up to which the state is folded, and the state, which may be folded on."""
        if not self._kept:
            self._kept = [(0, self._start())]
        return self._kept[-1]

    def go(self, place: int) -> Any:
        """The state to be folded on up to ``place``; if the last copy is far away, a copy is kept first."""
        done, state = self.now
        self._kept[-1] = (place, state)
        before = self._kept[-2][0] if len(self._kept) > 1 else -self._step
        if done - before >= self._step:
            self._kept.insert(-1, (done, copy(state)))
            self._thin(done, numbers(state).size)
        return state

    def _thin(self, done: int, size: int) -> None:
        """Drop a copy where those beside it are nearer to each other than half of their age, or all are large."""
        kept = self._kept
        for k in range(len(kept) - 3, 0, -1):
            if kept[k + 1][0] - kept[k - 1][0] < (done - kept[k][0]) / 2:
                del kept[k]
        while len(kept) > 2 and len(kept) * size > ROOM:
            del kept[1]

    def kept(self, room: int) -> list[tuple[int, Any]]:
        """The last copies and the state itself, as many as hold so many numbers, but at least the state."""
        count = max(room // max(numbers(self.now[1]).size, 1), 1)
        return self._kept[-count:]

    def begin_with(self, kept: list[tuple[int, Any]]) -> None:
        """Go on from copies that were kept elsewhere."""
        self._kept = [*kept]

    def reset(self) -> None:
        """Everything is folded anew."""
        self._kept = []

    def back(self, place: int) -> None:
        """What was folded after this place is folded anew."""
        while self._kept and self._kept[-1][0] > place:
            self._kept.pop()
