"""What the votes on one pair say about the chance p that its first item wins, where a tie counts half.

Break each tie by a fair coin that nobody sees. The result is a row of wins and losses with mean p, and

    M(m) = E[ ∫ (q/m)^(W+H) ((1-q)/(1-m))^(L+T-H) dq ],    H heads among T fair coins

is the mean, over the coins, of a mixture of likelihood ratios against the chance m (Robbins 1970). At m = p it is a
martingale that starts at 1, so by Ville's inequality it ever reaches 1/α with chance at most α. Therefore

    C = {m : M(m) < 1/α}

holds p at every look with chance 1 - α, whatever made somebody look, and however earlier votes led to the next pair.
Each factor is log-convex in m, so that C is an interval. It is a function of the counts: the order does not matter.
"""

import math

import numpy as np

from duelling.core.jit import entry, jit

EDGE = 1e-12  # chances nearer to 0 or 1 than this are not looked at
FEW = 15  # from so many votes on Stirling's series is exact to the last digits
TINY = 1e-18  # terms below this share of a sum do not count


@jit
def _stirling(x):
    """The logarithm of Γ(x) above (x - 1/2) log x - x + log(2π)/2."""
    y = 1.0 / (x * x)
    return (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y / 1188)))) / x


@jit
def log_even(wins, losses):
    """The logarithm of M(1/2): the evidence that a pair is not even. Ties drop out.

    >>> round(math.exp(log_even(8, 0)), 3)  # 256/9: eight straight wins pass 20
    28.444
    """
    few, many = min(wins, losses), max(wins, losses)
    if few < FEW:  # 2^n W! L! / (n+1)! as a product: a difference of two logarithms of Γ would lose digits
        total = math.lgamma(few + 1.0) + many * math.log(2.0) - math.log(many + 1.0)
        for k in range(2, few + 2):
            total -= math.log((many + k) / 2.0)
        return total
    a, b = few + 1.0, many + 1.0
    n, lead = a + b, (a - b) / (a + b)
    rest = _stirling(a) + _stirling(b) - _stirling(n) + 0.5 * (math.log(2 * math.pi) - math.log(a / n * b))
    return a * math.log1p(lead) + b * math.log1p(-lead) - 2 * math.log(2.0) + rest


@jit
def log_limit(alpha):
    """What ``log_even`` must reach to prove at level ``alpha`` that an item with more wins than losses is ahead.

    The test puts its whole mixture above 1/2. With more wins than losses the half below 1/2 would add at most 1/2, so
    that this one-sided e-value is at least 2 M(1/2) - 1; it may be used as soon as that passes 1/α.
    """
    return math.log((1.0 / alpha + 1.0) / 2.0)


@jit
def proves_ahead(wins, losses, alpha):
    """Whether the votes prove at level ``alpha`` that the first item wins more often than the second, at every look."""
    return wins > losses and log_even(wins, losses) >= log_limit(alpha)


@jit
def log_mixture(m, wins, ties, losses):
    """The logarithm of M(m): the evidence that the first item's chance is not ``m``, between 0 and 1.

    The sum over the coins is log-concave, so it is added up from its largest term until the others do not count.

    >>> round(math.exp(log_mixture(0.1, 0, 1, 0)), 4)  # one tie: 1 / (4 m (1 - m))
    2.7778
    """
    if m == 0.5:
        return log_even(wins, losses)
    odds = (1.0 - m) / m
    low, high = 0, ties  # heads among the coins
    while low < high:
        k = (low + high) // 2
        if _growth(k, odds, wins, ties, losses) > 1:
            low = k + 1
        else:
            high = k
    total = term = 1.0
    for k in range(low, ties):
        term *= _growth(k, odds, wins, ties, losses)
        total += term
        if term < TINY * total:
            break
    term = 1.0
    for k in range(low - 1, -1, -1):
        term /= _growth(k, odds, wins, ties, losses)
        total += term
        if term < TINY * total:
            break
    won, lost = wins + low, losses + ties - low
    largest = log_even(won, lost) - won * math.log(2 * m) - lost * math.log(2 * (1 - m))
    coins = log_even(low, ties - low) + math.log(ties + 1.0)  # how rare the most likely number of heads is
    return largest - coins + math.log(total)


@jit
def _growth(k, odds, wins, ties, losses):
    """By which factor the term with k + 1 heads is larger than the one with k."""
    return (ties - k) / (k + 1.0) * ((wins + k + 1.0) / (losses + ties - k)) * odds


@jit
def _end(inside, outside, limit, wins, ties, losses):
    """The end of C between the mean, which is inside, and ``outside``; it errs outwards.

    By false position, where the end that stays is given half its weight (Illinois): about ten looks instead of forty.
    """
    above = log_mixture(outside, wins, ties, losses) - limit
    if above < 0:
        return round(outside)  # C reaches 0 or 1, as far as anybody can tell
    below = log_mixture(inside, wins, ties, losses) - limit
    stayed = 0
    for _ in range(200):
        if abs(outside - inside) <= 1e-9 * min(outside, 1 - outside):
            break
        m = (outside * below - inside * above) / (below - above)
        if not min(inside, outside) < m < max(inside, outside):
            m = (inside + outside) / 2
        value = log_mixture(m, wins, ties, losses) - limit
        if value >= 0:
            outside, above = m, value
            below, stayed = (below / 2 if stayed > 0 else below), 1
        else:
            inside, below = m, value
            above, stayed = (above / 2 if stayed < 0 else above), -1
    return outside


@jit
def pair_interval(wins, ties, losses, alpha):
    """The interval that holds the first item's chance at every look, with chance 1 - ``alpha``.

    >>> [round(end, 5) for end in pair_interval(60, 0, 40, 0.05)]
    [0.44077, 0.74604]
    """
    n, limit = wins + ties + losses, math.log(1.0 / alpha)
    if n == 0:
        return 0.0, 1.0
    mean = min(max((wins + ties / 2) / n, 2 * EDGE), 1 - 2 * EDGE)
    low = _end(mean, EDGE, limit, wins, ties, losses) if wins + ties > 0 else 0.0
    high = _end(mean, 1 - EDGE, limit, wins, ties, losses) if losses + ties > 0 else 1.0
    return low, high


@entry
def pair_intervals(wins, ties, losses, alpha):
    """The two ends of the interval of each pair, for arrays of counts, each at level 1 - ``alpha``."""
    ends = np.zeros((2, wins.size))
    for k in range(wins.size):  # in plain Python, numbers of NumPy would be ten times slower
        ends[0, k], ends[1, k] = pair_interval(int(wins[k]), int(ties[k]), int(losses[k]), alpha)
    return ends
