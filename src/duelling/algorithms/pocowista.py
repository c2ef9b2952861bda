r"""POCOWISTA, potential Copeland winner stays: the arm that may still win most meets the one that has won most.

    D_i = the arms that i has met, cp_i = its wins, a tie counts 1/2, pot_i = K - 1 - |D_i| + cp_i
    until cp_i >= pot_j for some i and all j != i:
        i = argmax pot,  j = argmax of cp outside D_i,   of equals the first one in an order that is drawn once
        duel i and j until (n+1) C(n, S) 2^-n <= δ / (K(K-1)),  S the count of the most
        frequent of win, tie and loss, n - S that of the next;  the most frequent is the result

It finds a Copeland winner of any preferences, with ties as a result of their own: a pair is tied if a tie is its most
likely outcome. The test is the prior-posterior ratio of the two most frequent outcomes, at δ/2 each for the two that
may be wrong, and there are K(K-1)/2 pairs at most. Two outcomes that are equally likely, such as win and loss at 1/2,
are never told apart. Then it stops only if the pair does not matter.

The published code takes the arm with the lowest number of equals. That helps where the arms are sorted, so the order is
random here.

[1] V. Bengs, B. Haddenhorst and E. Hüllermeier. Identifying Copeland winners in dueling bandits with indifferences.
AISTATS 2024, Algorithms 1 to 3.
"""

from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared.match import FIRST, SECOND, THREE, Match, begin, decided, duel_of, new_match, tell
from duelling.algorithms.shared.settings import Settled, Wrong, check_delta
from duelling.algorithms.shared.triangle import pairs
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.sampling import shuffle
from duelling.core.states import name_places
from duelling.registry.facts import algorithm


class Pocowista(NamedTuple):
    delta: float  # of one pair
    match: Match
    order: np.ndarray  # the arms; of equals the first one is taken
    met: np.ndarray  # 1 if i and j have met
    arm: np.ndarray  # 2 cp_i; K - 1 - |D_i|, the arms to meet
    now: np.ndarray  # DRAWN: whether the order is; the final arm or -1


SCORE, AHEAD = name_places(Pocowista, "arm", "score ahead")
DRAWN, VERDICT = name_places(Pocowista, "now", "drawn verdict")


def _start(arms: int, delta: float) -> Pocowista:
    arm = np.stack([np.zeros(arms, np.int64), np.full(arms, arms - 1)])
    met = np.eye(arms, dtype=np.int8)
    return Pocowista(delta / pairs(arms), new_match(), np.arange(arms), met, arm, np.array([0, -1]))


def identify(arms: int, *, delta: Wrong = 0.05) -> Pocowista:
    """The arm that may still win most meets the one that has won most; wrong with chance ``delta`` at most."""
    return _start(arms, check_delta(delta, None))


@algorithm(
    "pocowista",
    label="POCOWISTA",
    reference="Bengs, Haddenhorst and Hüllermeier 2024, Algorithms 1-3",
    source="paper",
    growth=0,
    family=("green", 2),
    winners=("copeland", "condorcet"),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(1), O(K) after a match",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    identify=identify,
)
def start(arms: int, horizon: int, *, delta: Settled = None) -> Pocowista:
    """Finds a Copeland winner among wins, ties and losses, then plays it; delta is 1/T unless given."""
    return _start(arms, check_delta(delta, max(horizon, 2)))


@jit
def _potential(s, i):
    """2 pot_i."""
    return s.arm[SCORE, i] + 2 * s.arm[AHEAD, i]


@jit
def _next(s):
    """Conclude, or begin the next match."""
    arms, order = s.order.size, s.order
    i, second = order[0], -1  # the arm with the largest potential, and the largest of the others
    for k in range(1, arms):
        a = order[k]
        if _potential(s, a) > _potential(s, i):
            second = _potential(s, i)
            i = a
        else:
            second = max(second, _potential(s, a))
    for k in range(arms):
        a = order[k]
        if s.arm[SCORE, a] >= (second if a == i else _potential(s, i)):
            s.now[VERDICT] = a
            return
    j = -1
    for k in range(arms):
        a = order[k]
        if s.met[i, a] == 0 and (j < 0 or s.arm[SCORE, a] > s.arm[SCORE, j]):
            j = a
    begin(s.match, i, j)


def _choose(s: Pocowista, t, rng):
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


def _update(s: Pocowista, t, duel, outcome):
    _tell(s, duel, outcome)


@jit
def _tell(s, duel, outcome):
    if s.now[VERDICT] >= 0 or not tell(s.match, duel, outcome):
        return
    result = decided(THREE, s.match, s.delta, 0.0, 0.0)
    if result == 0:
        return
    i, j = s.match.now[FIRST], s.match.now[SECOND]
    s.met[i, j] = s.met[j, i] = 1
    s.arm[AHEAD, i] -= 1
    s.arm[AHEAD, j] -= 1
    s.arm[SCORE, i] += 2 if result == 1 else (1 if result == 2 else 0)
    s.arm[SCORE, j] += 2 if result == -1 else (1 if result == 2 else 0)
    _next(s)


def _verdict(s: Pocowista):
    return s.now[VERDICT]


choose.register(Pocowista, _choose)
update.register(Pocowista, _update)
verdict.register(Pocowista, _verdict)
