"""MergeRUCB with lists of lists."""

import math

from duelling.core.protocol import Duel
from tests.naive.confidence import Counts, pick


def shuffled(items, rng):
    items = list(items)
    for k in range(len(items) - 1, 0, -1):
        other = int(rng.random() * (k + 1))
        items[k], items[other] = items[other], items[k]
    return items


class MergeRucb:
    def __init__(self, arms, alpha=1.01, p=4, delta=0.01, code=False):
        self.counts, self.alpha, self.p, self.code = Counts(arms), alpha, p, code
        self.C = math.ceil(((4 * alpha - 1) * arms**2 / ((2 * alpha - 1) * delta)) ** (1 / (2 * alpha - 1)))
        self.batches, self.S, self.merges = None, 1, 0

    def left(self):
        return sorted(arm for batch in self.batches for arm in batch)

    def merge(self, rng):
        before = self.left()
        old = sorted(shuffled(self.batches, rng), key=len)
        self.batches, self.merges = [], self.merges + 1
        while len(old) > 1:
            if len(old[0]) + len(old[-1]) > 1.5 * self.p:
                self.batches.append(old.pop())
            else:
                self.batches.append(old.pop() + old.pop(0))
        self.batches += old
        assert self.left() == before
        assert max(map(len, self.batches)) <= 1.5 * self.p

    def choose(self, t, rng):
        K, p = self.counts.arms, self.p
        if self.batches is None:
            order = shuffled(range(K), rng)
            self.batches = [order[k : k + p] for k in range(0, K, p)]
        level = K // 2**self.S + 1 if self.code else K / 2**self.S
        due = len(self.left()) <= level
        if len(self.batches) > 1 and (due or len(self.left()) == len(self.batches)):
            self.merge(rng)
            if min(map(len, self.batches)) <= p / 2 and len(self.batches) > 1:
                self.merge(rng)
            self.S += due
        b = t % len(self.batches)
        while len(self.batches[b]) == 1 and len(self.left()) > len(self.batches):
            b = (b + 1) % len(self.batches)
        batch, x = self.batches[b], self.alpha * math.log(t + self.C)
        removed = True
        while removed:
            removed = False
            for k in batch:
                if any(self.counts.below(k, m, x) for m in batch if m != k):
                    batch.remove(k)
                    removed = True
                    break
        assert batch
        c = pick(batch, rng)
        others = [k for k in batch if k != c]
        d, p_second = self.counts.rival(c, x, rng, others) if others else (c, 1.0)
        return Duel(c, d, 1 / len(batch), p_second)

    def update(self, t, duel, outcome):
        self.counts.update(duel, outcome)
