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
least.

A duel moves one entry in two rows, so no row is ever sorted from scratch.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared.divergence import evidence
from duelling.core.jit import jit

SURE = 1 - 1e-12  # a sum that is 1 up to rounding
HUGE = 1e300  # stands for an unbounded cost; arms that are not candidates have the cost infinity


class Evidence(NamedTuple):
    counts: np.ndarray  # for i > j: at [i, j] N_ij, and at [j, i] w_ij
    v: np.ndarray  # N_ij d(μ_ij, 1/2)
    L: np.ndarray  # L_i
    order: np.ndarray  # in row i first S_i, then I_i, each with v_ij ascending
    rank: np.ndarray  # the place of j in row i
    costs: np.ndarray  # c_j in row i2, infinite off S_i2
    cheapest: np.ndarray  # all arms with c_j ascending in row i2
    stale: np.ndarray  # 1: row i2 of ``costs`` and ``cheapest`` must be computed again
    prefix: np.ndarray  # working space: sums of e over the first of S_i2, and over the first of I_i1


def start(arms: int) -> Evidence:
    """The state before the first duel."""
    every = np.arange(arms, dtype=np.int32)
    order = every + (every >= every[:, None])  # all others in their order, then i itself
    order[:, -1] = every
    rank = every - (every > every[:, None])
    np.fill_diagonal(rank, arms - 1)
    return Evidence(
        counts=np.zeros((arms, arms)),
        v=np.zeros((arms, arms)),
        L=np.zeros(arms, np.int64),
        order=order,
        rank=rank,
        costs=np.zeros((arms, arms)),
        cheapest=np.tile(every, (arms, 1)),
        stale=np.ones(arms, np.int8),
        prefix=np.zeros((2, arms + 1)),
    )


@jit
def played(s, i, j):
    """N_ij of two different arms."""
    return s.counts[max(i, j), min(i, j)]


@jit
def wins_of(s, i, j):
    """w_ij of two different arms. It is exact, since wins are whole or halves."""
    return s.counts[j, i] if i > j else s.counts[j, i] - s.counts[i, j]


@jit
def _reorder(s, i, j, lost):
    """Put j at its place in row i: among S_i if i lost to it, otherwise among I_i."""
    order, rank, last, value = s.order[i], s.rank[i], s.L.size - 2, s.v[i, j]
    if rank[j] < s.L[i]:
        s.L[i] -= 1
    for k in range(rank[j], last):
        order[k] = order[k + 1]
        rank[order[k]] = k
    begin, k = (0, s.L[i]) if lost else (s.L[i], last)
    while k > begin and s.v[i, order[k - 1]] > value:
        k -= 1
    for h in range(last, k, -1):
        order[h] = order[h - 1]
        rank[order[h]] = h
    order[k] = j
    rank[j] = k
    if lost:
        s.L[i] += 1


@jit
def _enter(s, i, j):
    """Update the orders after a change of the pair."""
    L = s.L[i], s.L[j]
    lead = wins_of(s, i, j) - wins_of(s, j, i)
    _reorder(s, i, j, lead < 0)
    _reorder(s, j, i, lead > 0)
    s.stale[i] = s.stale[j] = 1
    if L != (s.L[i], s.L[j]):
        for k in range(s.L.size):
            s.stale[k] = 1


@jit
def count_outcome(s, i, j, outcome):
    """Count a duel of two different arms."""
    high, low = max(i, j), min(i, j)
    s.counts[high, low] += 1
    s.counts[low, high] += (1 + (outcome if i > j else -outcome)) / 2
    s.v[i, j] = s.v[j, i] = evidence(wins_of(s, i, j), wins_of(s, j, i))
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
def _sums(s, i, begin, end, x, row):
    """Write to ``row`` the cumulative sums of e over the entries ``begin`` to ``end`` of row i."""
    total = 0.0
    row[0] = 0.0
    for k in range(begin, end):
        total += min(1.0, s.v[i, s.order[i, k]] / x)
        row[k + 1 - begin] = total


