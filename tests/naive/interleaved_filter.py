"""Interleaved Filter from its pseudo-code: sets, shares and radii as floats."""

import math

from duelling.core.protocol import Duel


class InterleavedFilter:
    def __init__(self, arms, delta, prune):
        self.arms, self.prune, self.delta = arms, prune, delta
        self.candidate, self.W, self.results, self.queue = None, [], {}, []

    def begin(self, candidate, W):
        self.candidate, self.W = candidate, W
        self.results = {b: [] for b in W}
        self.queue = list(W)

    def choose(self, t, rng):
        p = 1.0
        if self.candidate is None:
            first = int(rng.random() * self.arms)
            self.begin(first, [b for b in range(self.arms) if b != first])
            p = 1 / self.arms
        if not self.W:
            return Duel(self.candidate, self.candidate, 1.0, 1.0)
        return Duel(self.candidate, self.queue[0], p, 1.0)

    def share(self, b):
        return sum(self.results[b]) / len(self.results[b])

    def radius(self, b):
        return math.sqrt(4 * math.log(1 / self.delta) / len(self.results[b]))

    def update(self, t, duel, outcome):
        if not self.W:
            return
        self.results[self.queue.pop(0)].append((1 + outcome) / 2)
        if self.queue:
            return
        self.W = [b for b in self.W if self.share(b) - self.radius(b) <= 0.5]
        better = [b for b in self.W if self.share(b) + self.radius(b) < 0.5]
        if better:
            follower = min(better, key=lambda b: (self.share(b), b))
            if self.prune:
                self.W = [b for b in self.W if self.share(b) <= 0.5]
            self.begin(follower, [b for b in self.W if b != follower])
        self.queue = list(self.W)

    def verdict(self):
        return self.candidate if self.candidate is not None and not self.W else -1
