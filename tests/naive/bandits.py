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
        """x by bisection, to the last digit."""
        eta, least = self.eta(t), min(self.L)
        low, high = least - 2 * math.sqrt(len(self.L)) / eta, least - 2 / eta
        for _ in range(60):
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


class Index:
    """Any bandit that pulls the largest ``index(i)``; every arm once before that."""

    def __init__(self, arms):
        self.gains = [[] for _ in range(arms)]

    @property
    def t(self):
        return sum(map(len, self.gains)) + 1

    def mean(self, i):
        return sum(self.gains[i]) / len(self.gains[i])

    def pull(self, t, rng):
        index = [self.index(i) if self.gains[i] else math.inf for i in range(len(self.gains))]
        best = [i for i, x in enumerate(index) if x == max(index)]
        return (best[0], 1.0) if len(best) == 1 else (best[int(rng.random() * len(best))], 1 / len(best))

    def learn(self, t, arm, p, loss):
        self.gains[arm].append(1 - loss)


def divergence(p, q):
    """d(p, q) of two coins."""
    return sum(x * math.log(x / y) if y else math.inf for x, y in ((p, q), (1 - p, 1 - q)) if x)


class KLUCB(Index):
    def __init__(self, arms, c=0):
        super().__init__(arms)
        self.c = c

    def index(self, i):
        """By bisection, to ten digits: equal arms stay equal, and others differ by more."""
        bound = math.log(self.t) + (self.c * math.log(math.log(self.t)) if self.t >= 3 else 0)
        low, high, mean = self.mean(i), 1.0, self.mean(i)
        for _ in range(50):
            q = (low + high) / 2
            low, high = (q, high) if len(self.gains[i]) * divergence(mean, q) <= bound else (low, q)
        return round(low, 10)


class MOSS(Index):
    def __init__(self, arms, alpha=1.35):
        super().__init__(arms)
        self.alpha = alpha

    def index(self, i):
        N = len(self.gains[i])
        return self.mean(i) + math.sqrt((1 + self.alpha) / 2 * max(0, math.log(self.t / (len(self.gains) * N))) / N)


class LilUCB(Index):
    def __init__(self, arms, e=0.0, b=0.5, small=0.01):
        super().__init__(arms)
        self.e, self.b, self.small = e, b, small

    def index(self, i):
        N = len(self.gains[i])
        inside = math.log(math.log((1 + self.e) * N + 2) / self.small)
        return self.mean(i) + (1 + self.b) * (1 + math.sqrt(self.e)) * math.sqrt((1 + self.e) * inside / (2 * N))


class NextUCB(Index):
    def index(self, i):
        N = len(self.gains[i])
        return self.mean(i) + math.sqrt(math.log(4 * N * N / 0.05) / (2 * N))


class Thompson:
    def __init__(self, arms):
        self.gains = [[] for _ in range(arms)]

    def pull(self, t, rng):
        theta = [rng.beta(1 + sum(g), 1 + sum(1 - x for x in g)) for g in self.gains]
        return theta.index(max(theta)), 1.0

    def learn(self, t, arm, p, loss):
        self.gains[arm].append(1 - loss)


class Exp3PP:
    def __init__(self, arms, gap):
        self.losses, self.L, self.gap = [[] for _ in range(arms)], [0.0] * arms, gap

    def xi(self, t, i):
        K, mean = len(self.L), [sum(x) / len(x) if x else 0 for x in self.losses]
        if self.gap == "lcb":
            radius = [math.sqrt((3 * math.log(t) + math.log(K)) / (2 * len(x))) for x in self.losses]
            upper = min(min(1, m + r) for m, r in zip(mean, radius, strict=True))
            gap = max(0, max(0, mean[i] - radius[i]) - upper)
        else:
            gap = min(1, (self.L[i] - min(self.L)) / (t - 1)) if t > 1 else 0
        if gap == 0:
            return math.inf
        if self.gap == "lcb":
            return 256 * math.log(t) / (t * gap**2)
        if self.gap == "avg":
            return 18 * math.log(t) ** 2 / (t * gap**2)
        return math.log(t * gap**2) / (32 * t * gap**2) if t * gap**2 > 1 else math.inf

    def chances(self, t):
        K = len(self.L)
        new = [i for i, x in enumerate(self.losses) if not x]
        if self.gap == "lcb" and new:
            return [float(i == new[0]) for i in range(K)]
        beta = math.sqrt(math.log(K) / (t * K)) / 2
        epsilon = [min(1 / (2 * K), beta, self.xi(t, i)) for i in range(K)]
        rho = softmax([-beta * x for x in self.L])
        return [(1 - sum(epsilon)) * r + e for r, e in zip(rho, epsilon, strict=True)]

    def pull(self, t, rng):
        p = self.chances(t)
        i = pick(p, rng.random())
        return i, p[i]

    def learn(self, t, arm, p, loss):
        if self.gap != "lcb" or self.losses[arm]:
            self.L[arm] += loss / p
        self.losses[arm].append(loss)


class SAO:
    """Every sum is made anew from the list of gains."""

    def __init__(self, arms, horizon, scale=1.0):
        self.K, self.n, self.scale, self.b = arms, horizon, scale, max(4 * math.log(horizon), math.log(2))
        self.p, self.told, self.left, self.after = [1 / arms] * arms, [], {}, None

    def r(self, t):
        return self.scale * math.sqrt(4 * self.K * self.b / t + 5 * (self.K * self.b / t) ** 2)

    def adversarial(self, i, t, weighted, top):
        plain = [g for arm, g, _ in self.told if arm == i]
        tau, q = self.left.get(i, (self.n, None))
        if plain:
            until = tau if i in self.left else t
            spread = self.K * until / t**2 + ((t - until) / (q * tau * t) if q else 0)
            radius = math.sqrt(2 * self.b / len(plain))
            radius += math.sqrt(4 * spread * self.b + 5 * (self.K * self.b / until) ** 2)
            if abs(weighted[i] - sum(plain) / len(plain)) > self.scale * radius:
                return True
        if i not in self.left:
            return False
        gap = top - weighted[i]
        return gap <= 2 * self.r(tau) or (tau > 1 and gap > 10 * self.r(tau - 1))

    def pull(self, t, rng):
        p = self.p if self.after is None else self.after.chances()
        i = pick(p, rng.random())
        return i, p[i]

    def learn(self, t, arm, p, loss):
        if self.after is not None:
            return self.after.learn(t, arm, p, loss)
        self.told.append((arm, 1 - loss, p))
        t = len(self.told)
        weighted = [sum(g / chance for who, g, chance in self.told if who == i) / t for i in range(self.K)]
        top = max(weighted[i] for i in range(self.K) if i not in self.left)
        for i in range(self.K):
            if i not in self.left and top - weighted[i] > 6 * self.r(t):
                self.left[i] = (t, self.p[i])
            if self.adversarial(i, t, weighted, top):
                root = math.sqrt(math.log(self.K) / (max(1, self.n - t) * self.K))
                self.after = Exp3P(self.K, 0.95 * root, min(1, 1.05 * self.K * root), min(1, root))
                return None
        out = {i: q * tau / (t + 1) for i, (tau, q) in self.left.items()}
        share = (1 - sum(out.values())) / (self.K - len(out))
        self.p = [out.get(i, share) for i in range(self.K)]
        return None
