"""Keep the arm that won the latest duel, and challenge it with a random one, now and then with a random pair."""

from typing import Annotated, NamedTuple

import numpy as np

from duelling import algorithm
from duelling.kernels import Duel, choose, draw_other, update


class Keeper(NamedTuple):
    arms: int
    chance: float  # of a fresh start
    best: np.ndarray  # [the arm that it keeps]: a number that changes is an array of length one


@algorithm("keeper", label="Keeper", reference="nobody yet", winners=("condorcet",), regret="weak",
           adversarial=False, anytime=True, cost="O(1)")  # fmt: skip
def start(arms: int, horizon: int, *, chance: Annotated[float, "How often it starts afresh."] = 0.01) -> Keeper:
    """The winner stays and meets a random arm; with ``chance`` a random arm takes its place."""
    return Keeper(arms, float(chance), np.zeros(1, dtype=np.int64))


def _choose(s: Keeper, t, rng):
    if rng.random() < s.chance:
        s.best[0] = int(rng.random() * s.arms)
    return Duel(s.best[0], draw_other(s.best[0], s.arms, rng), 1.0, 1 / (s.arms - 1))


def _update(s: Keeper, t, duel, outcome):
    s.best[0] = duel.first if outcome >= 0 else duel.second


choose.register(Keeper, _choose)
update.register(Keeper, _update)
