"""D-TS and D-TS+ twice: with a whole sample of Betas, and with only the draws that decide, in the kernel's order."""

import math

import numpy as np
from scipy.special import betainc

from duelling.core.protocol import Duel


def divergence(p):
    return math.log(2) + sum(q * math.log(q) for q in (p, 1 - p) if q > 0)


def bounds(w, t, alpha):
    """u_ij and l_ij; 2 and 0 for a pair that has not been played (they are not clipped)."""
    K = len(w)
    u, low = np.full((K, K), 2.0), np.full((K, K), 0.0)
    for i in range(K):
        for j in range(K):
            n = w[i][j] + w[j][i]
            if i == j:
                u[i, j] = low[i, j] = 0.5
            elif n > 0:
                width = math.sqrt(alpha * math.log(t) / n)
                u[i, j], low[i, j] = w[i][j] / n + width, w[i][j] / n - width
    return u, low


def candidates(u):
    Z = [sum(u[i, j] >= 0.5 for j in range(len(u)) if j != i) for i in range(len(u))]
    return [i for i in range(len(u)) if Z[i] == max(Z)]


def literal(w, t, rng, alpha=0.51, plus=False):
    """Pairs by the printed steps, without end: each for the same wins."""
    K = len(w)
    u, low = bounds(w, t, alpha)
    C = candidates(u)
    while True:
        theta = np.full((K, K), 0.5)
        for i in range(K):
            for j in range(i + 1, K):
                theta[i, j] = rng.beta(w[i][j] + 1, w[j][i] + 1)
                theta[j, i] = 1 - theta[i, j]
        yield literal_pair(w, theta, low, C, rng, plus)


def literal_pair(w, theta, low, C, rng, plus):
    """The pair for a sample of Betas."""
    K, scores = len(w), (theta > 0.5).sum(axis=1)
    tied = [i for i in C if scores[i] == max(scores[C])]
    if plus and len(tied) > 1:
        z = scores / (K - 1)
        costs = {
            i: sum((z.max() - (z[i] + z[j]) / 2) / divergence(theta[i, j]) for j in range(K) if j != i) for i in tied
        }
        tied = [i for i in tied if costs[i] == min(costs.values())]
    c = tied[int(rng.random() * len(tied))]
    second = [0.5 if i == c else rng.beta(w[i][c] + 1, w[c][i] + 1) if low[i, c] <= 0.5 else -1.0 for i in range(K)]
    return c, int(np.argmax(second))


class Coins:
    """Coins from the bytes of uniform numbers, and from a uniform number where a byte does not decide."""

    def __init__(self, rng):
        self.rng, self.bytes = rng, []

    def flip(self, p):
        if not self.bytes:
            self.bytes = list(int(self.rng.random() * 2**48).to_bytes(6, "little"))
        byte = self.bytes.pop(0)
        whole = int(256 * p + 1e-9)
        return int(self.rng.random() < 256 * p - whole if byte == whole else byte < whole)


class DoubleThompson:
    """The twin: the same uniform numbers decide the same signs."""

    def __init__(self, arms, alpha=0.51, plus=False):
        self.K, self.alpha, self.plus = arms, alpha, plus
        self.w = np.zeros((arms, arms))

    def chance(self, i, j):
        """P(θ_ij > 1/2)."""
        return 1 - betainc(self.w[i, j] + 1, self.w[j, i] + 1, 0.5)

    def number(self, i, j, rng):
        """θ_ij given that it is above 1/2."""
        a, b = self.w[i, j] + 1, self.w[j, i] + 1
        if a == b == 1:
            return 0.5 + rng.random() / 2
        while self.chance(i, j) > 0.1:
            x = rng.beta(a, b)
            if x > 0.5:
                return x
        while True:
            x = 0.5 + rng.exponential() / (2 * (b - a))
            if x < 1:
                density = (a - 1) * math.log(2 * x) + (b - 1) * math.log(2 * (1 - x))
                if rng.exponential() >= -(density + 2 * (b - a) * (x - 0.5)):
                    return x

    def choose(self, t, rng):
        K = self.K
        u, low = bounds(self.w, t, self.alpha)
        C = candidates(u)
        c = C[0] if len(C) == 1 else self.candidate(C, rng)
        above = [i for i in range(K) if i != c and low[i, c] <= 0.5 and rng.random() >= self.chance(c, i)]
        if len(above) > 1:
            above = [max([(self.number(i, c, rng), i) for i in above])[1]]
        return Duel(c, above[0] if above else c, 1.0, 1.0)

    def candidate(self, C, rng):
        K = self.K
        beats, coins = np.zeros((K, K), dtype=int), Coins(rng)
        for i in C:
            for j in range(K):
                if j != i and (j > i or j not in C):
                    beats[i, j] = coins.flip(self.chance(i, j))
                    beats[j, i] = 1 - beats[i, j]
        wins = beats.sum(axis=1)
        tied = [i for i in C if wins[i] == wins[C].max()]
        if self.plus and len(tied) > 1:
            coins = Coins(rng)
            for i in range(K):
                for j in range(i + 1, K):
                    if i not in C and j not in C:
                        beats[i, j] = coins.flip(self.chance(i, j))
                        beats[j, i] = 1 - beats[i, j]
            z = beats.sum(axis=1) / (K - 1)
            costs = dict.fromkeys(tied, 0.0)
            for i in tied:
                for j in range(K):
                    if j != i and (j > i or j not in tied):
                        theta = self.number(i, j, rng) if beats[i, j] else self.number(j, i, rng)
                        cost = (z.max() - (z[i] + z[j]) / 2) / divergence(theta)
                        costs[i] += cost
                        if j in tied:
                            costs[j] += cost
            tied = [i for i in tied if costs[i] == min(costs.values())]
        return tied[int(rng.random() * len(tied))] if len(tied) > 1 else tied[0]

    def update(self, t, duel, outcome):
        if duel.first != duel.second:
            self.w[duel.first, duel.second] += (1 + outcome) / 2
            self.w[duel.second, duel.first] += (1 - outcome) / 2
