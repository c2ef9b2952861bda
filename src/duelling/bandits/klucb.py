r"""KL-UCB: the largest mean that the gains of an arm do not rule out, measured by the divergence of coins.

    I = argmax_i  max {q in [m_i, 1] : N_i d(m_i, q) <= ln t + c ln ln t},     m_i = G_i / N_i

t is the number of the pull. The theorem needs c >= 3; in practice its authors recommend c = 0.

With x = (ln t + c ln ln t) / N the index is known for three means: 1 for m = 1, 1 - e^{-x} for m = 0, and
(1 + sqrt(1 - e^{-2x})) / 2 for m = 1/2. Otherwise Newton's steps lead to it. d(m, .) is convex and increases from m on,
so they descend from any point to the right of the root and never pass it. Two such points are known: Pinsker's
m + sqrt(x/2), and 1 - (1-m) exp(-(x - m ln m)/(1-m)), because d(m, q) >= m ln m + (1-m) ln((1-m)/(1-q)). An arm for
which they are below the best index so far is not searched.

[1] A. Garivier and O. Cappé. The KL-UCB algorithm for bounded stochastic bandits and beyond. COLT 2011. Algorithm 1.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.bandits.shared.indices import chances_of_largest, count_gain, pull_largest, start_table
from duelling.core.jit import jit
from duelling.core.protocol import chances, learn, pull
from duelling.core.states import name_places
from duelling.errors import at_least
from duelling.registry.facts import bandit

STEPS = 100  # more than Newton ever needs; ends the search if a gain was not a number


class KLUCB(NamedTuple):
    c: float  # c
    table: np.ndarray  # column 0: t - 1; column 1 + i: N_i, G_i and the mean of arm i


COUNT, GAIN, MEAN = name_places(KLUCB, "table", "count gain mean", axis=-2)


@bandit(
    "klucb",
    label="KL-UCB",
    reference="Garivier and Cappé 2011, Algorithm 1",
    source="paper",
    adversarial=False,
    anytime=True,
    index=True,
    cost="O(K)",
    folds=True,
    takes_any_vote=True,
    true_chances=True,
)
def start(
    arms: int,
    horizon: int,
    *,
    c: Annotated[float, "How much ln ln t counts beside ln t; the theorem needs 3, practice 0."] = 0.0,
) -> KLUCB:
    """The largest upper confidence bound by the Kullback-Leibler divergence of coins."""
    return KLUCB(float(at_least("c", c, 0)), start_table(arms))


@jit
def largest_mean(m, x, least):
    """The largest q with d(m, q) <= x; anything below ``least`` where it is surely below that."""
    if m >= 1:
        return 1.0
    if m <= 0:
        return 1 - math.exp(-x)
    if m == 0.5:
        return 0.5 * (1 + math.sqrt(1 - math.exp(-2 * x)))
    rest = -(x - m * math.log(m)) / (1 - m)
    q = min(m + math.sqrt(x / 2), 1 - (1 - m) * math.exp(rest))
    if q < least or q >= 1:
        return q
    for _ in range(STEPS):
        slope = (q - m) / (q * (1 - q))
        if slope <= 0:  # q is m, up to rounding
            break
        step = (m * math.log(m / q) + (1 - m) * math.log((1 - m) / (1 - q)) - x) / slope
        if not step > 1e-15:
            break
        q -= step
    return q


@jit
def klucb_index(i, best, table, c):
    """The index of arm i before the next pull."""
    t = table[COUNT, 0] + 1
    bound = math.log(t)
    if t >= 3 and c > 0:
        bound += c * math.log(math.log(t))
    return largest_mean(table[MEAN, 1 + i], bound / table[COUNT, 1 + i], best)


def _pull(s: KLUCB, t, rng):
    return pull_largest(s.table, rng, klucb_index, s.c)


def _learn(s: KLUCB, t, arm, p, loss):
    count_gain(s.table, arm, loss)


def _chances(s: KLUCB, t, w):
    chances_of_largest(w, s.table, klucb_index, s.c)


pull.register(KLUCB, _pull)
learn.register(KLUCB, _learn)
chances.register(KLUCB, _chances)
