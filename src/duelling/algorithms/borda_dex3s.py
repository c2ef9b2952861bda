r"""Borda-DEX3.S: D-EXP3 for a best arm that changes. Two players with exponential weights over Borda scores pick one
arm each, and in every round each arm gets a small share of all weights.

    q±_i = (1-γ) W±_i / Σ_j W±_j + γ/K,     x ~ q+,  y ~ q-,     o+ = (1 + Y)/2,  o- = (1 - Y)/2
    s±_i = o± 1(i was drawn) / (K q+_x q-_y) + β/q±_i,     W±_i ← W±_i exp(η s±_i) + e α Σ_j W±_j     for every i

Each player's estimate has the mean (1/K) Σ_j P_ij plus the bonus. The share eα keeps every arm ready to take over: the
comparator may be another arm in each of S stretches of time. With

    η = (S ln K / (T sqrt(2K)))^{2/3},   γ = sqrt(2ηK),   α = 1/(KT),   β = S^{1/3} sqrt(ln(2K/δ) / (γKT))

the paper proves strong Borda regret of the order S^{1/6} K^{-1/3} T^{5/6} + S^{1/2} K^{1/3} T^{2/3} against this
comparator, up to logarithms, with chance 1 - δ.

Only the ratios of weights matter, so the weights are kept with the sum 1. Where T is so small that γ would be above 1,
η is reduced until γ = 1.

[1] A. Saha and S. Gupta. Optimal and efficient dynamic regret algorithms for non-stationary dueling bandits. ICML 2022.
    Algorithm 3, Theorem 6.1.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.algorithms.shared.borda_rates import careful_rates
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import draw
from duelling.errors import whole
from duelling.registry.facts import algorithm


class BordaDex3s(NamedTuple):
    eta: float  # η
    gamma: float  # γ
    beta: float  # β
    alpha: float  # α
    W: np.ndarray  # [side, i]: W±_i over their sum
    q: np.ndarray  # [side, i]: working space for q±_i


@algorithm(
    "borda-dex3s",
    label="Borda-DEX3.S",
    reference="Saha and Gupta 2022, Algorithm 3",
    source="paper",
    family=("orange", 3),
    winners=("borda",),
    regret="strong",
    adversarial=True,
    anytime=False,
    cost="O(K)",
    folds=True,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
)
def start(
    arms: int,
    horizon: int,
    *,
    switches: Annotated[int, "In how many stretches of time the best arm may be another one."] = 1,
    delta: Annotated[float, "The chance with which the bound on the regret may fail."] = 0.05,
) -> BordaDex3s:
    """Two D-EXP3 that share their weights and follow a best arm which changes, in ``switches`` stretches of time."""
    eta, gamma, beta = careful_rates(arms, horizon, delta, min(whole("switches", switches), horizon))
    even = np.full((2, arms), 1 / arms)
    return BordaDex3s(eta, gamma, beta, 1 / (arms * horizon), even, even.copy())


@jit
def _chance(W, gamma, i):
    """q_i."""
    return (1 - gamma) * W[i] + gamma / W.size


@jit
def _pull(W, q, gamma, rng):
    for i in range(W.size):
        q[i] = _chance(W, gamma, i)
    return draw(q, 1.0, rng)


@jit
def _learn(W, s, arm, chance, score):
    """The duel carries the chance of the drawn arm; those of the others follow from the present weights."""
    total, share = 0.0, math.e * s.alpha
    for i in range(W.size):
        gain = score + s.beta / chance if i == arm else s.beta / _chance(W, s.gamma, i)
        W[i] = W[i] * math.exp(s.eta * gain) + share
        total += W[i]
    for i in range(W.size):
        W[i] /= total


def _choose(s: BordaDex3s, t, rng):
    x = _pull(s.W[0], s.q[0], s.gamma, rng)
    y = _pull(s.W[1], s.q[1], s.gamma, rng)
    return Duel(x, y, s.q[0, x], s.q[1, y])


def _update(s: BordaDex3s, t, duel, outcome):
    weight = 1 / (2 * s.W.shape[1] * duel.p_first * duel.p_second)
    _learn(s.W[0], s, duel.first, duel.p_first, (1 + outcome) * weight)
    _learn(s.W[1], s, duel.second, duel.p_second, (1 - outcome) * weight)


choose.register(BordaDex3s, _choose)
update.register(BordaDex3s, _update)
