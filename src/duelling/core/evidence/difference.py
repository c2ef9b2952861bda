r"""Whether one item's Borda score is above another's: evidence from votes of which the chances of all pairs are known.

The score is b_i = (1/(K-1)) Σ_{j≠i} p_ij, where p_ij is the chance that i wins against j, and a tie counts half. A vote
on a pair that was shown with the chance π multiplies a factor to the evidence against the claim b_i <= b_k - ε,

    E_ik = mean over 16 nodes (λ, c) of  Π (1 + λ v x),     v = s/π,     λ = 0.95 · 2^-g for g = 0..7,     c = .5 or .8

    i met j ≠ k    x = y - c + ε/2,     y = 1, ½ or 0 as i won, tied or lost
    k met j ≠ i    x = c + ε/2 - y,     y the same for k
    i met k        x = 2y - 1 + ε,      y of i
    neither        the factor is 1

Here s is the least π of all pairs that hold a candidate, so that v <= 1. Given the past, v x has the mean

    s (Σ_{j≠i,k} (p_ij - c + ε/2) - Σ_{j≠i,k} (p_kj - c - ε/2) + 2 p_ik - 1 + ε) = s (K-1) (b_i - b_k + ε)

at most 0 if the claim is true: the c's cancel. So E_ik is then a supermartingale that starts at 1, and it ever reaches
1/α with a chance of at most α (Ville), however often somebody looks. It holds as long as i and k are candidates: after
one has left, s is about other pairs, and E_ik says nothing any more. Candidates never come back.

Where the weight v of every pair of two candidates is at most w, λ may be divided by max(c, 1-c, w): 1 + λ v x stays
above 0. While all items are candidates w = 1; in a race among fewer of them w = 1/2.

The sums of logarithms that are kept do not depend on the order of the votes:

    U_i = Σ log(1 + λ v (y - c + ε/2)),   V_k = Σ log(1 + λ v (c + ε/2 - y)),   over all votes of the item
    D_ik = Σ over votes on the pair of the logarithm of its factor, less what U_i and V_k have counted for it
    log E_ik = log mean exp(U_i + V_k + D_ik)

How D is kept is up to a part of the state with three verbs: for any weights as sums, K² numbers for each node; for the
weights of a race as counts, with which K = 1000 fits in 50 MB. A race has so few kinds of votes that the logarithms of
their factors stand in a table: to compute them would take half as long again as all the rest of a vote.
"""

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from duelling.core.jit import entry, generic, inlined, interpreted, jit

BETS = tuple(0.95 * 2.0**-g for g in range(8) for _ in range(2))  # λ
CENTRES = (0.5, 0.8) * 8  # c
NODES = len(BETS)
WEIGHTS = ((1.0, 1.0), (0.5, 0.5), (1.0, 0.5))  # of votes in a race: v and the widest of two candidates


@jit
def bet(n, widest):
    """The bet λ of a node, where pairs of two candidates have weights up to ``widest``."""
    c = CENTRES[n]
    return BETS[n] / max(c, 1 - c, widest)


@jit
def log_up(n, y, v, widest, within):
    """What a vote of an item with the share y, 1, ½ or 0, adds to its U."""
    return math.log(1 + bet(n, widest) * v * (y - CENTRES[n] + within / 2))


@jit
def log_down(n, y, v, widest, within):
    """What it adds to its V."""
    return math.log(1 + bet(n, widest) * v * (CENTRES[n] + within / 2 - y))


@jit
def log_meeting(n, y, v, widest, within):
    """The logarithm of the factor of a vote on the pair itself, of which the first item has the share y."""
    return math.log(1 + bet(n, widest) * v * (2 * y - 1 + within))


@jit
def _correction(n, y, v, widest, within):
    """What a vote on the pair adds to its D."""
    counted = log_up(n, y, v, widest, within) + log_down(n, 1 - y, v, widest, within)
    return log_meeting(n, y, v, widest, within) - counted


class Summed(NamedTuple):
    """The votes on pairs, with any weights."""

    D: np.ndarray  # [i, k, node]


class Counted(NamedTuple):
    """The votes on pairs of a race, with the weight 1 while all are candidates, and 1/2 afterwards."""

    met: np.ndarray  # [i, k, weight]: how often i won against k; [i, k, 2 + weight]: how often they tied
    table: np.ndarray  # [kind, weight, win tie loss, node]: what one such vote adds to U, V, log E_ik on the pair, D


class Difference(NamedTuple):
    """The evidence about all ordered pairs of items."""

    within: float  # ε
    U: np.ndarray  # [i, node]
    V: np.ndarray  # [k, node]
    nodes: np.ndarray  # where the terms of a sum are put
    pairs: Any  # how D is kept


UP, DOWN, MEETING, CORRECTION = range(4)  # kinds of logarithms


@generic
def gains(pairs, kind, y, v, widest, within, nodes):
    """Put log_up, log_down or log_meeting of a vote, as ``kind`` says, into ``nodes``."""


@generic
def correct(pairs, i, k, nodes):
    """Put D_ik at each node into ``nodes``."""


@generic
def meet(pairs, i, k, y, v, widest, within):
    """Add a vote on the pair, of which i has the share y, to D_ik and D_ki."""


def _summed_gains(s: Summed, kind, y, v, widest, within, nodes):
    for n in range(NODES):
        if kind == UP:
            nodes[n] = log_up(n, y, v, widest, within)
        elif kind == DOWN:
            nodes[n] = log_down(n, y, v, widest, within)
        else:
            nodes[n] = log_meeting(n, y, v, widest, within)


