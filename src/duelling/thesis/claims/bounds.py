"""Whether the mean regret stays below a proven bound.

A bound covers a measurement if the facts of the algorithm have one for the experiment's winner with the parameters that
were set. For outcome sequences that are fixed beforehand it must also hold against an adversary, and then must not lean
on gaps. Bounds on strong regret cover weak regret, which is never larger. Those for utilities are for the linear link,
which the thesis's utilities have. Each experiment of the thesis lists the measurements that a theorem covers:

    Borda        Exp3+UnifK-1 everywhere; WS-W on drawn outcomes where no two arms tie
    von Neumann  both Sparrings over Exp3 and Exp3.P; nothing is proven of VN+UnifK-1, nor of Exp3+UnifK-1 here
    utility      Exp3+UnifK-1, as printed and as corrected; WS-W; REX3
    Copeland     none: no theorem speaks of the Copeland regret of these algorithms

The UCB-based algorithms have no bound at α = 0.51.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from duelling.core import theory
from duelling.core.intervals import student
from duelling.problems.base import pairwise
from duelling.thesis.claims.questions import Case, Findings, Subject
from duelling.thesis.claims.statistics import Estimate
from duelling.thesis.claims.verdicts import Reading, weigh

if TYPE_CHECKING:
    from duelling.lab.grids.measured import Course
    from duelling.problems.base import Problem


class Proven(NamedTuple):
    """The mean regret is a share below 1 of the bound that a theorem has for this measurement.

    It is measured at the horizon, and at every checkpoint if the algorithm needs no horizon.
    """

    subject: Subject
    printed: bool = False  # the bound on utility regret as the thesis prints it, not as it is corrected

    def ask(self, findings: Findings, level: float) -> Reading | None:
        found = self.subject.find(findings)
        if found is None or findings.measured is None:
            return None
        text, regret = found
        algorithm, parameters = findings.choices[text].algorithm, findings.choices[text].parameters
        about, problem = findings.measured.experiment, findings.problems[self.subject.case.problem]
        arms, winner = len(problem.arms), about.winners[0]
        preference = None if about.period else pairwise(problem).preference(self.subject.case.horizon)

        def bound(t: int) -> float | None:
            if self.printed:
                return theory.utility_bound_printed(arms, t)
            return algorithm.bound(winner, arms, t, preference, **parameters)

        name = f"mean / bound {'as printed ' if self.printed else ''}of {self.subject}"
        return weigh(Reading(name, *share(regret, level, bound, always=algorithm.anytime)), below=1)


class Bounded(NamedTuple):
    """The mean regret is a share below 1 of the Borda bound times a factor, at every horizon or checkpoint."""

    subject: Subject
    factor: "Callable[[Problem], float]" = lambda problem: 1.0

    def ask(self, findings: Findings, level: float) -> Reading | None:
        found = self.subject.find(findings)
        if found is None:
            return None
        text, regret = found
        algorithm, parameters = findings.choices[text].algorithm, findings.choices[text].parameters
        problem, winner = findings.problems[self.subject.case.problem], self.subject.winner
        factor = self.factor(problem)

        def bound(t: int) -> float:
            return factor * algorithm.bound("borda", len(problem.arms), t, **parameters)  # type: ignore[operator]

        kind = "mean utility regret / bound" if winner == "utility" else "mean / bound"
        name = f"{kind} of {self.subject.label}, {self.subject.case.name}, any T"
        return weigh(Reading(name, *share(regret, level, bound, always=True)), below=1)


def proven(case: Case, *algorithms: str) -> Iterable[Proven]:
    """Each of the algorithms stays below its bound in this case."""
    return (Proven(Subject(case, algorithm)) for algorithm in algorithms)


def share(regret: "Course", level: float, bound: Callable[[int], Any], *, always: bool) -> Estimate:
    """The mean regret as a share of the bound, at the horizon or, where that comes nearest to 1, at any checkpoint."""
    t, weak = regret.t, regret.weak
    last = 0 if always else t.size - 1
    limits = np.array([bound(int(x)) for x in t[last:]], dtype=float)
    found = student(weak[:, last:] / limits, 1 - (1 - level) / limits.size)
    nearest = found.low if (found.low > 1).any() else found.high  # surely above at one checkpoint is above
    worst = int(np.argmax(found.mean if np.isnan(nearest).any() else nearest))
    return Estimate(float(found.mean[worst]), float(found.low[worst]), float(found.high[worst]))
