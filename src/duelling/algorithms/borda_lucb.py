r"""Borda-LUCB (Hamming-LUCB): the arms on both sides of a boundary of the Borda order meet uniform opponents.

    τ_i = the share of wins of arm i as the first arm, u_i its duels;     L = ln(K/δ)
    α(u) = sqrt((L + 0.75 ln L + 1.5 ln(1 + ln(u/2))) / (2u))
    sort by τ;  for the best k, of which h may be wrong:
    d1 = argmin of τ - α over the places 1..k-h,         b1 = argmax of α over d1 and the places k-h+1..k
    d2 = argmax of τ + α over the places k+h+1..K,       b2 = argmax of α over d2 and the places k+1..k+h
    duel b1 and b2, each against a uniform other arm;  stop when τ_d1 - α >= τ_d2 + α

First each arm has one duel. It works for any preferences: the share of wins against a uniform opponent is the Borda
score. While all intervals τ ± α hold, which has the chance 1 - δ in the paper, at most h of the k arms do not belong to
the best k. With ``groups=1/3/6`` there is a boundary after the places 1, 3 and 6, and the arms at each boundary that is
open take turns. All boundaries rest on the same intervals, so that together they are wrong with the chance δ, too.

The ln(1 + ln(u/2)) falls below 0 for u = 1; where the root has no meaning α is 1, which says nothing.

[1] R. Heckel, M. Simchowitz, K. Ramchandran and M. J. Wainwright. Approximate ranking from pairwise comparisons.
AISTATS 2018, Algorithm 1. [2] S. Katariya, L. Jain, N. Sengupta, J. Evans and R. Nowak. Adaptive sampling for coarse
ranking. AISTATS 2018, for the groups.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.algorithms.shared.settings import Settled, Wrong, check_delta
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, standing, update, verdict
from duelling.core.sampling import draw_other
from duelling.core.states import name_places
from duelling.errors import WrongValue, plain_text, quoted, whole
from duelling.registry.facts import algorithm

Top = Annotated[int, "How many of the best arms are sought."]
Misses = Annotated[int, "How many of them may be wrong."]
Groups = Annotated[
    str, "Where groups end in place of top, as in 1/3/6: the best, the next two, the next three, the rest."
]


class BordaLucb(NamedTuple):
    log: float  # L + 0.75 ln L
    wrong: int  # h
    ends: np.ndarray  # the places k after which there is a boundary
    arm: np.ndarray  # wins and duels of each arm as the first one
    order: np.ndarray  # the arms by their share of wins, of equals the lower one first
    place: np.ndarray  # where each arm is in the order
    now: np.ndarray  # CRITICAL: the arm to play; SIDE: 0 for b1, 1 for b2; BOUNDARY; STARTED: arms with a duel; VERDICT


WON, PLAYED = name_places(BordaLucb, "arm", "won played")
CRITICAL, SIDE, BOUNDARY, STARTED, VERDICT = name_places(BordaLucb, "now", "critical side boundary started verdict")


def _start(arms: int, delta: float, top: int, wrong: int, groups: str) -> BordaLucb:
    ends = _ends(arms, top, plain_text("groups", groups))
    whole("wrong", wrong, 0, min(ends[0] - 1, arms - 1 - ends[-1]) if len(ends) == 1 else 0)
    log = math.log(arms) - math.log(delta)
    order = np.arange(arms)
    now = np.array([0, 0, 0, 0, -1])
    return BordaLucb(
        log + 0.75 * math.log(log), int(wrong), np.array(ends), np.zeros((2, arms)), order, order.copy(), now
    )


def _ends(arms: int, top: int, groups: str) -> list[int]:
    if not groups:
        return [whole("top", top, 1, arms - 1)]
    parts = groups.split("/")
    ends = [int(part) if part.isascii() and part.isdigit() else 0 for part in parts]
    if ends != sorted({*ends}) or not 1 <= ends[0] <= ends[-1] < arms:
        raise WrongValue(f"groups must be ascending places from 1 to {arms - 1}, as in 1/3, got {quoted(groups)}")
    return ends


def identify(arms: int, *, delta: Wrong = 0.05, top: Top = 1, wrong: Misses = 0, groups: Groups = "") -> BordaLucb:
    """Play the arms at the boundaries of the Borda order; wrong with chance ``delta`` at most."""
    return _start(arms, check_delta(delta, None), top, wrong, groups)


@algorithm(
    "borda-lucb",
    label="Borda-LUCB",
    reference="Heckel, Simchowitz, Ramchandran and Wainwright 2018, Algorithm 1; Katariya et al. 2018 for groups",
    source="paper",
    growth=1,
    family=("olive", 4),
    winners=("borda",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(K)",
    folds=True,
    self_duels=True,
    opponent="uniform",
    takes_any_vote=True,
    true_chances=True,
    identify=identify,
    finds="groups",
)
def start(
    arms: int, horizon: int, *, delta: Settled = None, top: Top = 1, wrong: Misses = 0, groups: Groups = ""
) -> BordaLucb:
    """Finds the best arms by Borda score, then plays the first of them; delta is 1/T unless given."""
    return _start(arms, check_delta(delta, max(horizon, 2)), top, wrong, groups)


@jit
def radius(log, n):
    """α(n)."""
    square = (log + 1.5 * math.log(1 + math.log(n / 2))) / (2 * n)
    return math.sqrt(square) if square > 0 else 1.0


@jit
def _mean(s, i):
    return s.arm[WON, i] / max(s.arm[PLAYED, i], 1.0)


@jit
def _before(s, i, j):
    """Whether i stands before j."""
    x, y = _mean(s, i), _mean(s, j)
    return x > y or (x == y and i < j)


@jit
def _sort_in(s, i):
    """Move arm i to its place."""
    order, place = s.order, s.place
    k = place[i]
    while k > 0 and _before(s, i, order[k - 1]):
        order[k], place[order[k - 1]] = order[k - 1], k
        k -= 1
    while k + 1 < order.size and _before(s, order[k + 1], i):
        order[k], place[order[k + 1]] = order[k + 1], k
        k += 1
    order[k], place[i] = i, k


@jit
def _critical(s, end, side):
    """b1 or b2 at the boundary after ``end`` places, and the bound of d1 or d2."""
    order, h = s.order, s.wrong
    sign = 1.0 if side == 0 else -1.0
    least, d = math.inf, order[0]
    for k in range(0 if side == 0 else end + h, end - h if side == 0 else order.size):
        i = order[k]
        bound = sign * _mean(s, i) - radius(s.log, s.arm[PLAYED, i])
        if bound < least:
            least, d = bound, i
    b = d
    for k in range(end - h if side == 0 else end, end if side == 0 else end + h):
        if radius(s.log, s.arm[PLAYED, order[k]]) > radius(s.log, s.arm[PLAYED, b]):
            b = order[k]
    return b, sign * least


@jit
def _look(s):
    """Find the arm to play: at the next boundary that is open, or conclude if there is none."""
    now, arms = s.now, s.order.size
    while now[STARTED] < arms and s.arm[PLAYED, now[STARTED]] > 0:
        now[STARTED] += 1
    if now[STARTED] < arms:
        now[CRITICAL] = now[STARTED]
        return
    if now[SIDE] == 1:
        now[SIDE] = 0
        now[BOUNDARY] += 1
    else:
        now[SIDE] = 1
    for _ in range(s.ends.size):
        if now[BOUNDARY] >= s.ends.size:
            now[BOUNDARY] = 0
        above, low = _critical(s, s.ends[now[BOUNDARY]], 0)
        below, high = _critical(s, s.ends[now[BOUNDARY]], 1)
        if low < high:
            now[CRITICAL] = above if now[SIDE] == 0 else below
            return
        now[BOUNDARY] += 1
        now[SIDE] = 0
    now[VERDICT] = s.order[0]


def _choose(s: BordaLucb, t, rng):
    now = s.now
    if now[VERDICT] >= 0:
        return Duel(now[VERDICT], now[VERDICT], 1.0, 1.0)
    arms = s.order.size
    return Duel(now[CRITICAL], draw_other(now[CRITICAL], arms, rng), 1.0, 1 / (arms - 1))


def _update(s: BordaLucb, t, duel, outcome):
    _tell(s, duel, outcome)


@jit
def _tell(s, duel, outcome):
    if s.now[VERDICT] >= 0 or duel.first == duel.second:
        return
    s.arm[PLAYED, duel.first] += 1
    s.arm[WON, duel.first] += (1 + outcome) / 2
    _sort_in(s, duel.first)
    _look(s)


def _verdict(s: BordaLucb):
    return s.now[VERDICT]


def _standing(s: BordaLucb, groups):
    done = s.now[VERDICT] >= 0
    for k in range(groups.size):
        group = 0
        for end in s.ends:
            group += k >= end
        groups[s.order[k]] = group if done else 0
    return done


choose.register(BordaLucb, _choose)
update.register(BordaLucb, _update)
verdict.register(BordaLucb, _verdict)
standing.register(BordaLucb, _standing)
