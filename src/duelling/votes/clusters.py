"""Whether votes are as many as they seem: repeated voters, one voter with many votes, and halves that differ.

All of it is display only, approximate. It decides which warnings stand beside a verdict, never a verdict.
"""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from duelling.votes.ballots import Ballots
from duelling.votes.ratings import Ratings, rate

WARN = 1.5  # from this design effect on a warning stands beside every verdict
LARGE = 0.2  # a voter with a larger share of all votes is named


@dataclass(frozen=True, eq=False)
class Clusters:
    """How far voters and time make votes worth less than independent ones; display only, approximate."""

    design_effect: float  # by how much the variance of strengths is larger than the model says; NaN with few voters
    by_item: np.ndarray  # the same for the strength of each item
    voter: str  # who gave the most votes, or ""
    share: float  # his share of all votes
    halves: np.ndarray  # for each item, by how many errors its strength rose from the first half to the second
    differ: tuple[str, ...]  # the items for which that is more than chance explains
    of_voters: tuple[str, ...]  # warnings that counting by voter answers
    of_time: tuple[str, ...]  # those that it does not


def clusters(ballots: Ballots, ratings: Ratings, level: float = 0.05) -> Clusters:
    """Return what the voters and the order of the votes say about errors; display only, approximate.

    The design effect of an item is the variance that allows for voters, divided by the model's; that of the file is
    its mean over items. 1 means that votes are as good as independent ones, 2 that they are worth half as many. The
    halves are compared item by item at ``level``, divided by the number of items.
    """
    items = len(ballots.items)
    effect, by_item = np.nan, np.full(items, np.nan)
    if "voters" in ratings.covariances:
        seen, model = ratings.variances("voters"), ratings.variances("model")
        by_item = seen / model
        effect = float(by_item.mean())
    voter, share = _largest(ballots)
    halves = _rise(ballots, ratings)
    limit = NormalDist().inv_cdf(1 - level / (2 * items))
    differ = tuple(ballots.items[k] for k in np.flatnonzero(np.abs(halves) > limit))
    of_voters, of_time = [], []
    if effect > WARN:
        of_voters.append(
            f"voters have tastes of their own: {len(ballots):,} votes are worth about {len(ballots) / effect:,.0f} "
            "independent ones, and every level assumes independent ones"
        )
    if share > LARGE:
        of_voters.append(f"one voter, {voter}, gave {share:.0%} of the votes")
    if differ:
        names = ", ".join(differ[:3]) + (", ..." if len(differ) > 3 else "")
        of_time.append(f"the first and the second half of the votes differ more than chance explains: {names}")
    return Clusters(effect, by_item, voter, share, halves, differ, tuple(of_voters), tuple(of_time))


def _largest(ballots: Ballots) -> tuple[str, float]:
    """The voter with the most votes, and his share."""
    known = ballots.voter[ballots.voter >= 0]
    if not known.size:
        return "", 0.0
    votes = np.bincount(known)
    return ballots.voters[int(votes.argmax())], float(votes.max() / len(ballots))


def _rise(ballots: Ballots, ratings: Ratings) -> np.ndarray:
    """By how many errors each strength rose from the first half of the votes to the second.

    The larger of the two variances counts, since that of voters is rough for an item with few votes. Voters who are
    in both halves make the true error smaller than this one.
    """
    middle = len(ballots) // 2
    ridge, side = ratings.fit.ridge, ratings.fit.side
    first, second = (rate(ballots.take(part), ridge, side) for part in (slice(None, middle), slice(middle, None)))
    variance = sum(np.maximum(half.variances("model"), half.variances(half.errors)) for half in (first, second))
    return np.asarray((second.strength - first.strength) / np.sqrt(variance))
