"""MultiSBM: a list of bandits."""

from duelling.core.protocol import Duel


class MultiSBM:
    def __init__(self, arms, make):
        self.bandits, self.clock, self.last = [make() for _ in range(arms)], [0] * arms, None

    def choose(self, t, rng):
        p = 1.0
        if self.last is None:
            self.last, p = int(rng.random() * len(self.bandits)), 1 / len(self.bandits)
        first = self.last
        self.clock[first] += 1
        self.last, q = self.bandits[first].pull(self.clock[first], rng)
        return Duel(first, self.last, p, q)

    def update(self, t, duel, outcome):
        right_won = (1 - outcome) / 2
        self.bandits[duel.first].learn(self.clock[duel.first], duel.second, duel.p_second, 1 - right_won)
