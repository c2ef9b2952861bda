"""X+UnifK-1 of the thesis: a bandit picks the first arm, and the second arm is uniform over the rest.

The first arm gets the loss (1 - Y)/2; a tie gives it 1/2. The bandit learns nothing about the second arm.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from duelling.core.protocol import Duel, choose, learn, pull, update
from duelling.core.sampling import draw_other


class Uniform(NamedTuple):
    arms: int
    bandit: Any  # picks A_t


def start_uniform(arms: int, fresh: Callable[[], Any]) -> Uniform:
    """One bandit, made by ``fresh``, against a uniform opponent."""
    return Uniform(int(arms), fresh())


def _choose(s: Uniform, t, rng):
    i, p = pull(s.bandit, t, rng)
    return Duel(i, draw_other(i, s.arms, rng), p, 1 / (s.arms - 1))


def _update(s: Uniform, t, duel, outcome):
    learn(s.bandit, t, duel.first, duel.p_first, (1 - outcome) / 2)


choose.register(Uniform, _choose)
update.register(Uniform, _update)
