"""Who beats the most other items. It needs nothing of how the pairs were chosen."""

import numpy as np

from duelling.votes.bounds import Bounds
from duelling.votes.verdict import ASSUMED, Verdict, listed


def copeland(
    items: tuple[str, ...], bounds: Bounds, within: float, delta: float, assumes: tuple[str, ...] = ASSUMED
) -> Verdict:
    """The items that beat the most others; a pair is drawn where its chance is proved within ``within`` of 1/2.

    Every pair has one interval, all K(K-1)/2 of them at level δ. A sign is proved where 1/2 is outside, a draw where
    the whole interval is within. So every score between its two ends is right at once with chance 1 - δ.
    """
    K = len(items)
    won, lost = bounds.low > 0.5, bounds.high < 0.5
    drawn = (bounds.low > 0.5 - within) & (bounds.high < 0.5 + within) & ~won & ~lost & ~np.eye(K, dtype=bool)
    least = won.sum(axis=1) + drawn.sum(axis=1) / 2
    most = K - 1 - lost.sum(axis=1) - drawn.sum(axis=1) / 2
    others = np.array([np.delete(most, k).max() for k in range(K)])
    named = tuple(items[k] for k in np.flatnonzero(least >= others))
    still = tuple(items[k] for k in np.flatnonzero(most >= least.max()))
    if not named:
        says = f"It is open who beats the most other items: {listed(still)} may"
        return Verdict("Copeland winner", "open", says, (), still, delta, assumes)
    says = f"{listed(named)} {'beats' if len(named) == 1 else 'beat'} the most other items"
    if drawn.any():
        says += f", if the {int(drawn.sum()) // 2} pairs that are within {within:g} of even count one half"
    return Verdict("Copeland winner", "decided", says, named, still, delta, assumes)
