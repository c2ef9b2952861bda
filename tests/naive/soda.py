"""SODA, straight from its rule: all duels are kept, and everything is computed again in each round."""

import math

from duelling.core.protocol import Duel
from tests.naive.bandits import pick, softmax


class Soda:
    def __init__(self, arms, horizon, rate):
        self.K, self.T, self.rate, self.told = arms, horizon, rate, []

    def chances(self, t):
        K = self.K
        D = [sum((K - 1) * y for b, y in self.told if b == i) for i in range(K)]
        S = [sum(((K - 1) * y) ** 2 for b, y in self.told if b == i) for i in range(K)]
        if self.rate == "paper":
            eta = math.sqrt(math.log(K) / (max(S) + (K - 1) ** 2))
            return softmax([-eta * d - eta**2 * s for d, s in zip(D, S, strict=True)])
        rounds = self.T if self.rate == "fixed" else 2 * t
        eta = min(1, math.sqrt(K * math.log(K) / ((math.e - 2) * rounds))) / (K - 1)
        return softmax([-eta * d for d in D])

    def choose(self, t, rng):
        p = self.chances(t)
        i = pick(p, rng.random())
        others = [j for j in range(self.K) if j != i]
        return Duel(i, others[int(rng.random() * len(others))], p[i], 1 / len(others))

    def update(self, t, duel, outcome):
        if duel.first != duel.second:
            self.told.append((duel.second, outcome))
