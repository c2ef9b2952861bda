"""Reductions, written straight from the pseudo-code, and the twin of each composed algorithm."""

import math

from duelling.core.protocol import Duel
from tests.naive import bandits
from tests.naive.doubler import Doubler
from tests.naive.multisbm import MultiSBM


class Uniform:
    def __init__(self, arms, bandit):
        self.arms, self.bandit = arms, bandit

    def choose(self, t, rng):
        i, p = self.bandit.pull(t, rng)
        others = [j for j in range(self.arms) if j != i]
        return Duel(i, others[int(rng.random() * len(others))], p, 1 / len(others))

    def update(self, t, duel, outcome):
        self.bandit.learn(t, duel.first, duel.p_first, (1 - outcome) / 2)


class Sparring:
    def __init__(self, left, right):
        self.left, self.right = left, right

    def choose(self, t, rng):
        (i, p), (j, q) = self.left.pull(t, rng), self.right.pull(t, rng)
        return Duel(i, j, p, q)

    def update(self, t, duel, outcome):
        self.left.learn(t, duel.first, duel.p_first, (1 - outcome) / 2)
        self.right.learn(t, duel.second, duel.p_second, (1 + outcome) / 2)


class TossedSparring(Sparring):
    def choose(self, t, rng):
        duel = super().choose(t, rng)
        if duel.first == duel.second:
            self.coin = 1 if rng.random() < 0.5 else -1
        return duel

    def update(self, t, duel, outcome):
        super().update(t, duel, self.coin if duel.first == duel.second else outcome)


class Random:
    def __init__(self, arms):
        self.arms = arms

    def choose(self, t, rng):
        i = int(rng.random() * self.arms)
        others = [j for j in range(self.arms) if j != i]
        return Duel(i, others[int(rng.random() * len(others))], 1 / self.arms, 1 / len(others))

    def update(self, t, duel, outcome):
        pass


def fixed(K, T):
    return lambda t: math.sqrt(2 * math.log(K) / (T * K))


def falling(K):
    return lambda t: math.sqrt(math.log(K) / (t * K))


def exp3p(K, T, confidence):
    root = math.sqrt(math.log(K) / (T * K))
    return bandits.Exp3P(K, 0.95 * root, min(1, 1.05 * K * root), min(1, math.sqrt(confidence / (T * K))))


def exp3ix(K, rate):
    return bandits.Exp3(K, rate, lambda t: rate(t) / 2)


def twice(make):
    return Sparring(make(), make())


