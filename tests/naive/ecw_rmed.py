"""ECW-RMED with conditions checked subset by subset; a generator that yields the next pair."""

import math
from itertools import combinations

import numpy as np

import duelling as du
from duelling.core.protocol import Duel
from tests.naive.rmed import evidence

ROCK_PAPER_SCISSORS = [[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]]


def noise(arms, seed):
    upper = np.triu(np.random.default_rng(seed).random((arms, arms)), 1)
    return upper + np.tril(1 - upper.T, -1)


MATRICES = {
    "two": [[0.5, 0.7], [0.3, 0.5]],
    "cyclic": du.problem("cyclic").preference(),
    "copeland_borda": du.problem("copeland_borda").preference(),
    "copeland_vonneumann": du.problem("copeland_vonneumann").preference(),
    "rock-paper-scissors": ROCK_PAPER_SCISSORS,
    "equal": np.full((4, 4), 0.5),
    "five": noise(5, 1),
    "six": noise(6, 2),
}


class ECW:
    """For few arms: the number of subsets grows like 2^K."""

    def __init__(self, arms, alpha=3.0, beta=0.01):
        self.K, self.alpha, self.beta = arms, alpha, beta
        self.w = np.zeros((arms, arms))
        self.t, self.script = 1, self.run()

    def v(self, i, j):
        return evidence(self.w[i, j], self.w[j, i])

    def superiors(self, i):
        return [j for j in range(self.K) if self.w[i, j] < self.w[j, i]]

    def inferiors(self, i):
        return [j for j in range(self.K) if j != i and self.w[i, j] >= self.w[j, i]]

    def losses(self):
        return [len(self.superiors(i)) for i in range(self.K)]

    def certain(self, i1, x):
        L = self.losses()
        one, two = sorted(L)[:2]
        e = lambda i, j: min(1.0, self.v(i, j) / x)  # noqa: E731
        for i2 in range(self.K):
            if i2 == i1:
                continue
            for better in range(max(0, one - 1), two + 1):
                for I in combinations(self.inferiors(i1), better + 1 - one):  # noqa: E741
                    others = [j for j in self.superiors(i2) if j != i1]
                    for S in combinations(others, max(0, L[i2] - better - (i2 in I))):
                        if sum(e(i1, j) for j in I) + sum(e(i2, j) for j in S) < 1 - 1e-12:
                            return False
        return True

    def cost(self, i, j):
        """r_ij / d_ij."""
        L = self.losses()
        r = (L[i] + L[j] - 2 * min(L)) / (2 * (self.K - 1))
        n = self.w[i, j] + self.w[j, i]
        return 0.0 if r == 0 else r * n / self.v(i, j) if self.v(i, j) > 0 else 1e300

    def efficient(self, i1):
        """The least Σ r q and e_ij = q_ij d_ij > 0, by pairs."""
        L, total, e = self.losses(), 0.0, {}
        for i2 in range(self.K):
            if i2 == i1:
                continue
            if i2 in self.inferiors(i1):
                total += self.cost(i1, i2)
                e[i1, i2] = 1.0
            arms = sorted((self.cost(j, i2), j) for j in self.superiors(i2) if j != i1)
            k = len(arms) - (L[i2] - L[i1] + 1)
            if k >= 0:
                values = {h: sum(c for c, _ in arms[:h]) / (h - k) for h in range(k + 1, len(arms) + 1)}
                h = min(h for h in values if values[h] <= min(values.values()) * (1 + 1e-9))
                total += values[h]
                e.update({(j, i2): 1 / (h - k) for _, j in arms[:h]})
        return total, e

    def plan(self, x):
        """The pairs that should be on the next list, in the order in which they come."""
        L = self.losses()
        winners = [i for i in range(self.K) if L[i] == min(L)]
        for i1 in winners:
            if self.certain(i1, x):
                return [(i1, i1)]
        found = [(*self.efficient(i1), i1) for i1 in winners]
        cost, e, i1 = found[0]
        for other in found[1:]:
            if other[0] < cost * (1 - 1e-9):
                cost, e, i1 = other
        lacking = [pair for pair, share in e.items() if self.v(*pair) / share < x]
        return [(i1, i1), *((max(pair), min(pair)) for pair in lacking)]

    def run(self):
        pairs = [(i, j) for i in range(self.K) for j in range(i)]
        LC = pairs
        while True:
            for i, j in pairs:
                x = max(math.log(self.t), 1e-9)
                n = self.w[i, j] + self.w[j, i]
                mu = self.w[i, j] / n if n else 0.5
                if n < self.alpha * math.sqrt(x) or abs(mu - 0.5) < self.beta / max(1.0, math.log(x) if x > 0 else 0):
                    yield i, j
            LR, LN = list(LC), []
            for pair in LC:
                LR.remove(pair)
                LN += [p for p in self.plan(max(math.log(self.t), 1e-9)) if p not in LR and p not in LN]
                yield pair
            assert LN, "the list is never empty"
            LC = LN

    def choose(self, t, rng):
        self.t = t
        return Duel(*next(self.script), 1.0, 1.0)

    def update(self, t, duel, outcome):
        if duel.first != duel.second:
            self.w[duel.first, duel.second] += (1 + outcome) / 2
            self.w[duel.second, duel.first] += (1 - outcome) / 2
