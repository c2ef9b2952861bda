r"""Explore and verify: an exploration names a Condorcet winner, and for each other arm one that beats it. Then only
these pairs are tested.

    explore   all pairs that may matter take turns;   [l_xy, u_xy] = D_xy/n ± 1.7 sqrt((ln ln 2n + L)/n)
              (x, y) matters no more if l_xy > 0,   or u_xy < 0 and 2 u_xy < l_xy,   or l_xy < 0 and l_xy > min_z u_xz
              at the end:   w with l_wy > 0 for all y,     a(x) = argmin_y u_xy   for every other x
              L = 0.72 ln(5.2 K(K-1)/κ),   κ = min(1/3, 1/ln(1/δ))
    verify    r-th time, δ_r = δ/(2r²):   every x but w duels a(x) until it has lost by a test at δ_r
              once an x has won by the test at δ_r/(K-1), all is forgotten, and it explores again

D_xy are the wins of x less those of y, so that u and l bound 2P_xy - 1: all together and at all n, with chance 1 - κ
[2]. If the exploration is wrong, that costs duels and no more. Only the verification depends on δ, so this is for δ
that are very small. Otherwise the exploration takes most of the duels: it must know for each arm who beats it most.

Why it holds. If the verdict is wrong, the Condorcet winner was among the x, and it lost a test at δ_r against an arm
that it beats. That has chance δ_r at most, because a(x) was named before the test began, and Σ_r δ_r = δ π²/12 < δ.

The paper was not at hand: the exploration follows a known implementation, in which δ doubles with each r. The radius,
the schedule of δ_r, the tests of the verification and their levels are ours. The test is the prior-posterior ratio by
default. Where the exploration names nobody, as it may without a Condorcet winner, it starts again.

[1] Z. Karnin. Verification based solution for structured MAB problems. NIPS 2016.
[2] S. R. Howard, A. Ramdas, J. McAuliffe and J. Sekhon. Time-uniform, nonparametric, nonasymptotic confidence
sequences. Annals of Statistics 49, 2021, equation (2).
"""

import math
from typing import Any, NamedTuple

import numpy as np

from duelling.algorithms.mallows_mpi import Ends
from duelling.algorithms.shared.match import (
    FIRST,
    HOEFFDING,
    PPR,
    SECOND,
    Match,
    begin,
    decided,
    duel_of,
    new_match,
    tell,
)
from duelling.algorithms.shared.settings import Settled, Wrong, check_delta
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.states import name_places
from duelling.errors import one_of
from duelling.registry.facts import algorithm

TESTS = {"ppr": PPR, "hoeffding": HOEFFDING}


class ExploreVerify(NamedTuple):
    delta: float  # δ
    log: float  # L
    test: int  # of the verification
    # for x < y: at [x, y] D_xy, and at [y, x] FORWARD if (x, y) matters, plus BACKWARD if (y, x) does
    counts: np.ndarray
    u: np.ndarray  # u_xy, infinity before the first duel; l_xy = -u_yx
    order: np.ndarray  # the pairs x < y; its first LEFT matter in one direction or both, and had equally many duels
    rival: np.ndarray  # a(x)
    match: Match  # of the verification
    now: np.ndarray  # LEFT; the place whose turn it is; r; w, -1 while it explores; the final arm or -1; n of its duel


LEFT, TURN, TIME, BEST, VERDICT, DUELS = name_places(ExploreVerify, "now", "left turn time best verdict duels")
FORWARD, BACKWARD = 1, 2


def explored(delta: float) -> float:
    """κ."""
    return min(1 / 3, -1 / math.log(delta))


def _start(arms: int, delta: float, test: str) -> ExploreVerify:
    log = 0.72 * (math.log(5.2 * arms * (arms - 1)) - math.log(explored(delta)))
    order = np.stack(np.triu_indices(arms, 1), axis=1, dtype=np.int32, casting="same_kind")
    return ExploreVerify(
        delta=float(delta),
        log=log,
        test=TESTS[one_of("test", test, tuple(TESTS))],
        counts=np.tri(arms, k=-1, dtype=np.int32) * np.int32(FORWARD + BACKWARD),  # D is small while a pair matters
        u=np.full((arms, arms), math.inf),
        order=order,
        rival=np.zeros(arms, np.int64),
        match=new_match(),
        now=np.array([len(order), 0, 1, -1, -1, 1]),
    )


def identify(arms: int, *, delta: Wrong = 0.05, test: Ends = "ppr") -> ExploreVerify:
    """Explore who wins and who beats the others, then verify; wrong with chance ``delta`` at most."""
    return _start(arms, check_delta(delta, None), test)