TWINS = {
    "exp3+unif": lambda K, T: Uniform(K, bandits.Exp3(K, lambda t: 2 * math.sqrt(math.log(K) / (K * T)))),
    "exp3+unif:rate=utility": lambda K, T: Uniform(
        K, bandits.Exp3(K, lambda t: 4 / K * math.sqrt((K - 1) * math.log(K) / (3 * T)))
    ),
    "exp3+unif:rate=anytime": lambda K, T: Uniform(K, bandits.Exp3(K, lambda t: math.sqrt(2 * math.log(K) / (K * t)))),
    "exp3+unif:eta=0.05": lambda K, T: Uniform(K, bandits.Exp3(K, lambda t: 0.05)),
    "exp3p+unif": lambda K, T: Uniform(K, exp3p(K, T, math.log(K))),
    "exp3ix+unif": lambda K, T: Uniform(K, exp3ix(K, fixed(K, T))),
    "exp3ix+unif:rate=anytime": lambda K, T: Uniform(K, exp3ix(K, falling(K))),
    "ucb+unif": lambda K, T: Uniform(K, bandits.UCB(K, 0.51)),
    "ucb+unif:ties=lowest,alpha=2": lambda K, T: Uniform(K, bandits.UCB(K, 2, lowest=True)),
    "tsallis+unif": lambda K, T: Uniform(K, bandits.Tsallis(K, reduced=True)),
    "tsallis+unif:estimator=iw": lambda K, T: Uniform(K, bandits.Tsallis(K, reduced=False)),
    "thompson+unif": lambda K, T: Uniform(K, bandits.Thompson(K)),
    "klucb+unif": lambda K, T: Uniform(K, bandits.KLUCB(K)),
    "klucb+unif:c=3": lambda K, T: Uniform(K, bandits.KLUCB(K, 3)),
    "moss+unif": lambda K, T: Uniform(K, bandits.MOSS(K)),
    "lilucb+unif": lambda K, T: Uniform(K, bandits.LilUCB(K)),
    "lilucb+unif:setting=next": lambda K, T: Uniform(K, bandits.NextUCB(K)),
    "exp3pp+unif": lambda K, T: Uniform(K, bandits.Exp3PP(K, "lcb")),
    "exp3pp+unif:gap=avg": lambda K, T: Uniform(K, bandits.Exp3PP(K, "avg")),
    "exp3pp+unif:gap=empirical": lambda K, T: Uniform(K, bandits.Exp3PP(K, "empirical")),
    "sao+unif": lambda K, T: Uniform(K, bandits.SAO(K, T)),
    "sao+unif:scale=0.03": lambda K, T: Uniform(K, bandits.SAO(K, T, 0.03)),
    "thompson-sparring": lambda K, T: twice(lambda: bandits.Thompson(K)),
    "moss-sparring": lambda K, T: TossedSparring(bandits.MOSS(K), bandits.MOSS(K)),
    "exp3-sparring": lambda K, T: twice(lambda: bandits.Exp3(K, falling(K))),
    "exp3-sparring:rate=fixed": lambda K, T: twice(lambda: bandits.Exp3(K, fixed(K, T))),
    "exp3p-sparring": lambda K, T: twice(lambda: exp3p(K, T, math.log(K / 0.05))),
    "exp3p-sparring:delta=none": lambda K, T: twice(lambda: exp3p(K, T, math.log(K))),
    "exp3ix-sparring": lambda K, T: twice(lambda: exp3ix(K, fixed(K, T))),
    "ucb-sparring": lambda K, T: TossedSparring(bandits.UCB(K, 2.5), bandits.UCB(K, 2.5)),
    "tsallis-sparring": lambda K, T: twice(lambda: bandits.Tsallis(K, reduced=False)),
    "tsallis-sparring:estimator=rv": lambda K, T: twice(lambda: bandits.Tsallis(K, reduced=True)),
    "random": lambda K, T: Random(K),
}

# each bandit under settings that mean the same in every reduction, and each reduction of a bandit that ``make`` makes
BANDITS = {
    "exp3": ("rate=anytime", lambda K, T: bandits.Exp3(K, falling(K))),
    "exp3p": ("delta=none", lambda K, T: exp3p(K, T, math.log(K))),
    "exp3ix": ("rate=anytime", lambda K, T: exp3ix(K, falling(K))),
    "ucb": ("alpha=0.6", lambda K, T: bandits.UCB(K, 0.6)),
    "tsallis": ("estimator=iw", lambda K, T: bandits.Tsallis(K, reduced=False)),
    "thompson": ("", lambda K, T: bandits.Thompson(K)),
    "klucb": ("c=3", lambda K, T: bandits.KLUCB(K, 3)),
    "moss": ("", lambda K, T: bandits.MOSS(K)),
    "lilucb": ("setting=heuristic", lambda K, T: bandits.LilUCB(K)),
    "exp3pp": ("gap=empirical", lambda K, T: bandits.Exp3PP(K, "empirical")),
    "sao": ("scale=0.03", lambda K, T: bandits.SAO(K, T, 0.03)),
}
REDUCTIONS = {
    "+unif": lambda K, make: Uniform(K, make()),
    "-sparring": lambda K, make: twice(make),
    "-doubler": Doubler,
    "-multisbm": MultiSBM,
}


def composed_twin(bandit, suffix, K, T, *, tossed):
    """The text of a composition, and its twin; ``tossed``: a coin decides the self-duels of two that spar."""
    setting, start = BANDITS[bandit]
    text = f"{bandit}{suffix}:{setting}".removesuffix(":")
    if tossed and suffix == "-sparring":
        return text, TossedSparring(start(K, T), start(K, T))
    return text, REDUCTIONS[suffix](K, lambda: start(K, T))
