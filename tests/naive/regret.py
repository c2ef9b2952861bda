"""Regret straight from its definition: play in Python, write down every pair, then add up losses."""

import numpy as np

from duelling.core.jit import interpreted
from duelling.core.protocol import choose, decide, update
from duelling.registry.choice import choice
from duelling.seeds import streams


def pairs_played(problem, text, horizon, seed, run):
    """The pairs (A_t, B_t) of one run, in plain Python."""
    learner, environment = choice(text).start(len(problem.arms), horizon), problem.start(horizon)
    stream, pairs = streams(seed, run), []
    with interpreted():
        for t in range(1, horizon + 1):
            duel = choose(learner, t, stream.learner)
            update(learner, t, duel, decide(environment, t, duel.first, duel.second, stream.problem))
            pairs.append((duel.first, duel.second))
    return pairs


def weak_and_strong(pairs, losses):
    """R_W and R_S of these pairs; losses[t - 1, i] is the loss of arm i in round t."""
    first, second = (losses[np.arange(len(pairs)), arms] for arms in np.transpose(pairs))
    best = losses[: len(pairs)].sum(axis=0).min()
    return np.minimum(first, second).sum() - best, (first + second).sum() / 2 - best


def borda_losses(outcomes, horizon):
    """l_t^i = 1/2 + (1/2K) sum_j M^t_ji, for the matrices M^1..M^tau repeated up to the horizon."""
    rounds = [outcomes[t % len(outcomes)].astype(float) for t in range(horizon)]
    return np.array([0.5 + m.sum(axis=0) / (2 * len(m)) for m in rounds])


def copeland_losses(outcomes, horizon):
    """l^i = (1/(K-1)) sum_j 1(M(T)_ij < 0), the same in every round."""
    total = sum(outcomes[t % len(outcomes)].astype(int) for t in range(horizon))
    return np.tile((total < 0).sum(axis=1) / (len(total) - 1), (horizon, 1))
