r"""SCB, Scalable Copeland Bandits, for many arms. Each epoch finds a Copeland winner and plays it until the epoch ends;
the next epoch has the squared length.

    epoch r = 1, 2, ...:  T_r = 2^(2^r) duels,  δ = ln T_r / T_r;  find an arm a, then duels (a, a) until T_r is used up

An arm is found by elimination on Copeland scores. B holds all arms at first. In a sweep every arm i of B gets a reward,
in a random order: for a uniform j != i the pair (i, j) is played until the sign of p_ij - 1/2 is known with chance 1 -
δ/K², and the reward is 1 if i beats j, otherwise 0. With m_i the mean of n rewards and t = n + 1,

    [lo_i, hi_i] = {q : n d(m_i, q) <= ln(4 t K/δ) + 2 ln ln t},     B -= {i : hi_i < max lo}

where d is the divergence of two coins. The search ends in one of three cases: one arm is left; max lo > max hi -
1/(K-1), since scores are multiples of 1/(K-1); or all pairs of the arms in B are known, which is the only way to end
with several winners. The sign is known when (w_ij - w_ji)² > 2 N_ij ln(π² N_ij² K²/(3δ)), Hoeffding's bound for all
N_ij at once. A known sign holds for the rest of its epoch, and counts are kept for the next epoch: rewards of known
pairs cost no duel. A pair at 1/2 blocks the rest of its epoch.

Where it identifies, there is one epoch without end with a given δ, and ε > 0 ends the search also once (1 - max lo) /
(1 - max hi) <= 1 + ε. Then the loss of the arm, the share of others that beat it, is at most 1 + ε times the least one,
with chance 1 - δ.

The paper was not at hand, and the order of its regret is quoted from others. This follows descriptions of its
Algorithms 2 to 4. They leave open how t is counted, how the sign is tested and what happens with several winners; the
rules above are ours.

All decisions are made from the counts when a duel is chosen, so late outcomes only delay them. A duel gives its
second arm the chance 1/(K-1) when the opponent has just been drawn, and 1 when the pair continues; its first arm 1/m
when it has just been drawn among the m arms that the sweep has not reached. The order is drawn because a short run is
over in its first sweeps: with the arms in their own order its regret said where the best arm stands.

[1] M. Zoghi, Z. Karnin, S. Whiteson and M. de Rijke. Copeland dueling bandits. NIPS 2015, Algorithms 2 to 4.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.algorithms.shared.settings import Wrong, check_delta
from duelling.core.jit import interpreted, jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.sampling import nth
from duelling.core.states import name_places
from duelling.errors import at_least
from duelling.registry.facts import algorithm

More = Annotated[float, "How many times more arms may beat the verdict than a winner, less 1; 0 asks for a winner."]
LAST_EPOCH = 9  # 2^512 duels


class Scb(NamedTuple):
    wins: np.ndarray  # w_ij
    sign: np.ndarray  # r if i was found to beat j in epoch r, -r if it was found to lose; r is the last such epoch
    # ACTIVE: whether i is in B; REWARDS: n m_i; UNKNOWN: pairs without a sign; SCORE: pairs won; ORDER: B, and first
    # the arms that the sweep has reached, in its order
    arm: np.ndarray
    epoch: np.ndarray  # T_r; δ; ε
    # EPOCH: r; USED: duels of it; WINNER: a or -1; the pair, -1 where it is not drawn; SWEEPS: n; how many arms the
    # sweep has reached; |B|
    now: np.ndarray


EPOCH, USED, WINNER, FIRST, SECOND, SWEEPS, REACHED, SIZE = name_places(
    Scb, "now", "epoch used winner first second sweeps reached size"
)
ACTIVE, REWARDS, UNKNOWN, SCORE, ORDER = name_places(Scb, "arm", "active rewards unknown score order")
LENGTH, DELTA, EPSILON = name_places(Scb, "epoch", "length delta epsilon")


def identify(arms: int, *, delta: Wrong = 0.05, epsilon: More = 0.0) -> Scb:
    """Eliminate arms by Copeland score until a winner is known; wrong with chance ``delta`` at most."""
    s = start(arms, 1)
    s.epoch[:] = math.inf, check_delta(delta, None), at_least("epsilon", epsilon, 0, arms)
    return s


@algorithm(
    "scb",
    label="SCB",
    reference="Zoghi et al. 2015, Algorithms 2-4",
    source="description",
    growth=0,
    family=("pink", 4),
    winners=("copeland", "condorcet"),
    regret="strong",
    adversarial=False,
    anytime=True,
    cost="O(1) amortised",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    order="O(K (L + ln K) ln T / Δ²), L the arms that beat a winner",
    identify=identify,
)
def start(arms: int, horizon: int) -> Scb:
    """Find a Copeland winner and play it, in epochs of squared length."""
    sign, arm = np.zeros((arms, arms), dtype=np.int8), np.zeros((5, arms), dtype=np.int64)
    s = Scb(np.zeros((arms, arms)), sign, arm, np.zeros(3), np.array([0, 0, -1, -1, -1, 0, 0, 0]))
    with interpreted():  # it would be compiled for this call alone
        _next_epoch(s)
    return s


@jit
def _next_epoch(s):
    """Begin the next epoch: all arms are in B, and no sign is known. Counts stay."""
    s.now[EPOCH] = min(s.now[EPOCH] + 1, LAST_EPOCH)
    s.now[USED], s.now[WINNER], s.now[SWEEPS] = 0, -1, 0
    length = 2.0 ** (2.0 ** s.now[EPOCH])
    s.epoch[LENGTH] = length
    s.epoch[DELTA] = math.log(length) / length
    for i in range(s.arm.shape[1]):
        s.arm[ACTIVE, i], s.arm[REWARDS, i], s.arm[UNKNOWN, i], s.arm[SCORE, i] = 1, 0, s.arm.shape[1] - 1, 0
    _begin_sweep(s)


@jit
def _begin_sweep(s):
    """List the arms of B; none is reached yet."""
    size = 0
    for i in range(s.arm.shape[1]):
        if s.arm[ACTIVE, i]:
            s.arm[ORDER, size] = i
            size += 1
    s.now[FIRST], s.now[SECOND], s.now[REACHED], s.now[SIZE] = -1, -1, 0, size


@jit
def _draw_first(s, rng):
    """Draw the next arm of the sweep; returns its chance."""
    here, waiting = s.now[REACHED], s.now[SIZE] - s.now[REACHED]
    k = here + int(rng.random() * waiting)
    s.now[FIRST] = s.arm[ORDER, k]
    s.arm[ORDER, k], s.arm[ORDER, here] = s.arm[ORDER, here], s.now[FIRST]
    s.now[REACHED] += 1
    return 1 / waiting


@jit
def divergence(p, q):
    """d(p, q), the Kullback-Leibler divergence of two coins."""
    first = p * math.log(p / q) if p > 0 else 0.0
    return first + ((1 - p) * math.log((1 - p) / (1 - q)) if p < 1 else 0.0)


@jit
def confidence_limit(mean, distance, upwards):
    """The q furthest above or below ``mean`` with d(mean, q) <= distance."""
    near, far = mean, 1.0 if upwards else 0.0
    for _ in range(60):
        q = (near + far) / 2
        if q <= 0 or q >= 1 or divergence(mean, q) > distance:
            far = q
        else:
            near = q
    return near


@jit
def allowance(n, arms, delta):
    """(ln(4 t K/δ) + 2 ln ln t) / n with t = n + 1."""
    return (math.log(4 * (n + 1) * arms / delta) + 2 * math.log(math.log(n + 1))) / n


@jit
def _known(s, i, j):
    """Whether the counts show which of i and j is better; if so, keep it for this epoch."""
    if abs(s.sign[i, j]) == s.now[EPOCH]:
        return True
    arms, w, losses = s.arm.shape[1], s.wins[i, j], s.wins[j, i]
    n = w + losses
    if n == 0 or (w - losses) ** 2 <= 2 * n * math.log((math.pi * n * arms) ** 2 / (3 * s.epoch[DELTA])):
        return False
    better, worse = (i, j) if w > losses else (j, i)
    s.sign[better, worse] = s.now[EPOCH]
    s.sign[worse, better] = -s.now[EPOCH]
    s.arm[SCORE, better] += 1
    s.arm[UNKNOWN, i] -= 1
    s.arm[UNKNOWN, j] -= 1
    return True


@jit
def _best(s, row, rng):
    """An arm of B with the largest number in this row, uniform among equals."""
    arm, top, count = s.arm, -1, 0
    for i in range(arm.shape[1]):
        if arm[ACTIVE, i]:
            if arm[row, i] > top:
                top, count = arm[row, i], 1
            elif arm[row, i] == top:
                count += 1
    return nth(int(rng.random() * count) if count > 1 else 0, arm.shape[1], _has_top, arm, row, top)


@jit
def _has_top(i, arm, row, top):
    """Whether i is in B and has this number in the row."""
    return arm[ACTIVE, i] and arm[row, i] == top


@jit
def _end_sweep(s, rng):
    """Eliminate arms; return the arm that is found, or -1.

    All arms of B have n rewards, so the largest mean has the largest bounds. For the means below max lo, hi_i < max lo
    is d(m_i, max lo) > distance.
    """
    s.now[SWEEPS] += 1
    n, arm, arms = s.now[SWEEPS], s.arm, s.arm.shape[1]
    most = 0
    for i in range(arms):
        if arm[ACTIVE, i]:
            most = max(most, arm[REWARDS, i])
    distance = allowance(n, arms, s.epoch[DELTA])
    low = confidence_limit(most / n, distance, False)
    left, unknown = 0, 0
    for i in range(arms):
        if arm[ACTIVE, i]:
            mean = arm[REWARDS, i] / n
            if mean < low and divergence(mean, low) > distance:
                arm[ACTIVE, i] = 0
            else:
                left += 1
                unknown += arm[UNKNOWN, i]
    if unknown == 0:
        return _best(s, SCORE, rng)
    high = confidence_limit(most / n, distance, True)
    if left == 1 or low > high - 1 / (arms - 1) or 1 - low <= (1 + s.epoch[EPSILON]) * (1 - high):
        return _best(s, REWARDS, rng)
    return -1


def _choose(s: Scb, t, rng):
    now, arms, p_first, p_second = s.now, s.arm.shape[1], 1.0, 1.0
    if now[USED] >= s.epoch[LENGTH]:
        _next_epoch(s)
    while now[WINNER] < 0:
        if now[FIRST] < 0:
            p_first = _draw_first(s, rng)
        i = now[FIRST]
        if now[SECOND] < 0:
            j = int(rng.random() * (arms - 1))
            now[SECOND] = j + 1 if j >= i else j
            p_second = 1 / (arms - 1)
        if not _known(s, i, now[SECOND]):
            break
        s.arm[REWARDS, i] += s.sign[i, now[SECOND]] > 0
        now[FIRST], now[SECOND] = -1, -1
        if now[REACHED] == now[SIZE]:
            now[WINNER] = _end_sweep(s, rng)
            _begin_sweep(s)
    now[USED] += 1
    if now[WINNER] >= 0:
        return Duel(now[WINNER], now[WINNER], 1.0, 1.0)
    return Duel(now[FIRST], now[SECOND], p_first, p_second)


def _update(s: Scb, t, duel, outcome):
    if duel.first != duel.second:
        s.wins[duel.first, duel.second] += (1 + outcome) / 2
        s.wins[duel.second, duel.first] += (1 - outcome) / 2


def _verdict(s: Scb):
    """The arm of an epoch without end; in all others it is left again."""
    return s.now[WINNER] if s.epoch[LENGTH] == math.inf else -1


choose.register(Scb, _choose)
verdict.register(Scb, _verdict)
update.register(Scb, _update)
