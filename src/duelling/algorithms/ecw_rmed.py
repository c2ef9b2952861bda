r"""ECW-RMED, efficient Copeland winners by relative minimum empirical divergence.

    S_i = {j : μ_ij < 1/2},   I_i = the other arms but i,   L_i = |S_i|,   L(1) ≤ L(2) the two smallest of them
    r_ij = (L_i + L_j - 2 L(1)) / (2 (K-1)),     e_ij = min(1, N_ij d(μ_ij, 1/2) / ln t)

An arm i1 with L_i1 = L(1) is a *certain* winner if no other arm i2 can be made better than it at a likelihood above
1/t: for all i2 and all l from max(0, L(1)-1) to L(2), any l + 1 - L(1) arms I of I_i1 and L_i2 - l - 1(i2 ∈ I) arms S
of S_i2 without i1 have Σ_I e_i1j + Σ_S e_i2j ≥ 1. The least of these sums is one of sorted prefixes. A certain winner
duels itself.

Else pairs duel that have fewer duels than q_ij ln t, where q has the least regret Σ r q with q_i1j = 1/d_i1j for
j ∈ I_i1, and with Σ_S q_ji2 d_ji2 ≥ 1 for every S of L_i2 - L_i1 + 1 arms of S_i2 without i1. This can be solved for
each i2 alone. Let S_i2 have m arms without i1, and k = m - (L_i2 - L_i1 + 1); if k < 0 there is no condition. With the
costs c_j = r_ji2/d_ji2 in order, e_j = 1/(h-k) for the h cheapest, where h = k+1..m makes (c_1 + .. + c_h)/(h-k) least.

Pairs are on lists as arms are for RMED1: those on the list have their turn, one after the other, and each turn brings
pairs on the next list, by the statistics before its duel. Before a new list, every pair with N_ij < α sqrt(ln t) or
|μ_ij - 1/2| < β / max(1, ln ln t) duels once; whether [1] means once or until this no longer holds stays open.

What differs from the printed algorithm, which would not work: e is cut at 1, or else an arm with a pair that has more
duels than it needs is never certain; duels (i, i) are on the lists, or else nothing is ever exploited; the infimum of
C^E is over the efficient region. A pair at μ = 1/2 counts as won by both arms, and its e is 0.

A round costs O(1) while one arm duels itself: a round before which it stays certain is found in advance. It costs
O(K²) else: a duel moves one entry in two rows, so nothing is sorted from scratch. Outcomes count whenever they come.

[1] J. Komiyama, J. Honda and H. Nakagawa. Copeland dueling bandit problem: regret lower bound, optimal algorithm, and
    computationally efficient algorithm. ICML 2016. Algorithm 1, section 4.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from duelling._jit import jit
from duelling.algorithms.divergence import even_divergence, evidence
from duelling.errors import InputError
from duelling.facts import algorithm
from duelling.protocol import Duel, choose, update

OUT, NEXT, TURN = range(3)  # a pair is on no list, on the next, or still to come on this one
SIZE, INDEX, COMING, SWEEP, FIRST, SECOND, UNTIL, BEST = range(8)  # places in ``now``
SURE = 1 - 1e-12  # a sum that is 1 up to rounding
HUGE = 1e300  # a cost without bound, less than that of an arm that is not asked for
STEPS = 10  # of the search for the round in which a certain winner ceases to be one


class ECW(NamedTuple):
    alpha: float  # α
    beta: float  # β
    now: np.ndarray  # pairs on this list, how many are done, pairs on the next one; the sweep; the round before which
    # one arm duels itself, and this arm
    wins: np.ndarray  # w_ij
    N: np.ndarray  # N_ij
    v: np.ndarray  # N_ij d(μ_ij, 1/2)
    L: np.ndarray  # L_i
    order: np.ndarray  # in row i first S_i, then I_i, each with v_ij ascending
    rank: np.ndarray  # where j is in row i
    costs: np.ndarray  # c_j in row i2, infinite off S_i2
    cheapest: np.ndarray  # all arms with c_j ascending in row i2
    stale: np.ndarray  # 1: row i2 of the two has to be made anew
    prefix: np.ndarray  # sums of e over the first of S_i in row i; in the last row over the first of I_i1
    lists: np.ndarray  # pairs iK + j on this list, and on the next one
    place: np.ndarray  # OUT, NEXT or TURN for the pair iK + j, i ≥ j


@algorithm(
    "ecw-rmed",
    label="ECW-RMED",
    reference="Komiyama, Honda and Nakagawa 2016, Algorithm 1",
    winners=("copeland", "condorcet"),
    regret="strong",
    adversarial=False,
    anytime=True,
    cost="O(K²); O(1) while one arm duels itself",
)
def start(arms: int, horizon: int, *, alpha: float = 3.0, beta: float = 0.01) -> ECW:
    """Pairs duel as often as it takes to make a Copeland winner certain at the least regret."""
    if not 0 < alpha < math.inf:
        raise InputError(f"alpha must be positive and finite, got {alpha!r}")
    if not 0 <= beta < math.inf:
        raise InputError(f"beta must not be negative or infinite, got {beta!r}")
    every = np.arange(arms)
    pairs = np.array([i * arms + j for i in range(arms) for j in range(i)])
    now = np.zeros(8, np.int64)
    now[SIZE], now[SWEEP], now[FIRST] = pairs.size, 1, 1
    wins, N, v = np.zeros((3, arms, arms))
    order = np.array([[*every[:i], *every[i + 1 :], i] for i in range(arms)])
    place = np.full(arms * arms, OUT, np.int8)
    place[pairs] = TURN
    lists = np.zeros((2, pairs.size + arms), np.int64)
    lists[0, : pairs.size] = pairs
    return ECW(
        alpha=float(alpha),
        beta=float(beta),
        now=now,
        wins=wins,
        N=N,
        v=v,
        L=np.zeros(arms, np.int64),
        order=order,
        rank=np.argsort(order, axis=1),
        costs=np.zeros((arms, arms)),
        cheapest=np.tile(every, (arms, 1)),
        stale=np.ones(arms, np.int8),
        prefix=np.zeros((arms + 1, arms + 1)),
        lists=lists,
        place=place,
    )


@jit
def _reorder(s, i, j, lost):
    """Put j where it belongs in row i: among S_i if i lost to it, else among I_i."""
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
def _two_smallest(L):
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
    """The sums of e over the entries from ``begin`` on of row i, up to each."""
    total = 0.0
    row[0] = 0.0
    for k in range(begin, end):
        total += min(1.0, s.v[i, s.order[i, k]] / x)
        row[k + 1 - begin] = total


@jit
def _without(row, count, rank, e):
    """The sum of the ``count`` smallest, but for the one at ``rank``."""
    return row[count] if count <= rank else row[count + 1] - e


@jit
def certain(s, i1, x):
    """Whether i1 is a certain winner at ln t = x."""
    arms, L = s.L.size, s.L
    one, two = _two_smallest(L)
    _sums(s, i1, one, arms - 1, x, s.prefix[arms])
    for i2 in range(arms):
        if i2 != i1:
            _sums(s, i2, 0, L[i2], x, s.prefix[i2])
            e = min(1.0, s.v[i1, i2] / x)
            inside, behind = s.rank[i1, i2] >= one, s.rank[i2, i1] < L[i2]
            most_I = arms - 1 - one - (1 if inside else 0)
            most_S = L[i2] - (1 if behind else 0)
            rank_I = s.rank[i1, i2] - one if inside else arms
            rank_S = s.rank[i2, i1] if behind else arms
            for l in range(max(0, one - 1), two + 1):  # noqa: E741
                a, b = l + 1 - one, max(0, L[i2] - l)
                if a <= most_I and b <= most_S:
                    total = _without(s.prefix[arms], a, rank_I, e) + _without(s.prefix[i2], b, rank_S, e)
                    if total < SURE:
                        return False
                a, b = a - 1, max(0, L[i2] - l - 1)
                if inside and 0 <= a <= most_I and b <= most_S:
                    total = _without(s.prefix[arms], a, rank_I, e) + _without(s.prefix[i2], b, rank_S, e)
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
    return min(r * s.N[i, j] / s.v[i, j], HUGE) if s.v[i, j] > 0 else HUGE


@jit
def _sort_costs(s, one, i2):
    """Make row i2 of ``cheapest`` anew, from what it was."""
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
def _cheapest(s, one, i1, i2):
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
            total += _cheapest(s, one, i1, j)[0]
    return total


@jit
def _add(s, i, j):
    """Bring a pair on the next list, if it is on none."""
    pair = max(i, j) * s.L.size + min(i, j)
    if s.place[pair] == OUT:
        s.place[pair] = NEXT
        s.lists[1, s.now[COMING]] = pair
        s.now[COMING] += 1


@jit
def _add_lacking(s, one, i1, x):
    """Bring the pairs with q_ij > N_ij / ln t on the next list."""
    for i2 in range(s.L.size):
        if i2 != i1:
            if s.rank[i1, i2] >= one and s.v[i1, i2] < x:
                _add(s, i1, i2)
            _, h, k = _cheapest(s, one, i1, i2)
            found, place = 0, 0
            while found < h:
                j = s.cheapest[i2, place]
                if j != i1:
                    found += 1
                    if s.v[j, i2] * (h - k) < x:
                        _add(s, j, i2)
                place += 1


@jit
def _plan(s, x):
    """Bring pairs on the next list. Returns a certain winner at ln t = x, or -1."""
    one, _ = _two_smallest(s.L)
    for i1 in range(s.L.size):
        if s.L[i1] == one and certain(s, i1, x):
            _add(s, i1, i1)
            return i1
    best, least, several = -1, math.inf, False
    for i1 in range(s.L.size):
        if s.L[i1] == one:
            several = best >= 0
            best = i1 if best < 0 else best
    if several:
        best = -1
        for i1 in range(s.L.size):
            if s.L[i1] == one:
                cost = constant(s, one, i1)
                if best < 0 or cost < least * (1 - 1e-9):  # equal costs may differ by rounding
                    best, least = i1, cost
    _add(s, best, best)
    _add_lacking(s, one, best, x)
    return -1


@jit
def _few(s, i, j, duels, near):
    """Whether the pair has fewer duels than that, or a mean this near to 1/2."""
    n = s.N[i, j]
    return n < duels or abs(s.wins[i, j] - n / 2) < near * n or (n == 0 and near > 0)


@jit
def _limits(s, x):
    """α sqrt(ln t) and β / max(1, ln ln t) at ln t = x."""
    return s.alpha * math.sqrt(x), s.beta / max(1.0, math.log(x) if x > 0 else 0.0)


@jit
def _sweep(s, x):
    """The next pair of the sweep that has to duel, as iK + j, or -1."""
    now, arms = s.now, s.L.size
    duels, near = _limits(s, x)
    while now[FIRST] < arms:
        i, j = now[FIRST], now[SECOND]
        now[SECOND] += 1
        if now[SECOND] == i:
            now[FIRST] += 1
            now[SECOND] = 0
        if _few(s, i, j, duels, near):
            return i * arms + j
    now[SWEEP] = 0
    return -1


@jit
def _stays(s, i1, x):
    """Whether at ln t = x the arm is certain and no pair has to duel; if so, the same holds for all smaller x."""
    duels, _ = _limits(s, x)
    for i in range(s.L.size):
        for j in range(i):
            if s.N[i, j] < duels:
                return False
    return certain(s, i1, x)


@jit
def _quiet_until(s, i1, t, x):
    """A round before which i1 is certain and no pair has to duel, if none has to now; at most about 2t."""
    _, near = _limits(s, x)
    for i in range(s.L.size):
        for j in range(i):
            if _few(s, i, j, 0.0, near):
                return 0
    low, step = x, 0.7
    for _ in range(STEPS):
        if _stays(s, i1, low + step):
            low += step
        step /= 2
    return int(math.exp(low) * (1 - 1e-9)) if low > x else 0


@jit
def _step(s, t):
    """One round of the schedule, as iK + j."""
    now, x = s.now, max(math.log(t), 1e-9)
    if now[INDEX] == now[SIZE] and now[SWEEP] == 0:
        for k in range(now[COMING]):
            s.lists[0, k] = s.lists[1, k]
            s.place[s.lists[0, k]] = TURN
        now[SIZE], now[INDEX], now[COMING] = now[COMING], 0, 0
        now[SWEEP], now[FIRST], now[SECOND] = 1, 1, 0
    if now[SWEEP] == 1:
        pair = _sweep(s, x)
        if pair >= 0:
            return pair
    pair = s.lists[0, now[INDEX]]
    s.place[pair] = OUT
    now[INDEX] += 1
    i1 = _plan(s, x)
    if i1 >= 0 and now[INDEX] == now[SIZE] and now[COMING] == 1 and pair == i1 * s.L.size + i1:
        now[BEST], now[UNTIL] = i1, _quiet_until(s, i1, t, x)
    return pair


def _choose(s: ECW, t, rng):
    if t < s.now[UNTIL]:
        i = j = s.now[BEST]
    else:
        pair = _step(s, t)
        i = pair // s.L.size
        j = pair - i * s.L.size
    return Duel(i, j, 1.0, 1.0)


@jit
def _enter(s, i, j):
    """Let the orders follow a change of the pair."""
    L = s.L[i], s.L[j]
    _reorder(s, i, j, s.wins[i, j] < s.wins[j, i])
    _reorder(s, j, i, s.wins[j, i] < s.wins[i, j])
    s.stale[i] = s.stale[j] = 1
    if L != (s.L[i], s.L[j]):
        for k in range(s.L.size):
            s.stale[k] = 1


def _update(s: ECW, t, duel, outcome):
    i, j = duel.first, duel.second
    if i != j:
        s.wins[i, j] += (1 + outcome) / 2
        s.wins[j, i] += (1 - outcome) / 2
        s.N[i, j] += 1
        s.N[j, i] += 1
        s.v[i, j] = s.v[j, i] = evidence(s.wins[i, j], s.wins[j, i])
        _enter(s, i, j)
        s.now[UNTIL] = 0


choose.register(ECW, _choose)
update.register(ECW, _update)


class Constant(NamedTuple):
    """ECW-RMED has strong Copeland regret ``value`` ln T in the limit."""

    value: float  # min C^E
    winner: int  # the arm that it makes certain
    duels: np.ndarray  # q_ij: duels of a pair for each unit of ln T


def asymptotic_constant(preference: Any) -> Constant:
    """What the algorithm would do if it knew the matrix."""
    win = np.asarray(preference, dtype=float)
    arms = len(win)
    s = start(arms, 1)
    for i in range(arms):
        for j in range(i):
            s.wins[i, j], s.wins[j, i] = win[i, j], win[j, i]
            s.N[i, j] = s.N[j, i] = 1.0
            s.v[i, j] = s.v[j, i] = even_divergence(win[i, j])
            _enter(s, i, j)
    one = int(s.L.min())
    values = {i: float(constant(s, one, i)) for i in range(arms) if s.L[i] == one}
    winner = min(values, key=values.__getitem__)
    duels = np.zeros((arms, arms))
    for i2 in range(arms):
        if i2 != winner:
            if win[winner, i2] > 0.5:
                duels[winner, i2] = duels[i2, winner] = 1 / s.v[winner, i2]
            _, h, k = _cheapest(s, one, winner, i2)
            for j in [j for j in s.cheapest[i2] if j != winner][:h]:
                duels[j, i2] = duels[i2, j] = 1 / ((h - k) * s.v[j, i2])
    return Constant(values[winner], winner, duels)
