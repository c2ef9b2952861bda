"""Whether one item's chance is above another's, where every vote belongs to one of the two alone.

It is so for the Borda scores of items that met uniform opponents as *first* items, whoever chose the first one. With
M_i of ``pairs`` over the votes of i as a first item, M_i(b_i) M_k(b_k) is a martingale that starts at 1, because a vote
changes one of the factors at most. So

    G_ik = min { M_i(x) M_k(y) : x <= y - ε }

is at most a martingale where b_i <= b_k - ε is true, and it ever reaches 1/α with a chance of at most α. Each log M is
convex. So if the points where they are least contradict the claim, the least value of both is found on the line
x = y - ε, between these points. Without ties they are the means, with ties they lie near them.
"""

import math

import numpy as np

from duelling.core.evidence.pairs import EDGE, log_mixture
from duelling.core.jit import entry, jit

GOLDEN = (math.sqrt(5) - 1) / 2
STEPS = 60  # each makes the range smaller by GOLDEN


@jit
def log_apart(wins, ties, losses, i, k, within):
    """log G_ik: the evidence against b_i <= b_k - ``within``, by the votes of each item; 0 without a contradiction.

    >>> wins, losses = np.array([8, 0]), np.array([0, 8])
    >>> round(math.exp(log_apart(wins, 0 * wins, losses, 0, 1, 0.0)), 3)  # (2^8/9)^2
    809.086
    """
    if wins[i] + ties[i] + losses[i] == 0 or wins[k] + ties[k] + losses[k] == 0:
        return 0.0
    return _apart(wins, ties, losses, i, k, within, _lowest(wins, ties, losses, i), _lowest(wins, ties, losses, k))


@jit
def _apart(wins, ties, losses, i, k, within, x, y):
    """The same for items with votes, of which log M is least at x and at y."""
    if x + within <= y:
        return 0.0
    return _least(wins, ties, losses, i, k, within, max(y, within), min(x + within, 1.0))[1]


@jit
def _lowest(wins, ties, losses, i):
    """Where log M of an item with votes is least."""
    if ties[i] == 0:
        return wins[i] / (wins[i] + losses[i])
    return _least(wins, ties, losses, i, -1, 0.0, 0.0, 1.0)[0]


@jit
def _least(wins, ties, losses, i, k, within, low, high):
    """Between low and high, y with the least value of ``_at``, and the value."""
    y, other = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_y, at_other = _at(wins, ties, losses, i, k, y, within), _at(wins, ties, losses, i, k, other, within)
    for _ in range(STEPS):
        if at_y < at_other:
            high, other, at_other = other, y, at_y
            y = high - GOLDEN * (high - low)
            at_y = _at(wins, ties, losses, i, k, y, within)
        else:
            low, y, at_y = y, other, at_other
            other = low + GOLDEN * (high - low)
            at_other = _at(wins, ties, losses, i, k, other, within)
    return (y, at_y) if at_y <= at_other else (other, at_other)


@jit
def _at(wins, ties, losses, i, k, y, within):
    """log M_i(y - ε) + log M_k(y); of i alone where there is no k."""
    x = min(max(y - within, EDGE), 1 - EDGE)
    total = log_mixture(x, int(wins[i]), int(ties[i]), int(losses[i]))
    if k >= 0:
        total += log_mixture(min(max(y, EDGE), 1 - EDGE), int(wins[k]), int(ties[k]), int(losses[k]))
    return total


@entry
def log_aparts(wins, ties, losses, within):
    """log G_ik of all ordered pairs; 0 on the diagonal."""
    found, voted = np.zeros((wins.size, wins.size)), wins + ties + losses > 0
    lowest = np.array([_lowest(wins, ties, losses, i) if voted[i] else 0.0 for i in range(wins.size)])
    for i in range(wins.size):
        for k in range(wins.size):
            if i != k and voted[i] and voted[k]:
                found[i, k] = _apart(wins, ties, losses, i, k, within, lowest[i], lowest[k])
    return found
