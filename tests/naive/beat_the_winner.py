"""Beat the Winner and its modified form, with lists."""

from duelling.core.protocol import Duel
from tests.naive.bandits import pick


class BeatTheWinner:
    def __init__(self, arms, reset=False, needed=lambda c: c):
        self.arms, self.reset, self.pair, self.queue = arms, reset, None, []
        self.needed, self.c, self.wins = needed, 1, [0.0, 0.0]

    def choose(self, t, rng):
        if self.pair is None:
            left, order = list(range(self.arms)), []
            while len(left) > 1:
                k = int(rng.random() * len(left))
                left[k], left[-1] = left[-1], left[k]
                order.append(left.pop())
            self.pair, self.queue = order[:2] if self.arms > 2 else [*order, *left], left + order[2:][::-1]
            self.queue = self.queue if self.arms > 2 else []
            return Duel(*self.pair, 1 / self.arms, 1 / (self.arms - 1))
        return Duel(*self.pair, 1.0, 1.0)

    def update(self, t, duel, outcome):
        self.wins[0] += (1 + outcome) / 2
        self.wins[1] += (1 - outcome) / 2
        if max(self.wins) >= self.needed(self.c) and self.wins[0] != self.wins[1]:
            host, challenger = self.pair
            winner, loser = (host, challenger) if self.wins[0] > self.wins[1] else (challenger, host)
            self.queue.append(loser)
            self.pair = [winner, self.queue.pop(0)]
            self.c = 1 if self.reset and winner != host else self.c + 1
            self.wins = [0.0, 0.0]


class ModifiedBeatTheWinner:
    def __init__(self, arms):
        self.r, self.host, self.opponent, self.wins = [1] * arms, None, None, {}

    def choose(self, t, rng):
        p, q, arms = 1.0, 1.0, range(len(self.r))
        if self.host is None:
            self.host = int(rng.random() * len(arms))
            others = [i for i in arms if i != self.host]
            self.opponent = others[int(rng.random() * len(others))]
            p, q = 1 / len(arms), 1 / len(others)
        elif self.opponent is None:
            weights = [0 if i == self.host else self.r[i] for i in arms]
            chances = [w / sum(weights) for w in weights]
            self.opponent = pick(chances, rng.random())
            q = chances[self.opponent]
        if not self.wins:
            self.wins, self.needed = {self.host: 0.0, self.opponent: 0.0}, self.r[self.host]
        return Duel(self.host, self.opponent, p, q)

    def update(self, t, duel, outcome):
        self.wins[duel.first] += (1 + outcome) / 2
        self.wins[duel.second] += (1 - outcome) / 2
        if max(self.wins.values()) >= self.needed and len(set(self.wins.values())) == 2:
            winner = max(self.wins, key=self.wins.__getitem__)
            loser = next(i for i in self.wins if i != winner)
            self.r[winner] += 1
            self.r[loser] = max(self.r[loser] - 1, 1)
            self.host, self.opponent, self.wins = winner, None, {}
