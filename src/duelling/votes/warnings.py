"""Where votes do not fit what the guarantees rest on, or say less than they seem to."""

import math
from statistics import NormalDist

import numpy as np

from duelling.votes.clusters import Clusters
from duelling.votes.cycles import circles, curls
from duelling.votes.sides import Sides
from duelling.votes.tally import Tally

RARE = 0.01  # about the share of files without a fault that each kind of warning is wrong about
UNLIKELY = 1e-3  # pairs were not uniform if their numbers of votes were so unlikely


def warnings(tally: Tally, clustered: Clusters, sides: Sides, pairs: str, delta: float) -> list[str]:
    """Sentences for people, without a full stop; the most important first."""
    return [*_pairs(tally, pairs), *clustered.warnings, *_sides(sides), *_circles(tally, delta)]


def _pairs(tally: Tally, pairs: str) -> list[str]:
    votes = tally.met[np.triu_indices(len(tally.items), 1)]
    found = []
    if len(tally.groups) > 1:
        found.append(f"the items fall into {len(tally.groups)} groups that were never compared with each other")
    if (never := int((votes == 0).sum())) and pairs == "any":
        found.append(f"{never} of {votes.size} pairs never met; their chances are filled in from the strengths")
    if pairs == "uniform" and uneven(votes) < UNLIKELY:
        found.append("the pairs were not equally likely: some met far more often than others, so use pairs='any'")
    return found


def uneven(votes: np.ndarray) -> float:
    """The chance that uniform pairs would differ so much in their numbers of votes; display only, approximate.

    The statistic Σ (n - mean)² / mean has about the mean and twice the variance of its degrees of freedom.
    """
    mean, freedom = votes.mean(), votes.size - 1
    if freedom < 1:
        return 1.0
    statistic = float(((votes - mean) ** 2).sum() / mean)
    return 1 - NormalDist().cdf((statistic - freedom) / math.sqrt(2 * freedom))


def _sides(sides: Sides) -> list[str]:
    return [sides.says] if sides.proved else []


def _circles(tally: Tally, delta: float) -> list[str]:
    proved, fitted = circles(tally.wins, delta), curls(tally.wins, RARE)
    return [triples.says for triples in (proved, fitted) if triples.says][:1]
