r"""One match: a pair of arms that duel until a test tells who is ahead. Many algorithms differ in their agenda alone.

A tie is half a win for each. With w wins and l losses of the first arm, n duels, p = (w + ties/2)/n and q = p - 1/2,

    ppr        (n'+1) C(n', w) 2^-n' <= δ,  n' = w + l:   the arm with more wins; ties drop out
    three      the same for the two largest of w, l and the ties, at δ/2:  the largest
    hoeffding  |q| > sqrt(ln(4 n²/δ) / (2n)):              the arm with more wins
    compare    |q| > c - ε or n > ln(2/δ)/(2ε²):           first if q > 0, else second;   c = sqrt(ln(4 n²/δ) / (2n))
    between    |q - m| > c or n > 2 ln(2/δ)/(h - l)²:      first if q > m, else second;   m = (l + h)/2
    soft       |q - m| > c + (h - l)/4 or n > 8 ln(2/δ)/(h - l)²:
                                                           first if q > (m + h)/2, second if q < (l + m)/2, else a tie
    fixed      n >= h:                                     first if w + ties/2 >= n/2, else second

``ppr`` is the prior-posterior ratio test of a coin against 1/2 under a uniform prior; its left side is 1/M for the
mixture martingale M of ``core/evidence/pairs``, so that M reaches 1/δ for a fair coin with chance at most δ (Ville).
The other tests are Hoeffding's with a union over n: 2 Σ_n δ/(4n²) < δ.

An outcome counts only if its pair is the match in hand. So late outcomes, and those that nobody asked for, cost duels
and nothing else.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.core.evidence.pairs import log_even
from duelling.core.jit import jit
from duelling.core.protocol import Duel
from duelling.core.states import name_places

PPR, THREE, HOEFFDING, COMPARE, BETWEEN, FIXED, SOFT = range(7)  # the tests


class Match(NamedTuple):
    now: np.ndarray  # the pair, FIRST -1 if there is none; what the first arm won, tied and lost


FIRST, SECOND, WINS, TIES, LOSSES = name_places(Match, "now", "first second wins ties losses")


class Rule(NamedTuple):
    """How a match ends; ``delta``, ``low`` and ``high`` may change from match to match."""

    kind: int
    delta: float  # δ of one match
    low: float  # l
    high: float  # h, or ε


def new_match() -> Match:
    """No match yet."""
    return Match(np.array([-1, -1, 0, 0, 0]))


@jit
def begin(match, first, second):
    """Begin a match."""
    match.now[FIRST], match.now[SECOND] = first, second
    match.now[WINS] = match.now[TIES] = match.now[LOSSES] = 0


@jit
def duel_of(match, p_first, p_second):
    """The duel of the match in hand."""
    return Duel(match.now[FIRST], match.now[SECOND], p_first, p_second)


@jit
def tell(match, duel, outcome):
    """Count the outcome if it belongs to the match in hand; whether it does."""
    now = match.now
    gain = outcome
    if duel.first == now[SECOND] and duel.second == now[FIRST]:
        gain = -outcome
    elif duel.first != now[FIRST] or duel.second != now[SECOND]:
        return False
    if duel.first == duel.second:
        return False
    now[WINS if gain > 0 else (LOSSES if gain < 0 else TIES)] += 1
    return True


@jit
def decided(kind, match, delta, low, high):
    """1 if the first arm has won the match, -1 if the second has, 2 if it is tied (THREE and SOFT), 0 if it goes on."""
    wins, ties, losses = match.now[WINS], match.now[TIES], match.now[LOSSES]
    n = wins + ties + losses
    if n == 0:
        return 0
    if kind == PPR:
        if log_even(wins, losses) < -math.log(delta):
            return 0
        return 1 if wins > losses else -1
    if kind == THREE:
        most = max(wins, ties, losses)
        middle = max(min(wins, ties), min(max(wins, ties), losses))
        if log_even(most, middle) < math.log(2.0) - math.log(delta):
            return 0
        return 2 if ties == most else (1 if wins == most else -1)
    if kind == FIXED:
        return 0 if n < high else (1 if 2 * wins + ties >= n else -1)
    q = (wins + ties / 2) / n - 0.5
    radius = math.sqrt((math.log(4.0) + 2 * math.log(n) - math.log(delta)) / (2 * n))
    if kind == HOEFFDING:
        return 0 if abs(q) <= radius else (1 if q > 0 else -1)
    if kind == COMPARE:
        if abs(q) <= radius - high and n <= (math.log(2.0) - math.log(delta)) / (2 * high * high):
            return 0
        return 1 if q > 0 else -1
    middle = (low + high) / 2
    if kind == SOFT:
        quarter = (high - low) / 4
        if abs(q - middle) <= radius + quarter and n <= (math.log(2.0) - math.log(delta)) / (2 * quarter * quarter):
            return 0
        return 1 if q > middle + quarter else (-1 if q < middle - quarter else 2)
    if abs(q - middle) <= radius and n <= 2 * (math.log(2.0) - math.log(delta)) / (high - low) ** 2:
        return 0
    return 1 if q > middle else -1
