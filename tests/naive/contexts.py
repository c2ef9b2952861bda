"""Slow twins of the learners with contexts, straight from the pseudo-code: dense, with entries for every duel."""

import math

import numpy as np

from duelling.core.protocol import Duel


def draw(p, rng):
    """An index with these chances, from one uniform number."""
    u = rng.random()
    for k, chance in enumerate(p):
        u -= chance
        if u < 0:
            return k
    return max(k for k in range(len(p)) if p[k] > 0)


class Exp4P:
    """Beygelzimer et al. 2011, Algorithm 1: weights w_i, and the advice of every expert as a distribution over arms."""

    def __init__(self, arms, horizon, policies, delta, uniform=True):
        self.K, self.T, self.policies, self.uniform = arms, horizon, np.asarray(policies), uniform
        self.N = len(policies) + uniform
        self.least = min(1 / arms, math.sqrt(math.log(self.N) / (arms * horizon)))
        self.bonus = math.sqrt(math.log(self.N / delta) / (arms * horizon))
        self.w = np.ones(self.N)

    def advice(self, x):
        xi = np.eye(self.K)[self.policies[:, x]]
        return np.vstack([xi, np.full(self.K, 1 / self.K)]) if self.uniform else xi

    def chances(self, x):
        return (1 - self.K * self.least) * self.w @ self.advice(x) / self.w.sum() + self.least

    def pull(self, x, rng):
        p = self.chances(x)
        j = draw(p, rng)
        return j, p[j]

    def learn(self, x, arm, gain):
        p, xi = self.chances(x), self.advice(x)
        r = np.zeros(self.K)
        r[arm] = gain / p[arm]
        self.w = self.w * np.exp(self.least / 2 * (xi @ r + (xi / p).sum(axis=1) * self.bonus))


class SparringExp4P:
    def __init__(self, arms, horizon, policies, delta):
        self.row, self.column = (Exp4P(arms, horizon, policies, delta / 2) for _ in range(2))

    def observe(self, x):
        self.x = x

    def choose(self, t, rng):
        (i, p), (j, q) = self.row.pull(self.x, rng), self.column.pull(self.x, rng)
        return Duel(i, j, p, q)

    def update(self, t, duel, outcome):
        self.row.learn(self.x, duel.first, (1 + outcome) / 2)
        self.column.learn(self.x, duel.second, (1 - outcome) / 2)


class ExploreThenPlay:
    """Dudík et al. 2015, section 6: every duel is kept; ``solve(B, V, rng)`` gives the weights of the policies."""

    def __init__(self, arms, horizon, policies, m, solve):
        self.K, self.m, self.policies, self.solve = arms, min(m, horizon), np.asarray(policies), solve
        self.duels, self.mixture = [], None

    def observe(self, x):
        self.x = x

    def choose(self, t, rng):
        if t <= self.m:
            return Duel(int(rng.random() * self.K), int(rng.random() * self.K), 1 / self.K, 1 / self.K)
        if self.mixture is None:
            self.mixture = self.solve(*self.compact_game(), rng)
        chances = np.bincount(self.policies[:, self.x], weights=self.mixture, minlength=self.K)
        i, j = draw(chances, rng), draw(chances, rng)
        return Duel(i, j, chances[i], chances[j])

    def update(self, t, duel, outcome):
        if t <= self.m:
            self.duels.append((self.x, duel.first, duel.second, outcome))

    def compact_game(self):
        """B, the policy vectors as rows, and the duels of each context."""
        m, K = len(self.duels), self.K
        B, V = np.zeros((m * K, m * K)), np.zeros((len(self.policies), m * K))
        for i, (x, a, b, r) in enumerate(self.duels):
            B[i * K + a, i * K + b] = K**2 * r
            for k, policy in enumerate(self.policies):
                V[k, i * K + policy[x]] = 1 / math.sqrt(m)
        groups = [[i for i, duel in enumerate(self.duels) if duel[0] == x] for x in range(self.policies.shape[1])]
        return B, V, groups


def oracle(V, cost):
    """The first policy vector of least cost, up to rounding."""
    costs = V @ cost
    return int(np.flatnonzero(costs <= costs.min() + 1e-10)[0])


def perturbed_leaders(steps, arms):
    """SparringFPL, section 7; the noise of the duels in one context is drawn together."""

    def solve(B, V, groups, rng):
        alpha = math.sqrt(2 / (arms**4 * steps))

        def noise():
            p = np.zeros(len(B))
            for group in groups:
                for a in range(arms):
                    for i in group:
                        p[i * arms + a] = rng.random() / alpha
            return p

        rows, columns, mixture = np.zeros(len(B)), np.zeros(len(B)), np.zeros(len(V))
        for _ in range(steps):
            w = oracle(V, -B @ columns + noise())
            u = oracle(V, B.T @ rows + noise())
            rows, columns = rows + V[w], columns + V[u]
            mixture[w] += 1 / steps
        return mixture

    return solve


def approximate_projection(V, z, weights, steps):
    """ApproxProject of section 8 from the point with these weights; the weights of its answer."""
    v, total = weights.copy(), np.zeros(len(V))
    share = min(1.0, np.linalg.norm(z - V.T @ weights) / math.sqrt(steps))
    for _ in range(steps):
        total += v
        s = oracle(V, V.T @ v - z)
        v = (1 - share) * v
        v[s] += share
    return total / steps


def projected_gradient(outer, inner, gap, arms):
    """ProjectedGD, section 8."""

    def solve(B, V, groups, rng):
        eta = 2 / (arms**2 * math.sqrt(outer))
        w, rows, columns = np.eye(len(V))[0], np.zeros(len(V)), np.zeros(len(V))
        for n in range(1, outer + 1):
            u = oracle(V, B.T @ (V.T @ w))
            rows, columns = rows + w, columns + np.eye(len(V))[u]
            w = approximate_projection(V, V.T @ w + eta * B @ V[u], w, inner)
            game = V @ B @ V.T
            if (game @ columns / n).max() - (rows @ game / n).min() <= gap:
                break
        return rows / n

    return solve


def regret(problem, transcript, policies):
    """Weak and strong regret against the best policy, by their definition; transcript of (context, first, second)."""
    found = []
    for policy in policies:
        terms = [[2 * problem.win[x, policy[x], arm] - 1 for arm in (first, second)] for x, first, second in transcript]
        found.append([sum(map(min, terms)), sum(sum(pair) / 2 for pair in terms)])
    return np.max(found, axis=0)
