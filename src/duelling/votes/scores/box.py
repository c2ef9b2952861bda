"""Scores where nothing is known of how the pairs were chosen: each p_ij has its own interval, b_i the mean of them."""

import numpy as np

from duelling.votes.bounds import Bounds
from duelling.votes.scores.scores import Scores


def box(bounds: Bounds, assumes: tuple[str, ...]) -> Scores:
    """The scores by the intervals of the pairs."""
    K = len(bounds.low)
    low, high = (each.sum(axis=1) - 0.5 for each in (bounds.low, bounds.high))  # without the diagonal
    met = bounds.met
    total = np.where(met, bounds.share, 0.0).sum(axis=1)
    score = np.where(met.any(axis=1), total / np.maximum(met.sum(axis=1), 1), np.nan)

    def above(tests: float, within: float) -> np.ndarray:
        """(K - 1)(b_i - b_k) is at least Σ_j low_ij - Σ_j high_kj; of the pair itself, p_ik - p_ki = 2 p_ik - 1.

        Both sums count the pair: low_ik - high_ki = low_ik - (1 - low_ik), which is what it should be. All intervals
        hold at once, so the number of tests does not matter.
        """
        found = low[:, None] - high[None, :] > -within * (K - 1)
        np.fill_diagonal(found, False)
        return np.asarray(found)

    never = int(np.triu(~met, 1).sum())
    return Scores(score, low / (K - 1), high / (K - 1), above, assumes, never)
