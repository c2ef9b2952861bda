"""CCB line by line, with sets and all K² bounds in every round."""

import math

from duelling.core.protocol import Duel
from tests.naive.confidence import Counts, pick


class Ccb:
    def __init__(self, arms, alpha=0.51):
        self.counts, self.alpha, self.K = Counts(arms), alpha, arms
        self.reset()
        self.added, self.trimmed = [], 0

    def reset(self):
        self.B, self.L = set(range(self.K)), self.K
        self.of = {i: set() for i in range(self.K)}  # B^i

    def choose(self, t, rng):
        K, x, of = range(self.K), self.alpha * math.log(t), self.of
        u = [[self.counts.u(i, j, x) for j in K] for i in K]
        low = [[1 - u[j][i] if i != j else 0.5 for j in K] for i in K]
        U = [sum(u[i][j] >= 0.5 for j in K if j != i) for i in K]
        D = [sum(low[i][j] >= 0.5 for j in K if j != i) for i in K]
        self.U, self.D = U, D
        C = [i for i in K if U[i] == max(U)]
        if any(low[i][j] > 0.5 for i in K for j in of[i]):  # (A)
            self.reset()
            of = self.of
        for i in sorted(self.B):  # (B)
            if any(U[i] < D[j] for j in K):
                self.B.remove(i)
                if len(of[i]) != self.L + 1:
                    of[i] = {k for k in K if u[i][k] < 0.5}
        if not self.B:
            self.reset()
            of = self.of
        self.added = [i for i in C if U[i] == D[i]]  # (C)
        for i in self.added:
            self.B.add(i)
            of[i] = set()
            self.L = self.K - 1 - U[i]
        for j in K if self.added else ():
            size = len(of[j])
            if size < self.L + 1:
                of[j] = set()
            elif size > self.L + 1:
                self.trimmed += 1
                keep, kept = self.L + 1, set()
                for n, k in enumerate(sorted(of[j])):
                    if rng.random() * (size - n) < keep - len(kept):
                        kept.add(k)
                of[j] = kept
        pairs = [(i, j) for i in K for j in sorted(of[i]) if low[i][j] <= 0.5 <= u[i][j]]
        both = [i for i in C if i in self.B]

        def rivals(c, pool):
            pool = [j for j in pool if low[j][c] <= 0.5] or [j for j in K if low[j][c] <= 0.5]
            top = max(u[j][c] for j in pool)
            best = [j for j in pool if math.isclose(u[j][c], top, rel_tol=1e-14)]
            return [j for j in best if j != c] or best

        chances = {}  # of every duel, over all the steps that may lead to it
        for i, j in pairs:
            chances[i, j] = 0.25 / len(pairs)
        for pool, p in ((both, 2 / 3), (C, 1 / 3)) if both else ((C, 1.0),):
            for c in pool:
                for arms in (sorted(of[c]), K):
                    for d in rivals(c, arms):
                        part = p / len(pool) / 2 / len(rivals(c, arms)) * (0.75 if pairs else 1)
                        chances[c, d] = chances.get((c, d), 0.0) + part

        if rng.random() < 0.25 and pairs:  # (1)
            c, d = pairs[int(rng.random() * len(pairs))]
        else:
            if both and rng.random() < 2 / 3:  # (2)
                C = both
            c = pick(C, rng)  # (3)
            d = pick(rivals(c, sorted(of[c]) if rng.random() < 0.5 else K), rng)  # (4)
        p = sum(chance for (i, _), chance in chances.items() if i == c)
        return Duel(c, d, p, chances[c, d] / p)

    def update(self, t, duel, outcome):
        self.counts.update(duel, outcome)
