"""MergeDTS with lists of lists; splitting and merging are those of MergeRUCB's twin."""

import math

from duelling.core.protocol import Duel
from tests.naive.merge_rucb import MergeRucb, shuffled


class MergeDts(MergeRucb):
    def merge(self, rng):
        """As in MergeRUCB, but joined batches may be larger than 1.5 p."""
        old = sorted(shuffled(self.batches, rng), key=len)
        self.batches, self.merges = [], self.merges + 1
        while len(old) > 1:
            together = len(old[0]) + len(old[-1]) <= 1.5 * self.p
            self.batches.append(old.pop() + (old.pop(0) if together else []))
        self.batches += old

    def prune(self, batch, x):
        while True:
            gone = [k for k in batch if any(self.counts.below(k, m, x) for m in batch if m != k)]
            if not gone:
                return
            batch.remove(gone[0])

    def choose(self, t, rng):
        K, p, w = self.counts.arms, self.p, self.counts.w
        if self.batches is None:
            order = shuffled(range(K), rng)
            self.batches = [order[k : k + p] for k in range(0, K, p)]
        if len(self.batches) > 1 and len(self.left()) <= K // 2**self.S + self.code:
            self.merge(rng)
            if min(map(len, self.batches)) <= p / 2 and len(self.batches) > 1:
                self.merge(rng)
            self.S += 1
        b, x = t % len(self.batches), self.alpha * math.log(t + self.C)
        self.prune(self.batches[b], x)
        while len(self.batches[b]) == 1 and len(self.batches) > 1:
            alone = self.batches.pop(b)
            b %= len(self.batches)
            self.batches[b] = self.batches[b] + alone
            self.prune(self.batches[b], x)
        batch = self.batches[b]
        if len(batch) == 1:
            return Duel(batch[0], batch[0], 1.0, 1.0)
        wins = dict.fromkeys(batch, 0)
        for k, i in enumerate(batch):
            for j in batch[k + 1 :]:
                wins[i if rng.beta(w[i][j] + 1, w[j][i] + 1) > 0.5 else j] += 1
        best = [i for i in batch if wins[i] == max(wins.values())]
        c = best[int(rng.random() * len(best))] if len(best) > 1 else best[0]
        phi = {i: rng.beta(w[i][c] + 1, w[c][i] + 1) for i in batch if i != c}
        return Duel(c, min(phi, key=phi.__getitem__), 1.0, 1.0)
