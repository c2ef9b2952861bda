"""Versatile-DB with one distribution: a slow Tsallis-INF whose chances both arms share."""

from duelling.core.protocol import Duel
from tests.naive.bandits import Tsallis


class VersatileShared:
    def __init__(self, arms):
        self.bandit = Tsallis(arms, reduced=False)

    def choose(self, t, rng):
        (i, p), (j, q) = self.bandit.pull(t, rng), self.bandit.pull(t, rng)
        return Duel(i, j, p, q)

    def update(self, t, duel, outcome):
        self.bandit.L[duel.first] += (1 - outcome) / 2 / duel.p_first / 2
        self.bandit.L[duel.second] += (1 + outcome) / 2 / duel.p_second / 2
