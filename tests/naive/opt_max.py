"""Opt-Max by calls of its parts, as it is printed; played by ``Scripted``."""

import math

from tests.naive.scripted import between


def soft(low, high, delta):
    def over(wins, ties, losses):
        n = wins + ties + losses
        q, c, m = (wins + ties / 2) / n - 0.5, math.sqrt(math.log(4 * n**2 / delta) / (2 * n)), (low + high) / 2
        if abs(q - m) <= c + (high - low) / 4 and n <= 8 * math.log(2 / delta) / (high - low) ** 2:
            return None
        return 3 if q > (m + high) / 2 else 1 if q < (low + m) / 2 else 2

    return over


class Parts:
    def __init__(self, play, arms):
        self.play, self.K, self.order, self.chances, self.calls = play, arms, list(range(arms)), (1.0, 1.0), []

    def shuffle(self):
        for k in range(self.K - 1):
            other = k + self.play.draw(self.K - k)
            self.order[k], self.order[other] = self.order[other], self.order[k]
        self.chances = (1 / (self.K - 1), 1.0)

    def match(self, c, r, over):
        chances, self.chances = self.chances, (1.0, 1.0)
        return (yield from self.play.match(c, r, over, chances))

    def soft(self, S, r, low, high, delta):
        self.calls.append(("soft", len(S)))
        Q = [c for c in S if c != r]
        size = len(Q) + 1
        while Q:
            before, kept = r, []
            for place, c in enumerate(Q):
                k = yield from self.match(c, r, soft(low, high, 2 * delta / size**2))
                if k == 3:
                    r, kept = c, kept + Q[place + 1 :]
                    break
                if k == 2:
                    kept.append(c)
            if r == before:
                break
            Q = kept
        return r

    def prune(self, S, a, low, high, delta):
        self.calls.append(("prune", len(S)))
        S, t = [c for c in S if c != a], 1
        size = len(S) + 1
        while len(S) > 4 * math.log(2 * size / delta) / delta and t < math.log(self.K) ** 2:
            stays = []
            for e in S:
                if (yield from self.match(e, a, between(low, high, delta / 2 ** (t + 1)))) == 1:
                    stays.append(e)
            S, t = stays, t + 1
        return S

    def near(self, size, epsilon, delta):
        """Of the first arms in the order, whose first few are a random part of them."""
        self.shuffle()
        few = min(size, max(2, math.ceil(math.sqrt(size * math.log(4 * size / delta)))))
        self.chances = (1 / (self.K - 1), 1 / self.K)
        r = yield from self.soft(self.order[:few], self.order[0], 0, epsilon / 2, delta / 4)
        return (yield from self.soft(self.order[:size], r, epsilon / 2, epsilon, delta / 2))


def opt_max(play, arms, delta, epsilon):
    parts = play.parts = Parts(play, arms)
    delta = min(delta, 0.9)
    log = math.log(arms)
    if delta <= arms ** (-1 / 3):
        r = yield from parts.near(max(2, math.ceil(arms**0.75)), epsilon / 2, delta / 3)
        return (yield from parts.soft(parts.order, r, epsilon / 2, epsilon, delta / 3))
    few = min(arms, max(2, math.ceil(arms / log**2)))
    a = yield from parts.near(few, epsilon / 3, delta / 4)
    if delta <= 1 / log:
        level = delta / (4 * log**2 * math.log(4 * arms / delta))
        S = yield from parts.prune(parts.order, a, epsilon / 3, 2 * epsilon / 3, level)
        return (yield from parts.soft([a, *S], a, epsilon / 3, epsilon, delta / 4))
    m = max(1, math.ceil(2 * math.log(log) / math.log(1 / delta)))
    for i in range(1, m + 1):
        high = epsilon / 3 + 2 * epsilon / 3 / 2 ** ((m - i) / 3)
        low = epsilon / 3 + 2 * epsilon / 3 / 2 ** ((m - i + 1) / 3)
        level = delta ** (m - i + 4)
        parts.shuffle()
        Q = parts.order[: min(arms, max(few, math.ceil(arms * delta ** (m - i))))]
        S = yield from parts.prune(Q, a, low, (low + high) / 2, level**5 / 3)
        a = yield from parts.soft([a, *S], a, low, high, level / 3)
    return a
