"""Forgetful Doubler: lists of second arms and of their gains, one for each epoch."""

import math

from duelling.core.protocol import Duel


class ForgetfulDoubler:
    def __init__(self, arms, alpha):
        self.K, self.alpha, self.L = arms, alpha, list(range(arms))
        self.epochs = [[]]  # in each, the second arms with their gains

    def length(self):
        return 1 if len(self.epochs) == 1 else 2 ** (len(self.epochs) - 2)

    def choose(self, t, rng):
        if len(self.epochs[-1]) == self.length():
            self.L = sorted(arm for arm, _ in self.epochs[-1])
            self.epochs.append([])
        i = self.L[int(rng.random() * len(self.L))]
        return Duel(i, self.second(), self.L.count(i) / len(self.L), 1.0)

    def second(self):
        met = {arm for arm, _ in self.epochs[-1]}
        fresh = [k for k in range(self.K) if k not in met]
        if fresh:
            return fresh[0]
        seen = [both for epoch in self.epochs[-2:] for both in epoch]

        def index(k):
            gains = [gain for arm, gain in seen if arm == k]
            return sum(gains) / len(gains) + math.sqrt(self.alpha * math.log(len(seen)) / len(gains))

        return max(range(self.K), key=index)

    def update(self, t, duel, outcome):
        self.epochs[-1].append((duel.second, (1 - outcome) / 2))
