"""RMED1, RMED2 and RMED2FH as printed: a generator that yields the next pair and is sent the outcome."""

import math

from duelling.core.protocol import Duel


def evidence(w, v):
    """N d(w/N, 1/2) to 2^-32, as the kernels round it."""
    return math.floor(sum(x * math.log(2 * x / (w + v)) for x in (w, v) if x > 0) * 2**32 + 0.5) / 2**32


class RMED:
    """``variant``: 1, 2 or "fh". Rounds are counted by the algorithm itself."""

    def __init__(self, arms, horizon, variant, alpha=3.0, f=None, post_update=False):
        self.K, self.T, self.variant, self.alpha, self.post = arms, horizon, variant, alpha, post_update
        self.f = 0.3 * arms**1.01 if f is None else f
        self.w = [[0.0] * arms for _ in range(arms)]
        self.t = 1
        self.script = self.run()
        self.asked = None

    def N(self, i, j):
        return self.w[i][j] + self.w[j][i]

    def mu(self, i, j):
        return self.w[i][j] / self.N(i, j) if self.N(i, j) else 0.5

    def beaten_by(self, i):
        return [j for j in range(self.K) if j != i and self.mu(i, j) <= 0.5]

    def divergence(self, i):
        return sum(evidence(self.w[i][j], self.w[j][i]) for j in self.beaten_by(i))

    def star(self):
        return min(range(self.K), key=self.divergence)

    def joining(self, t, waiting):
        """The arms j with J_j(t) that do not wait for their turn."""
        least = self.divergence(self.star())
        bar = math.log(t) + self.f
        return {j for j in range(self.K) if j not in waiting and self.divergence(j) - least <= bar}

    def b(self, i):
        best, costs = self.star(), {}
        for j in self.beaten_by(i):
            if self.mu(i, j) < 0.5:
                gain = self.mu(best, i) + self.mu(best, j) - 1
                costs[j] = (gain if gain > 0 else 0.01) * self.N(i, j) / evidence(self.w[i][j], self.w[j][i])
        return min(costs, key=costs.get) if costs else None

    def rmed1_rule(self, arm):
        best, others = self.star(), self.beaten_by(arm)
        if best in others or not others:
            return best
        return min((j for j in range(self.K) if j != arm), key=lambda j: self.mu(arm, j))

    @staticmethod
    def loglog(t):
        return math.log(math.log(t)) if t > math.e else 0.0

    def opponent(self, arm, fixed):
        if self.variant != 1:
            b = fixed[arm] if fixed else self.b(arm)
            loglog = self.loglog(self.T if fixed else self.t)
            if b is not None and b in self.beaten_by(arm) and self.N(arm, self.star()) * loglog >= self.N(arm, b):
                return b
        return self.rmed1_rule(arm)

    def run(self):
        pairs = [(i, j) for i in range(self.K) for j in range(i + 1, self.K)]
        L = max(1, math.ceil(self.alpha * self.loglog(self.T))) if self.variant == "fh" else 1
        for pair in pairs:
            for _ in range(L):
                yield pair
        fixed = [self.b(i) for i in range(self.K)] if self.variant == "fh" else None
        LC = list(range(self.K))
        while True:
            if self.variant == 2:
                for i, j in pairs:
                    while self.N(i, j) < self.alpha * self.loglog(self.t):
                        yield i, j
            LR, LN = set(LC), set()
            for arm in LC:
                t, m = self.t, self.opponent(arm, fixed)
                LR.remove(arm)
                if not self.post:
                    LN |= self.joining(t, LR)
                yield arm, m
                if self.post:
                    LN |= self.joining(t, LR)
            assert LN, "the list is never empty"
            assert self.post or self.last_star in LN
            LC = sorted(LN)

    def choose(self, t, rng):
        self.t = t
        pair = next(self.script)
        self.last_star = self.star()
        return Duel(*pair, 1.0, 1.0)

    def update(self, t, duel, outcome):
        if duel.first != duel.second:
            self.w[duel.first][duel.second] += (1 + outcome) / 2
            self.w[duel.second][duel.first] += (1 - outcome) / 2
