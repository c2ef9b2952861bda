r"""PLPAC: a random arm meets all others, which also tells of pairs that never met. Arms leave until some are ε-best.

    A = all arms;     in each round: a pivot k, uniform on A, meets every other arm of A once;
        count the pairs with k, and of every i that beat k and every j that lost to it that i beat j
    c_ij = sqrt(ln(4K² n_ij²/δ) / (2 n_ij)),     n_ij the counted pairs of i and j, p_ij the share that i won
        i leaves A if p_ij + c_ij < 1/2 for some j in A
        the answer is C = {i in A: p_ij - c_ij > 1/2 - ε for all other j in A}, as soon as it is not empty

Why a pair that never met may be counted. In the model of Plackett and Luce i beats k with the odds v_i/v_k. So the odds
of "i beat k and k beat j" against "j beat k and k beat i" are (v_i/v_k)(v_k/v_j) = v_i/v_j, those of a duel of i and j.
Given that the pivot parted them, who stands above is a fair sample of their duel.

Why it holds. By Hoeffding's inequality all intervals hold together with chance 1 - δ, since 2 Σ_n δ/(4K² n²) < δ/K² for
each of fewer than K² pairs. Then the best arm never leaves, and an arm of C loses to it, and so to nobody, by more
than ε. Without the model only the pairs with the pivot would be samples of what they stand for.

A tie with the pivot is half a win for both, and such an arm is compared with nobody else in the round; where ties come
as in Davidson's model the odds above stay as they are. Arms leave one after the other, so that one always stays.

The paper was not at hand. This is what a budget of |A| - 1 comparisons leaves of its quicksort: one partition. A known
implementation counts partitions instead of comparisons and sorts nearly to the end.

[1] B. Szörényi, R. Busa-Fekete, A. Paul and E. Hüllermeier. Online rank elicitation for Plackett-Luce: a dueling
bandits approach. NIPS 2015, Algorithm 2.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared.settings import Near, Settled, Wrong, check_delta
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, standing, update, verdict
from duelling.core.states import name_places
from duelling.errors import at_least
from duelling.registry.facts import algorithm


class PlackettLuce(NamedTuple):
    within: float  # ε
    log: float  # ln(4K²/δ)
    order: np.ndarray  # the arms of A are its first LEFT, the pivot the first of all
    side: np.ndarray  # of the arm in each place: 1 if it beat the pivot in this round, -1 if it lost, 0 if they tied
    won: np.ndarray  # [i, j]: how often i was counted above j; a tie counts half
    chosen: np.ndarray  # 1 if the arm is in C
    now: np.ndarray  # LEFT; the place that meets the pivot next, 0 if there is no pivot; the final arm or -1


LEFT, TURN, VERDICT = name_places(PlackettLuce, "now", "left turn verdict")


def _start(arms: int, delta: float, within: float) -> PlackettLuce:
    at_least("within", within, 0, 0.5)
    log = math.log(4 * arms**2) - math.log(delta)
    side, chosen = np.zeros((2, arms), np.int8)
    return PlackettLuce(
        float(within), log, np.arange(arms), side, np.zeros((arms, arms)), chosen, np.array([arms, 0, -1])
    )


def identify(arms: int, *, delta: Wrong = 0.05, within: Near = 0.05) -> PlackettLuce:
    """Pivots part the arms, until some lose to nobody by more than ``within``; wrong with chance ``delta`` at most."""
    return _start(arms, check_delta(delta, None), within)


@algorithm(
    "plackett-luce",
    label="PLPAC",
    reference="Szörényi, Busa-Fekete, Paul and Hüllermeier 2015",
    source="description",
    family=("wine", 1),
    winners=("condorcet",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(K) amortised",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    identify=identify,
    finds="set",
    assumes=("plackett-luce",),
)
def start(arms: int, horizon: int, *, delta: Settled = None, within: Near = 0.05) -> PlackettLuce:
    """Finds arms that are nearly the best under the model of Plackett and Luce, then plays one; delta is 1/T."""
    return _start(arms, check_delta(delta, max(horizon, 2)), within)


def _choose(s: PlackettLuce, t, rng):
    return _pick(s, rng)


@jit
def _pick(s, rng):
    now, order = s.now, s.order
    if now[VERDICT] >= 0:
        return Duel(now[VERDICT], now[VERDICT], 1.0, 1.0)
    p = 1.0
    if now[TURN] == 0:
        k, p = int(rng.random() * now[LEFT]), 1 / now[LEFT]
        order[0], order[k] = order[k], order[0]
        now[TURN] = 1
    return Duel(order[0], order[now[TURN]], p, 1.0)


def _update(s: PlackettLuce, t, duel, outcome):
    _tell(s, duel.first, duel.second, outcome)


@jit
def _tell(s, first, second, outcome):
    now = s.now
    if now[VERDICT] >= 0 or now[TURN] == 0:
        return
    other, pivot = s.order[now[TURN]], s.order[0]
    if first == other and second == pivot:
        s.side[now[TURN]] = outcome
    elif first == pivot and second == other:
        s.side[now[TURN]] = -outcome
    else:
        return
    now[TURN] += 1
    if now[TURN] == now[LEFT]:
        now[TURN] = 0
        _count(s)
        _remove(s)
        _look(s)


@jit
def _count(s):
    """Count the pairs of this round."""
    order, side, won = s.order, s.side, s.won
    for p in range(1, s.now[LEFT]):
        i = order[p]
        won[i, order[0]] += (1 + side[p]) / 2
        won[order[0], i] += (1 - side[p]) / 2
        for q in range(1, p):
            if side[p] * side[q] < 0:
                won[i if side[p] > 0 else order[q], order[q] if side[p] > 0 else i] += 1


@jit
def _bound(s, i, j, sign):
    """p_ij + c_ij - 1/2, or with the sign -1 p_ij - c_ij - 1/2."""
    n = s.won[i, j] + s.won[j, i]
    if n == 0:
        return sign * math.inf
    return (s.won[i, j] - s.won[j, i]) / (2 * n) + sign * math.sqrt((s.log + 2 * math.log(n)) / (2 * n))


@jit
def _remove(s):
    """Let arms leave, one after the other."""
    order, p = s.order, 0
    while p < s.now[LEFT]:
        beaten = False
        for q in range(s.now[LEFT]):
            beaten = beaten or (q != p and _bound(s, order[p], order[q], 1) < 0)
        if beaten:
            s.now[LEFT] -= 1
            order[p], order[s.now[LEFT]] = order[s.now[LEFT]], order[p]
        else:
            p += 1


@jit
def _look(s):
    """Answer with all arms that are ε-best for sure, if there are any; the surest one is to be played."""
    surest = -s.within
    for p in range(s.now[LEFT]):
        i, least = s.order[p], math.inf
        for q in range(s.now[LEFT]):
            if q != p:
                least = min(least, _bound(s, i, s.order[q], -1))
        if least > -s.within:
            s.chosen[i] = 1
            if s.now[VERDICT] < 0 or least > surest:
                s.now[VERDICT], surest = i, least


def _verdict(s: PlackettLuce):
    return s.now[VERDICT]


def _standing(s: PlackettLuce, groups):
    done = s.now[VERDICT] >= 0
    for i in range(groups.size):
        groups[i] = 1 - s.chosen[i] if done else 0
    return done


choose.register(PlackettLuce, _choose)
update.register(PlackettLuce, _update)
verdict.register(PlackettLuce, _verdict)
standing.register(PlackettLuce, _standing)
