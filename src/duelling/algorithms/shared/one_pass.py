"""One pass over the arms in random order: each challenges the arm that has won so far, and the winner of the match
stays.

K - 1 matches in all. The challenger is the first arm of the duel, so that a test may ask more of it. The order is drawn
as it is needed: a challenger is uniform among those that are left.
"""

from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared.match import FIRST, SECOND, Match, Rule, begin, decided, duel_of, new_match, tell
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.states import name_places


class OnePass(NamedTuple):
    test: Rule
    match: Match
    order: np.ndarray  # the arms that have not played yet are its first LEFT
    now: np.ndarray  # LEFT; the arm that has won so far or -1; the final arm or -1


LEFT, BEST, VERDICT = name_places(OnePass, "now", "left best verdict")


def start_one_pass(arms: int, test: Rule) -> OnePass:
    """Nobody has played yet."""
    return OnePass(test, new_match(), np.arange(arms), np.array([arms, -1, -1]))


@jit
def _take(s, rng):
    """A uniform arm of those that are left."""
    k = int(rng.random() * s.now[LEFT])
    s.now[LEFT] -= 1
    arm = s.order[k]
    s.order[k] = s.order[s.now[LEFT]]
    return arm


def _choose(s: OnePass, t, rng):
    return _pick(s, rng)


@jit
def _pick(s, rng):
    now = s.now
    if now[VERDICT] >= 0:
        return Duel(now[VERDICT], now[VERDICT], 1.0, 1.0)
    if s.match.now[FIRST] >= 0:
        return duel_of(s.match, 1.0, 1.0)
    known = now[BEST] >= 0
    if not known:
        now[BEST] = _take(s, rng)
    left = now[LEFT]
    begin(s.match, _take(s, rng), now[BEST])
    return duel_of(s.match, 1 / left, 1.0) if known else duel_of(s.match, 1 / (left + 1), 1 / left)


def _update(s: OnePass, t, duel, outcome):
    _tell(s, duel, outcome)


@jit
def _tell(s, duel, outcome):
    if s.now[VERDICT] >= 0 or not tell(s.match, duel, outcome):
        return
    ahead = decided(s.test.kind, s.match, s.test.delta, s.test.low, s.test.high)
    if ahead != 0:
        s.now[BEST] = s.match.now[FIRST if ahead > 0 else SECOND]
        s.match.now[FIRST] = s.match.now[SECOND] = -1
        if s.now[LEFT] == 0:
            s.now[VERDICT] = s.now[BEST]


def _verdict(s: OnePass):
    return s.now[VERDICT]


choose.register(OnePass, _choose)
update.register(OnePass, _update)
verdict.register(OnePass, _verdict)
