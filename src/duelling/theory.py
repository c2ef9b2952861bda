"""Rates and bounds of the theorems: the thesis's two, as printed and as proved, and those of its building blocks.

Every rate and bound is a function of the number of arms K and the horizon T. An anytime rate η_t is the same function
at T = t; by the rule "η_t = η(t) / sqrt 2" it costs a factor sqrt 2 in the bound.
"""

import math

from duelling.facts import Bound


def exp3_rate(arms: int, horizon: int) -> float:
    """η = sqrt(2 ln K / (T K))."""
    return math.sqrt(2 * math.log(arms) / (horizon * arms))


def exp3_anytime_rate(arms: int, t: int) -> float:
    """η_t = sqrt(ln K / (t K))."""
    return math.sqrt(math.log(arms) / (t * arms))


def exp3_bound(arms: int, horizon: int, preference=None, *, rate: str = "fixed") -> float:
    """sqrt(2 T K ln K), or 2 sqrt(T K ln K) for every T with the anytime rate."""
    return (2 if rate == "anytime" else math.sqrt(2)) * math.sqrt(horizon * arms * math.log(arms))


EXP3 = Bound("√(2TK ln K)", exp3_bound, ("rate",))


def borda_rate(arms: int, horizon: int) -> float:
    """η = 2 sqrt(ln K / (K T)): the thesis's Borda theorem, and the best rate of the corrected utility theorem."""
    return 2 * math.sqrt(math.log(arms) / (arms * horizon))


def utility_rate(arms: int, horizon: int) -> float:
    """η = (4/K) sqrt((K-1) ln K / (3T)), as printed in the thesis's utility theorem."""
    return 4 / arms * math.sqrt((arms - 1) * math.log(arms) / (3 * horizon))


def borda_bound(arms: int, horizon: int) -> float:
    """E[R_W] <= ((K-1)/K) sqrt(T K ln K) at the Borda rate (thesis, Theorem 5.2)."""
    return (arms - 1) / arms * math.sqrt(horizon * arms * math.log(arms))


def utility_bound_printed(arms: int, horizon: int) -> float:
    """E[R_W] <= sqrt(3 (K-1) T ln K), as printed in Theorem 5.1; its proof has a wrong second moment."""
    return math.sqrt(3 * (arms - 1) * horizon * math.log(arms))


def utility_bound(arms: int, horizon: int, eta: float | None = None) -> float:
    """E[R_W] <= 2 ((K-1)/K) (ln K/η + η K T/4), what the technique of Theorem 5.1 proves.

    At the Borda rate it is 2 ((K-1)/K) sqrt(K T ln K), twice the Borda bound, as R^U = 2 R^N demands.
    """
    eta = borda_rate(arms, horizon) if eta is None else eta
    return 2 * (arms - 1) / arms * (math.log(arms) / eta + eta * arms * horizon / 4)
