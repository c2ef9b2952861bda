"""Serve + race by its definition: the bandit's own verbs, and all evidence computed anew from all votes."""

import itertools

import numpy as np

from duelling.core.protocol import Duel, chances, choose, update
from tests.naive.difference import Ticket, chase, difference


class Serve:
    def __init__(self, learner, arms, delta, mix):
        self.learner, self.K, self.delta, self.mix = learner, arms, delta, mix
        self.A, self.tickets, self.leaders, self.leader, self.verdict = list(range(arms)), [], [], 0, -1

    def chances(self, t):
        q = np.zeros(self.K)
        chances(self.learner.bandit, t, q)
        return [(1 - self.mix) * q[i] + self.mix * (i in self.A) / len(self.A) for i in range(self.K)]

    def choose(self, t, rng):
        if self.verdict >= 0:
            return choose(self.learner, t, rng)
        w = self.chances(t)
        u, first = rng.random() * sum(w), 0
        while u >= w[first]:
            u -= w[first]
            first += 1
        others = [j for j in range(self.K) if j != first]
        return Duel(first, others[int(rng.random() * len(others))], w[first], 1 / len(others))

    def mean(self, i):
        mine = [(ticket.v, ticket.y if ticket.a == i else 1 - ticket.y) for ticket in self.tickets if i in ticket[:2]]
        return sum(v * y for v, y in mine) / sum(v for v, _ in mine) if mine else 0.5

    def suffices(self, h, k):
        lead = difference(h, k, self.tickets) / (self.K - 1)
        return 0.75 * chase(k, self.tickets, self.leaders) + 0.25 * lead >= 1 / self.delta

    def update(self, t, duel, outcome):
        a, b = duel.first, duel.second
        if self.verdict < 0 and {a, b} & set(self.A):
            w = self.chances(t)
            pi = {pair: (w[pair[0]] + w[pair[1]]) / (self.K - 1) for pair in itertools.combinations(range(self.K), 2)}
            s = min(p for pair, p in pi.items() if set(pair) & set(self.A))
            widest = max(s / p for pair, p in pi.items() if set(pair) <= set(self.A))
            self.tickets.append(Ticket(a, b, (1 + outcome) / 2, s / pi[min(a, b), max(a, b)], widest))
            self.leaders.append(self.leader)
            self.leader = max(self.A, key=lambda i: (self.mean(i), -i))
            self.A = [k for k in self.A if k == self.leader or not self.suffices(self.leader, k)]
            if len(self.A) == 1:
                self.verdict = self.leader
        update(self.learner, t, duel, outcome)
