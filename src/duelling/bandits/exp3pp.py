r"""EXP3++: exponential weights with exploration that falls for arms which look bad; for both worlds, without a horizon.

    β_t = ½ sqrt(ln K / (t K)),     ε_i = min(1/(2K), β_t, ξ_i),     p = (1 - Σ ε) ρ + ε,     ρ_i ∝ exp(-β_t L_i)
    I ~ p,     L_I ← L_I + l / p_I

ξ_i comes from an estimate D_i of the gap of arm i, in one of three ways; D_i = 0 means ξ_i = ∞.

    lcb:        ξ = β ln t / (t D²),          D = max(0, lower bound of i - least upper bound) of the plain means,
                                              with radius sqrt((α ln t + ln K) / (2 N_i)); every arm comes once first
    avg:        ξ = c (ln t)² / (t D²),       D = min(1, (L_i - min L) / (t - 1))
    empirical:  ξ = ln(t D²) / (32 t D²),     D as in avg; no theorem where losses are stochastic

Whatever ξ is, the regret is at most 4 sqrt(K T ln K) if the losses do not depend on the pulls. The first pulls of lcb
do not enter L. With the constants of the proofs ξ is above β_t for longer than anybody plays: until then this is Exp3
with half the rate and some exploration. It stands here because the thesis names it; Tsallis-INF has better bounds.

[1] Y. Seldin and A. Slivkins. One practical algorithm for both stochastic and adversarial bandits. ICML 2014.
[2] Y. Seldin and G. Lugosi. An improved parametrization and analysis of the EXP3++ algorithm for stochastic and
    adversarial bandits. COLT 2017.
"""

import math
from typing import Annotated, Literal, NamedTuple

import numpy as np

from duelling.bandits.exp3 import smallest, smallest_other, weigh
from duelling.core import theory
from duelling.core.jit import jit
from duelling.core.protocol import chances, learn, pull, seat
from duelling.core.sampling import draw
from duelling.core.states import name_places
from duelling.errors import above, one_of
from duelling.registry.facts import bandit

GAPS = ("lcb", "avg", "empirical")
LCB, AVG = 0, 1


class Exp3PP(NamedTuple):
    gap: int  # which of GAPS
    alpha: float  # α of lcb
    scale: float  # β of lcb, c of avg
    table: np.ndarray  # L_i; N_i and the sum of the plain losses of arm i; ε_i and p_i of the last draw


LOSS, COUNT, PLAIN, EXPLORE, CHANCE = name_places(Exp3PP, "table", "loss count plain explore chance", axis=-2)


@bandit(
    "exp3pp",
    label="EXP3++",
    reference="Seldin and Slivkins 2014; Seldin and Lugosi 2017",
    source="paper",
    adversarial=True,
    anytime=True,
    cost="O(K)",
    folds=True,
    takes_any_vote=True,
    true_chances=True,
    bound=theory.EXP3PP,
)
def start(
    arms: int,
    horizon: int,
    *,
    gap: Annotated[
        Literal["lcb", "avg", "empirical"],
        "How the gaps are estimated: by confidence bounds (lcb), or by the weighted losses (avg, empirical).",
    ] = "lcb",
    alpha: Annotated[float, "How wide the confidence bounds of lcb are; the theorem needs 3."] = 3.0,
    scale: Annotated[
        float | None, "How much is explored: 256 for lcb and 18 for avg, as their theorems need; not for empirical."
    ] = None,
) -> Exp3PP:
    """Exponential weights that explore an arm less, the larger its gap looks."""
    kind = GAPS.index(one_of("gap", gap, GAPS))
    above("alpha", alpha, 0)
    above("scale", scale := (256.0, 18.0, 1 / 32)[kind] if scale is None else scale, 0)
    return Exp3PP(kind, float(alpha), float(scale), np.zeros((5, arms)))


@jit
def _gap(s, t, i, least, top):
    """The estimated gap of arm i: from the least L, or from the least upper bound ``top``."""
    if s.gap != LCB:
        return min(1.0, (s.table[LOSS, i] - least) / (t - 1)) if t > 1 else 0.0
    return max(0.0, max(0.0, s.table[PLAIN, i] / s.table[COUNT, i] - _radius(s, t, i)) - top)


@jit
def _radius(s, t, i):
    return math.sqrt((s.alpha * math.log(t) + math.log(s.table.shape[1])) / (2 * s.table[COUNT, i]))


@jit
def _exploration(s, t, gap):
    """ξ of an arm with this gap."""
    if gap <= 0:
        return math.inf
    square = t * gap * gap
    if s.gap == LCB:
        return s.scale * math.log(t) / square
    if s.gap == AVG:
        return s.scale * math.log(t) ** 2 / square
    return s.scale * math.log(square) / square if square > 1 else math.inf


@jit
def explore(s, t):
    """Fill ε for round t; returns β_t and Σ ε."""
    arms = s.table.shape[1]
    beta = 0.5 * math.sqrt(math.log(arms) / (t * arms))
    least, top, total = smallest(s.table[LOSS]), 1.0, 0.0
    if s.gap == LCB:
        for i in range(arms):
            top = min(top, s.table[PLAIN, i] / s.table[COUNT, i] + _radius(s, t, i))
    for i in range(arms):
        epsilon = min(0.5 / arms, beta, _exploration(s, t, _gap(s, t, i, least, top)))
        s.table[EXPLORE, i] = epsilon
        total += epsilon
    return beta, total


@jit
def fill(s, t):
    """Fill p for round t."""
    p = s.table[CHANCE]
    if s.gap == LCB:
        for i in range(p.size):
            if s.table[COUNT, i] == 0:  # every arm once
                p[:] = 0.0
                p[i] = 1.0
                return
    beta, total = explore(s, t)
    share = (1 - total) / weigh(s.table[LOSS], beta, p)
    for i in range(p.size):
        p[i] = share * p[i] + s.table[EXPLORE, i]


def _pull(s: Exp3PP, t, rng):
    fill(s, t)
    i = draw(s.table[CHANCE], 1.0, rng)
    return i, s.table[CHANCE, i]


def _learn(s: Exp3PP, t, arm, p, loss):
    if s.gap != LCB or s.table[COUNT, arm] > 0:
        s.table[LOSS, arm] += loss / p
    s.table[COUNT, arm] += 1
    s.table[PLAIN, arm] += loss


def _chances(s: Exp3PP, t, w):
    fill(s, t)
    for i in range(w.size):
        w[i] = s.table[CHANCE, i]


def _seat(s: Exp3PP, arm):
    s.table[LOSS, arm] = smallest_other(s.table[LOSS], arm)


pull.register(Exp3PP, _pull)
learn.register(Exp3PP, _learn)
chances.register(Exp3PP, _chances)
seat.register(Exp3PP, _seat)
