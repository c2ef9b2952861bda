"""DETECT with a list of outcomes for each pair, around the slow twin of any algorithm."""

import math

from duelling.core.protocol import Duel


class Detect:
    def __init__(self, arms, horizon, fresh, explore, change):
        self.K, self.fresh, self.explore = arms, fresh, explore
        self.w = math.ceil((16 * math.log(horizon) + 6) / change**2)
        self.w += self.w % 2
        self.b = math.sqrt(self.w * (math.log(horizon) + 3 / 8))
        self.restarts = -1
        self.restart()

    def restart(self):
        self.base, self.clock, self.I, self.turn = self.fresh(), 0, None, 0
        self.last = {j: [] for j in range(self.K)}
        self.restarts += 1

    def choose(self, t, rng):
        if self.I is None:
            self.clock += 1
            duel = self.base.choose(self.clock, rng)
            if self.clock <= self.explore:
                return duel
            self.I = duel.first
        if self.turn == self.I:
            self.turn = (self.turn + 1) % self.K
        j, self.turn = self.turn, (self.turn + 1) % self.K
        return Duel(self.I, j, 1.0, 1.0)

    def update(self, t, duel, outcome):
        if self.I is None:
            self.base.update(self.clock, duel, outcome)
            return
        kept = self.last[duel.second]
        kept.append((1 + outcome) / 2)
        if len(kept) >= self.w:
            older, newer = kept[-self.w : -self.w // 2], kept[-self.w // 2 :]
            if abs(sum(newer) - sum(older)) > self.b:
                self.restart()
