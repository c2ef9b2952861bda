"""How strongly a record of wins and losses speaks against an even match: N d(w/N, 1/2), such that sums of it are exact.

d(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q)) is the Kullback-Leibler divergence of two coins. The evidence is rounded to
a multiple of 2⁻³². Sums and differences of such numbers are exact below 2²¹, in any order. So a sum that is updated one
term at a time does not drift and is never recomputed, and sums that should be equal are equal.
"""

import math

from duelling.core.jit import jit

UNIT = 2.0**32


@jit
def even_divergence(p):
    """d(p, 1/2) = ln 2 + p ln p + (1-p) ln(1-p)."""
    q = 1 - p
    total = 0.0
    if p > 0:
        total += p * math.log(2 * p)
    if q > 0:
        total += q * math.log(2 * q)
    return total


@jit
def evidence(wins, losses):
    """N d(w/N, 1/2) for w wins and N - w losses, to 2⁻³²."""
    n, total = wins + losses, 0.0
    if wins > 0:
        total += wins * math.log(2 * wins / n)
    if losses > 0:
        total += losses * math.log(2 * losses / n)
    return math.floor(max(total, 0.0) * UNIT + 0.5) / UNIT
