"""Whether it helps an item to stand on the left."""

import math
from typing import NamedTuple

import numpy as np

from duelling.votes.ballots import Ballots
from duelling.votes.evens import log_evens
from duelling.votes.ratings import DISPLAY, Ratings


class Sides(NamedTuple):
    """Votes by the side that won, the evidence for a side effect, and its size."""

    left: int
    right: int
    ties: int
    log_evidence: float  # the logarithm of 2^n B(1 + left, 1 + right), as far as open questions let it be known
    proved: bool  # the evidence has passed 1/delta
    beta: float  # logits that the left side is worth; display only, approximate
    beta_se: float
    says: str


def side_effect(ballots: Ballots, ratings: Ratings, delta: float = 0.05) -> Sides:
    """Return how often each side won and what that proves.

    Guaranteed, if a fair coin decided for each vote who stands on the left: without a side effect, ``proved`` is ever
    True with chance at most ``delta``, over all looks. Every decided vote then goes to the left with chance 1/2,
    whatever the items, the voter and the past are; so the evidence is a martingale that starts at 1. Votes of one
    voter in a row do no harm, and neither do answers for one side that come sooner. The size ``beta`` comes from
    ``ratings`` and is for display.
    """
    left, ties, right = (int((ballots.outcome == outcome).sum()) for outcome in (1, 0, -1))
    beta, error = ratings.beta, ratings.beta_se()
    evidence = float(log_one_sided(ballots, np.zeros(len(ballots), int), 1)[0])
    proved = evidence >= math.log(1 / delta)
    says = f"the left item won {left:,} and the right item {right:,} of the votes without a tie: "
    if not proved:
        says += "no side effect is proved"
    else:
        says += f"{'left' if left > right else 'right'} is ahead, which is no accident if a coin decided about sides"
        size = f"; it is worth {abs(beta):.2f} ± {error:.2f} logits ({DISPLAY})"
        says += size if left and right else "; if the file names winners first, it means nothing"
    return Sides(left, right, ties, evidence, proved, beta, error, says)


def log_one_sided(ballots: Ballots, group: np.ndarray, groups: int) -> np.ndarray:
    """The logarithm of 2^n B(1 + left, 1 + right) for each group of votes; ``group`` has a place for each vote.

    It goes by the votes before the first open question, or by all of them if every open question goes to the other
    side: two looks at one evidence.
    """

    def counts(of: slice) -> list[np.ndarray]:
        return [np.bincount(group[of][ballots.outcome[of] == side], minlength=groups) for side in (1, -1)]

    told = log_evens(*counts(slice(ballots.settled)))
    fewer, more = np.sort(counts(slice(None)), axis=0)
    fewer += len(ballots.waiting)
    return np.where(more > fewer, np.maximum(told, log_evens(more, fewer)), told)
