"""The statistics of the claims and their rules, with every interval written out as its definition has it."""

import functools
import itertools
import math
import statistics

import numpy as np
from scipy import stats

from duelling.problems.reading.named import problem as find

quantile = functools.cache(stats.t.ppf)


def interval(values, level):
    """Student's, for the mean."""
    n, middle = len(values), statistics.fmean(values)
    if n == 1:
        return math.nan, math.nan
    spread = math.sqrt(sum((v - middle) ** 2 for v in values) / (n - 1))
    reach = quantile((1 + level) / 2, n - 1) * spread / math.sqrt(n)
    return middle - reach, middle + reach


def answer(low, high, above=None, below=None):
    """What the ends of an interval say of a number that is expected above and below these."""
    if (above is None or low > above) and (below is None or high < below):
        return "for"
    if (above is not None and high < above) or (below is not None and low > below):
        return "against"
    return "open"


def ratio(x, y, level, above=None, below=None):
    """The ratio is surely above q if x surely exceeds every smaller multiple of y, and surely below q likewise."""
    if not statistics.fmean(y) > 0:
        return "open"

    def differences(q):
        return interval([a - q * b for a, b in zip(x, y, strict=True)], level)

    def surely_above(q):
        return all(differences(q * k / 20)[0] > 0 for k in range(20, 0, -1))

    def surely_below(q):
        return all(differences(q * 1.5**k)[1] < 0 for k in range(30))

    if (above is None or surely_above(above)) and (below is None or surely_below(below)):
        return "for"
    if (above is not None and surely_below(above)) or (below is not None and surely_above(below)):
        return "against"
    return "open"


def slope_of_logs(t, mean):
    """Least squares; a point stands for the part of the log t axis that is nearest to it."""
    x, y = [math.log(v) for v in t], [math.log(v) for v in mean]
    edges = [x[0], *((a + b) / 2 for a, b in itertools.pairwise(x)), x[-1]]
    w = [b - a for a, b in itertools.pairwise(edges)]
    mx, my = (sum(a * b for a, b in zip(w, v, strict=True)) / sum(w) for v in (x, y))
    top = sum(c * (a - mx) * (b - my) for a, b, c in zip(x, y, w, strict=True))
    return top / sum(c * (a - mx) ** 2 for a, c in zip(x, w, strict=True))


def exponent(t, weak, level):
    """Over the last decade, with the interval of the jackknife; None where the mean is not positive."""
    last = [k for k, v in enumerate(t) if v >= t[-1] / 10]
    t, rows, n = [t[k] for k in last], [[row[k] for k in last] for row in weak], len(weak)

    def mean(rows):
        return [statistics.fmean(column) for column in zip(*rows, strict=True)]

    if len(t) == 1 or min(mean(rows)) <= 0:
        return None
    whole, without = slope_of_logs(t, mean(rows)), [rows[:r] + rows[r + 1 :] for r in range(n)]
    if n == 1 or any(min(mean(rest)) <= 0 for rest in without):
        return math.nan, math.nan
    low, high = interval([n * whole - (n - 1) * slope_of_logs(t, mean(rest)) for rest in without], level)
    return whole - (high - low) / 2, whole + (high - low) / 2


def grows(regret, level, linearly):
    fit = exponent(regret.t.tolist(), regret.weak.tolist(), level)
    if fit is not None:
        return answer(*fit, above=0.9) if linearly else answer(*fit, below=0.9)
    if interval(final(regret), level)[1] < 0:
        return "against" if linearly else "for"
    return "open"


def final(regret):
    return regret.weak[:, -1].tolist()


def turning(regret):
    """For each run, the round from which regret stays negative."""
    rounds = []
    for row in regret.weak:
        stays = [t for k, t in enumerate(regret.t.tolist()) if all(v < 0 for v in row[k:])]
        rounds.append(min(stays, default=regret.t[-1]))
    return rounds


def noise(x, y, level):
    if len(x) == 1:
        return "open"
    error = math.sqrt((statistics.variance(x) + statistics.variance(y)) / len(x))
    gap = abs(statistics.fmean(x) - statistics.fmean(y))
    return "for" if gap <= quantile((1 + level) / 2, len(x) - 1) * error else "against"


def settles(regret, level):
    """A round of the last half adds at most 3/16, and a percent."""
    half = max(k for k, t in enumerate(regret.t) if t <= regret.t[-1] / 2)
    rounds = regret.t[-1] - regret.t[half]
    return answer(*interval([(row[-1] - row[half]) / rounds for row in regret.weak], level), below=1.01 * 3 / 16)


