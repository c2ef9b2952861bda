"""A time limit for many algorithms together: who may begin, what does not fit, and what is said of it."""

import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from duelling.errors import InputError, above
from duelling.lab.progress import Report

KEPT = 0.4  # the share of the time that is kept for further runs, if they need it
LOADING = 3.0  # seconds that the first may take longer: it loads the compiler
COMPILING = 1.0  # who takes more seconds to begin was compiled; to load a kernel from the disk takes a tenth of that
LATE = "not begun in time"
NO_TIME = "it was compiled when the time was over"
CUT = "its runs were not done when the time was over"


class TimeIsOverError(Exception):
    """The time for all together is over, and runs are not done."""


class Clock:
    """The time for all together, and the longest that one of them took to begin: most of that is compilation.

    The first is left aside, since it also loads the compiler.
    """

    def __init__(self, seconds: float) -> None:
        """Start it."""
        self.seconds = above("seconds", seconds, 0)
        self.compiles = False  # whether someone had to be compiled
        self.at_once = False  # the next one has been compiled, and begins at once
        self._stop = time.monotonic() + self.seconds
        self._begun = self._kept = 0.0
        self._longest: float | None = None

    @property
    def left(self) -> float:
        """Seconds; below 0 when the time is over."""
        return self._stop - time.monotonic()

    def keep(self, seconds: float) -> None:
        """Let nobody begin in the last so many seconds, but in no more than their share."""
        self._kept = min(seconds, KEPT * self.seconds)

    @property
    def left_to_begin(self) -> float:
        """Seconds in which somebody may begin."""
        return self.left - self._kept

    def release(self) -> None:
        """Let those begin who have been compiled: no time is kept, and they begin at once."""
        self._kept, self.at_once = 0.0, True

    def begin(self) -> bool:
        """Whether the next one may begin, if it takes as long to do so as the slowest before it."""
        self._begun = time.monotonic()
        longest = 0.0 if self.at_once else self._longest or 0.0
        return self._begun + longest + self._kept <= self._stop

    def has_begun(self) -> None:
        """Note how long it took to begin."""
        took = time.monotonic() - self._begun
        self.compiles |= took > COMPILING + (LOADING if self._longest is None else 0.0)
        self._longest = 0.0 if self._longest is None else max(self._longest, took)

    def too_short(self, needed: float) -> str:
        """Why so many seconds of runs do not fit into the time; empty if they do. Half of it belongs to the others."""
        left = self.left
        if left < 0:
            return NO_TIME
        return "" if needed <= left / 2 else f"would take {needed:.1f} s where {left:.1f} s are left for all"

    def watch(self, report: Report | None) -> Report:
        """The same report; it raises TimeIsOverError when the time is over, which ends the work that reports."""

        def watched(done: int, total: int) -> None:
            if report:
                report(done, total)
            if self.left < 0 and done < total:
                raise TimeIsOverError

        return watched


class Left(NamedTuple):
    """An algorithm that was not played."""

    algorithm: str
    why: str


def reasons(left: Iterable[Left]) -> list[str]:
    """A line for each reason, with the names of all that have it."""
    found: dict[str, list[str]] = {}
    for each in left:
        found.setdefault(each.why, []).append(each.algorithm)
    return [f"{', '.join(names)}: {why}" for why, names in found.items()]


def one_after_another(
    names: Iterable[str],
    play: Callable[[str, Report | None], Any],
    clock: Clock,
    report: Report | None,
    each: int,
    total: int,
) -> tuple[list[Any], tuple[Left, ...]]:
    """What ``play`` returns for the names, but a text says why one was not played; an error says so, too.

    The last word counts where a name comes twice. ``each`` is how much one of them does of the ``total`` that is
    reported. Where all fail, the first error is raised.
    """
    done: list[Any] = []
    left: dict[str, str] = {}
    errors: dict[str, InputError] = {}
    for n, name in enumerate(names):
        left.pop(name, None)
        if not clock.begin():
            left[name] = LATE
            continue
        try:
            found = play(name, report and part_of(report, n * each, total))
        except TimeIsOverError:
            found = CUT
        except InputError as error:
            errors[name] = error
            found = str(error)
        if isinstance(found, str):
            left[name] = found
        else:
            done.append(found)
    if errors and not done and errors.keys() == left.keys():
        raise next(iter(errors.values()))
    return done, tuple(Left(*each) for each in left.items())


def part_of(report: Report, before: int, total: int) -> Report:
    """The report of one part of the work, as that of the whole."""
    return lambda done, _: report(before + done, total)
