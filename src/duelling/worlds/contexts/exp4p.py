r"""Exp4.P, a bandit that listens to policies, and two of them that spar.

    p_j = (1 - K p_min) Σ_{π: π(x) = j} w_π / Σ_π w_π + p_min,     w_π = exp(η G_π),     η = p_min / 2
    G_π  ←  G_π + (g 1[π(x) = I] + β) / p_{π(x)}   for every policy π
    p_min = sqrt(ln N / (K T)),     β = sqrt(ln(N/δ) / (K T))

As in Exp3.P the bonus β / p makes every estimate too large on purpose. The theorem asks for the policy that draws an
arm uniformly to be among the N; it is added to those given, and gains (g / p_I + β Σ_j 1/p_j) / K.

A round changes the gains of all policies, but by only K numbers, one for each answer: the weights are multiplied by
their K exponentials, and made anew from the gains every hundred rounds, in which none can come back from nothing.

With one context and the K constant policies as all of Π this is Exp3.P with γ = K p_min and the same η and β.

[1] A. Beygelzimer, J. Langford, L. Li, L. Reyzin and R. E. Schapire. Contextual bandit algorithms with supervised
    learning guarantees. AISTATS 2011. Algorithm 1, Theorem 2.
[2] M. Dudík, K. Hofmann, R. E. Schapire, A. Slivkins and M. Zoghi. Contextual dueling bandits. COLT 2015. Section 5,
    Theorem 2; the paper's constant is in its equation 4.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.algorithms.reductions.sparring import Sparring, start_sparring
from duelling.core.bounds import Bound
from duelling.core.jit import jit
from duelling.core.protocol import learn, pull
from duelling.core.sampling import draw, total_of
from duelling.errors import chance
from duelling.registry.facts import algorithm
from duelling.worlds.contexts.protocol import observe

FRESH = 100  # rounds for which weights are multiplied; each is by exp((1 + β) / 2) at most


class Exp4P(NamedTuple):
    eta: float  # η, the learning rate
    least: float  # p_min, the least chance of an arm
    beta: float  # β, the bonus
    policies: np.ndarray  # policies[i, x], the arm π_i(x)
    context: np.ndarray  # [x]
    G: np.ndarray  # G_π, the estimated cumulative gains, bonus included; that of the uniform policy comes last
    w: np.ndarray  # w_π up to a factor that all have in common
    age: np.ndarray  # [rounds since the weights were made from the gains]
    p: np.ndarray  # p_j of the latest draw
    gain: np.ndarray  # in the latest round, of the policies that answered with arm j
    growth: np.ndarray  # of their weights


def start_exp4p(arms: int, horizon: int, policies: np.ndarray, delta: float, uniform: bool = True) -> Exp4P:
    """For a bound that holds with chance 1 - ``delta``; ``uniform`` adds the policy that the theorem asks for."""
    policies = np.array(policies, dtype=np.int64)
    count = len(policies) + int(uniform)
    least = min(1 / arms, math.sqrt(math.log(count) / (arms * horizon)))
    beta = math.sqrt(math.log(count / delta) / (arms * horizon))
    return Exp4P(
        eta=least / 2,
        least=least,
        beta=beta,
        policies=policies,
        context=np.zeros(1, np.int64),
        G=np.zeros(count),
        w=np.ones(count),
        age=np.zeros(1, np.int64),
        p=np.full(arms, 1 / arms),
        gain=np.zeros(arms),
        growth=np.ones(arms),
    )


def _observe(s: Exp4P, t, context):
    s.context[0] = min(max(context, 0), s.policies.shape[1] - 1)  # no index outside the array


@jit
def _weigh(s):
    """Make the weights anew, the largest one 1."""
    best = s.G[0]
    for i in range(1, s.G.size):
        best = max(best, s.G[i])
    for i in range(s.G.size):
        s.w[i] = math.exp(s.eta * (s.G[i] - best))
    s.age[0] = 0


def _pull(s: Exp4P, t, rng):
    count, x, arms = s.policies.shape[0], s.context[0], s.p.size
    each = 0.0
    for i in range(count, s.G.size):  # the uniform policy, if it is there
        each += s.w[i] / arms
    for j in range(arms):
        s.p[j] = each
    for i in range(count):
        s.p[s.policies[i, x]] += s.w[i]
    share = (1 - arms * s.least) / total_of(s.w)
    for j in range(arms):
        s.p[j] = share * s.p[j] + s.least
    j = draw(s.p, 1.0, rng)
    return j, s.p[j]


def _learn(s: Exp4P, t, arm, p, loss):
    count, x, arms = s.policies.shape[0], s.context[0], s.p.size
    mean = 0.0
    for j in range(arms):  # of a late outcome only the drawn arm's own chance is known
        s.gain[j] = (1 - loss + s.beta) / p if j == arm else s.beta / s.p[j]
        s.growth[j] = math.exp(s.eta * s.gain[j])
        mean += s.gain[j] / arms
    for i in range(count):
        j = s.policies[i, x]
        s.G[i] += s.gain[j]
        s.w[i] *= s.growth[j]
    for i in range(count, s.G.size):
        s.G[i] += mean
        s.w[i] *= math.exp(s.eta * mean)
    s.age[0] += 1
    if s.age[0] == FRESH:
        _weigh(s)


observe.register(Exp4P, _observe)
pull.register(Exp4P, _pull)
learn.register(Exp4P, _learn)


def _observe_both(s: Sparring, t, context):
    observe(s.left, t, context)
    observe(s.right, t, context)


observe.register(Sparring, _observe_both)


def sparring_bound(arms: int, horizon: int, given: Any = None, *, delta: float = 0.05) -> float | None:
    """12 sqrt(K T ln(2N/δ)) with chance 1 - δ, and T for the rest; ``given`` are the policies, N is one more.

    Each side has a gain of at least that of any policy less 6 sqrt(K T ln(2N/δ)) with chance 1 - δ/2. A policy π would
    have gained (1 + M[π, B_t]) / 2 against one side and (1 + M[π, A_t]) / 2 against the other, and both sides together
    gain 1 in every round: the sum of the two is the strong regret against π.
    """
    if given is None:
        return None
    return 12 * math.sqrt(horizon * arms * math.log(2 * (len(given) + 1) / delta)) + delta * horizon


@algorithm(
    "sparring-exp4p",
    label="Sparring Exp4.P",
    reference="Dudík, Hofmann, Schapire, Slivkins and Zoghi 2015, Theorem 2",
    source="paper",
    family=("brown", 4),
    winners=("von_neumann",),
    regret="strong",
    adversarial=True,
    anytime=False,
    cost="O(|Π| + K)",
    bounds={"von_neumann": Bound("12 √(TK ln(2(|Π|+1)/δ)) + δT", sparring_bound, ("delta",))},
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
    delta: Annotated[float, "The chance with which the bound may fail; each side has half of it."] = 0.05,
) -> Sparring:
    """Two Exp4.P play against each other; the bound holds with chance 1 - ``delta``, each side has half of it."""
    chance("delta", delta)
    return start_sparring(arms, lambda: start_exp4p(arms, horizon, policies, delta / 2))