def steady(regret, level):
    x = final(regret)
    n, middle = len(x), statistics.fmean(x)
    if n == 1 or not middle > 0:
        return "open"
    squares = sum((v - middle) ** 2 for v in x)
    ends = (math.sqrt(squares / stats.chi2.ppf(q, n - 1)) / middle for q in ((1 + level) / 2, (1 - level) / 2))
    return answer(*ends, below=0.1)


def bounds(name, text, winner, T, drawn):
    """The theorems: (bound as a function of t, whether it holds all along), for those that cover the case."""
    P = find(name).preference(T)
    K = len(P)
    log = math.log(K)
    if text.startswith("exp3+unif") and winner == "borda":
        yield lambda t: (K - 1) / K * math.sqrt(t * K * log), False
    if text.startswith("exp3+unif") and winner == "utility":
        eta = 4 / K * math.sqrt((K - 1) * log / (3 * T))
        yield lambda t: 2 * (K - 1) / K * (log / eta + eta * K * t / 4), False
        yield lambda t: math.sqrt(3 * (K - 1) * t * log), False
    if text == "exp3-sparring" and winner == "von_neumann":
        yield lambda t: 4 * math.sqrt(t * K * log), True
    if text == "exp3p-sparring" and winner == "von_neumann":
        yield lambda t: 2 * (5.15 * math.sqrt(t * K * math.log(K / 0.05)) + 0.05 * t), False
    if text.startswith("rex3"):
        gamma = math.sqrt(K * log / (T / 2))
        if gamma < 0.5:
            yield lambda t: K * log / gamma + math.e * gamma * t, False
    ties = sum(P[i][j] == 0.5 for i in range(K) for j in range(i))
    if text == "ws-w" and drawn and not ties:
        p = min(v for v in P.ravel() if v > 0.5)
        duels = K / (2 * p - 1) ** 2 + p * K**2 / (2 * p - 1) ** 3
        if sorted((P > 0.5).sum(axis=1)) == list(range(K)):
            duels = min(duels, 2 * p**3 / (2 * p - 1) ** 6 * K * (log + 1) + K / (2 * p - 1) ** 2)
        score = P.sum(axis=1)
        worst = (score.max() - score.min()) / K if winner == "borda" else 2 * P[0].max() - 1
        yield lambda t: duels * worst, True


def stays_below(regret, bound, always, level):
    t = regret.t.tolist() if always else [int(regret.t[-1])]
    columns = regret.weak[:, -len(t) :].T.tolist()
    each = 1 - (1 - level) / len(t)
    ends = [interval([v / bound(x) for v in row], each) for x, row in zip(t, columns, strict=True)]
    said = {answer(*end, below=1) for end in ends}
    return "against" if "against" in said else "for" if said == {"for"} else "open"


