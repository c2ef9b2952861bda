"""The evidence about one Borda score: every exponential over every vote."""

import math


def score(m, votes):
    """E(m); votes are (y, v)."""
    total = 0.0
    for g in range(18):
        bet = 0.9 / 2 ** (g / 2)
        psi = -math.log(1 - bet) - bet
        for side in (bet, -bet):
            total += math.prod(math.exp(side * v * (y - m) - psi * (v * (y - m)) ** 2) for y, v in votes)
    return total / 36


def running(r, shares):
    """R(r)."""
    total = 0.0
    for g in range(18):
        for theta in (1.8 / 2 ** (g / 2), -1.8 / 2 ** (g / 2)):
            total += math.prod(math.exp(theta * y) / (1 - r + r * math.exp(theta)) for y in shares)
    return total / 36
