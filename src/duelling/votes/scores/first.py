"""Scores from logs in which one item was drawn by any rule, and its opponent uniformly from all others.

Each vote on the item that was drawn first is a vote against a random item. The opponent meets the items that the rule
likes, not uniform ones: to count it as well would miss the truth in every run.
"""

import math

import numpy as np

from duelling.core.evidence.apart import log_aparts
from duelling.core.evidence.pairs import pair_intervals
from duelling.votes.ballots import Ballots
from duelling.votes.scores.scores import Scores, mean_share, never_met
from duelling.votes.tally import count
from duelling.votes.verdict import FIRST, SAME_SIDES, SIDES


def first_items(ballots: Ballots, delta: float, assumes: tuple[str, ...]) -> Scores:
    """The scores by the votes of first items, before the first open question.

    Where nobody wrote down which item was drawn first, it is the left one.
    """
    told, items = ballots.take(slice(ballots.settled)), len(ballots.items)
    left = np.ones(len(told), bool) if told.first is None else told.first == 1
    item, outcome = np.where(left, told.left, told.right), np.where(left, told.outcome, -told.outcome)
    won, tied, lost = (np.bincount(item[outcome == y], minlength=items) for y in (1, 0, -1))
    low, high = pair_intervals(won, tied, lost, delta / items)
    known: dict[float, np.ndarray] = {}

    def above(tests: float, within: float) -> np.ndarray:
        if within not in known:
            known[within] = log_aparts(won, tied, lost, within)
        return np.asarray((known[within] >= math.log(tests / delta)) & ~np.eye(items, dtype=bool))

    if ballots.first is None:
        assumes = tuple(SAME_SIDES if each == SIDES else each for each in assumes)
    score = mean_share(won, tied, won + tied + lost)
    return Scores(score, low, high, above, (*assumes, FIRST), never_met(count(ballots)))
