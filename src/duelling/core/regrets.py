"""Kinds of regret: how the losses x and y of the two arms of a duel become the loss of the round, ψ(x, y).

    weak      min(x, y): one good arm in the pair is enough
    strong    (x + y) / 2: only the best arm against itself costs nothing

Every simulation records these two. Another ψ is a state that answers ``combine``; it is recorded beside them.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from duelling.core.jit import jit
from duelling.core.protocol import combine, record

Regret = Literal["weak", "strong"]
REGRETS: tuple[Regret, ...] = get_args(Regret)  # in the order in which they are recorded


class Weak(NamedTuple):
    """The better arm counts."""


class Strong(NamedTuple):
    """Both arms count alike."""


def _weak(s: Weak, x, y):
    return min(x, y)


def _strong(s: Strong, x, y):
    return (x + y) / 2


combine.register(Weak, _weak)
combine.register(Strong, _strong)


class Both(NamedTuple):
    """Weak and strong regret, in the first two places of the totals. Loops add these up themselves."""


class Beside(NamedTuple):
    """The regrets of ``rest``, and one more in its own place of the totals."""

    rest: Any  # answers record
    own: Any  # answers combine
    place: int


@jit
def with_round(weak, strong, x, y):
    """The sums of weak and strong regret with a round whose two arms have the losses x and y."""
    return weak + min(x, y), strong + (x + y) / 2


def _record_both(s: Both, totals, c, k, x, y):
    pass


def _record_beside(s: Beside, totals, c, k, x, y):
    record(s.rest, totals, c, k, x, y)
    totals[s.place, c, k] += combine(s.own, x, y)


record.register(Both, _record_both)
record.register(Beside, _record_beside)


Psi = Both | Beside


def recorder(further: Sequence[Any] = ()) -> Psi:
    """The state that answers ``record`` for ``further`` ψ, in this order, behind weak and strong regret."""
    psi: Psi = Both()
    for place, own in enumerate(further, len(REGRETS)):
        psi = Beside(psi, own, place)
    return psi


def regrets_of(psi: Psi) -> int:
    """How many kinds of regret ``psi`` records."""
    return len(REGRETS) if isinstance(psi, Both) else psi.place + 1


def combined(psi: Psi, x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    """ψ(x, y) of all pairs of losses in two arrays, for every kind of regret."""
    if isinstance(psi, Both):
        return [np.minimum(x, y), (x + y) / 2]
    return [*combined(psi.rest, x, y), np.vectorize(partial(combine, psi.own), otypes=[float])(x, y)]


class Played(NamedTuple):
    """How a run went, besides the totals."""

    left: int  # the round in which the learner chose something that is not there to choose; 0 if it never did
    best: np.ndarray | float  # best[c, k], what the comparator of concept k pays until checkpoint c
