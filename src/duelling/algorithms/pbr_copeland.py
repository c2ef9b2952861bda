r"""PBR-Copeland, preference-based racing: all pairs that may matter take turns, until the best k arms by Copeland are
known.

    i is known to beat j once D_ij² > 2 n_ij L,  D = wins - losses,  L = ln(2K² n_max/δ)
    lo_i = the arms that i is known to beat,   hi_i = K - 1 - those that are known to beat i
    i is selected if hi_j < lo_i for K - k arms j or more, and discarded if lo_j > hi_i for k arms or more
    a pair takes its turn while its sign is not known, one of its arms is undecided, and n_ij < n_max

It holds for any preferences; a tie is half a win for each. The union over both signs, all pairs and n_max duels gives 1
- δ. The paper counts hi one higher and asks for one arm more than K - k and k, so that for k = 1 nobody could be
selected. The counts above are what the bounds prove.

Where no pair is left and arms are undecided, because their scores are equal or pairs came to n_max, those with the
larger lo + hi are taken.

[1] R. Busa-Fekete, B. Szörényi, P. Weng, W. Cheng and E. Hüllermeier. Top-k selection based on adaptive sampling of
noisy preferences. ICML 2013, Algorithm 1 and Procedure 2.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.algorithms.borda_lucb import Top
from duelling.algorithms.shared.settings import Settled, Wrong, check_delta
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, standing, update, verdict
from duelling.core.states import name_places
from duelling.errors import whole
from duelling.registry.facts import algorithm

Longest = Annotated[int, "How many duels a pair has at most, n_max."]


class PbrCopeland(NamedTuple):
    top: int  # k
    longest: int  # n_max
    log: float  # L
    counts: np.ndarray  # for i < j: at [i, j] D_ij, the wins of i minus those of j, and at [j, i] n_ij
    known: np.ndarray  # 1 if i is known to beat j, -1 if j is known to beat i; both ways round
    arm: np.ndarray  # lo_i; hi_i; 1 if i is selected, -1 if it is discarded, 0 if neither
    order: np.ndarray  # pairs i < j: those that may be open are order[:WRITE] and order[READ:SIZE]
    now: np.ndarray  # the two arms whose turn it is; READ, WRITE, SIZE; the final arm or -1


LO, HI, FATE = name_places(PbrCopeland, "arm", "lo hi fate")
LOWER, HIGHER, READ, WRITE, SIZE, VERDICT = name_places(PbrCopeland, "now", "lower higher read write size verdict")


def _start(arms: int, delta: float, top: int, longest: int) -> PbrCopeland:
    whole("top", top, 1, arms - 1)
    whole("longest", longest, 1, 2**40)
    log = math.log(2 * arms**2 * longest) - math.log(delta)
    counts = np.zeros((arms, arms), np.int64)
    arm = np.stack([np.zeros(arms, np.int64), np.full(arms, arms - 1), np.zeros(arms, np.int64)])
    known = np.zeros((arms, arms), dtype=np.int8)
    order = np.stack(np.triu_indices(arms, 1), axis=1, dtype=np.int32, casting="same_kind")
    now = np.array([0, 1, 1, 1, len(order), -1])
    return PbrCopeland(int(top), int(longest), log, counts, known, arm, order, now)


def identify(arms: int, *, delta: Wrong = 0.05, top: Top = 1, longest: Longest = 10**6) -> PbrCopeland:
    """Pairs take turns until the best arms by Copeland score are known; wrong with chance ``delta`` at most."""
    return _start(arms, check_delta(delta, None), top, longest)


@algorithm(
    "pbr-copeland",
    label="PBR-Copeland",
    reference="Busa-Fekete, Szörényi, Weng, Cheng and Hüllermeier 2013, Algorithm 1 and Procedure 2, corrected",
    source="paper",
    growth=0,
    family=("brown", 4),
    winners=("copeland", "condorcet"),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(1) amortised, O(K²) after a pair is decided",
    folds=True,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    identify=identify,
    finds="set",
)
def start(arms: int, horizon: int, *, delta: Settled = None, top: Top = 1, longest: Longest = 10**6) -> PbrCopeland:
    """Finds the best arms by Copeland score, then plays the first of them; delta is 1/T unless given."""
    return _start(arms, check_delta(delta, max(horizon, 2)), top, longest)


@jit
def _open(s, i, j):
    """Whether the pair i < j takes its turn."""
    fate = s.arm[FATE]
    return s.known[i, j] == 0 and s.counts[j, i] < s.longest and (fate[i] == 0 or fate[j] == 0)


@jit
def _next(s):
    """Give the next open pair its turn, or conclude if there is none. A pair that is not open never opens again."""
    now, order = s.now, s.order
    while True:
        if now[READ] == now[SIZE]:
            now[SIZE] = now[WRITE]
            now[READ] = now[WRITE] = 0
            if now[SIZE] == 0:
                _conclude(s)
                return
        i, j = np.int64(order[now[READ], 0]), np.int64(order[now[READ], 1])
        now[READ] += 1
        if _open(s, i, j):
            order[now[WRITE], 0], order[now[WRITE], 1] = i, j
            now[WRITE] += 1
            now[LOWER], now[HIGHER] = i, j
            return


@jit
def _sort_out(s):
    """Select and discard."""
    arm, arms = s.arm, s.arm.shape[1]
    for i in range(arms):
        below = above = 0
        for j in range(arms):
            below += j != i and arm[HI, j] < arm[LO, i]
            above += j != i and arm[LO, j] > arm[HI, i]
        if below >= arms - s.top:
            arm[FATE, i] = 1
        elif above >= s.top:
            arm[FATE, i] = -1


@jit
def _conclude(s):
    """Take the best of the undecided arms until there are k, and discard the others."""
    arm, arms, taken, first = s.arm, s.arm.shape[1], 0, -1
    for i in range(arms):
        taken += arm[FATE, i] == 1
    while taken < s.top:
        best = -1
        for i in range(arms):
            if arm[FATE, i] == 0 and (best < 0 or arm[LO, i] + arm[HI, i] > arm[LO, best] + arm[HI, best]):
                best = i
        arm[FATE, best] = 1
        taken += 1
    for i in range(arms):
        if arm[FATE, i] == 0:
            arm[FATE, i] = -1
        elif arm[FATE, i] == 1 and (first < 0 or arm[LO, i] > arm[LO, first]):
            first = i
    s.now[VERDICT] = first


def _choose(s: PbrCopeland, t, rng):
    now = s.now
    if now[VERDICT] >= 0:
        return Duel(now[VERDICT], now[VERDICT], 1.0, 1.0)
    return Duel(now[LOWER], now[HIGHER], 1.0, 1.0)


def _update(s: PbrCopeland, t, duel, outcome):
    _tell(s, duel.first, duel.second, outcome)


@jit
def _tell(s, i, j, gain):
    if i > j:
        i, j, gain = j, i, -gain
    if i == j or s.now[VERDICT] >= 0 or not _open(s, i, j):
        return
    n, D = s.counts[j, i] + 1, s.counts[i, j] + gain
    s.counts[j, i], s.counts[i, j] = n, D
    if D * D > 2 * n * s.log:
        if D > 0:
            better, worse = i, j
        else:
            better, worse = j, i
        s.known[better, worse], s.known[worse, better] = 1, -1
        s.arm[LO, better] += 1
        s.arm[HI, worse] -= 1
        _sort_out(s)
    _next(s)


def _verdict(s: PbrCopeland):
    return s.now[VERDICT]


def _standing(s: PbrCopeland, groups):
    done = s.now[VERDICT] >= 0
    for i in range(groups.size):
        groups[i] = 1 if done and s.arm[FATE, i] < 0 else 0
    return done


choose.register(PbrCopeland, _choose)
update.register(PbrCopeland, _update)
verdict.register(PbrCopeland, _verdict)
standing.register(PbrCopeland, _standing)
