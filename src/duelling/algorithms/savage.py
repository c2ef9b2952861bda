r"""SAVAGE: every pair that can still change the decision is played in turn. A pair is dropped as soon as it cannot.
When no pair is left, the winner is known and is played.

    c(n) = sqrt(ln(η(n)/δ) / (2n)),     η = K(K-1) T,  or  π² K(K-1) n² / 6  without a horizon
    a_ij = max of μ_ij - c(n_ij) so far,     b_ij = min of μ_ij + c(n_ij) so far
    lo_i = #{j: a_ij > 1/2},     hi_i = #{j: b_ij > 1/2}

A pair leaves W when its sign is known, a_ij > 1/2 or b_ij < 1/2, or when it cannot change the decision:

    Condorcet   hi_i < K-1 or hi_j < K-1: one of the two has lost to another arm
    Copeland    some arm has lo > hi_i and lo > hi_j

The pairs of W take turns, in an order that is drawn once. When W is empty the learner commits: to the arm that no arm
beats, or to one with the largest hi.

The tests need only the sign of a pair, and a known sign stays known. So the nested boxes reduce to D_ij² > 2 n_ij
ln(η/δ) for wins minus losses D. Each pair is decided once and each arm drops out once, at O(K) each; everything else is
O(1).

[1] T. Urvoy, F. Clérot, R. Féraud and S. Naamane. Generic exploration and K-armed voting bandits. ICML 2013.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.algorithms.shared.savage_bounds import CONDORCET_BOUND, COPELAND_BOUND, confidence
from duelling.algorithms.shared.settings import Settled, Wrong, check_delta
from duelling.algorithms.shared.triangle import pairs
from duelling.core.jit import jit
from duelling.core.protocol import ENDLESS, Duel, choose, update, verdict
from duelling.core.states import name_places
from duelling.errors import whole
from duelling.registry.facts import algorithm

Spared = Annotated[int, "How many of the other arms the winner need not be known to beat."]

CONDORCET, COPELAND = range(2)  # the tests


class Savage(NamedTuple):
    test: int  # CONDORCET or COPELAND
    slack: int  # ε: commit to an arm that is known to beat all others but ε
    horizon: int  # T
    log: float  # ln(η(1)/δ)
    growth: float  # ln(η(n)/δ) is log + growth ln n
    # W is order[:WRITE] and order[READ:SIZE]; DRAWN is 1 after the first pass; |W|; max lo; the final arm or -1
    now: np.ndarray
    order: np.ndarray  # rows i < j
    counts: np.ndarray  # for i < j: at [i, j] D_ij, the wins of i minus those of j, and at [j, i] n_ij
    open: np.ndarray  # 1 while the pair i < j is in W
    lo: np.ndarray  # lo_i
    hi: np.ndarray  # hi_i


READ, WRITE, SIZE, DRAWN, LEFT, TOP, VERDICT = name_places(Savage, "now", "read write size drawn left top verdict")


def _start(test: int, arms: int, horizon: int | None, delta: float | None, epsilon: int) -> Savage:
    whole("epsilon", epsilon, 0, arms - 2)
    log, growth = confidence(pairs(arms), horizon, check_delta(delta, horizon))
    i, j = np.triu_indices(arms, 1)
    return Savage(
        test=test,
        slack=int(epsilon),
        horizon=int(horizon) if horizon else ENDLESS,
        log=log,
        growth=growth,
        now=np.array([0, 0, i.size, 0, i.size, 0, -1]),
        order=np.stack([i, j], axis=1, dtype=np.int32, casting="same_kind"),
        counts=np.zeros((arms, arms), np.int64),
        open=np.triu(np.ones((arms, arms), np.int8), 1),
        lo=np.zeros(arms, np.int64),
        hi=np.full(arms, arms - 1),
    )


def identify_condorcet(arms: int, *, delta: Wrong = 0.05, epsilon: Spared = 0) -> Savage:
    """Play pairs that may change the Condorcet winner until all are decided; wrong with chance <= ``delta``."""
    return _start(CONDORCET, arms, None, delta, epsilon)


def identify_copeland(arms: int, *, delta: Wrong = 0.05) -> Savage:
    """Play pairs that may change the Copeland winner until all are decided; wrong with chance <= ``delta``."""
    return _start(COPELAND, arms, None, delta, 0)


REFERENCE = "Urvoy, Clérot, Féraud and Naamane 2013, Algorithm 1"


@algorithm(
    "savage",
    label="SAVAGE",
    reference=REFERENCE,
    source="paper",
    growth=0,
    family=("olive", 0),
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
    bounds={"condorcet": CONDORCET_BOUND},
    identify=identify_condorcet,
)
def start_condorcet(arms: int, horizon: int, *, delta: Settled = None, epsilon: Spared = 0) -> Savage:
    """Plays all pairs that may matter to the Condorcet winner, then the winner; delta is 1/T unless given.

    With ``epsilon`` it stops at an arm that is known to beat all others but that many.
    """
    return _start(CONDORCET, arms, horizon, delta, epsilon)


@algorithm(
    "savage-copeland",
    label="SAVAGE (Copeland)",
    reference=REFERENCE,
    source="paper",
    growth=0,
    family=("olive", 2),
    winners=("copeland",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(1) amortised",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    bounds={"copeland": COPELAND_BOUND},
    identify=identify_copeland,
)
def start_copeland(arms: int, horizon: int, *, delta: Settled = None) -> Savage:
    """Plays all pairs that may matter to the Copeland winner, then the winner; delta is 1/T unless given."""
    return _start(COPELAND, arms, horizon, delta, 0)


@jit
def _close(s, i, j):
    """Remove the pair from W."""
    if i > j:
        i, j = j, i
    if s.open[i, j] == 1:
        s.open[i, j] = 0
        s.now[LEFT] -= 1


@jit
def _outclassed(s, i):
    """Some arm has lo > hi_i: remove the pairs of i with other arms for which this holds."""
    for j in range(s.hi.size):
        if j != i and s.hi[j] < s.now[TOP]:
            _close(s, i, j)


@jit
def _decided(s, i, j):
    """Update counts and W when i is known to beat j."""
    s.lo[i] += 1
    s.hi[j] -= 1
    _close(s, i, j)
    if s.test == CONDORCET:
        if s.hi[j] == s.hi.size - 2:  # the first defeat of j
            for k in range(s.hi.size):
                if k != j:
                    _close(s, j, k)
    else:
        if s.lo[i] > s.now[TOP]:
            s.now[TOP] = s.lo[i]
            for k in range(s.hi.size):
                if s.hi[k] == s.now[TOP] - 1 and k != j:
                    _outclassed(s, k)
        if s.hi[j] < s.now[TOP]:
            _outclassed(s, j)


@jit
def _commit(s):
    """Commit. Candidates are the arms without a defeat, or all arms if there is none (Condorcet), or the arms with the
    largest hi (Copeland). Of several the first one that leads in most pairs is taken."""
    arms = s.hi.size
    best, rank, score = 0, -1, -1
    for i in range(arms):
        leads = 0
        for j in range(arms):
            lead = s.counts[i, j] if i < j else -s.counts[j, i]
            leads += 2 if lead > 0 else (1 if lead == 0 else 0)
        level = s.hi[i] if s.test == COPELAND else s.hi[i] // (arms - 1)
        if level > rank or (level == rank and leads > score):
            best, rank, score = i, level, leads
    s.now[VERDICT] = best


def _choose(s: Savage, t, rng):
    return _pick(s, t, rng)


@jit
def _pick(s, t, rng):
    now, order = s.now, s.order
    if now[VERDICT] < 0 and t > s.horizon:
        _commit(s)
    if now[VERDICT] >= 0:
        return Duel(now[VERDICT], now[VERDICT], 1.0, 1.0)
    read, write = now[READ], now[WRITE]
    chance = 1.0
    i: Any
    j: Any
    while True:  # W is not empty, so this ends within two passes
        if read == now[SIZE]:
            now[SIZE], now[DRAWN] = write, 1
            read = write = 0
        if now[DRAWN] == 0:
            rest = now[SIZE] - read
            k = read + int(rng.random() * rest)
            chance = 1 / rest
            for side in range(2):
                order[read, side], order[k, side] = order[k, side], order[read, side]
        i, j = np.int64(order[read, 0]), np.int64(order[read, 1])
        read += 1
        if s.open[i, j] == 1:
            break
    order[write, 0], order[write, 1] = i, j
    now[READ], now[WRITE] = read, write + 1
    return Duel(i, j, chance, 1.0)


def _update(s: Savage, t, duel, outcome):
    _tell(s, duel.first, duel.second, outcome)


@jit
def _tell(s, i, j, gain):
    """An outcome of a pair that has left W changes nothing."""
    if i > j:
        i, j, gain = j, i, -gain
    if s.open[i, j] == 1 and s.now[VERDICT] < 0:
        n, D = s.counts[j, i] + 1, s.counts[i, j] + gain
        s.counts[j, i], s.counts[i, j] = n, D
        log = s.log
        if s.growth > 0:
            log += s.growth * math.log(n)
        if D * D > 2 * n * log:
            if D > 0:
                _decided(s, i, j)
            else:
                _decided(s, j, i)
            winner = i if D > 0 else j
            if s.slack > 0 and s.lo[winner] >= s.lo.size - 1 - s.slack:
                s.now[VERDICT] = winner
            elif s.now[LEFT] == 0:
                _commit(s)


def _verdict(s: Savage):
    return s.now[VERDICT]


choose.register(Savage, _choose)
update.register(Savage, _update)
verdict.register(Savage, _verdict)
