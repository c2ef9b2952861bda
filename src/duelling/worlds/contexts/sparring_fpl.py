r"""SparringFPL: two followers of the perturbed leader solve the game of policies by playing it against each other.

    w_n = oracle(-B (u_1 + ... + u_{n-1}) + p),     u_n = oracle(Bᵀ (w_1 + ... + w_{n-1}) + q)
    p, q uniform on [0, 1/α]^{mK}, new in every step,     α = sqrt(2 / (K⁴ N))

over N steps; the solution is the uniform mixture of w_1, ..., w_N. Policies are vectors with 1/√m at (i, π(x_i)), and B
has the blocks P̂_i. In a context with n_x duels the oracle sees of p the sum of n_x uniform numbers for each arm.

Theorem 5 asks for N of the order K^{10/3} T^{4/3} ln(|Π|/δ)^{-1/3}, far more steps than there are rounds, and the paper
reports no experiments. The default of N is what suffices in practice; the regret of order (K T)^{2/3} ln(|Π|/δ)^{1/3}
is proved for the paper's.

[1] M. Dudík, K. Hofmann, R. E. Schapire, A. Slivkins and M. Zoghi. Contextual dueling bandits. COLT 2015. Section 7,
    Theorems 5 and 6.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.core.jit import jit
from duelling.errors import whole
from duelling.registry.facts import algorithm
from duelling.worlds.contexts.exploration import Exploration, Explore, Fails, Log, cheapest, start_exploration
from duelling.worlds.contexts.protocol import solve


class PerturbedLeaders(NamedTuple):
    steps: int  # N


@algorithm(
    "sparring-fpl",
    label="SparringFPL",
    reference="Dudík, Hofmann, Schapire, Slivkins and Zoghi 2015, Theorem 5",
    source="paper",
    family=("vermilion", 3),
    winners=("von_neumann",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(K), and O(N(mK + |Π|X)) once",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    world="contexts",
)
def start(
    arms: int,
    horizon: int,
    policies: np.ndarray,
    *,
    explore: Explore = None,
    steps: Annotated[int, "How many steps the two leaders play against each other."] = 2000,
    delta: Fails = 0.05,
) -> Exploration:
    """Explore, then play the mixture of policies on which two perturbed leaders settle in ``steps`` steps."""
    return start_exploration(arms, horizon, policies, PerturbedLeaders(whole("steps", steps)), explore, delta)


@jit
def _perturb(cost, log, width, noisy, rng):
    """The costs, each with the noise of all duels in its context."""
    for x in range(cost.shape[0]):
        for a in range(cost.shape[1]):
            total = 0.0
            for _ in range(int(log.duels[x])):
                total += rng.random()
            noisy[x, a] = cost[x, a] + width * total


@jit
def _spar(steps, log, policies, mixture, rng):
    contexts, arms = log.decided.shape
    m = 0.0
    for x in range(contexts):
        m += log.duels[x]
    scale, width = arms**2 / math.sqrt(max(m, 1.0)), arms**2 * math.sqrt(steps / 2)
    row, column, noisy = np.zeros((contexts, arms)), np.zeros((contexts, arms)), np.zeros((contexts, arms))
    for i in range(mixture.size):
        mixture[i] = 0.0
    for _ in range(steps):
        _perturb(row, log, width, noisy, rng)
        w = cheapest(policies, noisy)
        _perturb(column, log, width, noisy, rng)
        u = cheapest(policies, noisy)
        mixture[w] += 1 / steps
        for x in range(contexts):
            for a in range(arms):
                row[x, a] -= scale * log.outcomes[x, a, policies[u, x]]
                column[x, a] += scale * log.outcomes[x, policies[w, x], a]


def _solve(s: PerturbedLeaders, log: Log, policies, mixture, rng):
    _spar(s.steps, log, policies, mixture, rng)  # compiled once, for choose and for the loop


solve.register(PerturbedLeaders, _solve)
