"""A knockout: in each round the arms are paired at random, and the winners of the matches go on; an odd one has a bye.

The rounds have numbers from 1 on. In round i the test has ε_i = ε 2^(-i/3) and δ_i = δ 2^-i, unless its matches have a
fixed length. Pairs are drawn as they are needed: two arms that are uniform among those that have not played in the
round.
"""

from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared.match import (
    FIRST,
    FIXED,
    SECOND,
    Match,
    Rule,
    begin,
    decided,
    duel_of,
    new_match,
    tell,
)
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.states import name_places


class Bracket(NamedTuple):
    test: Rule  # of round 0
    match: Match
    order: np.ndarray  # the arms of the round: order[READ:SIZE] have not played, order[:WRITE] have won
    now: np.ndarray  # READ, WRITE, SIZE; the ROUND; the final arm or -1


READ, WRITE, SIZE, ROUND, VERDICT = name_places(Bracket, "now", "read write size round verdict")


def start_bracket(arms: int, test: Rule) -> Bracket:
    """Nobody has played yet."""
    return Bracket(test, new_match(), np.arange(arms), np.array([0, 0, arms, 1, -1]))


def _choose(s: Bracket, t, rng):
    return pick(s, rng)


@jit
def pick(s, rng):
    """The next duel; two arms are drawn where no match is in hand."""
    now, order = s.now, s.order
    if now[VERDICT] >= 0:
        return Duel(now[VERDICT], now[VERDICT], 1.0, 1.0)
    if s.match.now[FIRST] >= 0:
        return duel_of(s.match, 1.0, 1.0)
    left = now[SIZE] - now[READ]
    for _ in range(2):
        k = now[READ] + int(rng.random() * (now[SIZE] - now[READ]))
        order[now[READ]], order[k] = order[k], order[now[READ]]
        now[READ] += 1
    begin(s.match, order[now[READ] - 2], order[now[READ] - 1])
    return duel_of(s.match, 1 / left, 1 / (left - 1))


def _update(s: Bracket, t, duel, outcome):
    told(s, duel, outcome)


@jit
def told(s, duel, outcome):
    """Count an outcome, and go on in the bracket where it ends a match."""
    now, order, test = s.now, s.order, s.test
    if now[VERDICT] >= 0 or not tell(s.match, duel, outcome):
        return
    shrink = 1.0 if test.kind == FIXED else 2.0 ** (-now[ROUND] / 3.0)
    ahead = decided(test.kind, s.match, test.delta * 0.5 ** now[ROUND], test.low, test.high * shrink)
    if ahead == 0:
        return
    order[now[WRITE]] = s.match.now[FIRST if ahead > 0 else SECOND]
    now[WRITE] += 1
    s.match.now[FIRST] = s.match.now[SECOND] = -1
    if now[SIZE] - now[READ] == 1:  # a bye
        order[now[WRITE]] = order[now[READ]]
        now[WRITE] += 1
        now[READ] += 1
    if now[READ] == now[SIZE]:
        now[SIZE], now[READ], now[WRITE] = now[WRITE], 0, 0
        now[ROUND] += 1
        if now[SIZE] == 1:
            now[VERDICT] = order[0]


def _verdict(s: Bracket):
    return s.now[VERDICT]


choose.register(Bracket, _choose)
update.register(Bracket, _update)
verdict.register(Bracket, _verdict)
