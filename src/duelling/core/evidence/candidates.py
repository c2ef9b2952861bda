r"""Who has the best Borda score: candidates leave one by one, each when the evidence against it suffices.

With E_ik of ``difference`` and the leader h before each vote, the candidate with the largest mean so far,

    C_k = mean over the nodes of the product of the factors of the votes, each as a test of its own h against k
    F_k = μ C_k + (1-μ) (1/(K-1)) Σ_{i≠k} E_ik,     k leaves once  μ C_k + (1-μ) E_hk/(K-1) >= 1/δ

If k is a best item, every factor has a mean of at most 1, whoever leads: F_k is a supermartingale that starts at 1.
What is compared with 1/δ is at most F_k. The last candidate is not a best item only if every best one has left, so with
a chance of at most δ. One item alone can hurt: no union over pairs has to be paid for, 1/δ suffices instead of (K-1)/δ.

An item at most ε worse than the best: h is named too as soon as, for every other candidate k at some time,

    μ C_k + (1-μ) E^ε_hk/(K-1) >= 1/δ,     E^ε_hk against b_h <= b_k - ε

Both errors together have a chance of at most δ. Take a best item *, and in F_* the factors with ε for every i or h that
is worse than b_* - ε: they are larger, and their means are still at most 1. The sum is at least what was compared with
1/δ, whether * left or was passed by an item that is too bad.

The parts of E_hk and C_k that a vote leaves as they were are not looked at again: if it neither held the leader nor
changed who leads, only its two items are tested. So a vote costs O(1), and O(K) if it held the leader.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.core.evidence.difference import (
    DOWN,
    MEETING,
    NODES,
    UP,
    Difference,
    gains,
    gather,
    meet,
    start_counted,
    start_difference,
    tell_item,
)
from duelling.core.jit import inlined, jit
from duelling.core.states import name_places

# μ, the share of C_k in F_k, without ε and with ε, which has no C of its own; the votes differ by a few percent between
# a half and nine tenths, and by 15% with ε between a quarter and three quarters
SHARES = (0.75, 0.25)


class Candidates(NamedTuple):
    now: np.ndarray  # how many are left; the leader; the verdict or -1
    order: np.ndarray  # the items that are left, then those that have gone: the last to go comes first
    place: np.ndarray  # of each item in this order
    # for log F: 1/δ; the weights of C and of E; below these two, C and E are too small, whatever the other one is
    limits: np.ndarray
    score: np.ndarray  # of each item: Σ v, Σ v y
    plain: Difference  # against b_i <= b_k
    slack: Difference  # against b_i <= b_k - ε; empty for ε = 0
    near: np.ndarray  # [h, k]: 1 once h is known to be at most ε worse than k; empty for ε = 0
    common: np.ndarray  # [node]: log C_k is the sum of this and its own part
    own: np.ndarray  # [k, node]
    nodes: np.ndarray  # where the terms of a sum are put, beside those of ``plain``


LEFT, LEADER, VERDICT = name_places(Candidates, "now", "left leader verdict")
LIMIT, LOG_CHASE, LOG_LEAD, LEAST_CHASE, LEAST_LEAD = name_places(
    Candidates, "limits", "limit log_chase log_lead least_chase least_lead"
)
WEIGHT, WON = range(2)  # columns of ``score``


def start_candidates(items: int, delta: float, within: float = 0.0, *, counted: bool = False) -> Candidates:
    """All items are candidates, and nobody has voted; ``within`` is ε, ``counted`` that the weights are a race's."""
    start = start_counted if counted else start_difference
    share = SHARES[within > 0]
    limit, chase, lead = -math.log(delta), math.log(share), math.log((1 - share) / (items - 1))
    return Candidates(
        now=np.array([items, 0, -1]),
        order=np.arange(items),
        place=np.arange(items),
        limits=np.array([limit, chase, lead, limit - math.log(2) - chase, limit - math.log(2) - lead]),
        score=np.zeros((items, 2)),
        plain=start(items),
        slack=start(items if within > 0 else 0, within),
        near=np.zeros((items, items) if within > 0 else (0, 0), np.int8),
        common=np.zeros(NODES),
        own=np.zeros((items, NODES)),
        nodes=np.zeros(NODES),
    )


@inlined
def is_left(s, i):
    """Whether i is still a candidate."""
    return s.place[i] < s.now[LEFT]


@inlined
def mean_score(s, i):
    """The estimate of b_i: 1/2 before the first vote."""
    return s.score[i, WON] / s.score[i, WEIGHT] if s.score[i, WEIGHT] > 0 else 0.5


