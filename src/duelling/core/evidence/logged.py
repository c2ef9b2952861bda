r"""The race of ``candidates`` over votes that were written down, in the order in which their pairs were drawn.

A ticket says which items had left when its pair was drawn. It is evidence as long as every candidate was one then too:
the others could have been drawn less often than their evidence needs. So an item that a ticket says has left is tested
once more, against every candidate k with μ C_k + (1-μ) E_ik/(K-1) <= F_k, before the ticket is passed over.

Tickets behind one that nobody has answered are not evidence: people who answer sooner on some pairs than on others
would distort it. Beside this rule stands the worst case: answer every open ticket as badly as possible for the claim
that h is above k. This is at most what the answers will give, and (1-μ) E_hk/(K-1) is at most F_k. So k may leave once
it reaches 1/δ. C_k is left out, because nobody knows who will have led. The worst case ends at a ticket that it would
have to pass over: by the true answers the ticket may count, and against h.
"""

import numpy as np

from duelling.core.evidence.candidates import (
    LEADER,
    LEFT,
    LIMIT,
    LOG_LEAD,
    VERDICT,
    is_left,
    leave,
    mean_score,
    nobody_better,
    suffices,
    tell_candidates,
)
from duelling.core.evidence.difference import log_difference, meet, tell_item
from duelling.core.jit import borrowed, entry, jit


@entry
def tell_logged(s, a, b, y, v, widest, gone, outs):
    """Count votes in arrays: the items, the share of the first, and the weights of ``difference`` from their draw.

    ``outs[gone[t]]`` says of each item whether it had left when the pair was drawn.
    """
    s, outs = borrowed(s), borrowed(outs)
    before, all_in = -1, False  # the draw before this one, and whether nobody had left then
    for t in range(a.size):
        if gone[t] != before:
            before, all_in = gone[t], not outs[gone[t]].any()
        if all_in or fits(s, outs[gone[t]]):
            tell_candidates(s, a[t], b[t], y[t], v[t], widest[t])


@jit
def fits(s, out):
    """Whether all candidates were candidates when a pair was drawn, after those have left against whom enough is known.

    There is always one candidate left.
    """
    all_in, gone = True, 0
    for p in range(s.now[LEFT] - 1, -1, -1):
        k = s.order[p]
        if out[k]:
            if s.now[LEFT] > 1 and _below_one(s, k):
                leave(s, k)
                gone += 1
            else:
                all_in = False
    if gone > 0:
        _lead(s)
        if s.now[LEFT] == 1:
            s.now[VERDICT] = s.now[LEADER]
    return all_in


@jit
def _below_one(s, k):
    """Whether the evidence that some candidate is above k suffices."""
    for p in range(s.now[LEFT]):
        i = s.order[p]
        if i != k and suffices(s, s.plain, i, k):
            return True
    return False


@jit
def _lead(s):
    """Let the candidate with the largest mean lead, of equals the first."""
    best = s.order[0]
    for p in range(1, s.now[LEFT]):
        i = s.order[p]
        mine, largest = mean_score(s, i), mean_score(s, best)
        if mine > largest or (mine == largest and i < best):
            best = i
    s.now[LEADER] = best


@entry
def tell_worst(s, a, b, y, v, widest, gone, outs, h):
    """Go on in the worst case for h, from the first open ticket; y is NaN where nobody has answered.

    Afterwards the candidates and the verdict hold, but no more votes may be told to this state.
    """
    s, outs = borrowed(s), borrowed(outs)
    if not is_left(s, h) or s.now[VERDICT] >= 0:
        return
    s.now[LEADER] = h
    for t in range(a.size):
        out, all_in = outs[gone[t]], True
        for p in range(s.now[LEFT] - 1, -1, -1):
            k = s.order[p]
            if out[k]:
                if k != h and _leads(s, s.plain, h, k):
                    leave(s, k)
                else:
                    all_in = False
        if not all_in:
            break
        for i, share in ((a[t], y[t]), (b[t], 1 - y[t])):
            if is_left(s, i):
                _tell_one(s, i, share, v[t], widest[t], h)
        if is_left(s, a[t]) and is_left(s, b[t]) and (a[t] == h or b[t] == h):
            _meet_worst(s, a[t], b[t], y[t], v[t], widest[t], h)
    for p in range(s.now[LEFT] - 1, -1, -1):
        k = s.order[p]
        if k != h:
            if _leads(s, s.plain, h, k):
                leave(s, k)
            elif s.slack.within > 0 and _leads(s, s.slack, h, k):
                s.near[h, k] = 1
    if s.now[LEFT] == 1 or nobody_better(s, h):
        s.now[VERDICT] = h


@jit
def _leads(s, evidence, h, k):
    return s.limits[LOG_LEAD] + log_difference(evidence, h, k) >= s.limits[LIMIT]


@jit
def _tell_one(s, i, share, v, widest, h):
    """A vote of one item; where there is none, h lost it, and any other one won it."""
    if np.isnan(share):
        share = 0.0 if i == h else 1.0
    tell_item(s.plain, i, share, v, widest)
    if s.slack.within > 0:
        tell_item(s.slack, i, share, v, widest)


@jit
def _meet_worst(s, a, b, y, v, widest, h):
    """A vote on a pair with h, which lost it where there is none."""
    if np.isnan(y):
        y = 0.0 if a == h else 1.0
    meet(s.plain.pairs, a, b, y, v, widest, 0.0)
    if s.slack.within > 0:
        meet(s.slack.pairs, a, b, y, v, widest, s.slack.within)
