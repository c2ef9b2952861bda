"""REX3 with the logarithms of its weights; everything is computed again in each round."""

import math

from duelling.core.protocol import Duel
from tests.naive.bandits import pick, softmax


class Rex3:
    def __init__(self, arms, gamma):
        self.log, self.gamma = [0.0] * arms, gamma  # gamma(t)

    def draw(self, t, rng):
        """With chance γ uniform, otherwise by weight, which is a draw from the mixture."""
        gamma, share, K = min(0.5, self.gamma(t)), softmax(self.log), len(self.log)
        i = int(rng.random() * K) if rng.random() < gamma else pick(share, rng.random())
        return i, (1 - gamma) * share[i] + gamma / K

    def choose(self, t, rng):
        (a, p), (b, q) = self.draw(t, rng), self.draw(t, rng)
        return Duel(a, b, p, q)

    def update(self, t, duel, outcome):
        if duel.first != duel.second:
            step = min(0.5, self.gamma(t)) / len(self.log)
            self.log[duel.first] += step * outcome / (2 * duel.p_first)
            self.log[duel.second] -= step * outcome / (2 * duel.p_second)


def root(K, T, factor):
    return math.sqrt(K * math.log(K) / (factor * T))
