r"""UCB1 with an exploration constant: it pulls the arm with the largest upper confidence bound.

    I = argmax_i  G_i / N_i + sqrt(α ln n / N_i),     N_I ← N_I + 1,     G_I ← G_I + g,     n = Σ_i N_i

An arm without a pull has the index infinity. The clock n counts the gains that this instance has seen, not the rounds
of the game. α = 2 is Auer's UCB1, α = 2.5 the 3-robust form for Sparring and MultiSBM, α = 0.51 the thesis's choice.

Most pulls look at one arm. When all were compared at the clock m, the state keeps the arm that had the largest index
alone, the leader, and until the clock has moved by 32, or another arm gains, compares its index with a bound on those
of the others:

    c_n = sqrt(α ln n),     c_m <= c_n <= c_m + (n - m) α / (2 c_m m),     since c is concave
    mean_leader + c_m radius_leader > max {mean_j + (c_m + 32 α / (2 c_m m)) radius_j : j not the leader}

Rounding keeps the order of numbers, so where this holds the leader's index is the largest, to the last bit. n - m is 31
at most; the one more is far beyond the rounding of c.

[1] P. Auer, N. Cesa-Bianchi and P. Fischer. Finite-time analysis of the multiarmed bandit problem. Machine Learning
    47, 2002.
[2] N. Ailon, Z. Karnin and T. Joachims. Reducing dueling bandits to cardinal bandits. ICML 2014. Algorithm 1.
"""

import math
from typing import Annotated, Literal, NamedTuple

import numpy as np

from duelling.core import theory
from duelling.core.jit import jit
from duelling.core.order import number, order
from duelling.core.protocol import chances, learn, pull
from duelling.core.sampling import nth
from duelling.core.states import name_places
from duelling.errors import above, one_of
from duelling.registry.facts import bandit


class UCB(NamedTuple):
    """One array for all the numbers: the compiler counts references to each array that is used, and with five arrays
    this took as long as the algorithm."""

    alpha: float  # α
    lowest: int  # 1: of equal indices the lowest arm, 0: any of them with equal chance
    table: np.ndarray  # column 0: n, and the leader; column 1 + i: the numbers of arm i, in the rows named below

    @property
    def n(self) -> np.ndarray:
        """[n], the number of gains seen."""
        return self.table[..., COUNT, :1]

    @property
    def N(self) -> np.ndarray:
        """N_i, the number of gains of arm i."""
        return self.table[..., COUNT, 1:]

    @property
    def G(self) -> np.ndarray:
        """G_i, their sum."""
        return self.table[..., GAIN, 1:]

    @property
    def mean(self) -> np.ndarray:
        """G_i / N_i; infinity before the first."""
        return self.table[..., MEAN, 1:]

    @property
    def radius(self) -> np.ndarray:
        """1 / sqrt(N_i); 0 before the first."""
        return self.table[..., RADIUS, 1:]


COUNT, GAIN, MEAN, RADIUS = name_places(UCB, "table", "count gain mean radius", axis=-2)
LEADER, RIVALS, LOW = GAIN, MEAN, RADIUS  # in column 0: the column of the leader, the bound on the others' indices, c_m
STRETCH = 32  # gains for which a bound holds, a power of 2: it ends where the clock is a multiple of it


@bandit(
    "ucb",
    label="UCB",
    reference="Auer, Cesa-Bianchi and Fischer 2002; Ailon, Karnin and Joachims 2014, Algorithm 1",
    source="paper",
    adversarial=False,
    anytime=True,
    index=True,
    cost="O(K)",
    folds=True,
    takes_any_vote=True,
    true_chances=True,
    bound=theory.UCB,
)
def start(
    arms: int,
    horizon: int,
    *,
    alpha: Annotated[float, "How wide the confidence bounds are: sqrt(alpha ln n / N)."] = 2.0,
    ties: Annotated[Literal["random", "lowest"], "Which of several arms with the largest index is pulled."] = "random",
) -> UCB:
    """The largest upper confidence bound, with radius sqrt(alpha ln n / N)."""
    above("alpha", alpha, 0)
    lowest = int(one_of("ties", ties, ("random", "lowest")) == "lowest")
    table = np.zeros((4, 1 + arms))
    table[MEAN] = math.inf
    return UCB(float(alpha), lowest, table)


def _pull(s: UCB, t, rng):
    leader = int(s.table[LEADER, 0])
    if s.table[MEAN, leader] + s.table[LOW, 0] * s.table[RADIUS, leader] > s.table[RIVALS, 0]:
        return leader - 1, 1.0
    return _search(s, rng)


@jit
def _search(s, rng):
    """An arm with the largest index, and its chance; what the next pulls need to know of it is kept."""
    table, n = s.table, s.table[COUNT, 0]
    c = math.sqrt(s.alpha * math.log(max(n, 1.0)))
    mean, radius = table[MEAN], table[RADIUS]
    best = _largest(mean, radius, c, 0)
    arm, ties = 0, 0
    for i in range(1, mean.size):
        same = mean[i] + c * radius[i] == best
        arm += i if same else 0
        ties += 1 if same else 0
    if ties != 1:  # none where gains are not numbers
        skip, p = (int(rng.random() * ties), 1 / max(ties, 1)) if s.lowest == 0 else (0, 1.0)
        return nth(skip, mean.size - 1, _has_index, mean, c, radius, best), p
    if n >= STRETCH:
        table[LEADER, 0], table[LOW, 0] = arm, c
        table[RIVALS, 0] = _largest(mean, radius, c + STRETCH * s.alpha / (2 * c * n), arm)
    return arm - 1, 1.0


@jit
def _largest(mean, radius, c, without):
    """The largest index of all arms but one."""
    top = order(-math.inf)
    for i in range(1, mean.size):
        here = order(mean[i] + c * radius[i])
        top = max(top, here if i != without else top)
    return number(top)


@jit
def _has_index(i, mean, c, radius, best):
    """Whether arm i has this index."""
    return mean[1 + i] + c * radius[1 + i] == best


def _learn(s: UCB, t, arm, p, loss):
    table, i = s.table, 1 + arm
    table[COUNT, 0] += 1
    table[COUNT, i] += 1
    table[GAIN, i] += 1 - loss
    table[MEAN, i] = table[GAIN, i] / table[COUNT, i]
    table[RADIUS, i] = 1 / math.sqrt(table[COUNT, i])
    if i != table[LEADER, 0] or int(table[COUNT, 0]) & (STRETCH - 1) == 0:
        table[RIVALS, 0] = math.inf  # the next pull compares all


def _chances(s: UCB, t, w):
    c = math.sqrt(s.alpha * math.log(max(s.table[COUNT, 0], 1.0)))
    mean, radius = s.table[MEAN], s.table[RADIUS]
    best, ties = -math.inf, 0
    for i in range(w.size):
        index = mean[1 + i] + c * radius[1 + i]
        if index > best:
            best, ties = index, 0
        ties += index == best
    for i in range(w.size):
        w[i] = 0.0
        if ties > 0 and _has_index(i, mean, c, radius, best):
            w[i] = 1 / ties if s.lowest == 0 else 1.0
            ties = 0 if s.lowest == 1 else ties


chances.register(UCB, _chances)
pull.register(UCB, _pull)
learn.register(UCB, _learn)
