"""The evidence of one pair as an exact fraction: every outcome of every hidden coin is added up."""

from fractions import Fraction
from math import comb, factorial


def mixture(m: Fraction, wins: int, ties: int, losses: int) -> Fraction:
    """M(m): the mean over the coins of ∫ q^w (1-q)^l dq / (m^w (1-m)^l)."""
    total = Fraction(0)
    for heads in range(ties + 1):
        w, lost = wins + heads, losses + ties - heads
        beta = Fraction(factorial(w) * factorial(lost), factorial(w + lost + 1))
        total += Fraction(comb(ties, heads), 2**ties) * beta / (m**w * (1 - m) ** lost)
    return total
