r"""SAVAGE for the Borda winner. The unknown parameters are the K chances to beat a uniform opponent. Arms that
may still win meet uniform opponents in turn, until one arm is left.

    parameter i   the outcome of i against J uniform on the others, mean μ_i of n_i duels
    box of i      a_i = max of μ_i - c(n_i) so far,     b_i = min of μ_i + c(n_i) so far
    c(n) = sqrt(ln(η(n)/δ) / (2n)),     η = 2KT,  or  π² K n²/3  without a horizon

Arm i leaves W when some other arm has a_j >= b_i: then i does not win. The arms of W take turns in an order that is
drawn once. When only the arm with the largest a is left, of equals the first, that arm wins. In this form SAVAGE is
action elimination [2].

The paper only remarks that Borda is a problem of K parameters. Its experiments use a relaxed and sampled test on the
K(K-1)/2 pairs, which is a different algorithm and is not offered.

An arm that has left is noticed when its turn comes. The state keeps one rival that is still in W, so the end is noticed
at once: O(1) a round, and O(K) when the rival drops out.

[1] T. Urvoy, F. Clérot, R. Féraud and S. Naamane. Generic exploration and K-armed voting bandits. ICML 2013.
[2] E. Even-Dar, S. Mannor and Y. Mansour. Action elimination and stopping conditions. JMLR 7, 2006.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared.savage_bounds import BORDA_BOUND, confidence
from duelling.algorithms.shared.settings import Settled, Wrong, check_delta
from duelling.core.jit import jit
from duelling.core.protocol import ENDLESS, Duel, choose, update, verdict
from duelling.core.sampling import draw_other
from duelling.core.states import name_places
from duelling.registry.facts import algorithm


class SavageBorda(NamedTuple):
    horizon: int  # T
    log: float  # ln(η(1)/δ)
    growth: float  # ln(η(n)/δ) is log + growth ln n
    # W is in order[:WRITE] and order[READ:SIZE]; DRAWN is 1 after the first pass; the arm with the largest a; another
    # arm of W; the final arm or -1
    now: np.ndarray
    order: np.ndarray
    n: np.ndarray  # n_i
    G: np.ndarray  # twice the wins of i as first arm, so that a tie counts 1
    a: np.ndarray  # a_i
    b: np.ndarray  # b_i


READ, WRITE, SIZE, DRAWN, LEADER, RIVAL, VERDICT = name_places(
    SavageBorda, "now", "read write size drawn leader rival verdict"
)


def _start(arms: int, horizon: int | None, delta: float | None) -> SavageBorda:
    log, growth = confidence(arms, horizon, check_delta(delta, horizon))
    return SavageBorda(
        horizon=int(horizon) if horizon else ENDLESS,
        log=log,
        growth=growth,
        now=np.array([0, 0, arms, 0, 0, 1, -1]),
        order=np.arange(arms),
        n=np.zeros(arms, np.int64),
        G=np.zeros(arms, np.int64),
        a=np.zeros(arms),
        b=np.ones(arms),
    )


def identify(arms: int, *, delta: Wrong = 0.05) -> SavageBorda:
    """Play until one arm is left that may be the Borda winner; wrong with chance ``delta`` at most."""
    return _start(arms, None, delta)


@algorithm(
    "savage-borda",
    label="SAVAGE (Borda)",
    reference="Urvoy, Clérot, Féraud and Naamane 2013, Algorithm 1, with K parameters",
    source="paper",
    growth=0,
    family=("olive", 1),
    winners=("borda",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(1) amortised",
    folds=False,
    self_duels=True,
    opponent="uniform",
    takes_any_vote=True,
    true_chances=True,
    bounds={"borda": BORDA_BOUND},
    identify=identify,
)
def start(arms: int, horizon: int, *, delta: Settled = None) -> SavageBorda:
    """Arms that may be the Borda winner meet uniform opponents, then the winner itself; delta is 1/T unless given."""
    return _start(arms, horizon, delta)


@jit
def _gone(a, b, leader, i):
    """Whether some other arm is certainly at least as good as i."""
    if i != leader:
        return b[i] <= a[leader]
    if b[i] <= a[i]:  # an empty box: the preferences have changed
        for j in range(a.size):
            if j != i and b[i] <= a[j]:
                return True
    return False


def _choose(s: SavageBorda, t, rng):
    return _pick(s, t, rng)


@jit
def _pick(s, t, rng):
    now, order = s.now, s.order
    arms = order.size
    if now[VERDICT] < 0 and t > s.horizon:
        now[VERDICT] = now[LEADER]
    if now[VERDICT] >= 0:
        return Duel(now[VERDICT], now[VERDICT], 1.0, 1.0)
    read, write = now[READ], now[WRITE]
    chance = 1.0
    while True:  # the rival is in W, so this ends within two passes
        if read == now[SIZE]:
            now[SIZE], now[DRAWN] = write, 1
            read = write = 0
        if now[DRAWN] == 0:
            k = read + int(rng.random() * (now[SIZE] - read))
            chance = 1 / (now[SIZE] - read)
            order[read], order[k] = order[k], order[read]
        i = order[read]
        read += 1
        if not _gone(s.a, s.b, now[LEADER], i):
            break
    order[write] = i
    now[READ], now[WRITE] = read, write + 1
    return Duel(i, draw_other(i, arms, rng), chance, 1 / (arms - 1))


def _update(s: SavageBorda, t, duel, outcome):
    _tell(s, duel.first, duel.second, outcome)


@jit
def _tell(s, i, second, outcome):
    """Only the first arm counts, because its opponent is uniform. Outcomes of an arm that has left are ignored."""
    now = s.now
    if now[VERDICT] < 0 and i != second and not _gone(s.a, s.b, now[LEADER], i):
        s.n[i] += 1
        s.G[i] += 1 + outcome
        n, log = s.n[i], s.log
        if s.growth > 0:
            log += s.growth * math.log(n)
        mean, c = s.G[i] / (2 * n), math.sqrt(log / (2 * n))
        s.a[i], s.b[i] = max(s.a[i], mean - c), min(s.b[i], mean + c)
        leader = now[LEADER]
        if s.a[i] > s.a[leader] or (s.a[i] == s.a[leader] and i < leader):
            now[LEADER] = i
        arms, rival, tried = s.a.size, now[RIVAL], 0
        while tried < arms and (rival == now[LEADER] or _gone(s.a, s.b, now[LEADER], rival)):
            rival = rival + 1 if rival + 1 < arms else 0
            tried += 1
        now[RIVAL] = rival
        if tried == arms:
            now[VERDICT] = now[LEADER]


def _verdict(s: SavageBorda):
    return s.now[VERDICT]


choose.register(SavageBorda, _choose)
update.register(SavageBorda, _update)
verdict.register(SavageBorda, _verdict)
