"""Beat the Mean with a list of all duels; those against arms that have left are deleted."""

import math

from duelling.core.protocol import Duel


class BeatTheMean:
    """``order`` is W in the order of the draws: by n; an arm that has played goes behind those with its old n."""

    def __init__(self, arms, c, horizon=math.inf, enough=math.inf):
        self.c, self.T, self.N, self.order = c, horizon, enough, list(range(arms))
        self.duels, self.due, self.verdict = [], False, -1

    def n(self, b):
        return sum(first == b for first, _, _ in self.duels)

    def P(self, b):
        gains = [gain for first, _, gain in self.duels if first == b]
        return sum(gains) / len(gains) if gains else 0.5

    def must_leave(self):
        low, high = min(map(self.P, self.order)), max(map(self.P, self.order))
        n = min(map(self.n, self.order))
        c = self.c(n) if n else 1.0
        return low + c <= high - c

    def worst(self):
        low = min(map(self.P, self.order))
        return sorted(b for b in self.order if self.P(b) == low)

    def remove(self, r):
        self.duels = [duel for duel in self.duels if r not in duel[:2]]
        self.order = sorted((b for b in self.order if b != r), key=lambda b: (self.n(b), b))
        self.finish()
        if len(self.order) == 1:
            self.verdict = self.order[0]

    def finish(self):
        if min(map(self.n, self.order)) >= self.N:
            self.verdict = self.best()

    def best(self):
        return max(sorted(self.order), key=self.P)

    def count(self, b, other, gain):
        equal = [x for x in self.order if self.n(x) == self.n(b)]
        i, j = self.order.index(b), self.order.index(equal[-1])
        self.order[i], self.order[j] = self.order[j], self.order[i]
        self.duels.append((b, other, gain))
        self.finish()
        if self.verdict < 0 and self.must_leave():
            if len(self.order) == 2:
                self.remove(self.worst()[0])
            else:
                self.due = True

    def choose(self, t, rng):
        if self.due:
            worst = self.worst()
            self.remove(worst[int(rng.random() * len(worst))] if len(worst) > 1 else worst[0])
            self.due = False
        if self.verdict < 0 and t > self.T:
            self.verdict = self.best()
        if self.verdict >= 0:
            return Duel(self.verdict, self.verdict, 1.0, 1.0)
        least = min(map(self.n, self.order))
        front = [b for b in self.order if self.n(b) == least]
        duel = Duel(
            front[int(rng.random() * len(front))],
            self.order[int(rng.random() * len(self.order))],
            1 / len(front),
            1 / len(self.order),
        )
        if duel.first == duel.second:
            self.count(duel.first, duel.first, 1.0 if rng.random() < 0.5 else 0.0)
        return duel

    def update(self, t, duel, outcome):
        if self.verdict < 0 and duel.first != duel.second:
            self.count(duel.first, duel.second, (1 + outcome) / 2)
