r"""Intervals for the Borda score of one item, from votes with known chances of its pairs, or from a balanced design.

Five sums. When the item meets an opponent in a pair that was shown with the chance π, its vote has the weight v = u/π,
where u is the least chance of all pairs with the item, so that v <= 1. With y = 1, ½ or 0 for a win, a tie or a loss,

    S0 = Σ v,   S1 = Σ v y,   Q0 = Σ v²,   Q1 = Σ v² y,   Q2 = Σ v² y²
    A(m) = S1 - m S0,   Q(m) = Q2 - 2 m Q1 + m² Q0,   ψ(λ) = -log(1-λ) - λ,   λ = 0.9 · 2^(-g/2) for g = 0..17
    E(m) = mean over λ and both signs of exp(±λ A(m) - ψ(λ) Q(m)),     C = {m : E(m) < 1/α}

Given the past, v (y - b) has the mean 0, and |v (y - m)| <= 1. As log(1 + x) >= x - ψ(λ) x²/λ² for x >= -λ, each
exponential is at m = b at most a product of bets with the mean 1. So C holds b at every look with chance 1 - α.

Uniform pairs. A vote whose pair was drawn when all were equally likely is a vote against a random item: it multiplies
M(m) of ``pairs`` instead, which says more of few votes. Each vote belongs to one of the two by what was known before
its draw, so that M(m) E(m) is at m = b at most a martingale too, and C = {m : M(m) E(m) < 1/α}. To change from one
interval to the other when an item leaves would err with chance 2α.

The running mean. Where nothing is known of how the pairs came about, but every opponent was met about as often,

    R(r) = mean over θ of exp(θ S - n log(1 - r + r e^θ)),   S = Σ y,   θ = ±1.8 · 2^(-g/2) for g = 0..17

is at r = (1/n) Σ of the chances of the item against the opponents that it met at most a martingale, because the
logarithm is concave in r. So {r : R(r) < 1/α} holds the mean of what was shown. The score b differs from it by at most
(1/2) Σ_j |n_j/n - 1/(K-1)|.
"""

import math

import numpy as np

from duelling.core.evidence.pairs import EDGE, log_mixture, pair_interval
from duelling.core.jit import entry, jit

STEPS = 18  # λ and θ
STARTS = 200  # places at which the end of C is looked for
HALVINGS = 50
ONE, WON, SQUARE, SQUARE_WON, SQUARE_TWICE = range(5)  # S0, S1, Q0, Q1, Q2


@jit
def tell_sums(sums, i, y, v):
    """Count a vote of item i, with the share y and the weight v, in its row of five sums."""
    sums[i, ONE] += v
    sums[i, WON] += v * y
    sums[i, SQUARE] += v * v
    sums[i, SQUARE_WON] += v * v * y
    sums[i, SQUARE_TWICE] += v * v * y * y


@jit
def log_score(sums, i, m):
    """log E(m): the evidence that the score of item i is not m.

    >>> sums = np.zeros((1, 5))
    >>> for share in (1.0, 0.0):
    ...     tell_sums(sums, 0, share, 1.0)
    >>> round(math.exp(log_score(sums, 0, 0.5)), 3)
    0.955
    """
    ahead = sums[i, WON] - m * sums[i, ONE]
    spread = sums[i, SQUARE_TWICE] - 2 * m * sums[i, SQUARE_WON] + m * m * sums[i, SQUARE]
    top, total = -math.inf, 0.0
    for g in range(STEPS):
        bet = 0.9 * 2.0 ** (-g / 2)
        less = (-math.log(1 - bet) - bet) * spread
        for sign in (-1, 1):
            top, total = _add(top, total, sign * bet * ahead - less)
    return top + math.log(total / (2 * STEPS))


