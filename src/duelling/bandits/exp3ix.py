r"""Exp3-IX: Exp3 with implicit exploration. Its regret is small with high probability, not only on average.

    p_i ∝ exp(-η L_i),     I ~ p,     L_I  ←  L_I + l / (p_I + γ),     γ = η/2

The estimate is a little too small, E = l_i p_i / (p_i + γ); in return no single step is longer than 1/γ. The bias must
be on losses: on gains it would make the algorithm greedier. The states are those of Exp3.

[1] G. Neu. Explore no more: improved high-probability regret bounds for non-stochastic bandits. NIPS 2015. Theorem
    1.
"""

from duelling.bandits.exp3 import Eta, Exp3, Exp3Anytime, Exp3Tree, Rate, check_rate, start_anytime, start_fixed
from duelling.core import theory
from duelling.registry.facts import bandit


@bandit(
    "exp3ix",
    label="Exp3-IX",
    reference="Neu 2015, Theorem 1",
    source="description",
    growth=0,
    variants={"rate=anytime": {"anytime": True, "cost": "O(K)", "growth": 1}},
    adversarial=True,
    anytime=False,
    cost="O(log K)",
    folds=True,
    takes_any_vote=True,
    true_chances=True,
    bound=theory.EXP3IX,
)
def start(arms: int, horizon: int, *, rate: Rate = "fixed", eta: Eta = None) -> Exp3 | Exp3Tree | Exp3Anytime:
    """Exponential weights over losses that are divided by p + γ; ``eta`` overrides the fixed rate η = 2γ."""
    check_rate(rate, eta)
    if rate == "anytime":
        eta = theory.exp3_anytime_rate(arms, 1)
        return start_anytime(arms, eta, eta / 2)
    eta = theory.exp3_rate(arms, horizon) if eta is None else eta
    return start_fixed(arms, eta, eta / 2)
