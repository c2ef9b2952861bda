"""The questions that claims consist of, by what they are about."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from duelling.lab import growth
from duelling.lab.figures.labels import horizon_name
from duelling.thesis.claims import statistics
from duelling.thesis.claims.questions import AnyOf, Asked, Case, Grows, Indistinct, Question, Subject
from duelling.thesis.claims.statistics import Estimate

if TYPE_CHECKING:
    from duelling.lab.grids.measured import Course

FAR = 1 / 2  # of the other's regret: what "far below" and "does well" are at most, and "slightly below" is more than


def linear(case: Case, *algorithms: str, winner: str | None = None) -> tuple[Asked, ...]:
    """The regret of each of the algorithms grows linearly."""
    return tuple(Grows(Subject(case, algorithm, winner), linearly=True) for algorithm in algorithms)


def not_linear(case: Case, *algorithms: str) -> tuple[Asked, ...]:
    """The regret of each of the algorithms grows more slowly."""
    return tuple(Grows(Subject(case, algorithm), linearly=False) for algorithm in algorithms)


def regret_ratio(case: Case, first: str, second: str, above: float = -math.inf, below: float = math.inf) -> Question:
    """The final regret of the first algorithm, as a multiple of the second's."""
    one, two = Subject(case, first), Subject(case, second)
    return Question(f"{one.label} / {two.label}, {case}", (one, two), _ratio, above, below)


def above_the_best(case: Case, first: str, rivals: Sequence[str], factor: float) -> AnyOf:
    """The final regret of the first algorithm exceeds that of one of its rivals by the factor."""
    return AnyOf(tuple(regret_ratio(case, first, rival, above=factor) for rival in rivals))


def above_the_median(case: Case, first: str, others: Sequence[str]) -> Question:
    """The final regret of the first algorithm exceeds the median of the others' in the same run."""
    subjects = tuple(Subject(case, algorithm) for algorithm in (first, *others))
    return Question(f"{subjects[0].label} / median of the others, {case}", subjects, _ratio_to_median, above=1)


def grows_by(algorithm: str, short: Case, long: Case, below: float) -> Question:
    """The final regret of the long horizon, as a multiple of that of the short one."""
    late, early = Subject(long, algorithm), Subject(short, algorithm)
    return Question(f"{late} / T = {horizon_name(short.horizon)}", (late, early), _ratio, below=below)


def constant(algorithm: str, short: Case, long: Case, factor: float) -> tuple[Asked, ...]:
    """From the short horizon to the long one regret grows by less than the factor, and by nothing that is noticed."""
    late, early = Subject(long, algorithm), Subject(short, algorithm)
    return (
        grows_by(algorithm, short, long, below=factor),
        Indistinct(f"{late} minus T = {horizon_name(short.horizon)}", late, early),
    )


def regret_per_round(
    case: Case, algorithm: str, above: float = -math.inf, below: float = math.inf, winner: str | None = None
) -> Question:
    """The regret that a round of the last half adds."""
    one, kind = Subject(case, algorithm, winner), f"{winner} regret" if winner else "regret"
    return Question(f"{kind} a round of {one}", (one,), _per_round, above, below)


def lost_to_the_mixture(case: Case, algorithm: str) -> Question:
    """The chance to lose to the von Neumann winner of the better arm, over the last half of the rounds.

    The loss of an arm is the mean outcome of the mixture against it, between -1 and 1; a share of wins is half of that
    and 1/2.
    """
    one = Subject(case, algorithm, "von_neumann")
    return Question(f"chance to lose to the von Neumann winner, {one}", (one,), _share_lost)


def regret_variation(case: Case, algorithm: str, below: float) -> Question:
    """The standard deviation of the final regret over runs, as a share of its mean."""
    one = Subject(case, algorithm)
    return Question(f"standard deviation / mean of {one}", (one,), _variation, below=below)


def turns_negative(case: Case, algorithm: str, below: float) -> Question:
    """The share of the rounds after which regret stays negative."""
    one = Subject(case, algorithm)
    return Question(f"share of rounds until negative, {one}", (one,), _turning_share, below=below)


def turns_later(case: Case, first: str, second: str, above: float) -> Question:
    """The rounds after which regret stays negative, as a multiple of another's."""
    one, two = Subject(case, first), Subject(case, second)
    return Question(f"rounds until negative, {one.label} / {two}", (one, two), _turning_ratio, above)


def _finals(regrets: Sequence["Course"]) -> list[np.ndarray]:
    return [regret.weak[:, -1] for regret in regrets]


def _ratio(regrets: Sequence["Course"], level: float) -> Estimate:
    first, second = _finals(regrets)
    return statistics.ratio(first, second, level)


def _ratio_to_median(regrets: Sequence["Course"], level: float) -> Estimate:
    first, *others = _finals(regrets)
    return statistics.ratio(first, np.median(others, axis=0), level)


def _per_round(regrets: Sequence["Course"], level: float) -> Estimate:
    return Estimate(*growth.per_round(regrets[0].t, regrets[0].weak, level))


def _share_lost(regrets: Sequence["Course"], level: float) -> Estimate:
    return Estimate(*(0.5 + x / 2 for x in _per_round(regrets, level)))


def _variation(regrets: Sequence["Course"], level: float) -> Estimate:
    return statistics.variation(_finals(regrets)[0], level)


def _turning_rounds(regrets: Sequence["Course"]) -> list[np.ndarray]:
    return [statistics.settled_below_zero(regret.t, regret.weak) for regret in regrets]


def _turning_share(regrets: Sequence["Course"], level: float) -> Estimate:
    return statistics.mean(_turning_rounds(regrets)[0] / regrets[0].t[-1], level)


def _turning_ratio(regrets: Sequence["Course"], level: float) -> Estimate:
    first, second = _turning_rounds(regrets)
    return statistics.ratio(first, second, level)
