r"""The statistics of ECW-RMED: when a Copeland winner is certain, and what it costs to make one certain.

    S_i = {j : μ_ij < 1/2},   I_i = the other arms but i,   L_i = |S_i|,   L(1) ≤ L(2) the two smallest of them
    r_ij = (L_i + L_j - 2 L(1)) / (2 (K-1)),     e_ij = min(1, N_ij d(μ_ij, 1/2) / ln t)

An arm i1 with L_i1 = L(1) is a *certain* winner if no other arm i2 can be made better than it at a likelihood above
1/t. That is: for all i2 and all l from max(0, L(1)-1) to L(2), any l + 1 - L(1) arms I of I_i1 and any L_i2 - l - 1(i2
∈ I) arms S of S_i2 without i1 have Σ_I e_i1j + Σ_S e_i2j ≥ 1. The least of these sums is a sum of sorted prefixes.

To make i1 certain takes q_ij ln t duels. Here q has the least regret Σ r q with q_i1j = 1/d_i1j for j ∈ I_i1, and with
Σ_S q_ji2 d_ji2 ≥ 1 for every S of L_i2 - L_i1 + 1 arms of S_i2 without i1. This can be solved for each i2 alone. Let
S_i2 have m arms without i1, and k = m - (L_i2 - L_i1 + 1). If k < 0 there is no condition. With the costs c_j =
r_ji2/d_ji2 in ascending order, e_j = 1/(h-k) for the h cheapest arms, where h = k+1..m makes (c_1 + .. + c_h)/(h-k)
least, the smallest such h.

A duel moves one entry in two rows, so no row is ever sorted from scratch. Costs are computed when they are asked for.
What is found about the cheapest is kept for each i2, with and without a few arms i1, until one of its costs changes.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared.divergence import evidence
from duelling.algorithms.shared.triangle import pairs, place_of
from duelling.core.jit import jit
from duelling.core.states import name_places

SURE = 1 - 1e-12  # a sum that is 1 up to rounding
ROUNDING = 1 - 1e-9  # more than rounding changes in a mean of costs
HUGE = 1e300  # stands for an unbounded cost
NOBODY = -1  # no arm
SLOTS = 16  # arms i1 between which conditions change in turn at little cost: certain winners are few


class Evidence(NamedTuple):
    pair: np.ndarray  # at the place of i and j, i > j, DUELS: N_ij, with a minus while the pair is marked, also before
    # zero; WINS: w_ij; WEIGHT: N_ij d(μ_ij, 1/2)
    itself: np.ndarray  # -1 while the pair (i, i) is marked
    L: np.ndarray  # L_i
    order: np.ndarray  # in row i first S_i, then I_i, each with v_ij ascending
    changes: np.ndarray  # how often a cost of i2 may have changed
    least: np.ndarray  # the least cost of i2, for some i1; in the last column for all i1 that are not in S_i2
    # there WITHOUT: i1, or NOBODY; K: k; WHEN: ``changes``, when it was found; SHARED: h; LAST: the dearest of these h
    cheapest: np.ndarray
    costs: np.ndarray  # working space: c_j in one row i2
    sharing: np.ndarray  # working space: arms
    prefix: np.ndarray  # working space: sums of e over the first of S_i2, and over the first of I_i1


DUELS, WINS, WEIGHT = name_places(Evidence, "pair", "duels wins weight")
WITHOUT, K, WHEN, SHARED, LAST = name_places(Evidence, "cheapest", "without k when shared last", axis=2)


def start(arms: int) -> Evidence:
    """The state before the first duel."""
    others = np.arange(arms - 1, dtype=np.uint16)  # enough, since the pairs of a list have numbers below 2^31
    return Evidence(
        pair=np.zeros((3, pairs(arms))),
        itself=np.ones(arms, np.int8),
        L=np.zeros(arms, np.int64),
        order=others + (others >= np.arange(arms, dtype=np.uint16)[:, None]),
        changes=np.zeros(arms, np.int64),
        least=np.zeros((arms, SLOTS + 1)),
        cheapest=np.full((arms, SLOTS + 1, 5), -1),
        costs=np.zeros(arms),
        sharing=np.zeros(arms, np.int64),
        prefix=np.zeros((2, arms + 1)),
    )


@jit
def played(pair, place):
    """N of the pair at this place."""
    return abs(pair[DUELS, place])


@jit
def marked(s, i, j):
    """Whether the pair is marked; an arm with itself is a pair here."""
    return math.copysign(1.0, s.itself[i] if i == j else s.pair[DUELS, place_of(i, j)]) < 0


@jit
def mark(s, i, j, sign):
    """Mark the pair with a sign of -1; 1 takes the mark away."""
    if i == j:
        s.itself[i] = sign
    else:
        place = place_of(i, j)
        s.pair[DUELS, place] = math.copysign(s.pair[DUELS, place], sign)


@jit
def weight(pair, i, j):
    """v_ij of two different arms."""
    return pair[WEIGHT, place_of(i, j)]


@jit
def lead(pair, i, j):
    """w_ij - w_ji of two different arms. It is exact, since wins are whole or halves."""
    place = place_of(i, j)
    ahead = 2 * pair[WINS, place] - played(pair, place)
    return ahead if i > j else -ahead


@jit
def _reorder(s, i, j, lost):
    """Put j at its place in row i: among S_i if i lost to it, otherwise among I_i."""
    order, last, value, k = s.order[i], s.L.size - 2, weight(s.pair, i, j), 0
    while order[k] != j:
        k += 1
    if k < s.L[i]:
        s.L[i] -= 1
    for h in range(k, last):
        order[h] = order[h + 1]
    begin, end = (0, s.L[i]) if lost else (s.L[i], last)
    while begin < end:
        middle = (begin + end) // 2
        if weight(s.pair, i, np.int64(order[middle])) > value:
            end = middle
        else:
            begin = middle + 1
    for h in range(last, end, -1):
        order[h] = order[h - 1]
    order[end] = j
    if lost:
        s.L[i] += 1


@jit
def _enter(s, i, j):
    """Update the orders after a change of the pair."""
    ahead = lead(s.pair, i, j)
    for one, other, lost in ((i, j, ahead < 0), (j, i, ahead > 0)):
        before = s.L[one]
        _reorder(s, one, other, lost)
        s.changes[one] += 1
        if s.L[one] != before:  # and so the cost of this arm, wherever it can be in S_i2
            for place in range(s.L[one], s.L.size - 1):
                s.changes[s.order[one, place]] += 1


@jit
def count_outcome(s, i, j, outcome):
    """Count a duel of two different arms."""
    place, n = place_of(i, j), s.pair[DUELS, place_of(i, j)]
    s.pair[DUELS, place] = math.copysign(abs(n) + 1, n)
    s.pair[WINS, place] += (1 + (outcome if i > j else -outcome)) / 2
    s.pair[WEIGHT, place] = evidence(s.pair[WINS, place], played(s.pair, place) - s.pair[WINS, place])
    _enter(s, i, j)


@jit
def two_smallest(L):
    """L(1) and L(2)."""
    one, two = min(L[0], L[1]), max(L[0], L[1])
    for i in range(2, L.size):
        if L[i] < one:
            one, two = L[i], one
        elif L[i] < two:
            two = L[i]
    return one, two


@jit
def _sums(pair, order, i, begin, end, x, row):
    """Write to ``row`` the cumulative sums of e over the entries ``begin`` to ``end`` of row i. Returns how many.

    They end at the first that is 2 or more: with any more entries, and without one of them, it is at least 1.
    """
    count, total = 0, 0.0
    row[0] = 0.0
    while begin + count < end and total < 2:
        total += min(1.0, weight(pair, i, np.int64(order[i, begin + count])) / x)
        count += 1
        row[count] = total
    return count


@jit
def _without(row, sums, count, rank, e):
    """The sum of the ``count`` smallest entries, without the one at ``rank``, which is e; or 1 or more, as it is."""
    return row[min(count, sums)] if count <= rank else row[min(count + 1, sums)] - e


@jit
def certain(s, i1, x):
    """Whether i1 is a certain winner at ln t = x."""
    arms, L = s.L.size, s.L
    one, two = two_smallest(L)
    sums_I = _sums(s.pair, s.order, i1, one, min(two + 2, arms - 1), x, s.prefix[1])
    for place in range(arms - 1):
        i2 = np.int64(s.order[i1, place])
        sums_S = _sums(s.pair, s.order, i2, 0, L[i2], x, s.prefix[0])
        e = min(1.0, weight(s.pair, i1, i2) / x)
        inside, behind = place >= one, lead(s.pair, i1, i2) > 0
        most_I = arms - 1 - one - (1 if inside else 0)
        most_S = L[i2] - (1 if behind else 0)
        rank_I = place - one if inside else arms
        rank_S = 0 if behind else arms
        while rank_S < sums_S and s.order[i2, rank_S] != i1:  # or it does not matter where i1 is
            rank_S += 1
        for l in range(max(0, one - 1), two + 1):  # noqa: E741
            a, b = l + 1 - one, max(0, L[i2] - l)
            if a <= most_I and b <= most_S:
                total = _without(s.prefix[1], sums_I, a, rank_I, e) + _without(s.prefix[0], sums_S, b, rank_S, e)
                if total < SURE:
                    return False
            a, b = a - 1, max(0, L[i2] - l - 1)
            if inside and 0 <= a <= most_I and b <= most_S:
                total = _without(s.prefix[1], sums_I, a, rank_I, e) + _without(s.prefix[0], sums_S, b, rank_S, e)
                if total + e < SURE:
                    return False
    return True


@jit
def cost(L, pair, one, i, j):
    """r_ij / d_ij."""
    r = (L[i] + L[j] - 2 * one) / (2 * (L.size - 1))
    if r == 0:
        return 0.0
    place = place_of(i, j)
    v = pair[WEIGHT, place]
    return min(r * played(pair, place) / v, HUGE) if v > 0 else HUGE


@jit
def cheaper(costs, i, j):
    """Whether i comes before j in the order of costs."""
    return costs[i] < costs[j] or (costs[i] == costs[j] and i < j)


@jit
def _share(s, size, total, k):
    """Which of the first arms in ``sharing``, whose costs have this sum, make (c_1 + .. + c_h)/(h-k) least.

    They come first in the end. Returns the mean and h, the smallest if several are as good. An arm whose cost reaches
    the mean does not lower it and is removed. So the mean falls, until no arm is removed, which takes a few rounds.
    """
    below = size
    while True:
        h, least = below, total / (below - k)
        below, total = 0, 0.0
        for place in range(h):
            j = s.sharing[place]
            if s.costs[j] < least * ROUNDING:
                s.sharing[place], s.sharing[below] = s.sharing[below], j
                total += s.costs[j]
                below += 1
        if below == h or below <= k:  # at most k are left if these cost nothing, or by rounding
            return least, h


@jit
def _find_cheapest(s, one, i2, slot, without, k):
    """Find the arms that share the least cost of i2, which are the cheapest."""
    found, size, total, last = s.cheapest[i2, slot], 0, 0.0, np.int64(NOBODY)
    for place in range(s.L[i2]):
        j = np.int64(s.order[i2, place])
        if j != without:
            s.costs[j] = cost(s.L, s.pair, one, j, i2)
            s.sharing[size] = j
            size += 1
            total += s.costs[j]
            last = j if size == 1 or cheaper(s.costs, j, last) else last
    least, h = s.costs[last], 1
    if k > 0:  # otherwise the cheapest is alone
        least, h = _share(s, size, total, k)
        for place in range(h):
            last = s.sharing[place] if cheaper(s.costs, last, s.sharing[place]) else last
    s.least[i2, slot], found[SHARED], found[LAST] = least, h, last
    found[WITHOUT], found[K], found[WHEN] = without, k, s.changes[i2]


@jit
def condition(pair, one, i1, i2):
    """k, which is negative if i2 has no condition."""
    return one - 2 if lead(pair, i1, i2) > 0 else one - 1  # since S_i2 has i1 in it or not


@jit
def cheapest_of(s, one, i1, i2):
    """The least cost of i2, the number h of arms that share it, and the dearest of them; zeros without a condition."""
    k = condition(s.pair, one, i1, i2)
    if k < 0:
        return 0.0, 0, 0
    slot, without = (SLOTS, NOBODY) if k == one - 1 else (i1 % SLOTS, i1)
    found = s.cheapest[i2, slot]
    if found[WITHOUT] != without or found[K] != k or found[WHEN] != s.changes[i2]:
        _find_cheapest(s, one, i2, slot, without, k)
    return s.least[i2, slot], found[SHARED], found[LAST]


@jit
def constant(s, one, i1):
    """C^E of the winner i1: the least Σ r q."""
    total = 0.0
    for j in range(s.L.size):
        if j != i1:
            if lead(s.pair, i1, j) >= 0:
                total += cost(s.L, s.pair, one, i1, j)
            total += cheapest_of(s, one, i1, j)[0]
    return total
