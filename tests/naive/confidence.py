"""Confidence bounds by their definition."""

import math

import numpy as np


class Counts:
    """w_ij, and from it every bound anew."""

    def __init__(self, arms):
        self.arms, self.w = arms, np.zeros((arms, arms))

    def update(self, duel, outcome):
        i, j = int(duel.first), int(duel.second)
        if i != j:
            self.w[i, j] += (1 + outcome) / 2
            self.w[j, i] += (1 - outcome) / 2

    def u(self, i, j, x):
        """u_ij = w_ij/N_ij + sqrt(x/N_ij) with 1 for x/0."""
        if i == j:
            return 0.5
        n = self.w[i, j] + self.w[j, i]
        return 2.0 if n == 0 else self.w[i, j] / n + math.sqrt(x / n)

    def low(self, i, j, x):
        return 1 - self.u(j, i, x) if i != j else 0.5

    def below(self, i, j, x):
        """Whether u_ij < 1/2."""
        return self.u(i, j, x) < 0.5

    def rival(self, c, x, rng, pool=None):
        """argmax_j u_jc, uniform among equals, c only if it has no equal. Equal counts make equals."""
        pool = range(self.arms) if pool is None else pool
        bounds = {j: self.u(j, c, x) for j in pool}
        top = max(bounds.values())
        best = [j for j in pool if math.isclose(bounds[j], top, rel_tol=1e-14)]
        if len(best) > 1 and c in best:
            best.remove(c)
        return pick(best, rng), 1 / len(best)


def pick(candidates, rng):
    """One of them, uniformly; no draw if there is no choice."""
    return candidates[int(rng.random() * len(candidates))] if len(candidates) > 1 else candidates[0]
