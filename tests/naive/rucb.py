"""RUCB line by line, with all K² bounds in every round."""

import math

from duelling.core.protocol import Duel
from tests.naive.confidence import Counts


class Rucb:
    def __init__(self, arms, alpha=0.51, version="icml"):
        self.counts, self.alpha, self.version, self.B, self.C = Counts(arms), alpha, version, set(), []

    def choose(self, t, rng):
        arms, x, counts = range(self.counts.arms), self.alpha * math.log(t), self.counts
        self.C = C = [c for c in arms if all(counts.u(c, j, x) >= 0.5 for j in arms)]
        self.B &= set(C)
        if not C:
            c, p = int(rng.random() * len(arms)), 1 / len(arms)
        elif len(C) == 1:
            c, p = C[0], 1.0
            if self.version == "icml":
                self.B = set(C)
        elif self.B and rng.random() < 0.5:
            (c,), p = self.B, 0.5
        else:
            others = [c for c in C if c not in self.B]
            p = (0.5 if self.B else 1.0) / len(others)
            c = others[int(rng.random() * len(others))]
        d, p_second = counts.rival(c, x, rng)
        return Duel(c, d, p, p_second)

    def update(self, t, duel, outcome):
        self.counts.update(duel, outcome)


def bound_high(win, best, horizon, alpha, delta):
    """Theorem 4: strong Condorcet regret with chance 1 - δ, for all T at once."""
    K, gap = len(win), [win[best][j] - 0.5 for j in range(len(win)) if j != best]
    D = sum(4 * alpha / g**2 for g in gap)
    D += sum(4 * alpha / min(g, h) ** 2 for k, g in enumerate(gap) for h in gap[:k])
    burn_in = ((4 * alpha - 1) * K**2 / ((2 * alpha - 1) * delta / 2)) ** (1 / (2 * alpha - 1))
    first = 4 * math.log(2 / delta) + 2 * burn_in + 2 * D * math.log(2 * D)
    return first * max(gap) + sum(2 * alpha * (g + 4 * max(gap)) / g**2 for g in gap) * math.log(horizon)
