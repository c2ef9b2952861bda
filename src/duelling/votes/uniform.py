"""Whether the numbers of votes fit pairs that were all equally likely."""

from statistics import NormalDist

import numpy as np

from duelling.votes.ballots import Ballots
from duelling.votes.tally import count

UNLIKELY = 1e-3  # a warning, if uniform pairs would differ so much in their numbers of votes with less than this chance
IMPOSSIBLE = 1e-6  # a refusal
ENOUGH = 2.0  # votes on a pair, in the mean, from which their numbers can be compared
REFUSAL = (
    "These votes cannot say who is the best: pairs that were all equally likely would not have met so unevenly; "
    "say how they were chosen, or nothing (pairs any)"
)


def uneven(votes: np.ndarray) -> float:
    """The chance that uniform pairs would differ so much in their numbers of votes; display only, approximate.

    The statistic is Σ (n - mean)² / mean. The third root of it, divided by its degrees of freedom, is nearly normal
    (Wilson and Hilferty), also where it is large.
    """
    mean, freedom = votes.mean(), votes.size - 1
    if freedom < 1 or mean < ENOUGH:
        return 1.0
    statistic, spread = float(((votes - mean) ** 2).sum() / mean), 2 / (9 * freedom)
    return 1 - NormalDist().cdf(((statistic / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def refusal(ballots: Ballots) -> str:
    """Why the votes without a chance are not those of uniform pairs; empty if they may be."""
    return REFUSAL if uneven(_numbers(_without_chance(ballots))) < IMPOSSIBLE else ""


def doubt(ballots: Ballots) -> str:
    """What does not fit uniform pairs, in words for a warning; empty if all does."""
    cast = _without_chance(ballots)
    if uneven(_numbers(cast)) < UNLIKELY:
        return "the pairs were not equally likely: some met far more often than others, so use pairs='any'"
    halves = (slice(None, len(cast) // 2), slice(len(cast) // 2, None))
    if min(uneven(_numbers(cast.take(half))) for half in halves) < UNLIKELY:
        return "the rows seem to be sorted, and not in the order of drawing: each half has other pairs"
    return ""


def _without_chance(ballots: Ballots) -> Ballots:
    return ballots if ballots.chance is None else ballots.take(np.isnan(ballots.chance))


def _numbers(ballots: Ballots) -> np.ndarray:
    """How many votes each pair has."""
    return np.asarray(count(ballots).met[np.triu_indices(len(ballots.items), 1)])
