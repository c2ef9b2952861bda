"""Sparring: two bandits pick one arm each and play against each other.

A duel gives its first arm the loss (1 - Y)/2 and its second arm (1 + Y)/2. A self-duel and a tie give both arms 1/2.

Two bandits without randomness of their own would never separate: both take the same arms in turn and learn 1/2 from
each self-duel. For them a fair coin decides self-duels, as in the paper's environment: ``TossedSparring``.

[1] N. Ailon, Z. Karnin and T. Joachims. Reducing dueling bandits to cardinal bandits. ICML 2014. Algorithm 4.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from duelling.core.protocol import Duel, choose, learn, pull, update


class Sparring(NamedTuple):
    left: Any  # picks A_t
    right: Any  # picks B_t


def start_sparring(arms: int, fresh: Callable[[], Any]) -> Sparring:
    """Two bandits, made by ``fresh``, that share nothing."""
    return Sparring(fresh(), fresh())


def _choose_sparring(s: Sparring, t, rng):
    i, p = pull(s.left, t, rng)
    j, q = pull(s.right, t, rng)
    return Duel(i, j, p, q)


def _update_sparring(s: Sparring, t, duel, outcome):
    learn(s.left, t, duel.first, duel.p_first, (1 - outcome) / 2)
    learn(s.right, t, duel.second, duel.p_second, (1 + outcome) / 2)


choose.register(Sparring, _choose_sparring)
update.register(Sparring, _update_sparring)


class TossedSparring(NamedTuple):
    sparring: Sparring
    coin: np.ndarray  # [1 or -1], how the last self-duel ended


def start_tossed_sparring(arms: int, fresh: Callable[[], Any]) -> TossedSparring:
    """Two bandits, made by ``fresh``, and a coin for their self-duels."""
    return TossedSparring(start_sparring(arms, fresh), np.ones(1, np.int64))


def _choose_tossed(s: TossedSparring, t, rng):
    duel = choose(s.sparring, t, rng)
    if duel.first == duel.second:
        s.coin[0] = 1 if rng.random() < 0.5 else -1
    return duel


def _update_tossed(s: TossedSparring, t, duel, outcome):
    update(s.sparring, t, duel, s.coin[0] if duel.first == duel.second else outcome)


choose.register(TossedSparring, _choose_tossed)
update.register(TossedSparring, _update_tossed)
