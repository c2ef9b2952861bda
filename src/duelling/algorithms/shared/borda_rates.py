"""Rates of exponential weights over Borda scores whose regret is small with high probability.

D-EXP3 with a bonus takes them for a comparator that stays, and Borda-DEX3.S for one with S stretches.

[1] A. Saha and S. Gupta. Optimal and efficient dynamic regret algorithms for non-stationary dueling bandits. ICML 2022.
    Theorem 6.1.
"""

import math

from duelling.errors import chance


def careful_rates(arms: int, horizon: int, delta: float, switches: int = 1) -> tuple[float, float, float]:
    """η, γ and β for a bound that holds with chance 1 - δ against a comparator with ``switches`` stretches."""
    chance("delta", delta)
    eta = min((switches * math.log(arms) / (horizon * math.sqrt(2 * arms))) ** (2 / 3), 1 / (2 * arms))
    gamma = math.sqrt(2 * eta * arms)
    beta = switches ** (1 / 3) * math.sqrt(math.log(2 * arms / delta) / (gamma * arms * horizon))
    return eta, gamma, min(beta, 1.0)
