"""The thesis's experiments from its definitions: twins of its algorithms, outcome matrices, losses round by round."""

import math

import numpy as np

from duelling.core.protocol import Duel
from duelling.problems.reading.named import problem as find
from duelling.problems.sequence import exact_sequence
from duelling.seeds import streams
from tests.naive import bandits, reductions
from tests.naive.beat_the_mean import BeatTheMean
from tests.naive.interleaved_filter import InterleavedFilter
from tests.naive.multisbm import MultiSBM
from tests.naive.rex3 import Rex3
from tests.naive.rmed import RMED
from tests.naive.rucb import Rucb
from tests.naive.savage import Savage
from tests.naive.von_neumann import VonNeumannUniform, vertex
from tests.naive.winner_stays import WinnerStays


class Winner(VonNeumannUniform):
    """VN+UnifK-1 with the arguments that all other twins have."""

    def choose(self, t, rng):
        return Duel(*super().choose(rng), 0.0, 0.0)

    def update(self, t, duel, outcome):
        super().update(duel.first, duel.second, outcome)


TWINS = reductions.TWINS | {
    "ucb+unif:alpha=0.51": reductions.TWINS["ucb+unif"],
    "ws-w": lambda K, T: WinnerStays(K),
    "rucb:alpha=0.51": lambda K, T: Rucb(K, 0.51),
    "rmed1": lambda K, T: RMED(K, T, 1),
    "rmed2": lambda K, T: RMED(K, T, 2),
    "rmed2fh": lambda K, T: RMED(K, T, "fh"),
    "btm": lambda K, T: BeatTheMean(K, lambda n: math.sqrt(math.log(2 * T * K) / n), horizon=T),
    "savage": lambda K, T: Savage(K, "condorcet", T, 1 / T),
    "if2": lambda K, T: InterleavedFilter(K, 1 / (T * K**2), True),
    "rex3:gamma_rule=thesis": lambda K, T: Rex3(K, lambda t: min(0.5, math.sqrt(K * math.log(K) / (0.5 * T)))),
    "ucb-multisbm:alpha=0.51": lambda K, T: MultiSBM(K, lambda: bandits.UCB(K, 0.51)),
    "ucb-sparring:alpha=0.51": lambda K, T: reductions.TossedSparring(bandits.UCB(K, 0.51), bandits.UCB(K, 0.51)),
    "vn+unif": lambda K, T: Winner(K, "thesis"),
}


def rounds_recorded(T):
    """A hundred equal steps, or every round of a short game."""
    return sorted({round(T * step / min(T, 100)) for step in range(1, min(T, 100) + 1)})


class Game:
    """A problem for T rounds: its preferences P, or the matrices M^t that all runs share; its losses under a winner."""

    def __init__(self, name, T, winner, period=None, seed=0):
        self.P, self.T, self.winner = find(name).preference(T), T, winner
        self.M = None if period is None else exact_sequence(find(name), period=period, seed=seed).outcome.astype(int)
        self.K = len(self.P)
        self.loss = [self.losses_of(t) for t in self.distinct()]

    def distinct(self):
        return [None] if self.M is None else self.M

    def losses_of(self, M):
        arms, K = range(self.K), self.K
        if self.winner == "utility":
            return [1 - (0.9 - i / 10) for i in arms]
        if self.winner == "borda" and M is None:
            return [sum(self.P[j][i] for j in arms) / K for i in arms]
        if self.winner == "borda":
            return [0.5 + sum(M[j][i] for j in arms) / (2 * K) for i in arms]
        total = sum(self.M[t % len(self.M)] for t in range(self.T))
        if self.winner == "copeland":
            return [sum(total[i][j] < 0 for j in arms) / (K - 1) for i in arms]
        u = vertex(total.astype(float))
        return [sum(u[a] * M[a][i] for a in arms) for i in arms]

    def losses(self, t):
        return self.loss[(t - 1) % len(self.loss)]

    def outcome(self, t, i, j, rng):
        if i == j:
            return 0
        if self.M is not None:
            return self.M[(t - 1) % len(self.M)][i][j]
        return 1 if rng.random() < self.P[i][j] else -1

    def weak_regret(self, text, seed, run):
        """R_W after each of the recorded rounds."""
        learner, stream, regret = TWINS[text](self.K, self.T), streams(seed, run), []
        paid, pays = 0.0, [0.0] * self.K
        for t in range(1, self.T + 1):
            duel = learner.choose(t, stream.learner)
            learner.update(t, duel, self.outcome(t, duel.first, duel.second, stream.problem))
            loss = self.losses(t)
            paid += min(loss[duel.first], loss[duel.second])
            pays = [a + b for a, b in zip(pays, loss, strict=True)]
            if t in rounds_recorded(self.T):
                regret.append(paid - (0.0 if self.winner == "von_neumann" else min(pays)))
        return regret

    def weak(self, text, runs, seed=0):
        return np.array([self.weak_regret(text, seed, run) for run in range(runs)])
