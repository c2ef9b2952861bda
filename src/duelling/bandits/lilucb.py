r"""lil'UCB: an upper confidence bound by the law of the iterated logarithm, made to find the best arm.

    I = argmax_i  G_i / N_i + (1 + b)(1 + √e) sqrt(2 σ² (1 + e) ln(ln((1 + e) N_i + 2) / δ') / N_i),     σ² = 1/4

The bound depends on N_i alone and not on the clock, so an arm that loses is soon left for good. The rule was made to be
stopped: once N_i >= 1 + λ Σ_{j≠i} N_j for some i, that arm is the best. ``lilucb+unif`` does so in ``identify``.

    theory:     e = 0.01,  b = 1,    λ = ((2 + b)/b)² = 9,  δ' = (sqrt(1 + δ/2) - 1)² / (4c)
                c = ((2 + e)/e) / ln(1 + e)^{1+e}
    heuristic:  e = 0,     b = 1/2,  λ = 1 + 10/K,          δ' = δ/5;    no theorem
    next:       the radius sqrt(ln(4 N²/δ) / (2N)) of the system NEXT, which calls it lil'UCB; λ as before; no theorem

With the settings of the theory the verdict is wrong with chance δ at most: 4 sqrt(c δ') + 4 c δ' = δ/2. The term + 2
inside the logarithm is the authors' own repair for small N.

[1] K. Jamieson, M. Malloy, R. Nowak and S. Bubeck. lil' UCB: an optimal exploration algorithm for multi-armed bandits.
    COLT 2014.
"""

import math
from typing import Annotated, Literal, NamedTuple

import numpy as np

from duelling.bandits.shared.indices import chances_of_largest, count_gain, pull_largest, start_table
from duelling.core.jit import jit
from duelling.core.protocol import chances, learn, pull
from duelling.core.states import name_places
from duelling.errors import chance, one_of
from duelling.registry.facts import bandit

Setting = Literal["theory", "heuristic", "next"]
SETTINGS = ("theory", "heuristic", "next")
Settings = Annotated[Setting, "Which constants are used; theory has a theorem, heuristic needs far fewer pulls."]


class LilUCB(NamedTuple):
    scale: float  # the radius is scale sqrt(ln(... / δ') / N)
    e: float  # e; below 0 for the radius of NEXT
    delta: float  # δ', or δ of NEXT
    ratio: float  # λ
    table: np.ndarray  # column 0: Σ N_i; column 1 + i: N_i, G_i and the mean of arm i


COUNT, GAIN, MEAN = name_places(LilUCB, "table", "count gain mean", axis=-2)


@bandit(
    "lilucb",
    label="lil'UCB",
    reference="Jamieson, Malloy, Nowak and Bubeck 2014",
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
    delta: Annotated[float, "The chance with which the bounds may fail."] = 0.05,
    setting: Settings = "heuristic",
) -> LilUCB:
    """The largest upper confidence bound, by the law of the iterated logarithm."""
    chance("delta", delta)
    ratio = 1 + 10 / arms
    if one_of("setting", setting, SETTINGS) == "next":
        return LilUCB(1.0, -1.0, float(delta), ratio, start_table(arms))
    e, b, small = 0.0, 0.5, delta / 5
    if setting == "theory":
        e, b, ratio = 0.01, 1.0, 9.0
        c = (2 + e) / e * (1 / math.log1p(e)) ** (1 + e)
        small = math.expm1(math.log1p(delta / 2) / 2) ** 2 / (4 * c)
    return LilUCB((1 + b) * (1 + math.sqrt(e)) * math.sqrt((1 + e) / 2), e, small, ratio, start_table(arms))


@jit
def lil_radius(count, scale, e, delta):
    """The radius after so many pulls."""
    inside = 4 * count * count if e < 0 else math.log((1 + e) * count + 2)
    return scale * math.sqrt(math.log(inside / delta) / (2 * count if e < 0 else count))


@jit
def lil_index(i, best, table, scale, e, delta):
    """The index of arm i."""
    return table[MEAN, 1 + i] + lil_radius(table[COUNT, 1 + i], scale, e, delta)


@jit
def lil_verdict(s):
    """The arm that has more than λ times the pulls of all others together; -1 while there is none."""
    total, count = s.table[COUNT, 0], s.table[COUNT]
    for i in range(count.size):
        if count[i] == 0:  # every arm is pulled once before it may stop
            return -1
    for i in range(1, count.size):
        if count[i] >= 1 + s.ratio * (total - count[i]):
            return i - 1
    return -1


def _pull(s: LilUCB, t, rng):
    return pull_largest(s.table, rng, lil_index, s.scale, s.e, s.delta)


def _learn(s: LilUCB, t, arm, p, loss):
    count_gain(s.table, arm, loss)


def _chances(s: LilUCB, t, w):
    chances_of_largest(w, s.table, lil_index, s.scale, s.e, s.delta)


pull.register(LilUCB, _pull)
learn.register(LilUCB, _learn)
chances.register(LilUCB, _chances)
