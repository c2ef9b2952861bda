"""Greedy: the arm with the smallest mean loss so far, and now and then a random one."""

from typing import Annotated, NamedTuple

import numpy as np

from duelling import bandit
from duelling.kernels import learn, pull


class Greedy(NamedTuple):
    chance: float  # of a random arm
    pulls: np.ndarray  # of each arm
    losses: np.ndarray  # of each arm, their sum


@bandit("greedy", label="Greedy", reference="nobody yet", adversarial=False, anytime=True, cost="O(K)")
def start(arms: int, horizon: int, *, chance: Annotated[float, "How often a random arm is pulled."] = 0.05) -> Greedy:
    """The arm with the smallest mean loss, and with ``chance`` a random one."""
    return Greedy(float(chance), np.zeros(arms), np.zeros(arms))


def _pull(s: Greedy, t, rng):
    best, arms = 0, s.pulls.size
    for i in range(1, arms):
        if s.losses[i] / max(s.pulls[i], 1) < s.losses[best] / max(s.pulls[best], 1):
            best = i
    arm = int(rng.random() * arms) if rng.random() < s.chance else best
    return arm, s.chance / arms + (1 - s.chance if arm == best else 0.0)


def _learn(s: Greedy, t, arm, p, loss):
    s.pulls[arm] += 1
    s.losses[arm] += loss


pull.register(Greedy, _pull)
learn.register(Greedy, _learn)
