"""Champion by its definition: counts of all pairs, exact evidence, and everything computed anew."""

import math
from fractions import Fraction

from duelling.core.protocol import NOBODY, Duel
from tests.naive.pairs import mixture


def signed(won, lost, m):
    """The largest log likelihood ratio against the chance m, with the sign of the share of wins less m."""
    n = won + lost
    if won == n * m:
        return 0.0
    total = -won * math.log(m) - lost * math.log(1 - m)
    total += sum(x * math.log(x / n) for x in (won, lost) if x)
    return math.copysign(total, won - n * m)


class Champion:
    def __init__(self, arms, delta, within=0.0, uniform=False):
        self.uniform = uniform
        self.K, self.delta, self.within, self.verdict, self.played = arms, delta, within, -1, 0
        self.wins = [[0] * arms for _ in range(arms)]
        self.ties = [[0] * arms for _ in range(arms)]
        self.ahead, self.fallen = set(), set()  # pairs (i, j) in which i does not lose, or loses, for certain

    def z(self, i, j):
        return signed(self.wins[i][j], self.wins[j][i], 0.5)

    def behind(self, i, j):
        if not self.within:
            return self.z(i, j)
        tied = self.ties[i][j] / 2
        return signed(self.wins[i][j] + tied, self.wins[j][i] + tied, 0.5 - self.within)

    def met(self, i, j):
        return self.wins[i][j] + self.wins[j][i] + self.ties[i][j]

    def others(self, i):
        return [j for j in range(self.K) if j != i]

    def rank(self, i):
        return sum(max(-self.z(i, j), 0) for j in self.others(i)), -sum(max(self.z(i, j), 0) for j in self.others(i))

    def choose(self, t, rng):
        if self.verdict != -1:
            return Duel(self.played, self.played, 1.0, 1.0)
        if self.uniform:
            first = int(rng.random() * self.K)
            others = self.others(first)
            return Duel(first, others[int(rng.random() * len(others))], 1 / self.K, 1 / len(others))
        unbeaten = [i for i in range(self.K) if i not in {i for i, _ in self.fallen}]
        best = min(map(self.rank, unbeaten))
        leaders = [i for i in unbeaten if self.rank(i) == best]
        h = leaders[int(rng.random() * len(leaders))]
        rivals = [j for j in self.others(h) if (h, j) not in self.ahead]
        worst = [j for j in rivals if self.behind(h, j) == min(self.behind(h, k) for k in rivals)]
        fresh = [j for j in rivals if self.met(h, j) == min(self.met(h, k) for k in rivals)]
        drawn = fresh if rng.random() < 0.2 else worst
        j = drawn[int(rng.random() * len(drawn))]
        chance = 0.8 * (j in worst) / len(worst) + 0.2 * (j in fresh) / len(fresh)
        return Duel(h, j, 1 / len(leaders), chance)

    def certain(self, i, j):
        """1 or -1 if it is certain that i does not lose to j, or that it does; 0 if neither."""
        w, lost, tied = self.wins[i][j], self.wins[j][i], self.ties[i][j]
        if not self.within:
            enough = mixture(Fraction(1, 2), w, 0, lost) >= Fraction(self.K / self.delta + 1) / 2
            return enough * ((w > lost) - (w < lost))
        m = Fraction(1, 2) - Fraction(str(self.within))
        share = Fraction(2 * w + tied, 2 * (w + lost + tied))
        return (mixture(m, w, tied, lost) >= self.K / self.delta) * ((share > m) - (share < m))

    def update(self, t, duel, outcome):
        i, j = duel.first, duel.second
        if i == j or self.verdict != -1:
            return
        if outcome == 0:
            self.ties[i][j] += 1
            self.ties[j][i] += 1
        else:
            winner, loser = (i, j) if outcome > 0 else (j, i)
            self.wins[winner][loser] += 1
        for pair in ((i, j), (j, i)):
            if self.certain(*pair) > 0:
                self.ahead.add(pair)
            if self.certain(*pair) < 0:
                self.fallen.add(pair)
        for i in range(self.K):
            if all((i, j) in self.ahead for j in self.others(i)):
                self.verdict = self.played = i
                return
        if len({i for i, _ in self.fallen}) == self.K:
            if self.within:
                self.fallen.clear()
            else:
                self.verdict, self.played = NOBODY, min(range(self.K), key=lambda i: self.rank(i)[0])
