"""Borda-Confidence-Bound and the two-sided stop, with all bounds computed again after every vote."""

import math

from duelling.core.protocol import Duel


class Uniform:
    def __init__(self, arms):
        self.K, self.verdict = arms, -1

    def choose(self, t, rng):
        if self.verdict >= 0:
            return Duel(self.verdict, self.verdict, 1.0, 1.0)
        x = int(rng.random() * self.K)
        y = [j for j in range(self.K) if j != x][int(rng.random() * (self.K - 1))]
        return Duel(x, y, 1 / self.K, 1 / (self.K - 1))

    def commit(self, lower, upper):
        for i in range(self.K):
            if all(lower[i] > upper[j] for j in range(self.K) if j != i):
                self.verdict = i


class BordaConfidence(Uniform):
    def __init__(self, arms, horizon, delta):
        super().__init__(arms)
        self.T, self.delta, self.t, self.gain = horizon, delta, 0, [0.0] * arms

    def update(self, t, duel, outcome):
        if self.verdict < 0 and self.t < self.T:
            self.t += 1
            self.gain[duel.first] += self.K * (1 + outcome) / 2
            L = math.log(2 * self.K * self.T / self.delta)
            width = 2 * math.sqrt(self.K / self.t * L)
            b = [g / self.t for g in self.gain]
            if self.t >= self.K * L / 3:
                self.commit([v - width for v in b], [v + width for v in b])


class BordaStop(Uniform):
    def __init__(self, arms, delta):
        super().__init__(arms)
        self.delta, self.wins, self.n = delta, [0.0] * arms, [0] * arms

    def update(self, t, duel, outcome):
        if self.verdict >= 0:
            return
        for arm, won in ((duel.first, (1 + outcome) / 2), (duel.second, (1 - outcome) / 2)):
            self.wins[arm] += won
            self.n[arm] += 1
        if min(self.n) > 0:
            m = [w / n for w, n in zip(self.wins, self.n, strict=True)]
            rad = [math.sqrt(math.log(4 * self.K * n**2 / self.delta) / (2 * n)) for n in self.n]
            self.commit([a - b for a, b in zip(m, rad, strict=True)], [a + b for a, b in zip(m, rad, strict=True)])
