"""Merge sort by matches: the arms in a random order are split in halves, and sorted halves are merged.

The segments of level L are order[⌊s K/2^L⌋ : ⌊(s+1) K/2^L⌋]. Two neighbours differ in size by at most one, so there are
as many matches as in a sort that halves from the top: K ⌈log2 K⌉ - 2^⌈log2 K⌉ + 1 at most. The best arm comes first.
"""

from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared.match import FIRST, SECOND, Match, Rule, begin, decided, duel_of, new_match, tell
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, standing, update, verdict
from duelling.core.sampling import shuffle
from duelling.core.states import name_places


class Sort(NamedTuple):
    test: Rule
    match: Match
    order: np.ndarray  # the arms
    buffer: np.ndarray  # the merged part of two segments
    # the level and the segment that is made; order[LEFT:MIDDLE] and order[RIGHT:END] are not merged; WRITE of the
    # buffer; DRAWN: whether the order is; the final arm or -1
    now: np.ndarray


LEVEL, SEGMENT, BEGIN, LEFT, MIDDLE, RIGHT, END, WRITE, DRAWN, VERDICT = name_places(
    Sort, "now", "level segment begin left middle right end write drawn verdict"
)


def start_sort(arms: int, test: Rule) -> Sort:
    """Nobody has played yet."""
    now = np.array([(arms - 1).bit_length() - 1, -1, 0, 0, 0, 0, 0, 0, 0, -1])
    return Sort(test, new_match(), np.arange(arms), np.zeros(arms, np.int64), now)


@jit
def _next(s):
    """Begin the next match, or conclude."""
    now, order, arms = s.now, s.order, s.order.size
    while True:
        if now[LEFT] < now[MIDDLE] and now[RIGHT] < now[END]:
            begin(s.match, order[now[LEFT]], order[now[RIGHT]])
            return
        while now[LEFT] < now[MIDDLE]:
            s.buffer[now[WRITE]] = order[now[LEFT]]
            now[LEFT] += 1
            now[WRITE] += 1
        for k in range(now[BEGIN], now[WRITE]):  # what is left on the right stays where it is
            order[k] = s.buffer[k]
        now[SEGMENT] += 1
        if now[SEGMENT] == 1 << now[LEVEL]:
            now[SEGMENT] = 0
            now[LEVEL] -= 1
            if now[LEVEL] < 0:
                now[VERDICT] = order[0]
                return
        parts = 1 << (now[LEVEL] + 1)
        now[BEGIN] = now[LEFT] = now[WRITE] = 2 * now[SEGMENT] * arms // parts
        now[MIDDLE] = now[RIGHT] = (2 * now[SEGMENT] + 1) * arms // parts
        now[END] = (2 * now[SEGMENT] + 2) * arms // parts


def _choose(s: Sort, t, rng):
    return _pick(s, rng)


@jit
def _pick(s, rng):
    if s.now[VERDICT] >= 0:
        return Duel(s.now[VERDICT], s.now[VERDICT], 1.0, 1.0)
    if s.now[DRAWN] == 1:
        return duel_of(s.match, 1.0, 1.0)
    arms = s.order.size
    shuffle(s.order, rng)
    s.now[DRAWN] = 1
    _next(s)
    return duel_of(s.match, 1 / arms, 1 / (arms - 1))


def _update(s: Sort, t, duel, outcome):
    _tell(s, duel, outcome)


@jit
def _tell(s, duel, outcome):
    now = s.now
    if now[VERDICT] >= 0 or not tell(s.match, duel, outcome):
        return
    ahead = decided(s.test.kind, s.match, s.test.delta, s.test.low, s.test.high)
    if ahead != 0:
        s.buffer[now[WRITE]] = s.match.now[FIRST if ahead > 0 else SECOND]
        now[WRITE] += 1
        now[LEFT if ahead > 0 else RIGHT] += 1
        _next(s)


def _verdict(s: Sort):
    return s.now[VERDICT]


def _standing(s: Sort, groups):
    done = s.now[VERDICT] >= 0
    for k in range(groups.size):
        groups[s.order[k]] = k if done else 0
    return done


choose.register(Sort, _choose)
update.register(Sort, _update)
verdict.register(Sort, _verdict)
standing.register(Sort, _standing)
