"""Cardinal bandits, written straight from their papers: plain lists, and everything is computed again in each round."""

import math


def pick(p, u):
    """The arm in whose stretch of [0, 1) the number u lies."""
    edge = 0.0
    for i, chance in enumerate(p):
        edge += chance
        if u < edge:
            return i
    return max(i for i, chance in enumerate(p) if chance > 0)


def softmax(x):
    top = max(x)
    w = [math.exp(v - top) for v in x]
    return [v / sum(w) for v in w]


class Exp3:
    def __init__(self, arms, rate, exploration=lambda t: 0.0):
        self.L, self.rate, self.exploration = [0.0] * arms, rate, exploration

    def chances(self, t):
        return softmax([-self.rate(t) * x for x in self.L])

    def pull(self, t, rng):
        p = self.chances(t)
        i = pick(p, rng.random())
        return i, p[i]

    def learn(self, t, arm, p, loss):
        self.L[arm] += loss / (p + self.exploration(t))


class Exp3P:
    def __init__(self, arms, eta, gamma, beta):
        self.G, self.eta, self.gamma, self.beta = [0.0] * arms, eta, gamma, beta

    def chances(self):
        return [(1 - self.gamma) * w + self.gamma / len(self.G) for w in softmax([self.eta * g for g in self.G])]

    def pull(self, t, rng):
        p = self.chances()
        i = pick(p, rng.random())
        return i, p[i]

    def learn(self, t, arm, p, loss):
        for i, chance in enumerate(self.chances()):
            self.G[i] += ((1 - loss) * (i == arm) + self.beta) / chance


class UCB:
    def __init__(self, arms, alpha, lowest=False):
        self.gains, self.alpha, self.lowest = [[] for _ in range(arms)], alpha, lowest

    def index(self, i):
        n, N = sum(map(len, self.gains)), len(self.gains[i])
        return sum(self.gains[i]) / N + math.sqrt(self.alpha * math.log(n) / N) if N else math.inf

    def pull(self, t, rng):
        index = [self.index(i) for i in range(len(self.gains))]
        best = [i for i, x in enumerate(index) if x == max(index)]
        if self.lowest or len(best) == 1:
            return best[0], 1.0
        return best[int(rng.random() * len(best))], 1 / len(best)

    def learn(self, t, arm, p, loss):
        self.gains[arm].append(1 - loss)


class Tsallis:
    def __init__(self, arms, reduced):
        self.L, self.reduced = [0.0] * arms, reduced

    def eta(self, t):
        return (4 if self.reduced else 2) / math.sqrt(t)

    def root(self, t):
        """x by bisection."""
        eta, least = self.eta(t), min(self.L)
        low, high = least - 2 * math.sqrt(len(self.L)) / eta, least - 2 / eta
        for _ in range(200):
            x = (low + high) / 2
            low, high = (x, high) if sum(4 / (eta * (v - x)) ** 2 for v in self.L) < 1 else (low, x)
        return (low + high) / 2

    def chances(self, t):
        x = self.root(t)
        w = [4 / (self.eta(t) * (v - x)) ** 2 for v in self.L]
        return [v / sum(w) for v in w]

    def pull(self, t, rng):
        w = self.chances(t)
        i = pick(w, rng.random())
        return i, w[i]

    def learn(self, t, arm, p, loss):
        base = [0.5 * (self.reduced and w >= self.eta(t) ** 2) for w in self.chances(t)]
        for i, b in enumerate(base):
            self.L[i] += b
        self.L[arm] += (loss - base[arm]) / p
