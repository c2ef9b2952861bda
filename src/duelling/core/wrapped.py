"""Learners in a shell: one that sees the arms in another order, and one whose duels are counted.

The loop plays them like any other learner. So it is the same loop, with the same bits, where nobody asks for a shell.
"""

from typing import Any, NamedTuple

import numpy as np

from duelling.core.protocol import Duel, choose, update


class Shuffled(NamedTuple):
    """A learner that calls arm ``order[i]`` of the problem i."""

    learner: Any
    order: np.ndarray
    place: np.ndarray  # the other way: the learner calls arm a place[a]


def _choose_shuffled(s: Shuffled, t, rng):
    duel, arms = choose(s.learner, t, rng), s.order.size
    inside = 0 <= duel.first < arms and 0 <= duel.second < arms
    first = s.order[duel.first] if inside else -1  # which the loop refuses
    second = s.order[duel.second] if inside else -1
    return Duel(first, second, duel.p_first, duel.p_second)


def _update_shuffled(s: Shuffled, t, duel, outcome):
    update(s.learner, t, Duel(s.place[duel.first], s.place[duel.second], duel.p_first, duel.p_second), outcome)


choose.register(Shuffled, _choose_shuffled)
update.register(Shuffled, _update_shuffled)


class Watched(NamedTuple):
    """A learner whose duels are counted up to each checkpoint. A table that nobody asked for has no rows."""

    learner: Any
    rounds: np.ndarray  # the checkpoints
    now: np.ndarray  # [0], the checkpoint that comes next
    pulls: np.ndarray  # int64[checkpoint, arm], how often an arm was in a duel; twice in one with itself
    pairs: np.ndarray  # int64[checkpoint, first, second], how often a pair was chosen


def _choose_watched(s: Watched, t, rng):
    duel, arms = choose(s.learner, t, rng), s.pulls.shape[1]
    if t > s.rounds[s.now[0]]:
        s.now[0] += 1
        c = s.now[0]
        for i in range(arms):
            s.pulls[c, i] = s.pulls[c - 1, i]
        if s.pairs.shape[0] > 0:
            for i in range(arms):
                for j in range(arms):
                    s.pairs[c, i, j] = s.pairs[c - 1, i, j]
    if 0 <= duel.first < arms and 0 <= duel.second < arms:  # else the loop ends here
        c = s.now[0]
        s.pulls[c, duel.first] += 1
        s.pulls[c, duel.second] += 1
        if s.pairs.shape[0] > 0:
            s.pairs[c, duel.first, duel.second] += 1
    return duel


def _update_watched(s: Watched, t, duel, outcome):
    update(s.learner, t, duel, outcome)


choose.register(Watched, _choose_watched)
update.register(Watched, _update_watched)


def shuffled(learner: Any, order: np.ndarray) -> Shuffled:
    """The learner, which calls arm order[i] i."""
    return Shuffled(learner, order, np.argsort(order))


def watched(learner: Any, rounds: np.ndarray, arms: int, pairs: bool) -> Watched:
    """The learner with empty tables for these checkpoints; ``pairs`` says whether pairs are counted as well."""
    table = np.zeros((rounds.size if pairs else 0, arms, arms), np.int64)
    return Watched(learner, rounds, np.zeros(1, np.int64), np.zeros((rounds.size, arms), np.int64), table)
