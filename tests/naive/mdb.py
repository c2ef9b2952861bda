"""MDB with a list of outcomes for each pair, around the slow twin of any algorithm."""

import math

from duelling.core.protocol import Duel


class Mdb:
    def __init__(self, arms, horizon, fresh, phases, change):
        C = math.log((4 * horizon + 2) * math.sqrt(horizon) / (math.sqrt(phases) * arms))
        self.w = math.ceil(8 * C / change**2)
        self.w += self.w % 2
        self.b = math.sqrt(self.w * C / 2)
        self.pairs = [(i, j) for i in range(arms) for j in range(i + 1, arms)]
        gamma = min(1, math.sqrt(phases * self.w / horizon) * (arms - 1) / 2)
        self.cycle = max(len(self.pairs), math.floor(len(self.pairs) / gamma))
        self.fresh, self.drawn, self.restarts = fresh, False, -1
        self.restart()

    def restart(self):
        self.base, self.t, self.clock = self.fresh(), 0, 0
        self.last = {pair: [] for pair in self.pairs}
        self.restarts += 1

    def choose(self, t, rng):
        if not self.drawn:
            self.drawn, n = True, len(self.pairs)
            for p in range(n - 1):
                q = p + int(rng.random() * (n - p))
                self.pairs[p], self.pairs[q] = self.pairs[q], self.pairs[p]
        self.place = self.t % self.cycle
        self.t += 1
        if self.place < len(self.pairs):
            return Duel(*self.pairs[self.place], 1.0, 1.0)
        self.clock += 1
        return self.base.choose(self.clock, rng)

    def update(self, t, duel, outcome):
        if self.place >= len(self.pairs):
            self.base.update(self.clock, duel, outcome)
            return
        kept = self.last[duel.first, duel.second]
        kept.append((1 + outcome) / 2)
        if len(kept) >= self.w:
            older, newer = kept[-self.w : -self.w // 2], kept[-self.w // 2 :]
            if abs(sum(newer) - sum(older)) > self.b:
                self.restart()
