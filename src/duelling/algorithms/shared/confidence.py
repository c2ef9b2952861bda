r"""Counts of wins for every pair, and confidence bounds on them that cost O(1) a duel instead of O(K²) a round.

    u_ij = w_ij/N_ij + sqrt(x/N_ij),     x = α ln t,     u_ij = 2 while N_ij = 0,     u_ii = 1/2,     l_ij = 1 - u_ji

The bounds of all pairs move with t. But for most of them an algorithm only needs to know on which side of 1/2 they are,
and

    u_ij >= 1/2  <=>  x >= τ_ij,     τ_ij = (N_ij - 2 w_ij)² / (4 N_ij)  if w_ij < N_ij/2, otherwise 0.

τ_ij depends on the counts alone, so one comparison decides. A pair changes sides only when it is played or when x
passes its τ. Arm i is *refuted* by j while x < τ_ij, that is u_ij < 1/2, that is l_ji > 1/2. For each arm i the state
keeps the number of arms that refute i and the number of arms that i refutes. ``advance`` moves x and takes back the
refutations whose τ it passes. It costs O(1) when there is none, and otherwise O(K) for each row with one; a row has at
most as many of them as it was played.

A tie counts as half a win for both arms, and a duel of an arm with itself is not counted.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.core.jit import jit
from duelling.core.sampling import equals, nth
from duelling.core.states import name_places


class Pairs(NamedTuple):
    """Three arrays for all the numbers, because compiled code counts references to each array that it uses.

    ``MEAN`` is transposed, so that the bounds *against* an arm c, which are compared with each other, are in one row.
    Two numbers for each pair are all: the counts and τ follow from them, and are needed for few pairs in a round.
    """

    pair: np.ndarray  # WIDTH: 1/sqrt(N_ij), with a minus while j refutes i; MEAN: w_ji/N_ij at [i, j]
    arm: np.ndarray  # LOST: #{j: x < τ_ij}; WON: #{j: x < τ_ji}; SOONEST: <= min {τ_ij > x}; CHANGED: see ``advance``
    now: np.ndarray  # LEVEL: x; NEXT: the least of SOONEST


WIDTH, MEAN = name_places(Pairs, "pair", "width mean")
SIDE = WIDTH  # the first plane of ``pair`` has a minus where an arm is refuted, also in the states of other modules
PLACES = {"arm": "lost won soonest changed", "now": "level next"}  # also in the states of other modules
LOST, WON, SOONEST, CHANGED = name_places(Pairs, "arm", PLACES["arm"])
LEVEL, NEXT = name_places(Pairs, "now", PLACES["now"])


def start(arms: int) -> Pairs:
    """The state before the first duel."""
    pair, (arm, now) = np.zeros((2, arms, arms)), start_sides(arms)
    pair[MEAN] = 2.0  # with a width of zero this is the bound of a pair that has not been played
    np.fill_diagonal(pair[MEAN], 0.5)
    return Pairs(pair, arm, now)


def start_sides(arms: int) -> tuple[np.ndarray, np.ndarray]:
    """``arm`` and ``now`` before the first duel."""
    arm, now = np.zeros((4, arms)), np.array([0.0, np.inf])
    arm[SOONEST] = np.inf
    return arm, now


@jit
def threshold(wins, losses):
    """τ, the least x at which the upper bound is at least 1/2."""
    if wins >= losses:
        return 0.0
    return (losses - wins) ** 2 / (4 * (losses + wins))


@jit
def counts(s, i, j):
    """w_ij and w_ji. They are exact, since N_ij is whole and wins are whole or halves."""
    width, x, y = s.pair[WIDTH, i, j], 0.0, 0.0
    if width != 0:
        half = width * width / 2  # 1/(2N)
        x = np.floor(s.pair[MEAN, j, i] / half + 0.5) / 2
        y = np.floor(s.pair[MEAN, i, j] / half + 0.5) / 2
    return x, y


@jit
def count_outcome(s, first, second, outcome):
    """Count a duel: 1 if the first arm won, -1 if the second won, 0 on a tie."""
    if first != second:
        x, y = counts(s, first, second)
        x, y = x + (1 + outcome) / 2, y + (1 - outcome) / 2
        N = x + y
        s.pair[MEAN, second, first] = x / N
        s.pair[MEAN, first, second] = y / N
        width = 1 / math.sqrt(N)
        refute(s, first, second, threshold(x, y), width)
        refute(s, second, first, threshold(y, x), width)


@jit
def refute(s, i, j, tau, number):
    """Put the number for the pair on the side that τ_ij says, and update what follows if j begins or stops to refute i.

    ``number`` is positive. It stands in the first plane of s.pair, with a minus while j refutes i.
    """
    arm, now, side = s.arm, s.now, s.pair[SIDE]
    level = now[LEVEL]
    if (tau > level) != (side[i, j] < 0):
        change = 1.0 if tau > level else -1.0
        arm[LOST, i] += change
        arm[WON, j] += change
        arm[CHANGED, i] = 1.0
        arm[CHANGED, j] = 1.0
    side[i, j] = -number if tau > level else number
    if tau > level:
        arm[SOONEST, i] = min(arm[SOONEST, i], tau)
        now[NEXT] = min(now[NEXT], tau)


@jit
def advance(s, x):
    """Move the level to x, if x is larger. CHANGED is set to 1 for each arm in a pair that changes sides.

    Nothing here reads CHANGED or sets it back to 0: it is for algorithms that keep something of their own for pairs.
    """
    advance_with(_at_least, _tau, s, x)


@jit
def _tau(s, i, j):
    """τ_ij."""
    return threshold(*counts(s, i, j))


@jit
def _at_least(s, i, j):
    """Not more than τ_ij and close to it, at less cost, while j refutes i."""
    root = (s.pair[MEAN, i, j] - 0.5) / s.pair[WIDTH, i, j]
    return root * root * (1 - 1e-12)


@jit
def advance_with(at_least, tau_of, s, x):
    """As ``advance`` for any state; at_least(s, i, j) <= tau_of(s, i, j) = τ_ij, both of them with ``jit``."""
    arm, now, side = s.arm, s.now, s.pair[SIDE]
    if x > now[LEVEL]:
        now[LEVEL] = x
        if x >= now[NEXT]:
            arms = arm.shape[1]
            now[NEXT] = np.inf
            for i in range(arms):
                if arm[SOONEST, i] <= x:
                    soonest = np.inf
                    for j in range(arms):
                        if side[i, j] < 0:
                            tau = at_least(s, i, j)
                            if tau <= x:
                                tau = tau_of(s, i, j)
                            if tau > x:
                                soonest = min(soonest, tau)
                            else:
                                side[i, j] = -side[i, j]
                                arm[LOST, i] -= 1
                                arm[WON, j] -= 1
                                arm[CHANGED, i] = 1.0
                                arm[CHANGED, j] = 1.0
                    arm[SOONEST, i] = soonest
                now[NEXT] = min(now[NEXT], arm[SOONEST, i])


@jit
def refuted(s, i, j):
    """Whether j has been shown to beat i: u_ij < 1/2, which is l_ji > 1/2."""
    return s.pair[SIDE, i, j] < 0


@jit
def upper(s, i, j, radius):
    """u_ij, where ``radius`` is sqrt(x)."""
    return s.pair[MEAN, j, i] + radius * abs(s.pair[WIDTH, j, i])


@jit
def rival(s, c, radius, rng):
    """The arm j with the largest u_jc, and its chance: uniform among equals, c only if no other arm has u_cc."""
    pair, minus = s.pair, s.arm[LOST, c] > 0  # otherwise no width in row c has a minus
    best, count, last = 0.5, 0, c  # among the other arms with at least u_cc
    for j in range(pair.shape[1]):
        width = pair[WIDTH, c, j]
        if minus:
            width = abs(width)
        u = pair[MEAN, c, j] + radius * width
        if j != c:
            if u > best or (u == best and count == 0):
                best, count, last = u, 1, j
            elif u == best:
                count += 1
    if count <= 1:
        return last, 1.0
    return nth(int(rng.random() * count), pair.shape[1], _has_bound, s, c, radius, best), 1 / count


@jit
def _has_bound(j, s, c, radius, bound):
    """Whether j is another arm than c with this u_jc."""
    return j != c and upper(s, j, c, radius) == bound


@jit
def least(row, rng):
    """An index with the smallest number in ``row``, uniform among equals, and its chance."""
    low, count, last = row[0], 0, 0
    for i in range(row.size):
        if row[i] < low:
            low, count, last = row[i], 1, i
        elif row[i] == low:
            count += 1
    if count <= 1:
        return last, 1.0
    return nth(int(rng.random() * count), row.size, equals, row, low), 1 / count


@jit
def ahead(wins, losses):
    """P(θ > 1/2) for θ ~ Beta(wins + 1, losses + 1), which is P(Bin(wins + losses + 1, 1/2) <= wins) for whole numbers.

    By symmetry it is 1/2 on the diagonal, and a further win adds 2^{-a-b} Γ(a+b) / (Γ(a+1) Γ(b)), a = wins + 1,
    b = losses + 1. These terms fall from the first on.
    """
    a = min(wins, losses) + 1
    b, top, total = a, max(wins, losses) + 1, 0.5
    step = math.exp(math.lgamma(2 * a) - 2 * math.lgamma(a) - 2 * a * math.log(2.0)) / a
    while a < top and step > 1e-18:
        total += step
        step *= (a + b) / (2 * (a + 1))
        a += 1
    total = min(total, 1.0)
    return total if wins > losses else 1 - total


def burn_in(arms: int, alpha: float, delta: float) -> float:
    """C(δ) = ((4α-1) K² / ((2α-1) δ))^{1/(2α-1)}: with chance 1 - δ all bounds hold from then on (α > 1/2)."""
    log = math.log((4 * alpha - 1) * arms**2 / ((2 * alpha - 1) * delta)) / (2 * alpha - 1)
    return math.exp(log) if log < 709 else math.inf
