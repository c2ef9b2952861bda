"""CTB by listing every order: scores for all of them, one after the other."""

import itertools

import numpy as np

from duelling.core.protocol import Duel


def orders_by(points, directions=20_000):
    """The orders by θ·points, for many directions θ."""
    turn = 2 * np.pi * (np.arange(directions) + 0.5) / directions
    value = points @ np.array([np.cos(turn), np.sin(turn)])
    return {tuple(order) for order in np.argsort(-value.T, axis=1).tolist()}


class ComparingTheBest:
    def __init__(self, arms, orders=None):
        self.arms = arms
        self.score = dict.fromkeys(orders or itertools.permutations(range(arms)), 0)

    def values(self):
        """The highest score of an order with each arm on top; -1 where there is none."""
        return [max((s for o, s in self.score.items() if o[0] == i), default=-1) for i in range(self.arms)]

    def _best(self, arms, rng):
        V = self.values()
        equals = [i for i in arms if V[i] == max(V[k] for k in arms)]
        return equals[int(rng.random() * len(equals))], 1 / len(equals)

    def choose(self, t, rng):
        i, p = self._best(range(self.arms), rng)
        j, q = self._best([k for k in range(self.arms) if k != i], rng)
        return Duel(i, j, p, q)

    def update(self, t, duel, outcome):
        i, j = (duel.first, duel.second) if outcome > 0 else (duel.second, duel.first)
        for order in self.score:
            self.score[order] += outcome != 0 and order.index(i) < order.index(j)
