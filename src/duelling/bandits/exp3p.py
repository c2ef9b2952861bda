r"""Exp3.P: exponential weights with exploration and a bonus. Its regret is small with high probability, not only on
average.

    p_i = (1 - γ) exp(η G_i) / Σ_j exp(η G_j) + γ/K,     I ~ p,     G_i  ←  G_i + (g 1[i = I] + β) / p_i   for every i

The bonus β/p_i makes the estimate of every gain too large on purpose. So with high probability no estimate is too
small. A late outcome carries the chance of the drawn arm. Those of the other arms then follow from the present G.

[1] S. Bubeck and N. Cesa-Bianchi. Regret analysis of stochastic and nonstochastic multi-armed bandit problems.
    Foundations and Trends in Machine Learning 5(1), 2012. Figure 3.1, Theorems 3.2 and 3.3.
"""

from typing import Annotated, NamedTuple

import numpy as np

from duelling.core import theory
from duelling.core.exponential import exp
from duelling.core.jit import jit
from duelling.core.protocol import chances, learn, pull
from duelling.core.sampling import draw
from duelling.errors import chance
from duelling.registry.facts import bandit


class Exp3P(NamedTuple):
    eta: float  # η, the learning rate
    gamma: float  # γ, the share of uniform exploration
    beta: float  # β, the bonus
    G: np.ndarray  # G_i, the estimated cumulative gain of arm i, bonus included
    p: np.ndarray  # p_i
    stale: np.ndarray  # [1 once G has changed since p was computed]


@bandit(
    "exp3p",
    label="Exp3.P",
    reference="Bubeck and Cesa-Bianchi 2012, Theorems 3.2 and 3.3",
    source="paper",
    adversarial=True,
    anytime=False,
    cost="O(K)",
    folds=True,
    takes_any_vote=True,
    true_chances=True,
    bound=theory.EXP3P,
)
def start(
    arms: int,
    horizon: int,
    *,
    delta: Annotated[
        float | None, "The chance with which the bound may fail; none is for a bound at every chance."
    ] = None,
) -> Exp3P:
    """Exponential weights for a bound with chance 1 - ``delta``; without delta, for all chances at once."""
    if delta is not None:
        chance("delta", delta)
    eta, gamma, beta = theory.exp3p_rates(arms, horizon, delta)
    return Exp3P(eta, gamma, beta, np.zeros(arms), np.full(arms, 1 / arms), np.ones(1, np.int64))


@jit
def exponential_chances(G, eta, gamma, p):
    """p_i ∝ exp(η G_i), mixed with a share γ of the uniform distribution."""
    best, total = G[0], 0.0
    for i in range(1, G.size):
        best = max(best, G[i])
    for i in range(G.size):
        p[i] = exp(eta * (G[i] - best))
        total += p[i]
    share = (1 - gamma) / total
    for i in range(G.size):
        p[i] = share * p[i] + gamma / G.size


@jit
def add_gain(G, p, beta, arm, chance, gain):
    """Add the bonus of every arm, and the gain of ``arm``, which was drawn with this ``chance``."""
    for i in range(G.size):
        if i != arm:
            G[i] += beta / p[i]
    G[arm] += (gain + beta) / chance


def _pull(s: Exp3P, t, rng):
    exponential_chances(s.G, s.eta, s.gamma, s.p)
    s.stale[0] = 0
    i = draw(s.p, 1.0, rng)
    return i, s.p[i]


def _learn(s: Exp3P, t, arm, p, loss):
    if s.stale[0] == 1:
        exponential_chances(s.G, s.eta, s.gamma, s.p)
    add_gain(s.G, s.p, s.beta, arm, p, 1 - loss)
    s.stale[0] = 1


def _chances(s: Exp3P, t, w):
    exponential_chances(s.G, s.eta, s.gamma, w)


chances.register(Exp3P, _chances)
pull.register(Exp3P, _pull)
learn.register(Exp3P, _learn)
