"""SCB as nested loops, one ``yield`` a duel, with both confidence limits of every arm."""

import itertools
import math

import numpy as np

from duelling.core.protocol import Duel


def d(p, q):
    if q in (0.0, 1.0):
        return 0.0 if p == q else math.inf
    return (p * math.log(p / q) if p else 0.0) + ((1 - p) * math.log((1 - p) / (1 - q)) if p < 1 else 0.0)


def limit(m, end, distance):
    near, far = m, end
    for _ in range(80):
        q = (near + far) / 2
        near, far = (near, q) if d(m, q) > distance else (q, far)
    return near


class Scb:
    def __init__(self, arms):
        self.K, self.w, self.rng, self.epoch, self.winner = arms, np.zeros((arms, arms)), None, 0, None
        self.duels = self.run()

    def uniform(self, n):
        return int(self.rng.random() * n)

    def pick(self, scores):
        best = [i for i in scores if scores[i] == max(scores.values())]
        return best[self.uniform(len(best))] if len(best) > 1 else best[0]

    def run(self):
        for r in itertools.count(1):
            T, self.epoch, self.winner, used = 2.0 ** (2.0**r), r, None, 0
            solver = self.solve(math.log(T) / T)
            while used < T and self.winner is None:
                try:
                    duel = next(solver)
                except StopIteration as found:
                    self.winner = found.value
                    break
                used += 1
                yield duel
            for _ in range(int(min(T - used, 1e9))):
                yield Duel(self.winner, self.winner, 1.0, 1.0)

    def solve(self, delta, epsilon=None):
        K, sign = self.K, {}
        B, rewards = list(range(K)), dict.fromkeys(range(K), 0)
        for n in itertools.count(1):
            order = list(B)
            for k in range(len(order)):
                drawn = k + self.uniform(len(order) - k)
                order[k], order[drawn] = order[drawn], order[k]
                i, q = order[k], 1 / (len(order) - k)
                j = self.uniform(K - 1)
                j, p = j + (j >= i), 1 / (K - 1)
                while (i, j) not in sign:
                    N, gap = self.w[i, j] + self.w[j, i], self.w[i, j] - self.w[j, i]
                    if N and abs(gap / N) / 2 > math.sqrt(math.log(math.pi**2 * N**2 * K**2 / (3 * delta)) / (2 * N)):
                        sign[i, j], sign[j, i] = gap > 0, gap < 0
                    else:
                        yield Duel(i, j, q, p)
                        p = q = 1.0
                rewards[i] += sign[i, j]
            t = n + 1
            distance = (math.log(4 * t * K / delta) + 2 * math.log(math.log(t))) / n
            low = {i: limit(rewards[i] / n, 0.0, distance) for i in B}
            high = {i: limit(rewards[i] / n, 1.0, distance) for i in B}
            assert all(low[i] <= rewards[i] / n <= high[i] for i in B)
            B = [i for i in B if high[i] >= max(low.values())]
            if all((i, j) in sign for i in B for j in range(K) if j != i):
                return self.pick({i: sum(sign[i, j] for j in range(K) if j != i) for i in B})
            near = epsilon is not None and (1 - max(low.values())) <= (1 + epsilon) * (1 - max(high.values()))
            if len(B) == 1 or near or max(low.values()) > max(high.values()) - 1 / (K - 1):
                return self.pick({i: rewards[i] for i in B})

    def choose(self, t, rng):
        self.rng = rng
        return next(self.duels)

    def update(self, t, duel, outcome):
        i, j = int(duel.first), int(duel.second)
        if i != j:
            self.w[i, j] += (1 + outcome) / 2
            self.w[j, i] += (1 - outcome) / 2
