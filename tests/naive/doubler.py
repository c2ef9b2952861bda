"""Doubler: the multiset is a sorted list, each epoch has a new bandit."""

from duelling.core.protocol import Duel


class Doubler:
    def __init__(self, arms, make):
        self.arms, self.make, self.L, self.right, self.epoch = arms, make, None, [], 0

    def choose(self, t, rng):
        if self.L is None:
            self.right = [int(rng.random() * self.arms)]
        if self.L is None or len(self.right) == 2**self.epoch:
            self.L, self.right, self.bandit = sorted(self.right), [], self.make()
            self.epoch += 1
        i = self.L[int(rng.random() * len(self.L))]
        j, q = self.bandit.pull(len(self.right) + 1, rng)
        self.right.append(j)
        return Duel(i, j, self.L.count(i) / len(self.L), q)

    def update(self, t, duel, outcome):
        self.bandit.learn(len(self.right), duel.second, duel.p_second, 1 - (1 - outcome) / 2)
