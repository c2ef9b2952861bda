r"""Explore, solve the game of policies, then play its solution: what SparringFPL and ProjectedGD share.

In the first m rounds both arms are uniform, and the duel i with the outcome r_i gives the matrix P̂_i with the one entry
K² r_i at (a_i, b_i). So (1/m) Σ_i P̂_i[π(x_i), ρ(x_i)] is an unbiased estimate of what policy π wins against policy ρ.
A solver then writes a mixture of policies, and both arms follow a policy drawn from it, each its own.

    m = (K T)^{2/3} ln(|Π|/δ)^{1/3}, the order of Theorem 5, whose constant is not known and is 1 here

The paper stores every duel, with vectors of m K numbers. Contexts are few here, and all that its algorithms ask of the
duels in one context are sums over them: the log holds those, exactly, in X K² numbers.

The paper asks an oracle for the policy of least cost. A finite class is searched: this oracle is plain enumeration.

[1] M. Dudík, K. Hofmann, R. E. Schapire, A. Slivkins and M. Zoghi. Contextual dueling bandits. COLT 2015. Section 6.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import draw
from duelling.errors import chance, whole
from duelling.worlds.contexts.protocol import observe, solve

Explore = Annotated[int | None, "How many rounds of uniform duels come first; the paper's number unless given."]
Fails = Annotated[float, "The chance with which the bound on the regret may fail."]

TIE = 1e-9  # outcomes are whole numbers, so equal costs are common, and rounding must not choose among them


class Log(NamedTuple):
    """The duels of the first m rounds, summed up by their contexts."""

    duels: np.ndarray  # n_x, how many there were in context x
    outcomes: np.ndarray  # Σ r_i over those of arm a against arm b in context x
    decided: np.ndarray  # in context x with the second arm b, how many had r_i ≠ 0


class Exploration(NamedTuple):
    rounds: int  # m
    policies: np.ndarray  # policies[i, x], the arm π_i(x)
    context: np.ndarray  # [x]
    log: Log
    solver: Any
    solved: np.ndarray  # [1] when the mixture is known
    mixture: np.ndarray  # the weight of each policy
    chances: np.ndarray  # of each arm in context x, under the mixture


def start_exploration(
    arms: int, horizon: int, policies: np.ndarray, solver: Any, explore: int | None, delta: float
) -> Exploration:
    """Explore for ``explore`` rounds, or for the number that fits a chance ``delta`` of failure."""
    chance("delta", delta)
    if explore is None:
        explore = math.ceil((arms * horizon) ** (2 / 3) * math.log(len(policies) / delta) ** (1 / 3))
    policies = np.array(policies, dtype=np.int64)
    count, contexts = policies.shape
    log = Log(np.zeros(contexts), np.zeros((contexts, arms, arms)), np.zeros((contexts, arms)))
    return Exploration(
        rounds=min(whole("explore", explore), int(horizon)),
        policies=policies,
        context=np.zeros(1, np.int64),
        log=log,
        solver=solver,
        solved=np.zeros(1, np.int64),
        mixture=np.full(count, 1 / count),
        chances=np.zeros((contexts, arms)),
    )


@jit
def cheapest(policies, cost):
    """The oracle, by enumeration: the first policy π with the least Σ_x cost[x, π(x)], up to rounding."""
    best, least = 0, np.inf
    for i in range(policies.shape[0]):
        total = 0.0
        for x in range(policies.shape[1]):
            total += cost[x, policies[i, x]]
        if total < least - TIE:
            best, least = i, total
    return best


@jit
def spread(policies, mixture, chances):
    """Write to chances[x, j] the weight of all policies with π(x) = j."""
    for x in range(chances.shape[0]):
        for j in range(chances.shape[1]):
            chances[x, j] = 0.0
        for i in range(mixture.size):
            chances[x, policies[i, x]] += mixture[i]


def _observe(s: Exploration, t, context):
    s.context[0] = min(max(context, 0), s.policies.shape[1] - 1)  # no index outside the array


def _choose(s: Exploration, t, rng):
    arms = s.chances.shape[1]
    if t <= s.rounds:
        return Duel(int(rng.random() * arms), int(rng.random() * arms), 1 / arms, 1 / arms)
    if s.solved[0] == 0:
        solve(s.solver, s.log, s.policies, s.mixture, rng)
        spread(s.policies, s.mixture, s.chances)
        s.solved[0] = 1
    x = s.context[0]
    i, j = draw(s.chances[x], 1.0, rng), draw(s.chances[x], 1.0, rng)
    return Duel(i, j, s.chances[x, i], s.chances[x, j])


def _update(s: Exploration, t, duel, outcome):
    """An outcome that comes when the game is solved changes nothing: the game was solved without it."""
    if t <= s.rounds and s.solved[0] == 0:
        x = s.context[0]
        s.log.duels[x] += 1
        s.log.outcomes[x, duel.first, duel.second] += outcome
        if outcome != 0:
            s.log.decided[x, duel.second] += 1


observe.register(Exploration, _observe)
choose.register(Exploration, _choose)
update.register(Exploration, _update)
