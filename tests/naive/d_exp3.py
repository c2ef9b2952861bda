"""D-EXP3, with and without a bonus, and Borda-DEX3.S; everything is computed again in each round."""

import itertools
import math

from duelling.core.protocol import Duel
from tests.naive.agreement import CYCLE
from tests.naive.bandits import pick, softmax


def rates(K, T, S=1, delta=0.05):
    """As Theorem 6.1 prints them."""
    eta = (S * math.log(K) / (T * math.sqrt(2 * K))) ** (2 / 3)
    beta = S ** (1 / 3) * math.sqrt(math.log(2 * K / delta)) / ((2 * eta) ** 0.25 * K**0.75 * math.sqrt(T))
    return eta, math.sqrt(2 * eta * K), beta


def duels(p, q):
    """All duels of two independent draws, their outcomes, and their chances; a self-duel is a tie."""
    for i, j in itertools.product(range(3), repeat=2):
        ends = [(0, 1.0)] if i == j else [(1, CYCLE[i, j]), (-1, CYCLE[j, i])]
        for outcome, chance in ends:
            yield Duel(i, j, p[i], q[j]), outcome, p[i] * q[j] * chance


class DExp3:
    def __init__(self, arms, eta, gamma):
        self.S, self.eta, self.gamma = [0.0] * arms, eta, gamma

    def draw(self, rng):
        """With chance γ uniform, otherwise by weight, which is a draw from the mixture."""
        share, K = softmax([self.eta * v for v in self.S]), len(self.S)
        i = int(rng.random() * K) if rng.random() < self.gamma else pick(share, rng.random())
        return i, (1 - self.gamma) * share[i] + self.gamma / K

    def choose(self, t, rng):
        (x, p), (y, q) = self.draw(rng), self.draw(rng)
        return Duel(x, y, p, q)

    def update(self, t, duel, outcome):
        self.S[duel.first] += (1 + outcome) / 2 / (len(self.S) * duel.p_first * duel.p_second)


class DExp3P(DExp3):
    def __init__(self, arms, eta, gamma, beta):
        super().__init__(arms, eta, gamma)
        self.beta = beta

    def choose(self, t, rng):
        K = len(self.S)
        self.q = [(1 - self.gamma) * v + self.gamma / K for v in softmax([self.eta * v for v in self.S])]
        x, y = pick(self.q, rng.random()), pick(self.q, rng.random())
        return Duel(x, y, self.q[x], self.q[y])

    def update(self, t, duel, outcome):
        super().update(t, duel, outcome)
        self.S = [v + self.beta / q for v, q in zip(self.S, self.q, strict=True)]


class BordaDex3s:
    def __init__(self, arms, eta, gamma, beta, alpha):
        self.K, self.eta, self.gamma, self.beta, self.alpha = arms, eta, gamma, beta, alpha
        self.W = {+1: [1.0] * arms, -1: [1.0] * arms}

    def choose(self, t, rng):
        self.p = {side: [(1 - self.gamma) * w / sum(W) + self.gamma / self.K for w in W] for side, W in self.W.items()}
        self.k = {side: pick(p, rng.random()) for side, p in self.p.items()}
        return Duel(self.k[+1], self.k[-1], self.p[+1][self.k[+1]], self.p[-1][self.k[-1]])

    def update(self, t, duel, outcome):
        for side, W in self.W.items():
            p, other, o = self.p[side], self.p[-side][self.k[-side]], (1 + side * outcome) / 2
            s = [(k == self.k[side]) / (self.K * p[k]) * o / other + self.beta / p[k] for k in range(self.K)]
            self.W[side] = [
                w * math.exp(self.eta * v) + math.e * self.alpha * sum(W) for w, v in zip(W, s, strict=True)
            ]
