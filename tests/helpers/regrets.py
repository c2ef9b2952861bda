"""Two kinds of regret of a user's own."""

from typing import NamedTuple

from duelling.core.protocol import combine


class Weighted(NamedTuple):
    """The better arm has this weight, the worse arm the rest."""

    better: float = 0.75


def _weighted(s: Weighted, x, y):
    return s.better * min(x, y) + (1 - s.better) * max(x, y)


combine.register(Weighted, _weighted)


class Worst(NamedTuple):
    """The worse arm counts."""


def _worst(s: Worst, x, y):
    return max(x, y)


combine.register(Worst, _worst)
