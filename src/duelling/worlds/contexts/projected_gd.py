r"""ProjectedGD: gradient steps against the best response solve the game of policies, projected back by the oracle.

    u_n = oracle(Bᵀ w_n),     z = w_n + η B u_n,     w_{n+1} = project(z, w_n),     η = 2 / (K² √N_out)
    project(z, v_1):   s_k = oracle(v_k - z),   v_{k+1} = (1 - ν) v_k + ν s_k,   ν = |z - v_1| / √N_in

over N_out steps, each with N_in steps of the projection, which answers with the mean of the v_k. The solution is the
mean of the w_n, a mixture of policies. All vectors lie in the hull of the policies' vectors but z, whose distance and
mean in a context the log knows: |B u|² is K⁴/m times the number of duels with u's second arm that were no tie.

The paper takes N_in = N_out = 36 K⁴ / ε², which for K = 2 and ε = 0.1 is already 57600² calls of the oracle, and
reports no experiments. The defaults are what suffices in practice, and the steps end as soon as the duality gap

    max_w wᵀ B ū - min_u w̄ᵀ B u

is at most ``gap``: then the mean is that close to the best mixture, whatever the number of steps. By default the gap is
a tenth of K sqrt(ln(|Π|/δ) / m), the order of the error that m duels leave (Theorem 4): where it is reached, the order
of the regret is the paper's, (K T)^{2/3} ln(|Π|/δ)^{1/3}.

[1] M. Dudík, K. Hofmann, R. E. Schapire, A. Slivkins and M. Zoghi. Contextual dueling bandits. COLT 2015. Section 8,
    Theorem 5, Lemma 9.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.core.jit import jit
from duelling.errors import at_least, whole
from duelling.registry.facts import algorithm
from duelling.worlds.contexts.exploration import Exploration, Explore, Fails, Log, cheapest, spread, start_exploration
from duelling.worlds.contexts.protocol import solve


class ProjectedGradient(NamedTuple):
    outer: int  # N_out
    inner: int  # N_in
    gap: float  # of a solution that is good enough


@algorithm(
    "projected-gd",
    label="ProjectedGD",
    reference="Dudík, Hofmann, Schapire, Slivkins and Zoghi 2015, Theorem 5",
    source="paper",
    family=("green", 2),
    winners=("von_neumann",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(K), and O(N_out N_in |Π|X) once",
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
    outer: Annotated[int, "How many gradient steps there are at most."] = 10_000,
    inner: Annotated[int, "How many steps each projection takes."] = 20,
    gap: Annotated[
        float | None,
        "The duality gap at which the steps end; a tenth of the error that exploration leaves unless given.",
    ] = None,
    delta: Fails = 0.05,
) -> Exploration:
    """Explore, then play the mixture of policies that projected gradient steps find."""
    if gap is not None:
        at_least("gap", gap, 0)
    fresh = start_exploration(arms, horizon, policies, None, explore, delta)
    if gap is None:
        gap = 0.1 * arms * math.sqrt(math.log(len(policies) / delta) / fresh.rounds)
    return fresh._replace(solver=ProjectedGradient(whole("outer", outer), whole("inner", inner), float(gap)))


@jit
def _row_costs(log, chances, cost):
    """cost[x, b] = Σ_a chances[x, a] Σ r_i: what the row's mixture wins against arm b."""
    for x in range(cost.shape[0]):
        for b in range(cost.shape[1]):
            cost[x, b] = 0.0
            for a in range(cost.shape[1]):
                cost[x, b] += chances[x, a] * log.outcomes[x, a, b]


@jit
def _column_costs(log, chances, cost):
    """cost[x, a] = -Σ_b chances[x, b] Σ r_i: what arm a does not win against the column's mixture."""
    for x in range(cost.shape[0]):
        for a in range(cost.shape[1]):
            cost[x, a] = 0.0
            for b in range(cost.shape[1]):
                cost[x, a] -= chances[x, b] * log.outcomes[x, a, b]


@jit
def _price(policies, cost):
    """What the cheapest policy costs."""
    i, total = cheapest(policies, cost), 0.0
    for x in range(cost.shape[0]):
        total += cost[x, policies[i, x]]
    return total


@jit
def _move(policies, weight, chances, i, share):
    """Move ``share`` of the mixture to policy i."""
    for k in range(weight.size):
        weight[k] *= 1 - share
    weight[i] += share
    for x in range(chances.shape[0]):
        for a in range(chances.shape[1]):
            chances[x, a] *= 1 - share
        chances[x, policies[i, x]] += share


@jit
def _descend(s, log, policies, mixture):
    contexts, arms = log.decided.shape
    count, m = mixture.size, 0.0
    for x in range(contexts):
        m += log.duels[x]
    unit, eta = arms**2 / max(m, 1.0), 2 / (arms**2 * math.sqrt(s.outer))
    w, total, middle = np.zeros(count), np.zeros(count), np.zeros(count)
    w[0] = 1.0
    cost, rows, columns = np.zeros((contexts, arms)), np.zeros((contexts, arms)), np.zeros((contexts, arms))
    z, here = np.zeros((contexts, arms)), np.zeros((contexts, arms))
    spread(policies, w, rows)
    for n in range(1, s.outer + 1):
        for i in range(count):
            total[i] += w[i]
        _row_costs(log, rows, cost)
        u, hits = cheapest(policies, cost), 0.0
        for x in range(contexts):
            columns[x, policies[u, x]] += 1  # n times ū
            hits += log.decided[x, policies[u, x]]
            for a in range(arms):  # in units of 1/√m, the mean over the duels of a context
                gain = log.outcomes[x, a, policies[u, x]] / max(log.duels[x], 1.0)
                z[x, a] = rows[x, a] + eta * arms**2 * gain
        share = min(1.0, eta * arms**2 * math.sqrt(hits / max(m, 1.0) / s.inner))  # ν
        for i in range(count):
            middle[i] = 0.0
        for _ in range(s.inner):
            for i in range(count):
                middle[i] += w[i] / s.inner
            for x in range(contexts):
                for a in range(arms):
                    cost[x, a] = log.duels[x] * (rows[x, a] - z[x, a])
            _move(policies, w, rows, cheapest(policies, cost), share)
        for i in range(count):
            w[i] = middle[i]
            mixture[i] = total[i] / n
        spread(policies, w, rows)
        spread(policies, mixture, here)
        _row_costs(log, here, cost)
        least = _price(policies, cost)
        _column_costs(log, columns, cost)
        if unit * (-_price(policies, cost) / n - least) <= s.gap:
            break


def _solve(s: ProjectedGradient, log: Log, policies, mixture, rng):
    _descend(s, log, policies, mixture)  # compiled once, for choose and for the loop


solve.register(ProjectedGradient, _solve)