@jit
def log_running(won, n, r):
    """log R(r): the evidence that r, above 0 and below 1, is not the mean of what was shown in n votes with the sum
    ``won`` of shares."""
    top, total = -math.inf, 0.0
    for g in range(STEPS):
        for sign in (-1, 1):
            theta = sign * 1.8 * 2.0 ** (-g / 2)
            top, total = _add(top, total, theta * won - n * math.log(1 - r + r * math.exp(theta)))
    return top + math.log(total / (2 * STEPS))


@jit
def _add(top, total, value):
    """A sum of exponentials, divided by the largest so far."""
    if value > top:
        return value, total * math.exp(top - value) + 1.0
    return top, total + math.exp(value - top)


@jit
def score_interval(sums, counts, i, alpha):
    """The interval that holds the score of item i at every look, with chance 1 - ``alpha``.

    ``counts`` are its wins, ties and losses in votes on uniform pairs, ``sums`` are those of all other votes.
    """
    if sums[i, ONE] == 0:
        return pair_interval(int(counts[i, 0]), int(counts[i, 1]), int(counts[i, 2]), alpha)
    limit = math.log(1.0 / alpha)
    return _score_end(sums, counts, i, 0.0, limit), _score_end(sums, counts, i, 1.0, limit)


@jit
def log_either(sums, counts, i, m):
    """log M(m) E(m): the evidence that the score of item i is not m."""
    if counts[i].sum() == 0:
        return log_score(sums, i, m)
    within = min(max(m, EDGE), 1 - EDGE)
    return log_score(sums, i, m) + log_mixture(within, int(counts[i, 0]), int(counts[i, 1]), int(counts[i, 2]))


@jit
def _score_end(sums, counts, i, edge, limit):
    """The end of C towards ``edge``; it errs outwards."""
    mean = (sums[i, WON] + counts[i, 0] + counts[i, 1] / 2) / (sums[i, ONE] + counts[i].sum())
    outside, inside = edge, mean
    for step in range(STARTS):  # from outside, as E may fall and rise again between
        m = edge + (mean - edge) * step / STARTS
        if log_either(sums, counts, i, m) < limit:
            inside = m
            break
        outside = m
    for _ in range(HALVINGS):
        m = (inside + outside) / 2
        if log_either(sums, counts, i, m) < limit:
            inside = m
        else:
            outside = m
    return outside


@jit
def running_interval(won, n, alpha):
    """The interval that holds the running mean at every look, with chance 1 - ``alpha``."""
    if n == 0:
        return 0.0, 1.0
    limit = math.log(1.0 / alpha)
    return _running_end(won, n, 0.0, limit), _running_end(won, n, 1.0, limit)


@jit
def _running_end(won, n, edge, limit):
    """The end towards ``edge``, by halving, because R is log-convex; it errs outwards."""
    outside, inside = edge, won / n
    for _ in range(HALVINGS):
        r = (inside + outside) / 2
        if log_running(won, n, r) < limit:
            inside = r
        else:
            outside = r
    return outside


@entry
def running_intervals(won, n, alpha):
    """The two ends of the interval of each item's running mean, each at level 1 - ``alpha``."""
    ends = np.zeros((2, won.size))
    for i in range(won.size):
        ends[0, i], ends[1, i] = running_interval(float(won[i]), float(n[i]), alpha)
    return ends


@entry
def tell_all_sums(sums, a, b, y, v_a, v_b):
    """Count votes in arrays: the two items, the share of the first, and the weight of the vote for each of the two."""
    for t in range(a.size):
        tell_sums(sums, a[t], y[t], v_a[t])
        tell_sums(sums, b[t], 1 - y[t], v_b[t])


@entry
def score_intervals(sums, counts, alpha):
    """The two ends of the interval of each item, each at level 1 - ``alpha``; see ``score_interval``."""
    ends = np.zeros((2, sums.shape[0]))
    for i in range(sums.shape[0]):
        ends[0, i], ends[1, i] = score_interval(sums, counts, i, alpha)
    return ends