class Rules:
    """All claims on what was measured; ``None`` among the answers is what was not."""

    def __init__(self, measured):
        self.measured = measured

    def get(self, experiment, problem, T, name):
        if experiment not in self.measured:
            return None
        found = self.measured[experiment].regrets
        return next((r for (p, h, _, a), r in found.items() if (p, h, a.split(":")[0]) == (problem, T, name)), None)

    def word(self, *asked):
        """``asked`` are functions of the level and the regrets that they need."""
        level, answers = 1 - 0.05 / len(asked), []
        for rule, *regrets in asked:
            answers.append(None if any(r is None for r in regrets) else rule(level, *regrets))
        if all(a is None for a in answers):
            return "not measured"
        if "against" in answers:
            return "does not hold"
        return "holds" if all(a == "for" for a in answers) else "undecided"

    def ratio(self, one, two, **limits):
        return (lambda level, x, y: ratio(final(x), final(y), level, **limits)), one, two

    def linear(self, *regrets):
        return [((lambda level, x: grows(x, level, True)), r) for r in regrets]

    def verdicts(self):
        return [getattr(self, f"claim{number}")() for number in range(1, 13)]

    def drawn(self):
        return [
            lambda a, p=p, T=T: self.get("borda-stochastic", p, T, a)
            for p in ("arxiv", "cyclic", "sushi")
            for T in (10_000, 100_000)
        ]

    def utility(self):
        return [lambda a, T=T: self.get("utility", "arithmetic", T, a) for T in (10_000, 100_000)]

    def claim1(self):
        return self.word(
            *(self.ratio(at(a), at("exp3+unif"), below=0.5) for at in self.drawn() for a in ("rmed1", "ws-w"))
        )

    def claim2(self):
        places, asked = self.drawn(), []
        for short, long in zip(places[::2], places[1::2], strict=True):
            asked.append(self.ratio(long("ws-w"), short("ws-w"), below=1.1))
            asked.append(((lambda level, x, y: noise(final(x), final(y), level)), long("ws-w"), short("ws-w")))
        return self.word(*asked)

    def claim3(self):
        arxiv, _, short, long, sushi, _ = [(at("rucb"), at("exp3+unif")) for at in self.drawn()]
        return self.word(
            *(self.ratio(*pair, below=0.5) for pair in (short, long)),
            *(self.ratio(*pair, above=1) for pair in (arxiv, sushi)),
        )

    def claim4(self):
        def worse_than_one(level, x, *rivals):
            said = {ratio(final(x), final(y), 1 - (1 - level) / 7, above=1.1) for y in rivals}
            return "for" if "for" in said else "against" if said == {"against"} else "open"

        rivals = ("btm", "rmed1", "rmed2", "rmed2fh", "rucb", "savage", "ws-w")
        better = [self.ratio(at("ucb+unif"), at("exp3+unif"), below=1 / 1.1) for at in self.drawn()]
        worse = [(worse_than_one, at("ucb+unif"), *map(at, rivals)) for at in self.drawn()]
        return self.word(*better, *worse)

    def claim5(self):
        ours, *others = (
            self.get("borda-vn", "borda_vonneumann", 100_000, a)
            for a in ("exp3+unif", "exp3-sparring", "exp3p-sparring", "vn+unif")
        )
        return self.word(((lambda level, x: grows(x, level, False)), ours), *self.linear(*others))

    def claim6(self):
        x = self.get("copeland-exp3", "copeland_borda", 10_000, "exp3+unif")
        return self.word(
            *self.linear(x), ((lambda level, x: settles(x, level)), x), ((lambda level, x: steady(x, level)), x)
        )

    def claim7(self):
        names = ("exp3-sparring", "exp3p-sparring", "vn+unif")
        return self.word(*self.linear(*(self.get("copeland-vn", "copeland_vonneumann", 10_000, a) for a in names)))

    def claim8(self):
        slow, *fast = (
            self.get("von-neumann", "different_winners", 100_000, a)
            for a in ("exp3p-sparring", "exp3-sparring", "vn+unif")
        )

        def early(level, x):
            return answer(*interval([t / x.t[-1] for t in turning(x)], level), below=0.05)

        def later(level, x, y):
            return ratio(turning(x), turning(y), level, above=2)

        return self.word(*((early, x) for x in fast), *((later, slow, x) for x in fast))

    def claim9(self):
        return self.word(*self.linear(self.get("von-neumann", "different_winners", 100_000, "exp3+unif")))

    def claim10(self):
        asked = []
        for at in self.utility():
            for a in ("exp3+unif", "rex3", "savage"):
                asked += [self.ratio(at(a), at(b), above=1) for b in ("rmed1", "ws-w")]
            rest = ("exp3+unif", "ucb+unif", "ws-w", "rmed1", "rmed2", "rmed2fh", "rucb", "savage", "btm", "rex3")
            rest += ("ucb-multisbm", "ucb-sparring")

            def high(level, x, *others):
                middle = [statistics.median(values) for values in zip(*map(final, others), strict=True)]
                return ratio(final(x), middle, level, above=1)

            asked.append((high, at("if2"), *map(at, rest)))
        return self.word(*asked)

    def claim11(self):
        return self.word(
            *(
                self.ratio(at("ucb+unif"), at(b), above=0.5, below=1)
                for at in self.utility()
                for b in ("rex3", "ucb-multisbm")
            )
        )

    def claim12(self, experiments=None):
        from duelling.thesis.experiments import every

        asked = []
        for e in experiments or [entry.experiment() for entry in every().values() if not entry.open]:
            cases = [(p, T, a) for p in e.problems for T in e.horizons for a in e.algorithms]
            for problem, T, text in cases:
                for bound, always in bounds(problem, text, e.winners[0], T, e.period is None):

                    def rule(level, x, bound=bound, always=always):
                        return stays_below(x, bound, always, level)

                    asked.append((rule, self.get(e.id, problem, T, text.split(":")[0])))
        return self.word(*asked)


def verdicts(measured):
    """The words for all twelve claims."""
    with np.errstate(all="ignore"):
        return Rules(measured).verdicts()
