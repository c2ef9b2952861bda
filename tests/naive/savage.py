"""SAVAGE by its definition: the boxes of all pairs, and W computed again after every duel."""

import math

from duelling.core.protocol import Duel


class Turns:
    """The pairs or arms of W take turns, in an order that is drawn once, as it is needed."""

    def __init__(self, members):
        self.round, self.place, self.first = list(members), 0, True

    def next(self, alive, rng):
        chance = 1.0
        while True:
            if self.place == len(self.round):
                self.round = [x for x in self.round if alive(x)]
                self.place, self.first = 0, False
            if self.first:
                left = len(self.round) - self.place
                k = self.place + int(rng.random() * left)
                self.round[self.place], self.round[k] = self.round[k], self.round[self.place]
                chance = 1 / left
            member = self.round[self.place]
            self.place += 1
            if alive(member):
                return member, chance


class Savage:
    def __init__(self, arms, test, horizon, delta, epsilon=0):
        self.K, self.test, self.T, self.delta, self.epsilon = arms, test, horizon, delta, epsilon
        self.W = [(i, j) for i in range(arms) for j in range(i + 1, arms)]
        self.turns = Turns(self.W)
        self.N = len(self.W)
        self.a = [[0.0] * arms for _ in range(arms)]
        self.b = [[1.0] * arms for _ in range(arms)]
        self.wins = dict.fromkeys(self.W, 0.0)
        self.n = dict.fromkeys(self.W, 0)
        self.verdict = -1

    def c(self, n):
        eta = 2 * self.N * self.T if self.T else math.pi**2 * self.N * n**2 / 3
        return math.sqrt(math.log(eta / self.delta) / (2 * n))

    def lo(self, i):
        return sum(self.a[i][j] > 0.5 for j in range(self.K) if j != i)

    def hi(self, i):
        return sum(self.b[i][j] > 0.5 for j in range(self.K) if j != i)

    def stays(self, lo, hi, i, j):
        if self.a[i][j] > 0.5 or self.b[i][j] < 0.5:
            return False
        if self.test == "condorcet":
            return hi[i] == self.K - 1 and hi[j] == self.K - 1
        return not any(x > hi[i] and x > hi[j] for x in lo)

    def leads(self, i):
        """Pairs in which i is ahead, and half of those without a leader."""
        total = 0.5  # itself
        for j in range(self.K):
            if j != i:
                pair = (min(i, j), max(i, j))
                ahead = (2 * self.wins[pair] - self.n[pair]) * (1 if i < j else -1)
                total += 1 if ahead > 0 else 0.5 if ahead == 0 else 0
        return total

    def best(self):
        def rank(i):
            hi = self.hi(i)
            return (hi == self.K - 1 if self.test == "condorcet" else hi), self.leads(i)

        return max(range(self.K), key=rank)

    def choose(self, t, rng):
        if self.verdict < 0 and self.T and t > self.T:
            self.verdict = self.best()
        if self.verdict >= 0:
            return Duel(self.verdict, self.verdict, 1.0, 1.0)
        (i, j), chance = self.turns.next(lambda pair: pair in self.W, rng)
        assert self.n[i, j] == min(self.n[pair] for pair in self.W)
        return Duel(i, j, chance, 1.0)

    def update(self, t, duel, outcome):
        i, j = duel.first, duel.second
        if self.verdict >= 0 or (i, j) not in self.W:
            return
        self.n[i, j] += 1
        self.wins[i, j] += (1 + outcome) / 2
        mu, c = self.wins[i, j] / self.n[i, j], self.c(self.n[i, j])
        self.a[i][j], self.b[i][j] = max(self.a[i][j], mu - c), min(self.b[i][j], mu + c)
        self.a[j][i], self.b[j][i] = 1 - self.b[i][j], 1 - self.a[i][j]
        lo, hi = [self.lo(x) for x in range(self.K)], [self.hi(x) for x in range(self.K)]
        self.W = [pair for pair in self.W if self.stays(lo, hi, *pair)]
        enough = [x for x in range(self.K) if lo[x] >= self.K - 1 - self.epsilon]
        if self.epsilon and enough:
            self.verdict = enough[0]
        elif not self.W:
            self.verdict = self.best()


class SavageBorda:
    def __init__(self, arms, horizon, delta):
        self.K, self.T, self.delta, self.verdict = arms, horizon, delta, -1
        self.W, self.turns = list(range(arms)), Turns(range(arms))
        self.wins, self.n, self.a, self.b = [0.0] * arms, [0] * arms, [0.0] * arms, [1.0] * arms

    def c(self, n):
        eta = 2 * self.K * self.T if self.T else math.pi**2 * self.K * n**2 / 3
        return math.sqrt(math.log(eta / self.delta) / (2 * n))

    def choose(self, t, rng):
        if self.verdict < 0 and self.T and t > self.T:
            self.verdict = self.a.index(max(self.a))
        if self.verdict >= 0:
            return Duel(self.verdict, self.verdict, 1.0, 1.0)
        i, chance = self.turns.next(lambda arm: arm in self.W, rng)
        others = [j for j in range(self.K) if j != i]
        return Duel(i, others[int(rng.random() * len(others))], chance, 1 / len(others))

    def update(self, t, duel, outcome):
        i = duel.first
        if self.verdict >= 0 or i not in self.W:
            return
        self.n[i] += 1
        self.wins[i] += (1 + outcome) / 2
        mu, c = self.wins[i] / self.n[i], self.c(self.n[i])
        self.a[i], self.b[i] = max(self.a[i], mu - c), min(self.b[i], mu + c)
        self.W = [x for x in self.W if not any(self.b[x] <= self.a[j] for j in range(self.K) if j != x)]
        leader = self.a.index(max(self.a))
        if not [x for x in self.W if x != leader]:
            self.verdict = leader
