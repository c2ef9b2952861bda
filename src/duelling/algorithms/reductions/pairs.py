"""Duelling with cardinal bandits: any bandit becomes a dueller.

Uniform    the bandit picks the first arm, the second is uniform over the rest (the thesis's X+UnifK-1)
Sparring   two bandits pick one arm each (Ailon, Karnin and Joachims, ICML 2014, Algorithm 4)

A duel gives its first arm the loss (1 - Y)/2 and its second (1 + Y)/2. A self-duel and a tie give both 1/2. But two
bandits without randomness of their own would fall into step: both take the same arms in turn, learn 1/2 from each
self-duel, and so go on for ever. For them a fair coin decides self-duels, as in the paper's environment.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from duelling.core.protocol import Duel, choose, learn, pull, update
from duelling.core.sampling import draw_other


class Uniform(NamedTuple):
    arms: int
    bandit: Any  # picks A_t


def start_uniform(arms: int, fresh: Callable[[], Any]) -> Uniform:
    """One bandit, as ``fresh`` makes it."""
    return Uniform(int(arms), fresh())


def _choose_uniform(s: Uniform, t, rng):
    i, p = pull(s.bandit, t, rng)
    return Duel(i, draw_other(i, s.arms, rng), p, 1 / (s.arms - 1))


def _update_uniform(s: Uniform, t, duel, outcome):
    learn(s.bandit, t, duel.first, duel.p_first, (1 - outcome) / 2)


choose.register(Uniform, _choose_uniform)
update.register(Uniform, _update_uniform)


class Sparring(NamedTuple):
    left: Any  # picks A_t
    right: Any  # picks B_t


def start_sparring(arms: int, fresh: Callable[[], Any]) -> Sparring:
    """Two bandits, as ``fresh`` makes them, that share nothing."""
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
    """Two bandits, as ``fresh`` makes them, and a coin for their self-duels."""
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
