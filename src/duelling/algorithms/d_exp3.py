r"""D-EXP3: exponential weights over Borda scores, for strong regret against an adversary. Both arms of a duel are drawn
independently from the same weights.

    q_i = (1-γ) exp(η S_i) / Σ_j exp(η S_j) + γ/K,     x and y ~ q independently,     o = (1 + Y)/2
    S_x ← S_x + o / (K q_x q_y)                  and, with a bonus β,     S_i ← S_i + β / q_i  for every i

The estimate has the mean (1/K) Σ_j P_ij, one minus the Borda loss, if a duel of an arm with itself counts 1/2. As η o /
(K q_x q_y) <= η K/γ² <= 1 and E[(o / (K q_i q_y))²] <= 1/(γ q_i), the proof of Exp3 gives, for the mean of the losses
of both arms,

    R <= γT + ln K/η + (e-2) η K T/γ  =  e (K ln K)^{1/3} T^{2/3}     at η = (ln K / (T sqrt K))^{2/3}, γ = sqrt(ηK)

No algorithm has less than the order K^{1/3} T^{2/3}: with strong regret both arms cost something, so exploration is
never free. With weak regret it can be, and Exp3+UnifK-1 has the order sqrt T.

With the bonus the regret is small with chance 1 - δ. Its rates are those of [2] for a comparator that stays, η =
(ln K / (T sqrt(2K)))^{2/3}, γ = sqrt(2ηK) and β = sqrt(ln(2K/δ) / (γKT)). With this β the largest error of the
estimate, ln(2K/δ)/(γβ), equals the cost of the bonus, βKT. If ``gamma`` is given, η and β stay as they are. Where T is
so small that γ would be above 1, η is reduced until γ = 1.

Of [1] only the abstract was at hand. The rule and the rates without a bonus follow a published code for it; the
constant e is proved above.

[1] A. Saha, T. Koren and Y. Mansour. Adversarial dueling bandits. ICML 2021.
[2] A. Saha and S. Gupta. Optimal and efficient dynamic regret algorithms for non-stationary dueling bandits. ICML 2022.
    Theorem 6.1.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.algorithms.shared import log_weights
from duelling.algorithms.shared.borda_rates import careful_rates
from duelling.algorithms.shared.log_weights import LogWeights, add, draw_arm
from duelling.bandits.exp3p import exponential_chances
from duelling.core.bounds import Bound
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import draw
from duelling.errors import above
from duelling.registry.facts import algorithm


class DExp3(NamedTuple):
    eta: float  # η
    gamma: float  # γ
    weights: LogWeights  # ln w_i = η S_i


class DExp3P(NamedTuple):
    eta: float  # η
    gamma: float  # γ
    beta: float  # β
    S: np.ndarray  # S_i, bonus included
    q: np.ndarray  # q_i
    stale: np.ndarray  # [1 once S has changed since q was computed]


def rate(arms: int, horizon: int) -> float:
    """η = (ln K / (T sqrt K))^{2/3}, and at most 1/K."""
    return float(min((math.log(arms) / (horizon * math.sqrt(arms))) ** (2 / 3), 1 / arms))


def _bound(arms: int, horizon: int, preference: Any = None, *, gamma: float | None = None) -> float | None:
    """γT + ln K/η + (e-2) η K T/γ, proved for ηK <= γ²; e (K ln K)^{1/3} T^{2/3} is at least T where η is cut."""
    if gamma is None:
        return float(math.e * (arms * math.log(arms)) ** (1 / 3) * horizon ** (2 / 3))
    eta = rate(arms, horizon)
    if eta * arms > gamma**2 * (1 + 1e-12):
        return None
    return gamma * horizon + math.log(arms) / eta + (math.e - 2) * eta * arms * horizon / gamma


@algorithm(
    "d-exp3",
    label="D-EXP3",
    reference="Saha, Koren and Mansour 2021",
    source="description",
    growth=0,
    examples=("delta=0.05",),
    family=("orange", 4),
    winners=("borda",),
    regret="strong",
    adversarial=True,
    anytime=False,
    cost="O(log K), O(K) with a delta",
    folds=True,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    bounds={"borda": Bound("e (K ln K)^{1/3} T^{2/3}", _bound, ("gamma",))},
)
def start(
    arms: int,
    horizon: int,
    *,
    gamma: Annotated[float | None, "The share of uniform draws; that of the theorem unless given."] = None,
    delta: Annotated[
        float | None,
        "The chance with which the bound may fail; a bonus that takes O(K) a round makes it hold. None: no bonus.",
    ] = None,
) -> DExp3 | DExp3P:
    """Exponential weights over Borda scores pick both arms; ``gamma`` overrides the share of uniform draws.

    With ``delta`` a bonus makes the regret small with chance 1 - delta.
    """
    if gamma is not None:
        above("gamma", gamma, 0, 1)
    if delta is None:
        eta = rate(arms, horizon)
        gamma = math.sqrt(eta * arms) if gamma is None else gamma
        return DExp3(eta, float(gamma), log_weights.start(arms))
    eta, best, beta = careful_rates(arms, horizon, delta)
    gamma = float(best if gamma is None else gamma)
    return DExp3P(eta, gamma, beta, np.zeros(arms), np.full(arms, 1 / arms), np.ones(1, np.int64))


def _choose(s: DExp3, t, rng):
    x, p = draw_arm(s.weights, s.gamma, rng)
    y, q = draw_arm(s.weights, s.gamma, rng)
    return Duel(x, y, p, q)


def _update(s: DExp3, t, duel, outcome):
    if outcome >= 0:  # a loss adds nothing
        add(s.weights, duel.first, s.eta * shifted_score(duel, outcome, s.weights.log.size))


@jit
def shifted_score(duel, outcome, arms):
    """o / (K q_x q_y), which counts for the first arm."""
    return (1 + outcome) / (2 * arms * duel.p_first * duel.p_second)


choose.register(DExp3, _choose)
update.register(DExp3, _update)


def _choose_careful(s: DExp3P, t, rng):
    exponential_chances(s.S, s.eta, s.gamma, s.q)
    s.stale[0] = 0
    x, y = draw(s.q, 1.0, rng), draw(s.q, 1.0, rng)
    return Duel(x, y, s.q[x], s.q[y])


def _update_careful(s: DExp3P, t, duel, outcome):
    """The duel carries the chances of the drawn arms; those of the others follow from the present scores."""
    if s.stale[0] == 1:
        exponential_chances(s.S, s.eta, s.gamma, s.q)
    for i in range(s.S.size):
        if i != duel.first:
            s.S[i] += s.beta / s.q[i]
    s.S[duel.first] += shifted_score(duel, outcome, s.S.size) + s.beta / duel.p_first
    s.stale[0] = 1


choose.register(DExp3P, _choose_careful)
update.register(DExp3P, _update_careful)
