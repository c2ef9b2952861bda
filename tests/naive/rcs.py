"""RCS with the chance of every sign from SciPy, and all products computed again in every round."""

import math

from scipy.special import betainc

from duelling.core.protocol import Duel
from tests.naive.confidence import Counts, pick


class Rcs:
    def __init__(self, arms, alpha=0.501, fallback_only=False):
        self.counts, self.alpha, self.fallback_only, self.h = Counts(arms), alpha, fallback_only, [0] * arms

    def chance(self, i, j):
        """P(θ_ij > 1/2)."""
        return 1 - betainc(self.counts.w[i, j] + 1, self.counts.w[j, i] + 1, 0.5)

    def champions(self):
        """The chance of each arm to win all its sampled duels."""
        arms = range(self.counts.arms)
        return [math.prod(self.chance(i, j) for j in arms if j != i) for i in arms]

    def choose(self, t, rng):
        arms, Q, u = range(self.counts.arms), self.champions(), rng.random()
        champion = next((i for i in arms if u >= 1 - sum(Q[: i + 1])), None)
        fewest = [i for i in arms if self.h[i] == min(self.h)]
        c = pick(fewest, rng) if champion is None else champion
        p = Q[c] + (1 - sum(Q)) / len(fewest) * (c in fewest)
        self.h[c] += champion is None or not self.fallback_only
        d, p_second = self.counts.rival(c, self.alpha * math.log(t), rng)
        return Duel(c, d, p, p_second)

    def update(self, t, duel, outcome):
        self.counts.update(duel, outcome)
