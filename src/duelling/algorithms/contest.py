"""CHAMPION where answers come late: pairs are chosen by all votes, and tested by those that may count.

If tests took votes as they come, whoever answers sooner where one arm wins would make that arm look better. So a test
of two arms goes by the votes on this pair in the order of drawing, up to the oldest question on it without an answer;
questions on other pairs do not matter to it. Pairs may be chosen by whatever is known.
"""

from typing import NamedTuple

import numpy as np

from duelling.algorithms.champion import VERDICT, Champion, identify, prove, see
from duelling.core.jit import entry, jit


class Contest(NamedTuple):
    champion: Champion  # who has seen all votes
    wins: np.ndarray  # [i, j]: how often i won against j, of the votes that may count
    ties: np.ndarray
    upto: np.ndarray  # [i, j]: the last question on the pair that was counted, in both orders; -1: none


def start_contest(arms: int, delta: float, within: float) -> Contest:
    """Nobody has voted yet."""
    counts = np.zeros((2, arms, arms), np.int64)
    return Contest(identify(arms, delta=delta, within=within), counts[0], counts[1], np.full((arms, arms), -1))


@entry
def tell_contest(s, a, b, outcome, question, group, ends, answered, order):
    """Tell votes in ``order``; the other arrays hold the questions that no test has counted yet.

    Those of a pair stand together, in the order of drawing: ``group`` is the number of their pair, and ``ends`` where
    the questions of each pair end. ``answered`` are those that were told before.
    """
    after = np.zeros(ends.size, np.int64)  # the next question to count, of each pair
    for g in range(1, ends.size):
        after[g] = ends[g - 1]
    for k in order:
        if s.champion.now[VERDICT] != -1:
            return
        see(s.champion, a[k], b[k], outcome[k])
        answered[k] = 1
        g = group[k]
        while after[g] < ends[g] and answered[after[g]] == 1 and s.champion.now[VERDICT] == -1:
            _count(s, a[after[g]], b[after[g]], outcome[after[g]], question[after[g]])
            after[g] += 1


@jit
def _count(s, i, j, outcome, question):
    if outcome == 0:
        s.ties[i, j] += 1
        s.ties[j, i] += 1
    elif outcome > 0:
        s.wins[i, j] += 1
    else:
        s.wins[j, i] += 1
    s.upto[i, j] = s.upto[j, i] = question
    prove(s.champion, i, j, s.wins[i, j], s.ties[i, j], s.wins[j, i])
