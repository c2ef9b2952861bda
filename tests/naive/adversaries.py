"""Adversaries straight from their definitions: every round has a whole matrix."""

import copy

import numpy as np

from duelling.core.jit import interpreted
from duelling.core.protocol import choose, update
from duelling.registry.choice import choice
from duelling.seeds import streams


def shadow_matrix(arms, favoured, guessed):
    """M^t: guessed arms lose to all others, the favoured arm beats the rest, and otherwise the lower number wins."""
    M = np.zeros((arms, arms), dtype=int)
    for i in range(arms):
        for j in range(arms):
            if i == j:
                continue
            if (i in guessed) != (j in guessed):
                M[i, j] = -1 if i in guessed else 1
            elif favoured in (i, j):
                M[i, j] = 1 if i == favoured else -1
            else:
                M[i, j] = 1 if i < j else -1
    return M


class ShadowRun:
    """One run of a learner against its shadow, in plain Python: pairs, outcomes, guesses and matrices.

    The shadow copies the learner anew before each round; or, if it is ``told`` the duels, once and for all.
    """

    @interpreted()
    def __init__(self, text, arms, horizon, *, seed, run=0, favoured=0, both=False, told=False):
        stream, learner = streams(seed, run), choice(text).start(arms, horizon)
        own = copy.deepcopy(learner)
        self.pairs, self.outcomes, self.guesses, self.matrices = [], [], [], []
        for t in range(1, horizon + 1):
            if not told:
                own = copy.deepcopy(learner)
            duel = choose(learner, t, stream.learner)
            guess = choose(own, t, stream.problem)
            guessed = {int(guess.first), int(guess.second)} if both else {int(guess.first)}
            M = shadow_matrix(arms, favoured, guessed)
            outcome = int(M[duel.first, duel.second])
            update(learner, t, duel, outcome)
            if told:
                update(own, t, duel, outcome)
            self.pairs.append((int(duel.first), int(duel.second)))
            self.outcomes.append(outcome)
            self.guesses.append(guessed)
            self.matrices.append(M)
        self.learner = learner


def corruption(P, pieces, starts, horizon):
    """sum_t max_ij |P^t_ij - P_ij|, round by round."""
    total = 0.0
    for t in range(1, horizon + 1):
        now = max(s for s, start in enumerate(starts) if start <= t)
        total += abs(pieces[now] - P).max()
    return total
