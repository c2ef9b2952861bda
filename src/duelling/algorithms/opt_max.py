r"""Opt-Max: random subsets of growing size. The best arm of one is the first anchor in the next, where it removes most
others in one match each.

    Soft(S, r, l, h, δ)    repeat: each arm c of S but r meets the anchor r in a match at 2δ/|S|².   If it loses, it
                           leaves;   if it wins, it is the new anchor, the old one leaves, and the pass begins again
                           with those left;   if neither, it stays.     A pass without a new anchor is the last
    Prune(S, a, l, h, δ)   for t = 1, 2, ... < ln² K, while |S| > 4 ln(2|S_1|/δ)/δ: those that do not beat a leave,
                           by a match at δ/2^(t+1)
    Near(S, ε, δ)          r = Soft(Q, a random arm, 0, ε/2, δ/4),   Q of sqrt(|S| ln(4|S|/δ)) arms;
                           Soft(S, r, ε/2, ε, δ/2)

    δ <= K^(-1/3):   r = Near(Q, ε/2, δ/3), Q of K^(3/4) arms;   Soft(all, r, ε/2, ε, δ/3)
    δ <= 1/ln K:     a = Near(Q, ε/3, δ/4), Q of K/ln² K arms;
                     S = Prune(all, a, ε/3, 2ε/3, δ/(4 ln² K ln(4K/δ)));   Soft(S, a, ε/3, ε, δ/4)
    otherwise:       a = Near(Q, ε/3, δ/4), Q of K/ln² K arms;   for i = 1, ..., m = ceil(2 ln ln K / ln(1/δ)):
                     Q of max(K/ln² K, K δ^(m-i)) arms,   h = ε/3 + (2ε/3) 2^(-(m-i)/3),   l the same with m-i+1,
                     S = Prune(Q, a, l, (l+h)/2, δ_i^5/3),   a = Soft(S, a, l, h, δ_i/3),   δ_i = δ^(m-i+4)

A match of ``Soft`` is the test ``soft`` of ``shared/match``, one of ``Prune`` the test ``between``. In both an arm that
is better than the anchor by l at most does not win, and one that is better by h at least does, each but with the chance
that is given.

With moderate stochastic transitivity the answer loses to nobody by more than ε, with chance 1 - δ, and it takes
O(K/ε² ln(1/δ)) duels if δ >= min(1/K, exp(-K^(1/4))). In the first range, which is that of most users (K <= 1000 for
δ = 0.1), the answer holds by the last line alone: the others only find a good anchor. One pass of
``sequential-elimination`` is cheaper for few arms, and Prune sends nobody away below some 10⁵ of them.

The paper prints Prune(Q, ...) in the second range, where its proof speaks of all arms; so it is here. Sizes are rounded
up, and a subset has two arms at least. Its logarithm is the natural one; where it prints log with a 2 in Prune, the
square is read, which costs nothing, since the levels of all t add up to δ/2.

[1] M. Falahatgar, A. Jain, A. Orlitsky, V. Pichapati and V. Ravindrakumar. The limits of maxing, ranking, and
preference learning. ICML 2018, Algorithms 1-4 and 8-12.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared.match import (
    BETWEEN,
    FIRST,
    SECOND,
    SOFT,
    Match,
    begin,
    decided,
    duel_of,
    new_match,
    tell,
)
from duelling.algorithms.shared.settings import LEAST_NEAR, Near, Settled, Wrong, check_delta
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.states import name_places
from duelling.errors import at_least
from duelling.registry.facts import algorithm

# whom a stage takes: the first arms of the order, of a new order, those that Prune left
PREFIX, FRESH, PRUNED = range(3)


class Stage(NamedTuple):
    """One call of Soft or Prune."""

    kind: int  # SOFT or BETWEEN
    whom: int
    size: int  # |S|
    low: float  # l
    high: float  # h
    delta: float  # δ


class OptMax(NamedTuple):
    stages: np.ndarray  # one row for each, as in Stage
    match: Match
    order: np.ndarray  # the arms, shuffled
    left: np.ndarray  # the arms that meet the anchor: left[:WRITE] have and stay, left[READ:SIZE] have not yet
    now: np.ndarray  # the stage; the pass t; READ, WRITE, SIZE; |S| of the stage; the anchor or -1; the final arm or -1


STAGE, WAITS, PASS, READ, WRITE, SIZE, WHOLE, ANCHOR, VERDICT = name_places(
    OptMax, "now", "stage waits pass read write size whole anchor verdict"
)
KIND, WHOM, COUNT, LOW, HIGH, DELTA = range(6)


def near(size: int, whom: int, within: float, delta: float) -> list[Stage]:
    """Near."""
    few = min(size, max(2, math.ceil(math.sqrt(size * math.log(4 * size / delta)))))
    return [
        Stage(SOFT, whom, few, 0.0, within / 2, delta / 4),
        Stage(SOFT, PREFIX, size, within / 2, within, delta / 2),
    ]


def plan(arms: int, within: float, delta: float) -> list[Stage]:
    """The stages of one run. A level above 0.9 is taken for 0.9: near 1 the stages would have no end."""
    delta = min(delta, 0.9)
    log, third = math.log(arms), within / 3
    if delta <= arms ** (-1 / 3):
        some = max(2, math.ceil(arms**0.75))
        return [*near(some, FRESH, within / 2, delta / 3), Stage(SOFT, PREFIX, arms, within / 2, within, delta / 3)]
    few = min(arms, max(2, math.ceil(arms / log**2)))
    found = near(few, FRESH, third, delta / 4)
    if delta <= 1 / log:
        level = delta / (4 * log**2 * math.log(4 * arms / delta))
        found.append(Stage(BETWEEN, PREFIX, arms, third, 2 * third, level))
        return [*found, Stage(SOFT, PRUNED, arms, third, within, delta / 4)]
    steps = max(1, math.ceil(2 * math.log(log) / -math.log(delta)))
    for i in range(1, steps + 1):
        size = min(arms, max(few, math.ceil(arms * delta ** (steps - i))))
        low, high = (third + 2 * third * 2 ** (-k / 3) for k in (steps - i + 1, steps - i))
        level = delta ** (steps - i + 4)
        found.append(Stage(BETWEEN, FRESH, size, low, (low + high) / 2, level**5 / 3))
        found.append(Stage(SOFT, PRUNED, size, low, high, level / 3))
    return found


def _start(arms: int, delta: float, within: float) -> OptMax:
    at_least("within", within, LEAST_NEAR, 0.5)
    stages = np.array(plan(arms, within, delta), dtype=float)
    order = np.arange(arms)
    return OptMax(stages, new_match(), order, order.copy(), np.array([0, 1, 0, 0, 0, 0, 0, -1, -1]))


def identify(arms: int, *, delta: Wrong = 0.05, within: Near = 0.05) -> OptMax:
    """Anchors of growing subsets; the last one loses to nobody by more than ``within``, with chance 1 - ``delta``."""
    return _start(arms, check_delta(delta, None), within)


@algorithm(
    "opt-max",
    label="Opt-Max",
    reference="Falahatgar et al. 2018, Algorithms 1-4 and 8-12",
    source="paper",
    growth=0,
    family=("wine", 2),
    winners=("condorcet",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(1) amortised",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    identify=identify,
    assumes=("mst",),
)
def start(arms: int, horizon: int, *, delta: Settled = None, within: Near = 0.05) -> OptMax:
    """The best arm of a random subset removes most of a larger one, and so on; delta is 1/T unless given."""
    return _start(arms, check_delta(delta, max(horizon, 2)), within)


def _choose(s: OptMax, t, rng):
    return _pick(s, rng)


@jit
def _pick(s, rng):
    now, order, p, q = s.now, s.order, 1.0, 1.0
    if now[WAITS] == 1:
        now[WAITS], arms = 0, order.size
        for k in range(arms - 1):
            other = k + int(rng.random() * (arms - k))
            order[k], order[other] = order[other], order[k]
        p = 1 / (arms - 1)
        if now[ANCHOR] < 0:
            now[ANCHOR], q = order[0], 1 / arms
        _gather(s)
        _go_on(s)
    if now[VERDICT] >= 0:
        return Duel(now[VERDICT], now[VERDICT], 1.0, 1.0)
    return duel_of(s.match, p, q)


@jit
def _gather(s):
    """Begin a stage: those of its set but the anchor are to meet the anchor."""
    now, stage = s.now, s.stages[s.now[STAGE]]
    if stage[WHOM] != PRUNED:
        now[SIZE] = 0
        for k in range(int(stage[COUNT])):
            if s.order[k] != now[ANCHOR]:
                s.left[now[SIZE]] = s.order[k]
                now[SIZE] += 1
    now[READ], now[WRITE], now[PASS], now[WHOLE] = 0, 0, 1, now[SIZE] + 1
    if stage[KIND] == BETWEEN and _pruned(s):
        now[READ] = now[WRITE] = now[SIZE]  # nobody has to leave


@jit
def _pruned(s):
    """Whether Prune is over: few arms are left, or it had passes enough."""
    delta, log = s.stages[s.now[STAGE], DELTA], math.log(s.order.size)
    few = 4 * (math.log(2.0 * s.now[WHOLE]) - math.log(delta)) / delta
    return s.now[SIZE] <= few or s.now[PASS] >= log * log


@jit
def _go_on(s):
    """Begin the next match, or conclude; a stage that needs a new order waits until a duel is asked for."""
    now = s.now
    while now[VERDICT] < 0 and now[WAITS] == 0 and s.match.now[FIRST] < 0:
        if now[READ] < now[SIZE]:
            begin(s.match, s.left[now[READ]], now[ANCHOR])
        else:
            now[READ], now[SIZE], now[WRITE] = 0, now[WRITE], 0
            now[PASS] += 1
            if s.stages[now[STAGE], KIND] == SOFT or _pruned(s):
                now[STAGE] += 1
                if now[STAGE] == len(s.stages):
                    now[VERDICT] = now[ANCHOR]
                elif s.stages[now[STAGE], WHOM] == FRESH:
                    now[WAITS] = 1
                else:
                    _gather(s)


def _update(s: OptMax, t, duel, outcome):
    _tell(s, duel, outcome)


@jit
def _tell(s, duel, outcome):
    now, left = s.now, s.left
    if now[VERDICT] >= 0 or not tell(s.match, duel, outcome):
        return
    kind, level = int(s.stages[now[STAGE], KIND]), s.stages[now[STAGE], DELTA]
    if kind == SOFT:
        level *= 2.0 / (float(now[WHOLE]) * now[WHOLE])
    else:
        level *= 0.5 ** (now[PASS] + 1)
    ahead = decided(kind, s.match, level, s.stages[now[STAGE], LOW], s.stages[now[STAGE], HIGH])
    if ahead == 0:
        return
    arm = s.match.now[FIRST]
    s.match.now[FIRST] = s.match.now[SECOND] = -1
    now[READ] += 1
    if ahead == 2 or (kind == BETWEEN and ahead == 1):
        left[now[WRITE]] = arm
        now[WRITE] += 1
    elif ahead == 1:
        now[ANCHOR] = arm
        for k in range(now[READ], now[SIZE]):
            left[now[WRITE]] = left[k]
            now[WRITE] += 1
        now[READ], now[SIZE], now[WRITE] = 0, now[WRITE], 0
    _go_on(s)


def _verdict(s: OptMax):
    return s.now[VERDICT]


choose.register(OptMax, _choose)
update.register(OptMax, _update)
verdict.register(OptMax, _verdict)
