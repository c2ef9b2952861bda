r"""SAO, stochastic and adversarial optimal: losses are taken for stochastic until they prove otherwise; then Exp3.P.

    H̃_i = G̃_i / t, the mean of the gains divided by their chances;   Ĥ_i = Ĝ_i / N_i, the plain mean;   b = ln β
    M = max H̃ of the active arms,     r(t) = sqrt(4 K b / t + 5 (K b / t)²)

After the gain of round t, for each arm i:

    leave:    i is active and M - H̃_i > 6 r(t):   i leaves, τ_i = t, q_i = p_i
    switch:   |H̃_i - Ĥ_i| > sqrt(2b / N_i) + sqrt(4 (K t*/t² + (t - t*)/(q_i τ_i t)) b + 5 (Kb/t*)²),  t* = min(τ_i, t)
              i has left and M - H̃_i > 10 r(τ_i - 1),   or   i has left and M - H̃_i <= 2 r(τ_i)
    chances:  p_i = q_i τ_i / (t + 1) if i has left; the active arms share the rest equally

After a switch Exp3.P plays on for the rounds that are left. The clock counts the gains that were told, so that a state
is a function of them. β = T⁴, or 10 K T³/δ with a δ.

With the constants of the proof no arm leaves before some 5000 K rounds, so up to the horizons of the thesis this draws
all arms alike. It stands here because the thesis names it; ``scale`` shrinks all radii, without a theorem.

[1] S. Bubeck and A. Slivkins. The best of both worlds: stochastic and adversarial bandits. COLT 2012. Algorithm 1.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.bandits.exp3p import add_gain, exponential_chances
from duelling.core import theory
from duelling.core.jit import jit
from duelling.core.protocol import chances, learn, pull
from duelling.core.sampling import draw
from duelling.core.states import name_places
from duelling.errors import above
from duelling.registry.facts import bandit


class SAO(NamedTuple):
    horizon: int  # T
    log: float  # b
    scale: float  # of all radii
    now: np.ndarray  # t, the gains told; η, γ and β of Exp3.P, η = 0 before the switch
    table: np.ndarray  # of arm i: p_i; τ_i, 0 while it is active; q_i; G̃_i, Ĝ_i, N_i; then the G_i of Exp3.P


CLOCK, RATE, SHARE, BONUS = name_places(SAO, "now", "clock rate share bonus", axis=-1)
CHANCE, LEFT, KEPT, WEIGHTED, PLAIN, COUNT, GAIN = name_places(
    SAO, "table", "chance left kept weighted plain count gain", axis=-2
)


@bandit(
    "sao",
    label="SAO",
    reference="Bubeck and Slivkins 2012, Algorithm 1",
    source="paper",
    adversarial=True,
    anytime=False,
    cost="O(K)",
    folds=True,
    takes_any_vote=True,
    true_chances=True,
    bound=theory.SAO,
)
def start(
    arms: int,
    horizon: int,
    *,
    delta: Annotated[float | None, "The chance with which the bound may fail; none is for a bound on the mean."] = None,
    scale: Annotated[float, "What all radii are multiplied by; the theorem needs 1."] = 1.0,
) -> SAO:
    """All arms alike until some are surely worse; Exp3.P from when on the losses look adversarial."""
    above("scale", scale, 0)
    table = np.zeros((7, arms))
    table[CHANCE] = 1 / arms
    return SAO(int(horizon), theory.sao_log(arms, horizon, delta), float(scale), np.zeros(4), table)


@jit
def radius(s, t):
    """r(t), scaled."""
    x = s.table.shape[1] * s.log / t
    return s.scale * math.sqrt(4 * x + 5 * x * x)


@jit
def _looks_adversarial(s, i, t, top):
    """Whether arm i asks for the switch after t gains."""
    table, arms = s.table, s.table.shape[1]
    tau = table[LEFT, i]
    mean = table[WEIGHTED, i] / t
    if table[COUNT, i] > 0:
        until = tau if tau > 0 else t
        spread = arms * until / (t * t)
        if tau > 0:
            spread += (t - until) / (table[KEPT, i] * tau * t)
        square = arms * s.log / until
        reach = math.sqrt(2 * s.log / table[COUNT, i]) + math.sqrt(4 * spread * s.log + 5 * square * square)
        if abs(mean - table[PLAIN, i] / table[COUNT, i]) > s.scale * reach:
            return True
    if tau > 0:
        if top - mean <= 2 * radius(s, tau):
            return True
        if tau > 1 and top - mean > 10 * radius(s, tau - 1):
            return True
    return False


@jit
def _switch(s, t):
    """Begin Exp3.P for the rounds that are left; its rates are those of ``theory.exp3p_rates`` without a δ."""
    arms, rest = s.table.shape[1], max(1.0, s.horizon - t)
    root = math.sqrt(math.log(arms) / (rest * arms))
    s.now[RATE], s.now[SHARE], s.now[BONUS] = 0.95 * root, min(1.0, 1.05 * arms * root), min(1.0, root)
    exponential_chances(s.table[GAIN], s.now[RATE], s.now[SHARE], s.table[CHANCE])


@jit
def _after(s, t):
    """Let arms leave, switch, or set the chances of the next round."""
    table, arms = s.table, s.table.shape[1]
    top = -math.inf
    for i in range(arms):
        if table[LEFT, i] == 0:
            top = max(top, table[WEIGHTED, i] / t)
    for i in range(arms):
        if table[LEFT, i] == 0 and top - table[WEIGHTED, i] / t > 6 * radius(s, t):
            table[LEFT, i], table[KEPT, i] = t, table[CHANCE, i]
        if _looks_adversarial(s, i, t, top):
            _switch(s, t)
            return
    rest, active = 1.0, 0
    for i in range(arms):
        if table[LEFT, i] > 0:
            table[CHANCE, i] = table[KEPT, i] * table[LEFT, i] / (t + 1)
            rest -= table[CHANCE, i]
        else:
            active += 1
    for i in range(arms):
        if table[LEFT, i] == 0:
            table[CHANCE, i] = rest / active


def _pull(s: SAO, t, rng):
    i = draw(s.table[CHANCE], 1.0, rng)
    return i, s.table[CHANCE, i]


def _learn(s: SAO, t, arm, p, loss):
    table, now = s.table, s.now
    now[CLOCK] += 1
    if now[RATE] > 0:
        add_gain(table[GAIN], table[CHANCE], now[BONUS], arm, p, 1 - loss)
        exponential_chances(table[GAIN], now[RATE], now[SHARE], table[CHANCE])
    else:
        table[WEIGHTED, arm] += (1 - loss) / p
        table[PLAIN, arm] += 1 - loss
        table[COUNT, arm] += 1
        _after(s, now[CLOCK])


def _chances(s: SAO, t, w):
    for i in range(w.size):
        w[i] = s.table[CHANCE, i]


pull.register(SAO, _pull)
learn.register(SAO, _learn)
chances.register(SAO, _chances)
