"""SECS from its pseudo-code: all estimates and both tests for all pairs, computed again after every step."""

import math

from duelling.core.protocol import Duel


class SECS:
    def __init__(self, arms, delta, k, gate=0, constant=6, horizon=math.inf):
        self.n, self.delta, self.k, self.gate, self.constant, self.T = arms, delta, k, gate, constant, horizon
        self.A, self.queue, self.t, self.I, self.verdict = list(range(arms)), [], 0, None, -1
        self.cnt = [[0.0] * arms for _ in range(arms)]

    def C(self):
        g = math.log(4 * self.n**2 * self.t**2 / self.delta)
        return math.sqrt(2 * g * self.n / self.t) + 2 * g * self.n / (3 * self.t)

    def D(self):
        n, t = self.n, self.t
        return n / (n - 1) * math.sqrt(2 * math.log(4 * n * t**2 / self.delta) / t)

    def s(self, j):
        return self.n * sum(self.cnt[j]) / ((self.n - 1) * self.t)

    def sparse(self, i, j):
        """The left side of the first test."""
        others = [w for w in range(self.n) if w not in (i, j)]
        omega = sorted(others, key=lambda w: (-abs(self.cnt[i][w] - self.cnt[j][w]), w))[: self.k]
        total = sum(self.cnt[i][w] - self.cnt[j][w] for w in omega)
        return 2 * (self.n * self.cnt[i][j] / self.t - 0.5) + self.n * total / self.t

    def removes(self, i, j):
        first = self.t > self.gate and self.sparse(i, j) > self.constant * (self.k + 1) * self.C()
        return first or self.s(i) > self.s(j) + self.D()

    def best(self):
        return max(self.A, key=lambda j: sum(self.cnt[j]))

    def choose(self, t, rng):
        if self.verdict < 0 and t > self.T:
            self.verdict = self.best()
        if self.verdict >= 0:
            return Duel(self.verdict, self.verdict, 1.0, 1.0)
        if not self.queue:
            self.t += 1
            self.I = int(rng.random() * self.n)
            self.queue = [j for j in self.A if j != self.I]
        return Duel(self.queue.pop(0), self.I, 1.0, 1 / self.n)

    def update(self, t, duel, outcome):
        if self.verdict >= 0:
            return
        self.cnt[duel.first][duel.second] += (1 + outcome) / 2
        if not self.queue:
            left = [j for j in self.A if not any(self.removes(i, j) for i in self.A if i != j)]
            self.A = left or [self.best()]
            if len(self.A) == 1:
                self.verdict = self.A[0]
