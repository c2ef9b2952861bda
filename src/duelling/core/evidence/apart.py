"""Whether one item's chance is above another's, where every vote belongs to one of the two alone.

It is so for the Borda scores of items that met uniform opponents as *first* items, whoever chose the first one. With
M_i of ``pairs`` over the votes of i as a first item, M_i(b_i) M_k(b_k) is a martingale that starts at 1, because a vote
changes one of the factors at most. So

    G_ik = min { M_i(x) M_k(y) : x <= y - ε }

is at most a martingale where b_i <= b_k - ε is true, and it ever reaches 1/α with a chance of at most α. Each log M is
convex, so that the least value is found on the line x = y - ε, between the two means.
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
    n_i, n_k = wins[i] + ties[i] + losses[i], wins[k] + ties[k] + losses[k]
    if n_i == 0 or n_k == 0:
        return 0.0
    high = (wins[i] + ties[i] / 2) / n_i + within  # y at which x is the mean of i
    low = (wins[k] + ties[k] / 2) / n_k
    if high <= low:
        return 0.0
    low, high = max(low, within), min(high, 1.0)
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
    return min(at_y, at_other)


@jit
def _at(wins, ties, losses, i, k, y, within):
    """log M_i(y - ε) + log M_k(y)."""
    x = min(max(y - within, EDGE), 1 - EDGE)
    y = min(max(y, EDGE), 1 - EDGE)
    return log_mixture(x, int(wins[i]), int(ties[i]), int(losses[i])) + log_mixture(
        y, int(wins[k]), int(ties[k]), int(losses[k])
    )


@entry
def log_aparts(wins, ties, losses, within):
    """log G_ik of all ordered pairs; 0 on the diagonal."""
    found = np.zeros((wins.size, wins.size))
    for i in range(wins.size):
        for k in range(wins.size):
            if i != k:
                found[i, k] = log_apart(wins, ties, losses, i, k, within)
    return found
