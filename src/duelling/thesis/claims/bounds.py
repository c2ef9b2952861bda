"""Which theorem covers which measurement, and whether the mean regret stays below its bound.

A bound covers a measurement if the facts of the algorithm have one for the experiment's winner with the parameters that
were set. For outcome sequences that are fixed beforehand it must also hold against an adversary, and then must not lean
on gaps. Bounds on strong regret cover weak regret, which is never larger. Those for utilities are for the linear link,
which the thesis's utilities have.

    Borda        Exp3+UnifK-1 everywhere; WS-W on drawn outcomes where no two arms tie
    von Neumann  both Sparrings over Exp3 and Exp3.P; nothing is proven of VN+UnifK-1, nor of Exp3+UnifK-1 here
    utility      Exp3+UnifK-1, as printed and as corrected; WS-W; REX3
    Copeland     none: no theorem speaks of the Copeland regret of these algorithms

The UCB-based algorithms have no bound at α = 0.51.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from duelling.core import theory
from duelling.core.intervals import student
from duelling.problems.reading.named import problem as find
from duelling.registry.choice import choice
from duelling.thesis.claims.questions import Measure, Place, Question, Subject
from duelling.thesis.claims.statistics import Estimate
from duelling.thesis.experiments import experiments

if TYPE_CHECKING:
    from duelling.lab.grids.store import Regret


def bounded() -> Iterator[Question]:
    """For each measurement of the thesis that a theorem covers: the mean regret is a share below 1 of the bound."""
    for experiment in experiments():
        for name in experiment.problems:
            for horizon in experiment.horizons:
                place = Place(experiment.id, name, horizon)
                for text in experiment.algorithms:
                    yield from _covered(place, text, experiment.winners[0], experiment.period is not None)


def _covered(place: Place, text: str, winner: Any, fixed: bool) -> Iterator[Question]:
    algorithm, parameters = choice(text)[1:3]
    problem, subject = find(place.problem), Subject(place, algorithm.name)
    arms, preference = len(problem.arms), None if fixed else problem.preference(place.horizon)

    def bound(t: int) -> float | None:
        return algorithm.bound(winner, arms, t, preference, **parameters)

    if bound(place.horizon) is None or (fixed and not algorithm.adversarial):
        return
    yield Question(f"mean / bound of {subject}", (subject,), share(bound, algorithm.anytime), below=1)
    if (algorithm.name, winner) == ("exp3+unif", "utility"):
        printed = share(lambda t: theory.utility_bound_printed(arms, t), algorithm.anytime)
        yield Question(f"mean / bound as printed of {subject}", (subject,), printed, below=1)


def share(bound: Callable[[int], float | None], always: bool) -> Measure:
    """The mean regret as a share of the bound, at the horizon or, where that comes nearest to 1, at any checkpoint."""

    def measure(regrets: Sequence["Regret"], level: float) -> Estimate:
        t, weak, _ = regrets[0]
        last = 0 if always else t.size - 1
        limits = np.array([bound(int(x)) for x in t[last:]], dtype=float)
        found = student(weak[:, last:] / limits, 1 - (1 - level) / limits.size)
        nearest = found.low if (found.low > 1).any() else found.high  # surely above at one checkpoint is above
        worst = int(np.argmax(found.mean if np.isnan(nearest).any() else nearest))
        return Estimate(float(found.mean[worst]), float(found.low[worst]), float(found.high[worst]))

    return measure
