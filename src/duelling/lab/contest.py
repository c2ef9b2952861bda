"""Play all algorithms of a list on one problem until the time is over, the best of them most often."""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from duelling.core.regrets import Regret
from duelling.errors import WrongValue
from duelling.lab.ahead import Ahead
from duelling.lab.clock import LATE, Clock, Left, TimeIsOverError, one_after_another, part_of
from duelling.lab.heats import ROUNDS, Heats, hopeless, promising
from duelling.lab.progress import Progress, Report, shown
from duelling.lab.race import CAREFUL, race, ranked, regrets
from duelling.lab.results import Result
from duelling.lab.simulate import simulate
from duelling.lab.stages import parse_winners
from duelling.problems.base import Problem

PROBE = 2000  # rounds that tell how fast an algorithm is
FEW = 2  # runs with which everybody begins
SLOW = 30  # whose first runs take more than this part of the time that is left, waits for the others
TENTH = 10  # those then play this part of the rounds first
HEATS = 5  # the part of the time that heats in plain Python may take


@dataclass
class Contest:
    """What everybody plays, and what was found so far."""

    problem: Problem
    names: list[str]  # the most promising first
    clock: Clock
    horizon: int
    runs: int  # of each at most
    winner: str
    regret: Regret | str
    threads: int
    period: int | None
    heats: Heats | None  # where regret only grows
    how: dict[str, Any]  # what ``simulate`` is told besides
    parts: list[Result] = field(default_factory=list)  # the first runs of those that were played
    took: float = 0.0  # seconds of the first runs,
    hoped: float = 0.0  # and what was expected
    slow: dict[str, float] = field(default_factory=dict)  # who has to wait, and for how many seconds of runs
    heat: dict[str, float] = field(default_factory=dict)  # regret in plain Python after the first rounds
    done: int = 0  # runs,
    total: int = 0  # of so many,
    report: Report | None = None  # which are told

    @property
    def few(self) -> int:
        """The runs with which everybody begins."""
        return min(self.runs, FEW)

    def hold(self, progress: Progress) -> tuple[list[Result], tuple[Left, ...]]:
        """The results of those that were played, the smallest mean regret first, and the others."""
        with shown(progress, "rounds") as report:
            self.report, self.total = report, len(self.names) * self.runs
            parts, left = one_after_another(self._in_order(), self._begin, self.clock, None, 0, 0)
            if not parts:
                told = f"got {self.clock.seconds:g} s in which none was played"
                raise WrongValue(f"seconds must be more, or horizon and runs less, {told}")
            self.total = len(parts) * self.runs
            found = race(parts, self.regret, self.clock, runs=self.runs, threads=self.threads, play=self._further)
        return found, tuple(self._explained(name, why, found[0]) for name, why in left)

    def _in_order(self) -> Iterator[str]:
        """The names, then once more those that are slow.

        Once something had to be compiled, those come first that do well in plain Python, and another process compiles
        them as well.
        """
        waiting = list(self.names)
        while waiting and not self.clock.compiles:
            yield waiting.pop(0)
        if waiting and self.heats:
            self.heat = self.heats.in_python(waiting, max(self.clock.left, 0.0) / HEATS)
            waiting = promising(waiting, self.heat)
        with Ahead(self.problem, waiting, self._briefly(), self.threads > 1) as ahead:
            while coming := ahead.next(self.clock.left_to_begin):
                waiting.remove(coming.name)
                self.clock.at_once = coming.compiled
                yield coming.name
        yield from waiting  # they were not compiled in time
        self.clock.release()
        yield from promising([*self.slow], self.heat)

    def _begin(self, name: str, _: Report | None) -> Result | str:
        """The first runs of an algorithm, or why there are none."""
        expected = self._speed(name) * self.horizon * -(-self.few // self.threads)
        self.clock.has_begun()
        if why := self.clock.too_short(0.0):
            return why
        needed = expected * max(1.0, self.took / max(self.hoped, 1e-9))  # the machine may be busy
        if needed > self.clock.left / SLOW and name not in self.slow:
            self.slow[name] = needed
            self._keep()
            return LATE
        if why := self._hopeless(name, needed) or self.clock.too_short(needed):
            return why
        begun = time.monotonic()
        self.parts.append(self._play(name, 0, self.few))
        self.took += time.monotonic() - begun
        self.hoped += expected
        if name not in self.slow:
            self._keep()
        return self.parts[-1]

    def _speed(self, name: str) -> float:
        """Compile an algorithm, if that is needed; the seconds of a round."""
        tried = simulate(self.problem, name, progress=False, **self._briefly())
        return float(tried.seconds[0]) / tried.horizon

    def _briefly(self) -> dict[str, Any]:
        """What ``simulate`` is told for a short run."""
        multiple = self.period or self.problem.multiple
        short = min(self.horizon, multiple * -(-PROBE // multiple))
        usual = parse_winners(None, self.problem.world)  # a winner that short runs have, too
        told = {"horizon": short, "runs": 1, "winner": usual, "checkpoints": 1, "period": self.period, "threads": 1}
        return self.how | told

    def _play(self, name: str, first_run: int, runs: int) -> Result:
        report = self.report and part_of(self.report, self.done * self.horizon, self.total * self.horizon)
        found = simulate(
            self.problem,
            name,
            horizon=self.horizon,
            runs=runs,
            first_run=first_run,
            winner=self.winner,
            threads=self.threads,
            period=self.period,
            progress=self.clock.watch(report) if self.parts else report or False,  # the first is an answer, even late
            **self.how,
        )
        self.done += runs
        return found

    def _further(self, name: str, first_run: int, runs: int) -> Result | None:
        try:
            return self._play(name, first_run, runs)
        except TimeIsOverError:
            return None

    def _keep(self) -> None:
        """Keep time for further runs, and some for a beginning that takes longer than all before."""
        needed = CAREFUL * self.took * (self.runs - self.few) / self.few if self.parts else math.inf
        self.clock.keep(max(needed, self.clock.seconds / TENTH))

    def _hopeless(self, name: str, needed: float) -> str:
        """Whether one that is slow need not play all rounds, in words; empty if it should."""
        rounds = self.horizon // TENTH
        if name not in self.slow or not self.heats or not self.parts or not rounds:
            return ""
        if why := self.clock.too_short(needed / TENTH):
            return why
        best = ranked(self.parts, self.regret)[0]
        early = self.heats.play(name, rounds, self.few, self.threads)
        return self._above(rounds, best) if hopeless(early, regrets(best, self.regret)) else ""

    def _above(self, rounds: int, best: Result) -> str:
        return f"its regret after {rounds} rounds is above that of {best.algorithms[0]} after {self.horizon}"

    def _explained(self, name: str, why: str, best: Result) -> Left:
        """Why one was not played, with what is known of it."""
        if why == LATE and name in self.heat and self.heat[name] > regrets(best, self.regret).max():
            why = self._above(min(ROUNDS, self.horizon), best)
        elif why == LATE and name in self.slow:
            why = f"its first {self.few} runs would take about {self.slow[name]:.0f} s"
        return Left(name, why)
