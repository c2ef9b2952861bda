"""A winner of your own, the arm that is safest against its hardest opponent, and a regret of your own."""

from typing import NamedTuple

import numpy as np

from duelling import regret, winner
from duelling.kernels import combine


@winner("maximin", title="Maximin")
def maximin(P: np.ndarray, mean: np.ndarray) -> np.ndarray:
    """The maximin winner does best against its hardest opponent; an arm loses what it lacks to one half there."""
    return 0.5 - P.min(axis=1)


@regret("guided")
class Guided(NamedTuple):
    """The better arm of the pair counts for most, since most people take it."""

    better: float = 0.8


def _combine(s: Guided, x, y):
    return s.better * min(x, y) + (1 - s.better) * max(x, y)


combine.register(Guided, _combine)
