"""The race by its definition: all votes are kept, and every look computes all evidence anew."""

import itertools

from duelling.core.protocol import Duel
from tests.naive.difference import Ticket, chase, difference


class Race:
    def __init__(self, arms, delta, within=0.0, uniform=False):
        self.K, self.delta, self.within, self.uniform = arms, delta, within, uniform
        self.A, self.tickets, self.leaders, self.leader, self.verdict = list(range(arms)), [], [], 0, -1
        self.near = set()  # (h, k): h is at most ``within`` worse than k
        self.drawn_from = {arms: set(self.A)}  # A, by its size

    def choose(self, t, rng):
        if self.verdict >= 0:
            return Duel(self.verdict, self.verdict, 1.0, 1.0)
        pool = range(self.K) if self.uniform else self.A
        first = pool[int(rng.random() * len(pool))]
        others = [j for j in range(self.K) if j != first]
        return Duel(first, others[int(rng.random() * len(others))], 1 / len(pool), 1 / len(others))

    def mean(self, i):
        """The mean share of i in its votes, by their weights."""
        mine = [(ticket.v, ticket.y if ticket.a == i else 1 - ticket.y) for ticket in self.tickets if i in ticket[:2]]
        return sum(v * y for v, y in mine) / sum(v for v, _ in mine) if mine else 0.5

    def suffices(self, h, k, within):
        lead = difference(h, k, self.tickets, within) / (self.K - 1)
        mu = 0.25 if self.within else 0.75
        return mu * chase(k, self.tickets, self.leaders) + (1 - mu) * lead >= 1 / self.delta

    def update(self, t, duel, outcome):
        a, b, size = duel.first, duel.second, round(1 / duel.p_first)
        if a == b or self.verdict >= 0 or size not in self.drawn_from or not {a, b} & set(self.A):
            return
        then = self.drawn_from[size]  # every pair has the chance (1[a in A] + 1[b in A]) / (|A| (K - 1))
        least = 2 if size == self.K else 1
        v, widest = least / ((a in then) + (b in then)), least / 2
        self.tell(Ticket(a, b, (1 + outcome) / 2, v, widest))

    def tell(self, ticket):
        self.tickets.append(ticket)
        self.leaders.append(self.leader)
        self.leader = max(self.A, key=lambda i: (self.mean(i), -i))
        for k in self.A[::-1]:
            if k != self.leader and self.suffices(self.leader, k, 0.0):
                self.A[self.A.index(k)] = self.A[-1]
                self.A.pop()
        self.drawn_from[len(self.A)] = set(self.A)
        if self.within:
            rivals = [k for k in self.A if k != self.leader]
            self.near |= {(self.leader, k) for k in rivals if self.suffices(self.leader, k, self.within)}
        if len(self.A) == 1 or (self.within and all((self.leader, k) in self.near for k in self.A if k != self.leader)):
            self.verdict = self.leader


class TopRace(Race):
    """The best m arms: A are the undecided ones."""

    def __init__(self, arms, delta, best, uniform=False):
        super().__init__(arms, delta, uniform=uniform)
        self.m, self.taken, self.above = best, [], set()

    def update(self, t, duel, outcome):
        a, b, size = duel.first, duel.second, round(1 / duel.p_first)
        if a == b or self.verdict >= 0 or size not in self.drawn_from or not {a, b} & set(self.A):
            return
        then, least = self.drawn_from[size], 2 if size == self.K else 1
        v = least / ((a in then) + (b in then))
        self.tickets.append(Ticket(a, b, (1 + outcome) / 2, v, least / 2))
        for i, k in itertools.permutations(self.A, 2):
            if difference(i, k, self.tickets) >= self.m * (self.K - self.m) / self.delta:
                self.above.add((i, k))
        while self.decide():
            pass
        self.drawn_from[len(self.A)] = set(self.A)
        if not self.A:
            self.verdict = min(self.taken)

    def decide(self):
        for i in self.A:
            over, under = (sum(pair in self.above for pair in pairs) for pairs in self.pairs_of(i))
            wanted = self.m - len(self.taken)
            if over >= len(self.A) - wanted or under >= wanted:
                if over >= len(self.A) - wanted:
                    self.taken.append(i)
                self.A[self.A.index(i)] = self.A[-1]
                self.A.pop()
                return True
        return False

    def pairs_of(self, i):
        return [(i, k) for k in self.A], [(k, i) for k in self.A]
