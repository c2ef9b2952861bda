r"""Forgetful Doubler: Doubler with a UCB that remembers the current and the last epoch, where Doubler's starts again.

    epoch i = 0, 1, 2, ... of 1, 1, 2, 4, 8, ... duels:     A_t uniform on the multiset L, at first of all arms;
        B_t = the first arm that was not second in this epoch yet, or argmax_k  G_k / N_k + sqrt(α ln n / N_k)
        then L ← the second arms of the epoch

N_k is how often k was second in this epoch and the last one, G_k how often it won then, and n = Σ N_k; of equals the
first arm is taken. Two epochs have two opponents, so the means of a row are those of no one game: no theorem is known.

There is no paper. The rule is that of the code in which it was published, and so is α = 1/4. A tie is half a win. An
outcome that comes after the end of its epoch is dropped.

[1] A. Wolfenfeld. Dueling-Bandits-Algorithms, forgetful_doubler.py.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.states import name_places
from duelling.errors import above
from duelling.registry.facts import algorithm


class ForgetfulDoubler(NamedTuple):
    alpha: float  # α
    # of each arm: its members of L; how often it was second in this epoch, of how many of these the outcome came, and
    # how many it won; the last two for the last epoch
    arm: np.ndarray
    now: np.ndarray  # the epoch; its duels so far; the round in which it began


MEMBERS, SECOND, TOLD, WON, TOLD_BEFORE, WON_BEFORE = name_places(
    ForgetfulDoubler, "arm", "members second told won told_before won_before", axis=-2
)
EPOCH, CLOCK, FIRST = name_places(ForgetfulDoubler, "now", "epoch clock first")


@algorithm(
    "forgetful-doubler",
    label="Forgetful Doubler",
    reference="Wolfenfeld's code, after Ailon, Karnin and Joachims 2014",
    source="author's code",
    family=("sky", 3),
    winners=("utility",),
    regret="strong",
    adversarial=False,
    anytime=True,
    cost="O(K)",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    order="no theorem",
)
def start(
    arms: int,
    horizon: int,
    *,
    alpha: Annotated[float, "How wide the confidence bounds are: sqrt(alpha ln n / N)."] = 0.25,
) -> ForgetfulDoubler:
    """A UCB that remembers two epochs plays against its own choices of the last one; epochs double."""
    arm = np.zeros((6, arms))
    arm[MEMBERS] = 1
    return ForgetfulDoubler(float(above("alpha", alpha, 0)), arm, np.array([0, 0, 1]))


def _choose(s: ForgetfulDoubler, t, rng):
    return _pick(s, t, rng)


@jit
def _pick(s, t, rng):
    arm, now = s.arm, s.now
    if now[CLOCK] == 1 << max(now[EPOCH] - 1, 0):
        _begin(s, t)
    arms, size = arm.shape[1], 0.0
    for k in range(arms):
        size += arm[MEMBERS, k]
    u, i = rng.random() * size, 0
    while i < arms - 1 and u >= arm[MEMBERS, i]:
        u -= arm[MEMBERS, i]
        i += 1
    j = _second(s)
    now[CLOCK] += 1
    arm[SECOND, j] += 1
    return Duel(i, j, arm[MEMBERS, i] / size, 1.0)


@jit
def _begin(s, t):
    """Begin the next epoch: its L are the second arms of the last one."""
    arm, now = s.arm, s.now
    for k in range(arm.shape[1]):
        arm[MEMBERS, k], arm[SECOND, k] = arm[SECOND, k], 0
        arm[TOLD_BEFORE, k], arm[TOLD, k] = arm[TOLD, k], 0
        arm[WON_BEFORE, k], arm[WON, k] = arm[WON, k], 0
    now[EPOCH] += 1
    now[CLOCK], now[FIRST] = 0, t


@jit
def _second(s):
    """The arm with the largest index; infinity for one without an outcome."""
    arm, n, best, largest = s.arm, 0.0, 0, -1.0
    for k in range(arm.shape[1]):
        if arm[SECOND, k] == 0:
            return k
        n += arm[TOLD, k] + arm[TOLD_BEFORE, k]
    for k in range(arm.shape[1]):
        N = arm[TOLD, k] + arm[TOLD_BEFORE, k]
        index = math.inf
        if N > 0:
            index = (arm[WON, k] + arm[WON_BEFORE, k]) / N + math.sqrt(s.alpha * math.log(n) / N)
        if index > largest:
            best, largest = k, index
    return best


def _update(s: ForgetfulDoubler, t, duel, outcome):
    if t >= s.now[FIRST]:
        s.arm[TOLD, duel.second] += 1
        s.arm[WON, duel.second] += (1 - outcome) / 2


choose.register(ForgetfulDoubler, _choose)
update.register(ForgetfulDoubler, _update)
