"""Self-Sparring: lists of wins and losses, and two draws from one posterior."""

from duelling.core.protocol import Duel


class SelfSparring:
    def __init__(self, arms, eta=1.0):
        self.arms, self.eta, self.told = arms, eta, []

    def best(self, rng):
        won = [sum((1 + y) / 2 for i, y in self.told if i == k) for k in range(self.arms)]
        lost = [sum((1 - y) / 2 for i, y in self.told if i == k) for k in range(self.arms)]
        theta = [rng.beta(1 + self.eta * a, 1 + self.eta * b) for a, b in zip(won, lost, strict=True)]
        return theta.index(max(theta))

    def choose(self, t, rng):
        return Duel(self.best(rng), self.best(rng), 1.0, 1.0)

    def update(self, t, duel, outcome):
        if duel.first != duel.second:
            self.told += [(duel.first, outcome), (duel.second, -outcome)]
