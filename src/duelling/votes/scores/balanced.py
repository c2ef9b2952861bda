"""Scores from a plan in which every item met every other about equally often, as in a round robin.

The mean of what was shown of an item has an interval whoever chose the pairs (``core.evidence.sums``). Its score
differs from that by half the sum of |n_ij/n_i - 1/(K-1)| at most, which is little where all n_ij are about the same.
"""

import numpy as np

from duelling.core.evidence.sums import running_intervals
from duelling.votes.ballots import Ballots
from duelling.votes.scores.scores import Scores, mean_share, never_met
from duelling.votes.tally import count


def balanced(ballots: Ballots, delta: float, assumes: tuple[str, ...]) -> Scores:
    """The scores by the votes before the first open question."""
    told, items = count(ballots.take(slice(ballots.settled))), len(ballots.items)
    won, tied, votes = told.wins.sum(axis=1), told.ties.sum(axis=1), told.met.sum(axis=1)
    shares = told.met / np.maximum(votes, 1)[:, None]
    away = np.abs(shares - 1 / (items - 1))
    apart = (away.sum(axis=1) - np.diag(away)) / 2
    ends = running_intervals(won + tied / 2, votes, delta / items)
    low, high = np.maximum(ends[0] - apart, 0.0), np.minimum(ends[1] + apart, 1.0)

    def above(tests: float, within: float) -> np.ndarray:
        """All intervals hold at once, so the number of tests does not matter."""
        return np.asarray((low[:, None] > high[None, :] - within) & ~np.eye(items, dtype=bool))

    return Scores(mean_share(won, tied, votes), low, high, above, assumes, never_met(count(ballots)))