def _summed_correct(s: Summed, i, k, nodes):
    for n in range(NODES):
        nodes[n] = s.D[i, k, n]


def _summed_meet(s: Summed, i, k, y, v, widest, within):
    for n in range(NODES):
        s.D[i, k, n] += _correction(n, y, v, widest, within)
        s.D[k, i, n] += _correction(n, 1 - y, v, widest, within)


def _counted_gains(s: Counted, kind, y, v, widest, within, nodes):
    weight, outcome = 0 if widest == 1 else 1 if v < 1 else 2, int(2 - 2 * y)
    for n in range(NODES):
        nodes[n] = s.table[kind, weight, outcome, n]


def _counted_correct(s: Counted, i, k, nodes):
    for n in range(NODES):
        nodes[n] = 0.0
    for w in range(2):
        won, tied, lost = s.met[i, k, w], s.met[i, k, 2 + w], s.met[k, i, w]
        if won + tied + lost > 0:
            for n in range(NODES):
                nodes[n] += won * s.table[CORRECTION, w, 0, n]
                nodes[n] += tied * s.table[CORRECTION, w, 1, n]
                nodes[n] += lost * s.table[CORRECTION, w, 2, n]


def _counted_meet(s: Counted, i, k, y, v, widest, within):
    w = 0 if v == 1 else 1
    if y == 1:
        s.met[i, k, w] += 1
    elif y == 0:
        s.met[k, i, w] += 1
    else:
        s.met[i, k, 2 + w] += 1
        s.met[k, i, 2 + w] += 1


gains.register(Summed, _summed_gains)
gains.register(Counted, _counted_gains)
correct.register(Summed, _summed_correct)
correct.register(Counted, _counted_correct)
meet.register(Summed, _summed_meet)
meet.register(Counted, _counted_meet)


def _start(items: int, within: float, pairs: Any) -> Difference:
    return Difference(float(within), np.zeros((items, NODES)), np.zeros((items, NODES)), np.zeros(NODES), pairs)


def start_difference(items: int, within: float = 0.0) -> Difference:
    """No votes yet, of any weights; ``within`` is ε."""
    pairs = Summed(np.zeros((items, items, NODES)))
    return _start(items, within, pairs)


@cache
def _table(within: float) -> np.ndarray:
    """What each kind of vote in a race adds; 0 where there is none: the third weight is of no two candidates."""
    table = np.zeros((4, len(WEIGHTS), 3, NODES))
    with interpreted():
        for kind, log in enumerate((log_up, log_down, log_meeting, _correction)):
            for w, each in enumerate(WEIGHTS if kind in (UP, DOWN) else WEIGHTS[:2]):
                table[kind, w] = [[log(n, y, *each, within) for n in range(NODES)] for y in (1.0, 0.5, 0.0)]
    return table


def start_counted(items: int, within: float = 0.0) -> Difference:
    """No votes yet, of the weights of a race: 1, and after the first item has left 1/2 for pairs of two candidates."""
    pairs = Counted(np.zeros((items, items, 4), np.int32), _table(float(within)).copy())
    return _start(items, within, pairs)


@inlined
def tell_item(evidence, i, y, v, widest):
    """Count a vote of a candidate with the share y, 1, ½ or 0."""
    gains(evidence.pairs, UP, y, v, widest, evidence.within, evidence.nodes)
    for n in range(NODES):
        evidence.U[i, n] += evidence.nodes[n]
    gains(evidence.pairs, DOWN, y, v, widest, evidence.within, evidence.nodes)
    for n in range(NODES):
        evidence.V[i, n] += evidence.nodes[n]


@jit
def tell_ticket(evidence, a, b, y, v, widest):
    """Count a vote on a pair of candidates: a has the share y, v is its weight s/π.

    ``widest`` is the largest weight that a pair of candidates could have had when this one was drawn, or 1.
    """
    tell_item(evidence, a, y, v, widest)
    tell_item(evidence, b, 1 - y, v, widest)
    meet(evidence.pairs, a, b, y, v, widest, evidence.within)


@inlined
def gather(evidence, i, k):
    """Put the logarithm of the product of each node of E_ik into ``evidence.nodes``."""
    correct(evidence.pairs, i, k, evidence.nodes)
    for n in range(NODES):
        evidence.nodes[n] += evidence.U[i, n] + evidence.V[k, n]


@jit
def log_difference(evidence, i, k):
    """log E_ik: the evidence against b_i <= b_k - ε.

    >>> evidence = start_difference(3)
    >>> tell_ticket(evidence, 0, 2, 1.0, 1.0, 1.0)  # 0 beats 2
    >>> [round(math.exp(log_difference(evidence, 0, k)), 6) for k in (1, 2)]
    [1.0828, 1.236572]
    """
    gather(evidence, i, k)
    top, total = -math.inf, 0.0
    for n in range(NODES):
        value = evidence.nodes[n]
        if value > top:
            total, top = total * math.exp(top - value), value
        total += math.exp(value - top)
    return top + math.log(total / NODES)


@entry
def tell_tickets(evidence, a, b, y, v):
    """Count votes on pairs of candidates in arrays: the items, the share of the first, and the weight of each vote."""
    for t in range(a.size):
        tell_ticket(evidence, a[t], b[t], y[t], v[t], 1.0)


@entry
def log_differences(evidence):
    """log E_ik of all ordered pairs; 0 on the diagonal."""
    items = evidence.U.shape[0]
    found = np.zeros((items, items))
    for i in range(items):
        for k in range(items):
            if i != k:
                found[i, k] = log_difference(evidence, i, k)
    return found
