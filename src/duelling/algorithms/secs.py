r"""SECS, Successive Elimination with Comparison Sparsity: all arms that are left meet the same random opponents, until
only the Borda winner is left. A second test finds it earlier where few opponents tell arms apart.

    step t:  I uniform on the n arms; every j of A but I duels (j, I), Z = 1 for a win; I against itself is Z = 0
    p_jw = n cnt_jw / t,     s_j = n tot_j / ((n-1) t),     where cnt_jw and tot_j sum Z over I = w and over all steps
    g = ln(4n²t²/δ),     C_t = sqrt(2gn/t) + 2gn/(3t),     D_t = n/(n-1) sqrt(2 ln(4nt²/δ) / t)
    arm j leaves A when some i of A has
      (1)  t > T0  and  2(p_ij - 1/2) + Σ_{w in Ω} (p_iw - p_jw) > 6 (k+1) C_t
      (2)  s_i > s_j + D_t

A step ends when every outcome of it has come. What is missing after all pairs were asked is asked again. So lost
outcomes cost duels and nothing else. Of two outcomes for one pair of a step the first counts.

Ω are the k arms other than i and j with the largest |p_iw - p_jw|, of equals the first. The last arm is the winner with
chance 1 - 3δ. So for a chance of failure ``delta`` the rule runs with δ = delta/3. The paper's experiments
take 1/2 instead of 6, for which there is no proof. T0 = inf leaves (2) alone, which is elimination over the Borda
reduction.

In units of n/t the left side of (1) is at most 2 cnt_ij + Σ |cnt_iw - cnt_jw|, which grows by at most 2 in a step, and
the right side never falls. So the distance between them gives the first step at which the pair must be tested again.
O(1) a duel between such steps, O(|A|) where some pair is close, and O(Kk) for a pair that is tested.

[1] K. Jamieson, S. Katariya, A. Deshpande and R. Nowak. Sparse dueling bandits. AISTATS 2015. Algorithm 1.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.algorithms.shared.savage_bounds import borda_gaps, explore_then_exploit
from duelling.algorithms.shared.settings import Settled, Wrong, check_delta
from duelling.core import losses
from duelling.core.bounds import Bound
from duelling.core.jit import interpreted, jit
from duelling.core.protocol import ENDLESS, Duel, choose, update, verdict
from duelling.core.states import name_places
from duelling.errors import WrongValue, above, whole
from duelling.registry.facts import algorithm

Sparsity = Annotated[int | None, "How many opponents tell two arms apart; the smaller of 5 and K - 2 unless given."]
Gate = Annotated[float, "The step after which the sparse test is used; inf leaves it out."]
Strictness = Annotated[float, "How strict the sparse test is; the proof needs 6 or more."]

GONE, STAYS, LEAVES = range(3)  # an arm's status


class SECS(NamedTuple):
    horizon: int  # T
    delta: float  # δ
    constant: float  # 6
    gate: float  # T0
    now: np.ndarray  # t; whose turn it is; I; |A|; outcomes that are missing; when to look at (1) again; the winner
    arm: np.ndarray  # A in the order of the arms; whether an arm is in it; twice tot_j, so that a tie counts 1; whether
    # its outcome of this step is missing
    cnt: np.ndarray  # twice cnt_jw
    due: np.ndarray  # [i, j]: the step before which i cannot remove j by (1)
    top: np.ndarray  # working space: the k largest differences, with their signs


STEP, TURN, AGAINST, SIZE, PENDING, NEXT, VERDICT = name_places(
    SECS, "now", "step turn against size pending next verdict"
)
ACTIVE, STATUS, TOTAL, MISSING = name_places(SECS, "arm", "active status total missing")


@jit
def sparse_radius(n, t, delta):
    """C_t."""
    g = math.log(4 * n * n / delta) + 2 * math.log(t)
    return math.sqrt(2 * g * n / t) + 2 * g * n / (3 * t)


@jit
def score_radius(n, t, delta):
    """D_t."""
    return n / (n - 1) * math.sqrt(2 * (math.log(4 * n / delta) + 2 * math.log(t)) / t)


@jit
def _bar(n, t, delta, constant, k):
    """The right side of (1) in units of n/(2t), with the constant of the left side."""
    return (constant * (k + 1) * sparse_radius(n, t, delta) + 1) * 2 * t / n


def _first(holds: Any) -> int:
    """The least t = 1, 2, ... at which a condition holds that stays true from then on; ENDLESS if above 2^61."""
    high = 1
    while not holds(high):
        high *= 2
        if high == ENDLESS:
            return ENDLESS
    low = high // 2  # it does not hold there
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _start(
    arms: int, horizon: int | None, delta: float | None, sparsity: int | None, gate: float, constant: float
) -> SECS:
    k = min(5, arms - 2) if sparsity is None else whole("sparsity", sparsity, 1, arms - 2)
    if not gate >= 0:  # an infinite gate is never passed
        raise WrongValue(f"gate must not be negative, got {gate!r}")
    above("constant", constant, 0)
    third = check_delta(delta, horizon) / 3
    with interpreted():  # it would be compiled for these calls alone
        due = _first(lambda t: 4 * t > _bar(arms, t, third, constant, k))
    return SECS(
        horizon=int(horizon) if horizon else ENDLESS,
        delta=third,
        constant=float(constant),
        gate=float(gate),
        now=np.array([0, 0, 0, arms, 0, due, -1]),
        arm=np.stack([np.arange(arms), np.full(arms, STAYS), *np.zeros((2, arms), np.int64)]),
        cnt=np.zeros((arms, arms), np.int64),
        due=np.full((arms, arms), due),
        top=np.zeros(k, np.int64),
    )


def _borda(
    arms: int,
    horizon: int,
    preference: Any = None,
    *,
    delta: float | None = None,
    sparsity: int | None = None,
    gate: float = 0.0,
    constant: float = 6.0,
) -> float | None:
    """By (2) alone: every s is within D_t/2 of its mean, so an arm has left when 2 D_t < Δ_j."""
    if preference is None or constant < 6 or not (gap := borda_gaps(preference)).min() > 0:
        return None
    third = (delta or 1 / horizon) / 3
    steps = np.array([_first(lambda t, g=g: 2 * score_radius(arms, t, third) < g) for g in gap])
    loss = losses.borda(np.asarray(preference, dtype=float))
    regret = loss - loss.min()
    each = ((arms - 1) * regret + regret.sum() - regret) / (2 * arms)  # no duel where I is the arm itself
    return explore_then_exploit(each, steps, regret.max(), horizon, delta)


def identify(
    arms: int, *, delta: Wrong = 0.05, sparsity: Sparsity = None, gate: Gate = 0.0, constant: Strictness = 6.0
) -> SECS:
    """Play until one arm is left; wrong with chance ``delta`` at most, for a constant of 6 or more."""
    return _start(arms, None, delta, sparsity, gate, constant)


@algorithm(
    "secs",
    label="SECS",
    reference="Jamieson, Katariya, Deshpande and Nowak 2015, Algorithm 1",
    source="paper",
    family=("indigo", 3),
    winners=("borda",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(|A|k) amortised",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=False,
    bounds={
        "borda": Bound(
            "Σ_j t_j r_j + r_max, t_j the first step with 2 D_t < Δ_j",
            _borda,
            ("delta", "sparsity", "gate", "constant"),
        )
    },
    identify=identify,
)
def start(
    arms: int,
    horizon: int,
    *,
    delta: Settled = None,
    sparsity: Sparsity = None,
    gate: Gate = 0.0,
    constant: Strictness = 6.0,
) -> SECS:
    """All arms that are left meet the same random opponents; the last one is played; delta is 1/T unless given."""
    return _start(arms, horizon, delta, sparsity, gate, constant)


@jit
def _sides(cnt, top, i, j):
    """Twice the left side of (1) in units of n/t, and its largest value for differences of these sizes."""
    k = top.size
    for a in range(k):
        top[a] = 0
    for w in range(cnt.shape[0]):
        x = cnt[i, w] - cnt[j, w]
        if w != i and w != j and k > 0 and abs(x) > abs(top[k - 1]):
            a = k - 1
            while a > 0 and abs(x) > abs(top[a - 1]):
                top[a] = top[a - 1]
                a -= 1
            top[a] = x
    left = most = 2 * cnt[i, j]
    for a in range(k):
        left += top[a]
        most += abs(top[a])
    return left, most


@jit
def _sparse(s):
    """Mark the arms that leave by (1), and set the step at which (1) must be tested again."""
    now, arm, due, t = s.now, s.arm, s.due, s.now[STEP]
    bar = _bar(s.cnt.shape[0], t, s.delta, s.constant, s.top.size)
    soonest = ENDLESS
    for a in range(now[SIZE]):
        i = arm[ACTIVE, a]
        for b in range(now[SIZE]):
            j = arm[ACTIVE, b]
            if i != j:
                if due[i, j] <= t:
                    left, most = _sides(s.cnt, s.top, i, j)
                    if left > bar:
                        arm[STATUS, j] = LEAVES
                    due[i, j] = t + max(1, int((bar - most) / 4))
                soonest = min(soonest, due[i, j])
    now[NEXT] = soonest


@jit
def _eliminate(s):
    """Apply both tests at the end of a step; at least one arm stays."""
    now, arm, t = s.now, s.arm, s.now[STEP]
    n, best = s.cnt.shape[0], arm[ACTIVE, 0]
    for a in range(1, now[SIZE]):
        if arm[TOTAL, arm[ACTIVE, a]] > arm[TOTAL, best]:
            best = arm[ACTIVE, a]
    if t > s.gate and t >= now[NEXT]:
        _sparse(s)
    bar = 2 * score_radius(n, t, s.delta) * t * (n - 1) / n
    size, stay = 0, 0
    for a in range(now[SIZE]):
        j = arm[ACTIVE, a]
        if arm[TOTAL, best] - arm[TOTAL, j] > bar:
            arm[STATUS, j] = LEAVES
        if arm[STATUS, j] == STAYS:
            stay += 1
    if stay == 0:
        arm[STATUS, best] = STAYS
    for a in range(now[SIZE]):
        j = arm[ACTIVE, a]
        if arm[STATUS, j] == STAYS:
            arm[ACTIVE, size] = j
            size += 1
        else:
            arm[STATUS, j] = GONE
    now[SIZE] = size
    if size == 1:
        now[VERDICT] = arm[ACTIVE, 0]


@jit
def _begin(now, arm, against):
    """Begin the next step: draw its opponent, which all other arms that are left will meet."""
    now[STEP] += 1
    now[TURN], now[AGAINST] = 0, against
    for a in range(now[SIZE]):
        j = arm[ACTIVE, a]
        if j != against:
            arm[MISSING, j] = 1
            now[PENDING] += 1


def _choose(s: SECS, t, rng):
    now, arm = s.now, s.arm
    arms = arm.shape[1]
    if now[VERDICT] < 0 and t > s.horizon:
        now[VERDICT] = arm[ACTIVE, 0]
        for a in range(1, now[SIZE]):
            if arm[TOTAL, arm[ACTIVE, a]] > arm[TOTAL, now[VERDICT]]:
                now[VERDICT] = arm[ACTIVE, a]
    j, against, chance = now[VERDICT], now[VERDICT], 1.0
    if j < 0:
        if now[PENDING] == 0:
            _begin(now, arm, int(rng.random() * arms))
        against, chance = now[AGAINST], 1 / arms
        while j < 0 or arm[MISSING, j] == 0:
            j = arm[ACTIVE, now[TURN] % now[SIZE]]
            now[TURN] += 1
    return Duel(j, against, 1.0, chance)


def _update(s: SECS, t, duel, outcome):
    """Count the outcome if it is the first of its arm in this step. Arms leave when no outcome is missing."""
    now, arm, j = s.now, s.arm, duel.first
    if now[VERDICT] < 0 and arm[MISSING, j] == 1 and duel.second == now[AGAINST]:
        s.cnt[j, duel.second] += 1 + outcome
        arm[TOTAL, j] += 1 + outcome
        arm[MISSING, j] = 0
        now[PENDING] -= 1
        if now[PENDING] == 0:
            _eliminate(s)


def _verdict(s: SECS):
    return s.now[VERDICT]


choose.register(SECS, _choose)
update.register(SECS, _update)
verdict.register(SECS, _verdict)