@jit
def _without(row, count, rank, e):
    """The sum of the ``count`` smallest entries, without the one at ``rank``, which is e."""
    return row[count] if count <= rank else row[count + 1] - e


@jit
def certain(s, i1, x):
    """Whether i1 is a certain winner at ln t = x."""
    arms, L = s.L.size, s.L
    one, two = two_smallest(L)
    _sums(s, i1, one, arms - 1, x, s.prefix[1])
    for i2 in range(arms):
        if i2 != i1:
            _sums(s, i2, 0, L[i2], x, s.prefix[0])
            e = min(1.0, s.v[i1, i2] / x)
            inside, behind = s.rank[i1, i2] >= one, s.rank[i2, i1] < L[i2]
            most_I = arms - 1 - one - (1 if inside else 0)
            most_S = L[i2] - (1 if behind else 0)
            rank_I = s.rank[i1, i2] - one if inside else arms
            rank_S = s.rank[i2, i1] if behind else arms
            for l in range(max(0, one - 1), two + 1):  # noqa: E741
                a, b = l + 1 - one, max(0, L[i2] - l)
                if a <= most_I and b <= most_S:
                    total = _without(s.prefix[1], a, rank_I, e) + _without(s.prefix[0], b, rank_S, e)
                    if total < SURE:
                        return False
                a, b = a - 1, max(0, L[i2] - l - 1)
                if inside and 0 <= a <= most_I and b <= most_S:
                    total = _without(s.prefix[1], a, rank_I, e) + _without(s.prefix[0], b, rank_S, e)
                    if total + e < SURE:
                        return False
    return True


@jit
def _regret(s, one, i, j):
    """r_ij."""
    return (s.L[i] + s.L[j] - 2 * one) / (2 * (s.L.size - 1))


@jit
def _cost(s, one, i, j):
    """r_ij / d_ij."""
    r = _regret(s, one, i, j)
    if r == 0:
        return 0.0
    return min(r * played(s, i, j) / s.v[i, j], HUGE) if s.v[i, j] > 0 else HUGE


@jit
def _sort_costs(s, one, i2):
    """Compute row i2 of ``costs``, and sort row i2 of ``cheapest`` from its present order."""
    costs, row = s.costs[i2], s.cheapest[i2]
    for j in range(costs.size):
        costs[j] = _cost(s, one, j, i2) if j != i2 and s.rank[i2, j] < s.L[i2] else math.inf
    for k in range(1, row.size):
        j, h = row[k], k
        while h > 0 and (costs[row[h - 1]] > costs[j] or (costs[row[h - 1]] == costs[j] and row[h - 1] > j)):
            row[h] = row[h - 1]
            h -= 1
        row[h] = j
    s.stale[i2] = 0


@jit
def cheapest_of(s, one, i1, i2):
    """The least cost of i2, the number h of arms that share it, and k; zeros if i2 has no condition."""
    behind = s.rank[i2, i1] < s.L[i2]
    m = s.L[i2] - (1 if behind else 0)
    k = m - (s.L[i2] - one + 1)
    if k < 0:
        return 0.0, 0, 0
    if s.stale[i2] == 1:
        _sort_costs(s, one, i2)
    least, best, total, h = math.inf, m, 0.0, 0
    for place in range(s.L[i2]):
        j = s.cheapest[i2, place]
        if j != i1:
            h += 1
            total += s.costs[i2, j]
            if h > k and total / (h - k) < least:
                least, best = total / (h - k), h
    return least, best, k


@jit
def constant(s, one, i1):
    """C^E of the winner i1: the least Σ r q."""
    total = 0.0
    for j in range(s.L.size):
        if j != i1:
            if s.rank[i1, j] >= one:
                total += _cost(s, one, i1, j)
            total += cheapest_of(s, one, i1, j)[0]
    return total