@algorithm(
    "explore-verify",
    label="Explore-Verify",
    reference="after Karnin 2016",
    source="description",
    family=("wine", 3),
    examples=("test=hoeffding",),
    winners=("condorcet",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(K)",
    folds=True,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    identify=identify,
)
def start(arms: int, horizon: int, *, delta: Settled = None, test: Ends = "ppr") -> ExploreVerify:
    """Names the Condorcet winner after a short exploration, proves it and then plays it; delta is 1/T unless given."""
    return _start(arms, check_delta(delta, max(horizon, 2)), test)


def _choose(s: ExploreVerify, t, rng):
    now = s.now
    if now[VERDICT] >= 0:
        return Duel(now[VERDICT], now[VERDICT], 1.0, 1.0)
    if now[BEST] < 0:
        x: Any = np.int64(s.order[now[TURN], 0])
        y: Any = np.int64(s.order[now[TURN], 1])
        return Duel(x, y, 1.0, 1.0)
    return duel_of(s.match, 1.0, 1.0)


def _update(s: ExploreVerify, t, duel, outcome):
    if s.now[VERDICT] < 0:
        if s.now[BEST] < 0:
            _explore(s, duel.first, duel.second, outcome)
        else:
            _verify(s, duel, outcome)


@jit
def _explore(s, x, y, gain):
    now = s.now
    if x > y:
        x, y, gain = y, x, -gain
    if x != s.order[now[TURN], 0] or y != s.order[now[TURN], 1]:
        return
    s.counts[x, y] += gain
    n = now[DUELS]
    mean = s.counts[x, y] / n
    radius = 1.7 * math.sqrt((math.log(math.log(2.0 * n)) + s.log) / n)
    s.u[x, y], s.u[y, x] = mean + radius, radius - mean
    now[TURN] += 1
    if now[TURN] == now[LEFT]:
        _settle(s)
        if now[LEFT] == 0:
            _name(s)


@jit
def _beaten_most(s, x):
    """The arm y with the least u_xy; the diagonal stays infinite."""
    best = 1 if x == 0 else 0
    for y in range(s.rival.size):
        if s.u[x, y] < s.u[x, best]:
            best = y
    return best


@jit
def _settle(s):
    """After all had a turn: find out which pairs still matter, and begin again with the first."""
    now, order, left = s.now, s.order, 0
    for p in range(now[LEFT]):
        x, y = np.int64(order[p, 0]), np.int64(order[p, 1])
        if _matters_no_more(s, x, y):
            s.counts[y, x] &= ~FORWARD
        if _matters_no_more(s, y, x):
            s.counts[y, x] &= ~BACKWARD
        if s.counts[y, x] > 0:
            order[left, 0], order[left, 1], order[p, 0], order[p, 1] = x, y, order[left, 0], order[left, 1]
            left += 1
    now[LEFT], now[TURN] = left, 0
    now[DUELS] += 1


@jit
def _matters_no_more(s, x, y):
    """Whether the bounds say so of (x, y)."""
    low, high = -s.u[y, x], s.u[x, y]
    return low > 0 or (high < 0 and 2 * high < low) or (low < 0 and low > s.u[x, _beaten_most(s, x)])


@jit
def _name(s):
    """Name w and the rivals of the others, and verify; without w explore again."""
    arms = s.rival.size
    for x in range(arms):
        s.rival[x] = _beaten_most(s, x)
        wins = True
        for y in range(arms):
            wins = wins and (y == x or s.u[y, x] < 0)
        if wins:
            s.now[BEST] = x
    if s.now[BEST] < 0:
        _again(s)
    else:
        _next(s, 0)


@jit
def _next(s, x):
    """Let x or the first after it that is not w meet its rival; if there is none, w is proven."""
    if x == s.now[BEST]:
        x += 1
    if x < s.rival.size:
        begin(s.match, x, s.rival[x])
    else:
        s.now[VERDICT] = s.now[BEST]


@jit
def _again(s):
    """Forget all, and explore."""
    p, arms = 0, s.rival.size
    for x in range(arms):
        for y in range(arms):
            s.counts[x, y], s.u[x, y] = FORWARD + BACKWARD if x > y else 0, math.inf
            if x < y:
                s.order[p, 0], s.order[p, 1] = x, y
                p += 1
    s.now[LEFT], s.now[TURN], s.now[BEST], s.now[DUELS] = p, 0, -1, 1


@jit
def _verify(s, duel, outcome):
    if tell(s.match, duel, outcome):
        level = s.delta / (2.0 * s.now[TIME] * s.now[TIME])
        if decided(s.test, s.match, level, 0.0, 0.0) < 0:
            _next(s, s.match.now[FIRST] + 1)
        elif decided(s.test, s.match, level / (s.rival.size - 1), 0.0, 0.0) > 0:
            s.match.now[FIRST] = s.match.now[SECOND] = -1
            s.now[TIME] += 1
            _again(s)


def _verdict(s: ExploreVerify):
    return s.now[VERDICT]


choose.register(ExploreVerify, _choose)
update.register(ExploreVerify, _update)
verdict.register(ExploreVerify, _verdict)
