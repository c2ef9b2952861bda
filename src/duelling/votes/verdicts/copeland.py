"""Who beats the most other items. It needs nothing of how the pairs were chosen."""

import math

import numpy as np

from duelling.core.evidence.pairs import pair_intervals
from duelling.votes.evens import log_evens
from duelling.votes.verdicts.verdict import Verdict, listed


def signs(wins: np.ndarray, delta: float) -> np.ndarray:
    """1 at [i, j] where i is proved to beat j, -1 where it is proved to lose, 0 otherwise; all pairs at level δ."""
    K = len(wins)
    proved = log_evens(wins.ravel(), wins.T.ravel()).reshape(K, K) >= math.log(K * (K - 1) / (2 * delta))
    return np.where(proved, np.sign(wins - wins.T), 0)


def copeland(items: tuple[str, ...], wins: np.ndarray, ties: np.ndarray, within: float, delta: float) -> Verdict:
    """The items that beat the most others; a pair is drawn where its chance is proved within ``within`` of 1/2.

    Every pair has one interval, all K(K-1)/2 of them at level δ. A sign is proved where 1/2 is outside, a draw where
    the whole interval is within. So every score between its two ends is right at once with chance 1 - δ.
    """
    K = len(items)
    sign = signs(wins, delta)
    drawn = np.zeros((K, K), dtype=bool)
    i, j = np.nonzero(np.triu((wins + wins.T + ties > 0) & (sign == 0), 1))
    if within > 0 and len(i):
        low, high = pair_intervals(wins[i, j], ties[i, j], wins[j, i], 2 * delta / (K * (K - 1)))
        close = (low > 0.5 - within) & (high < 0.5 + within)
        drawn[i[close], j[close]] = drawn[j[close], i[close]] = True
    least = (sign > 0).sum(axis=1) + drawn.sum(axis=1) / 2
    most = K - 1 - (sign < 0).sum(axis=1) - drawn.sum(axis=1) / 2
    others = np.array([np.delete(most, k).max() for k in range(K)])
    named = tuple(items[k] for k in np.flatnonzero(least >= others))
    still = tuple(items[k] for k in np.flatnonzero(most >= least.max()))
    if not named:
        says = f"It is open who beats the most other items: {listed(still)} may"
        return Verdict("Copeland winner", "open", says, (), still, delta)
    says = f"{listed(named)} {'beats' if len(named) == 1 else 'beat'} the most other items"
    if drawn.any():
        says += f", if the {int(drawn.sum()) // 2} pairs that are within {within:g} of even count one half"
    return Verdict("Copeland winner", "decided", says, named, still, delta)
