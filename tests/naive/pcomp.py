"""PCOMP, each batch planned as a list of duels, and its estimates computed from a list of outcomes."""

import itertools
import math

from duelling.core.protocol import Duel


class Pcomp:
    def __init__(self, arms, horizon, batches):
        self.A, self.T, self.B, self.r = list(range(arms)), horizon, batches, 0
        self.log = math.log(6 * horizon * arms**2 * batches)
        self.plan, self.seen = [], {}

    @property
    def verdict(self):
        return self.A[0] if len(self.A) == 1 else -1

    def close(self):
        gone = set()
        for (i, j), outcomes in self.seen.items():
            share = sum((1 + y) / 2 for y in outcomes) / len(outcomes)
            gamma = math.sqrt(self.log / (2 * len(outcomes)))
            if share > 0.5 + gamma:
                gone.add(j)
            if 1 - share > 0.5 + gamma:
                gone.add(i)
        if len(gone) < len(self.A):
            self.A = [i for i in self.A if i not in gone]

    def choose(self, t, rng):
        if not self.plan:
            self.close()
            self.r, self.seen = self.r + 1, {}
            c = int(self.T ** (min(self.r, self.B) / self.B) + 1e-6)
            self.plan = [pair for pair in itertools.combinations(self.A, 2) for _ in range(c)]
        if len(self.A) == 1:
            return Duel(self.A[0], self.A[0], 1.0, 1.0)
        return Duel(*self.plan.pop(0), 1.0, 1.0)

    def update(self, t, duel, outcome):
        if duel.first != duel.second:
            self.seen.setdefault((duel.first, duel.second), []).append(outcome)
