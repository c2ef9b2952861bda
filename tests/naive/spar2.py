"""SPAR2 from its pseudo-code: the elimination test in full, after every duel."""

import math

import numpy as np

from duelling.core.game import von_neumann_winner
from duelling.core.protocol import Duel
from tests.naive.bandits import Exp3P

ZERO = 1e-9


def eliminate(Q, rad2):
    """The arms off the support, if it is known."""
    K, v = len(Q), von_neumann_winner(Q)
    S = [i for i in range(K) if v[i] > ZERO]
    rest = [i for i in range(K) if i not in S]
    sigma = 0.0
    for i in range(len(S)):
        B = Q[np.ix_(S, S)].copy()
        B[:, i] = 1
        sigma = max(sigma, np.linalg.svd(B, compute_uv=False).min())
    if sigma < ZERO:
        return []
    eps = [v[i] if i in S else v @ Q[:, i] for i in range(K)]
    if any(eps[i] < ZERO for i in rest):
        return []
    bar = 2 / 9 * sigma * min([eps[i] for i in S] + [eps[i] / np.linalg.norm(Q[i, S]) for i in rest])
    if math.sqrt(sum(rad2[i, j] for i in S for j in S if i != j)) > bar:
        return []
    if any(math.sqrt(sum(rad2[i, j] for j in S)) > eps[i] / 3 for i in rest):
        return []
    return rest


class SPAR2:
    def __init__(self, arms, horizon, delta, rho):
        self.K, self.T, self.delta, self.rho, self.A = arms, horizon, delta, rho, list(range(arms))
        self.W, self.N = np.zeros((arms, arms)), np.zeros((arms, arms))
        self.begin(horizon)

    def begin(self, T):
        """Two fresh copies on A."""
        m, T = len(self.A), max(1, T)
        eta = 0.95 * math.sqrt(math.log(m) / (T * m))
        gamma = min(1, max(1.05 * math.sqrt(m * math.log(m) / T), math.sqrt(m / T)))
        beta = min(1, math.sqrt(math.log(m / self.delta) / (T * m)))
        self.copies = [Exp3P(m, eta, gamma, beta) for _ in range(2)]

    @property
    def verdict(self):
        return self.A[0] if len(self.A) == 1 else -1

    def choose(self, t, rng):
        if len(self.A) == 1:
            return Duel(self.A[0], self.A[0], 1.0, 1.0)
        (r, p), (c, q) = [copy.pull(t, rng) for copy in self.copies]
        return Duel(self.A[r], self.A[c], p, q)

    def update(self, t, duel, outcome):
        if len(self.A) == 1:
            return
        self.copies[0].learn(t, self.A.index(duel.first), duel.p_first, (1 - outcome) / 2)
        self.copies[1].learn(t, self.A.index(duel.second), duel.p_second, (1 + outcome) / 2)
        i, j = duel.first, duel.second
        if i == j:
            return
        self.W[i, j] += outcome
        self.W[j, i] -= outcome
        self.N[i, j] += 1
        self.N[j, i] += 1
        with np.errstate(divide="ignore"):
            out = eliminate(self.W / np.maximum(self.N, 1), self.rho / self.N)
        left = [a for a in self.A if a not in out]
        if left and len(left) < len(self.A):
            self.A = left
            self.begin(self.T - t)
