r"""Which m items have the best Borda scores: undecided items are taken in or sent away one by one.

With E_ik of ``difference``, i is known to be above k once E_ik >= m (K-m)/δ. Among the undecided items A, of which m'
are still to be taken,

    i is taken in     once it is above |A| - m' of A: then fewer than m' of them can be better
    i is sent away    once m' of A are above it

A wrong set needs an item outside the best m that is held to be above one of them: m (K-m) claims can hurt, each with a
chance of at most δ/(m (K-m)). What was known once stays known. A vote is evidence for those of its items that are
undecided, and K tests for each of them are looked at again.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.core.evidence.difference import Difference, log_difference, meet, start_counted, tell_item
from duelling.core.jit import jit
from duelling.core.states import name_places


class Topmost(NamedTuple):
    limit: float  # the logarithm of m (K-m)/δ
    now: np.ndarray  # how many are undecided; how many are still to be taken; one of the best once all are known, or -1
    order: np.ndarray  # the undecided items, then the others: the last one to be decided comes first
    place: np.ndarray  # of each item in this order
    evidence: Difference
    above: np.ndarray  # [i, k]: 1 once i is known to be above k
    taken: np.ndarray  # 1 for an item that was taken in


LEFT, WANTED, VERDICT = name_places(Topmost, "now", "left wanted verdict")


def start_topmost(items: int, best: int, delta: float) -> Topmost:
    """All items are undecided; the ``best`` of them are sought, with the weights of a race."""
    return Topmost(
        limit=math.log(best * (items - best) / delta),
        now=np.array([items, best, -1]),
        order=np.arange(items),
        place=np.arange(items),
        evidence=start_counted(items),
        above=np.zeros((items, items), np.int8),
        taken=np.zeros(items, np.int8),
    )


@jit
def tell_topmost(s, a, b, y, v, widest):
    """Count a vote of which a has the share y; v and ``widest`` are its weights as in ``difference``, from its draw."""
    ours, theirs = s.place[a] < s.now[LEFT], s.place[b] < s.now[LEFT]
    if ours:
        tell_item(s.evidence, a, y, v, widest)
    if theirs:
        tell_item(s.evidence, b, 1 - y, v, widest)
    if ours and theirs:
        meet(s.evidence.pairs, a, b, y, v, widest, 0.0)
    news = 0
    if ours:
        news += _compare(s, a)
    if theirs:
        news += _compare(s, b)
    while news > 0:
        news = _decide(s)


@jit
def _compare(s, i):
    """Look at all tests of i; how many are newly known."""
    news = 0
    for p in range(s.now[LEFT]):
        k = s.order[p]
        if k != i:
            if s.above[i, k] == 0 and log_difference(s.evidence, i, k) >= s.limit:
                s.above[i, k] = 1
                news += 1
            if s.above[k, i] == 0 and log_difference(s.evidence, k, i) >= s.limit:
                s.above[k, i] = 1
                news += 1
    return news


@jit
def _decide(s):
    """Take in or send away the first item for which enough is known; 1 if there was one."""
    left, wanted = s.now[LEFT], s.now[WANTED]
    for p in range(left):
        i = s.order[p]
        over = under = 0
        for q in range(left):
            over += s.above[i, s.order[q]]
            under += s.above[s.order[q], i]
        if over >= left - wanted or under >= wanted:
            last = s.order[left - 1]
            s.order[p], s.place[last] = last, p
            s.order[left - 1], s.place[i] = i, left - 1
            s.now[LEFT] -= 1
            if over >= left - wanted:
                s.taken[i] = 1
                s.now[WANTED] -= 1
            if s.now[LEFT] == 0:
                _name_one(s.taken, s.now)
            return 1
    return 0


@jit
def _name_one(taken, now):
    """The first of the best."""
    for i in range(taken.size):
        if taken[i] == 1:
            now[VERDICT] = i
            return