@inlined
def tell_candidates(s, a, b, y, v, widest):
    """Count a vote of which a has the share y; v and ``widest`` are its weights as in ``difference``, from its draw.

    Votes must come in the order in which their pairs were drawn.
    """
    ours, theirs = is_left(s, a), is_left(s, b)
    if s.now[VERDICT] >= 0 or not (ours or theirs):
        return
    _tell_chase(s, a, b, y, v, widest)
    if ours:
        _tell(s, a, y, v, widest)
    if theirs:
        _tell(s, b, 1 - y, v, widest)
    if ours and theirs:
        meet(s.plain.pairs, a, b, y, v, widest, 0.0)
        if s.slack.within > 0:
            meet(s.slack.pairs, a, b, y, v, widest, s.slack.within)
    before, leader = s.now[LEADER], _leader(s, a, b)
    s.now[LEADER] = leader
    if leader != before or leader in (a, b):
        for p in range(s.now[LEFT] - 1, -1, -1):  # the one that takes the place of another was tested before
            _test(s, leader, s.order[p])
    else:
        _test(s, leader, a)
        _test(s, leader, b)
    if s.now[LEFT] == 1 or nobody_better(s, leader):
        s.now[VERDICT] = leader


@inlined
def _tell(s, i, y, v, widest):
    s.score[i, WEIGHT] += v
    s.score[i, WON] += v * y
    tell_item(s.plain, i, y, v, widest)
    if s.slack.within > 0:
        tell_item(s.slack, i, y, v, widest)


@inlined
def _tell_chase(s, a, b, y, v, widest):
    """The factor of the leader's test against every other candidate."""
    leader, pairs, more = s.now[LEADER], s.plain.pairs, s.plain.nodes
    if leader not in (a, b):
        for i, share in ((a, y), (b, 1 - y)):
            gains(pairs, DOWN, share, v, widest, 0.0, more)
            for n in range(NODES):
                s.own[i, n] += more[n]
        return
    rival, won = (b, y) if leader == a else (a, 1 - y)
    gains(pairs, UP, won, v, widest, 0.0, more)
    for n in range(NODES):
        s.common[n] += more[n]
        s.own[leader, n] -= more[n]
    if is_left(s, rival):
        gains(pairs, MEETING, won, v, widest, 0.0, s.nodes)
        for n in range(NODES):
            s.own[rival, n] += s.nodes[n] - more[n]


@inlined
def _leader(s, a, b):
    """The candidate with the largest mean, of equals the first; only a and b may have changed."""
    best = s.now[LEADER]
    if best in (a, b):
        for p in range(s.now[LEFT]):
            best = _ahead(s, s.order[p], best)
        return best
    return _ahead(s, b, _ahead(s, a, best))


@inlined
def _ahead(s, i, best):
    if not is_left(s, i):
        return best
    mine, largest = mean_score(s, i), mean_score(s, best)
    return i if mine > largest or (mine == largest and i < best) else best


@inlined
def _test(s, leader, k):
    """Let k leave if the evidence against it suffices; else note whether the leader is known not to be far behind."""
    if k != leader and is_left(s, k):
        if suffices(s, s.plain, leader, k):
            leave(s, k)
        elif s.slack.within > 0 and s.near[leader, k] == 0 and suffices(s, s.slack, leader, k):
            s.near[leader, k] = 1


@jit
def suffices(s, evidence, h, k):
    """Whether μ C_k + (1-μ) E_hk/(K-1) has reached 1/δ; the exponentials are computed only where it may have."""
    top_chase = top_lead = -math.inf
    gather(evidence, h, k)
    for n in range(NODES):
        top_chase, top_lead = max(top_chase, s.common[n] + s.own[k, n]), max(top_lead, evidence.nodes[n])
    if top_chase < s.limits[LEAST_CHASE] and top_lead < s.limits[LEAST_LEAD]:
        return False
    chase = lead = 0.0
    for n in range(NODES):
        chase += math.exp(s.common[n] + s.own[k, n] - top_chase)
        lead += math.exp(evidence.nodes[n] - top_lead)
    one = s.limits[LOG_CHASE] + top_chase + math.log(chase / NODES)
    other = s.limits[LOG_LEAD] + top_lead + math.log(lead / NODES)
    return max(one, other) + math.log(1 + math.exp(-abs(one - other))) >= s.limits[LIMIT]


@inlined
def leave(s, k):
    """The last candidate takes the place of k."""
    s.now[LEFT] -= 1
    last, p = s.order[s.now[LEFT]], s.place[k]
    s.order[p], s.place[last] = last, p
    s.order[s.now[LEFT]], s.place[k] = k, s.now[LEFT]


@inlined
def nobody_better(s, leader):
    """Whether no candidate is more than ε better than the leader, as far as is known."""
    if s.slack.within == 0:
        return False
    for p in range(s.now[LEFT]):
        k = s.order[p]
        if k != leader and s.near[leader, k] == 0:
            return False
    return True
