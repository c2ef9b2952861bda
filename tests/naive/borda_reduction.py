"""The Borda reduction with elimination: all intervals are computed again in each round."""

import math

from duelling.core.protocol import Duel


class Cycle:
    def __init__(self, arms):
        self.arms, self.last = arms, -1

    def pull(self, t, rng):
        self.last = (self.last + 1) % self.arms
        return self.last, 1.0

    def learn(self, t, arm, p, loss):
        pass


class BordaElimination:
    def __init__(self, arms, delta, bandit):
        self.arms, self.delta, self.bandit = arms, delta, bandit
        self.gains, self.alive, self.low = [[] for _ in range(arms)], set(range(arms)), (-math.inf, 0)

    def choose(self, t, rng):
        if len(self.alive) < 2:
            return Duel(self.verdict(), self.verdict(), 1.0, 1.0)
        i, p = self.bandit.pull(t, rng)
        while i not in self.alive:
            self.bandit.learn(t, i, p, 1.0)
            i, p = self.bandit.pull(t, rng)
        others = [j for j in range(self.arms) if j != i]
        return Duel(i, others[int(rng.random() * len(others))], p, 1 / len(others))

    def interval(self, i):
        n = len(self.gains[i])
        if n == 0:
            return -math.inf, math.inf
        c = math.sqrt(math.log(4 * self.arms * n**2 / self.delta) / (2 * n))
        return sum(self.gains[i]) / n - c, sum(self.gains[i]) / n + c

    def update(self, t, duel, outcome):
        if len(self.alive) < 2:
            return
        self.bandit.learn(t, duel.first, duel.p_first, (1 - outcome) / 2)
        self.gains[duel.first].append((1 + outcome) / 2)
        low = self.interval(duel.first)[0]
        self.low = (low, duel.first) if low > self.low[0] else self.low
        self.alive = {i for i in self.alive if self.interval(i)[1] >= self.low[0]}

    def verdict(self):
        return -1 if len(self.alive) > 1 else next(iter(self.alive), self.low[1])
