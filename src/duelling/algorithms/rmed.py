r"""RMED, relative minimum empirical divergence: an arm is drawn as long as its losses do not prove that it is not the
Condorcet winner. Each drawn arm duels an opponent that can prove this.

    O_i = {j ≠ i : μ_ij ≤ 1/2},   I_i = Σ_{j∈O_i} N_ij d(μ_ij, 1/2),   i* = argmin I,   J_i: I_i - I_i* ≤ ln t + f(K)

First all pairs duel L times. Then each arm l of the list L_C has its turn against an opponent m, and every arm j for
which J_j holds and that does not wait for a turn comes on the next list. When L_C is done, the next list takes its
place. exp(-I_i) is the likelihood that arm i is the Condorcet winner, so each arm is drawn at the rate of the lower
bound.

RMED1     L = 1; m = i* if l lost to it or to nobody, otherwise the arm with the smallest μ_lj.
RMED2     also draws each pair α ln ln t times, and m = b_l = argmin_j (μ_i*l + μ_i*j - 1)/d(μ_lj, 1/2) over the arms
          that beat l, the proof against l with the least regret, as long as N_l,i* ≥ N_l,b / ln ln t.
RMED2FH   for a known horizon: L = ⌈α ln ln T⌉, all b_l are fixed after these duels, and ln ln T stands for ln ln t.

The estimated gap after eq. (6) of [1] has the wrong sign; here it is μ - 1/2, as in section 2 of [1]. A numerator that
is not positive is replaced by 0.01. If no arm beats l, there is no b_l. Of equal arms the lowest is taken, so nothing
is random. J_j uses the statistics before the duel of round t, as in [1]; with ``post_update`` those after it.

A round costs O(K): a duel changes one term of I_l and one of I_m. When the only arm left duels itself, no statistic
changes until ln t is large enough for another arm, and the rounds until then cost O(1).

An outcome counts whenever it comes. The schedule counts the duels it asked for, so it never waits for an outcome.

[1] J. Komiyama, J. Honda, H. Kashima and H. Nakagawa. Regret lower bound and optimal algorithm in dueling bandit
    problem. COLT 2015. Algorithms 1 and 2, Theorems 3 and 5.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.algorithms.shared.divergence import evidence
from duelling.core.jit import interpreted, jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.states import name_places
from duelling.errors import above, at_least
from duelling.registry.facts import algorithm

Margin = Annotated[float | None, "What is added to ln t before an arm is excluded; 0.3 K^1.01 unless given."]
PostUpdate = Annotated[bool, "Whether the next list is made from the statistics after a duel instead of before it."]

OUT, NEXT, TURN = range(3)  # an arm is on no list, on L_N, or waits for its turn on L_C (then it is on L_R)
ONE, TWO, FIXED = range(3)  # RMED1, RMED2, RMED2FH
DONE, INITIAL, LATER = range(3)  # sweeps over all pairs
FLOOR = 0.01  # replaces a numerator of b that is not positive
FOREVER = 2**60


class RMED(NamedTuple):
    variant: int
    post_update: int
    f: float  # f(K)
    alpha: float  # α
    loglog: float  # ln ln T for a known horizon, otherwise 0
    # the present pair of a sweep, and its duels; whether there is a sweep, and to how many duels; i*; the place on L_C;
    # the round before which i* duels itself; whether the J_j of the last round must still be checked
    now: np.ndarray
    wins: np.ndarray  # w_ij
    term: np.ndarray  # N_ij d(μ_ij, 1/2) where μ_ij < 1/2, otherwise 0
    divergence: np.ndarray  # I_i
    beaten: np.ndarray  # |O_i|
    place: np.ndarray  # OUT, NEXT or TURN
    b: np.ndarray  # b_i, fixed for RMED2FH; -1 for none


FIRST, SECOND, ASKED, SWEEP, LEVEL, BEST, ARM, UNTIL, JOIN = name_places(
    RMED, "now", "first second asked sweep level best arm until join"
)


def _start(variant: int, arms: int, duels: int, loglog: float, alpha: float, f: float | None, post: bool) -> RMED:
    above("alpha", alpha, 0)
    if f is not None:
        at_least("f", f, 0)
    now = np.zeros(9, np.int64)
    now[SECOND], now[SWEEP], now[LEVEL] = 1, INITIAL, duels
    wins, term = np.zeros((2, arms, arms))
    return RMED(
        variant=variant,
        post_update=int(post),
        f=0.3 * arms**1.01 if f is None else float(f),
        alpha=float(alpha),
        loglog=loglog,
        now=now,
        wins=wins,
        term=term,
        divergence=np.zeros(arms),
        beaten=np.full(arms, arms - 1),
        place=np.full(arms, TURN, np.int8),
        b=np.full(arms, -1),
    )


FACTS: dict[str, Any] = {
    "winners": ("condorcet",),
    "regret": "strong",
    "adversarial": False,
    "cost": "O(K); O(1) while one arm duels itself",
    "folds": False,
    "self_duels": True,
    "opponent": "any",
    "takes_any_vote": True,
    "true_chances": True,
}
KOMIYAMA = "Komiyama, Honda, Kashima and Nakagawa 2015"


@algorithm(
    "rmed1",
    label="RMED1",
    reference=f"{KOMIYAMA}, Algorithm 1",
    source="paper",
    family=("wine", 0),
    anytime=True,
    order="Σ Δ_i ln T / (2 d(P_i1, ½)) + o(ln T)",
    **FACTS,
)
def start_rmed1(arms: int, horizon: int, *, f: Margin = None, post_update: PostUpdate = False) -> RMED:
    """Each arm duels the likely winner while the likelihood does not exclude it; f is 0.3 K^1.01 if not given."""
    return _start(ONE, arms, 1, 0.0, 3.0, f, post_update)


@algorithm(
    "rmed2",
    label="RMED2",
    reference=f"{KOMIYAMA}, Algorithms 1 and 2",
    source="paper",
    family=("wine", 1),
    anytime=True,
    **FACTS,
)
def start_rmed2(
    arms: int,
    horizon: int,
    *,
    alpha: Annotated[float, "Each pair duels at least alpha ln ln t times."] = 3.0,
    f: Margin = None,
    post_update: PostUpdate = False,
) -> RMED:
    """RMED1 in which each arm duels the opponent that excludes it at the least regret."""
    return _start(TWO, arms, 1, 0.0, alpha, f, post_update)


@algorithm(
    "rmed2fh",
    label="RMED2FH",
    reference=f"{KOMIYAMA}, Algorithms 1 and 2, Theorem 5",
    source="paper",
    family=("wine", 2),
    anytime=False,
    order="Σ min_j (Δ_i + Δ_j) ln T / (2 d(P_ij, ½)) + o(ln T)",
    **FACTS,
)
def start_rmed2fh(
    arms: int,
    horizon: int,
    *,
    alpha: Annotated[float, "Each pair duels alpha ln ln T times, rounded up, before opponents are fixed."] = 3.0,
    f: Margin = None,
    post_update: PostUpdate = False,
) -> RMED:
    """RMED2 for a known horizon: opponents are fixed after ⌈α ln ln T⌉ duels of each pair."""
    with interpreted():  # they would be compiled for this call alone
        duels, loglog = max(1, duels_needed(alpha, horizon)), log_log(horizon)
    return _start(FIXED, arms, duels, loglog, alpha, f, post_update)


@jit
def log_log(t):
    """ln ln t, and 0 before it is positive."""
    return math.log(math.log(t)) if t > math.e else 0.0


@jit
def duels_needed(alpha, t):
    """⌈α ln ln t⌉, but at most a number that is larger than any horizon."""
    return math.ceil(min(alpha * log_log(t), FOREVER))


@jit
def played(wins, i, j):
    """N_ij. It is exact, since wins are whole or halves."""
    return wins[i, j] + wins[j, i]


@jit
def mean(wins, i, j):
    """μ_ij, and 1/2 before the first duel."""
    count = played(wins, i, j)
    return wins[i, j] / count if count > 0 else 0.5


@jit
def opponent(s, arm, best):
    """b_l for an arm l, or -1 if no arm beats it."""
    b, least = -1, math.inf
    gap = mean(s.wins, best, arm)
    for j in range(s.divergence.size):
        if s.term[arm, j] > 0:
            gain = gap + mean(s.wins, best, j) - 1
            cost = (gain if gain > 0 else FLOOR) * played(s.wins, arm, j) / s.term[arm, j]
            if cost < least:
                b, least = j, cost
    return b


@jit
def _worst(wins, arm):
    """argmin_{j≠l} μ_lj for an arm l."""
    rival, least = arm, math.inf
    for j in range(wins.shape[0]):
        if j != arm:
            mu = mean(wins, arm, j)
            if mu < least:
                rival, least = j, mu
    return rival


@jit
def _target(s, t, arm, best):
    """The opponent of an arm in its turn."""
    if s.variant != ONE:
        b = opponent(s, arm, best) if s.variant == TWO else s.b[arm]
        loglog = log_log(t) if s.variant == TWO else s.loglog
        if b >= 0 and s.wins[arm, b] <= s.wins[b, arm] and played(s.wins, arm, best) * loglog >= played(s.wins, arm, b):
            return b
    if s.beaten[arm] == 0 or (arm != best and s.wins[arm, best] <= s.wins[best, arm]):
        return best
    return _worst(s.wins, arm)


@jit
def _sweep(s, t):
    """Go on to the next pair that has too few duels; False when all pairs have enough."""
    now, arms = s.now, s.divergence.size
    while now[FIRST] < arms - 1:
        need = now[LEVEL] if now[SWEEP] == INITIAL else max(now[LEVEL], duels_needed(s.alpha, t))
        if now[ASKED] < need:
            now[ASKED] += 1
            return True
        now[SECOND] += 1
        if now[SECOND] == arms:
            now[FIRST] += 1
            now[SECOND] = now[FIRST] + 1
        if now[FIRST] < arms - 1:
            now[ASKED] = int(played(s.wins, now[FIRST], now[SECOND]))
    now[SWEEP] = DONE
    return False


@jit
def _look_for_few(s, t):
    """RMED2: start a sweep over the pairs if ⌈α ln ln t⌉ has grown."""
    now, need = s.now, duels_needed(s.alpha, t)
    if s.variant == TWO and need > now[LEVEL]:
        now[LEVEL], now[FIRST], now[SECOND], now[SWEEP] = need, 0, 1, LATER
        now[ASKED] = int(played(s.wins, 0, 1))


@jit
def _leader(divergence):
    """i* = argmin I."""
    best = 0
    for i in range(1, divergence.size):
        if divergence[i] < divergence[best]:
            best = i
    return best


@jit
def _join(s, t, best):
    """Put the arms for which J_j holds, and that do not wait for a turn, on the next list.

    If ``best`` is alone on both lists, return the first round in which another arm could come; otherwise 0.
    """
    bar, least, members, nearest = math.log(t) + s.f, s.divergence[best], 0, math.inf
    for j in range(s.divergence.size):
        distance = s.divergence[j] - least
        if s.place[j] == OUT:
            if distance <= bar:
                s.place[j] = NEXT
            else:
                nearest = min(nearest, distance)
                continue
        members += 1
    if members > 1 or s.place[best] == OUT:
        return 0
    nearest -= s.f
    return int(math.exp(nearest) * (1 - 1e-9)) if nearest < 40 else FOREVER


@jit
def _turn(s, t):
    """The next arm on the list, and its opponent."""
    now, arms = s.now, s.divergence.size
    while now[ARM] < arms and s.place[now[ARM]] != TURN:
        now[ARM] += 1
    arm = now[ARM] if now[ARM] < arms else 0
    best = _leader(s.divergence)
    rival = _target(s, t, arm, best)
    s.place[arm] = OUT
    now[BEST], now[JOIN] = best, 1
    return arm, rival


@jit
def _head(s, t):
    """Start the next list if the present one is done."""
    now = s.now
    while now[ARM] < s.place.size and s.place[now[ARM]] != TURN:
        now[ARM] += 1
    if now[ARM] < s.place.size:
        return
    for i in range(s.place.size):
        s.place[i] = TURN if s.place[i] == NEXT else OUT
    now[ARM] = 0
    _look_for_few(s, t)


@jit
def _step(s, t):
    """The pair of one round of the schedule."""
    now = s.now
    if now[JOIN] == 1:
        if s.post_update == 1:
            _join(s, t - 1, _leader(s.divergence))
        now[JOIN] = 0
        _head(s, t)
    if now[SWEEP] == INITIAL and not _sweep(s, t):
        if s.variant == FIXED:
            best = _leader(s.divergence)
            for i in range(s.divergence.size):
                s.b[i] = opponent(s, i, best)
        _look_for_few(s, t)
        if now[SWEEP] == LATER:
            _sweep(s, t)
    elif now[SWEEP] == LATER:
        _sweep(s, t)
    if now[SWEEP] != DONE:
        return now[FIRST], now[SECOND]
    arm, rival = _turn(s, t)
    if s.post_update == 0:
        until = _join(s, t, now[BEST])
        if arm == rival and until > 0:
            exponent = now[LEVEL] / s.alpha if s.variant == TWO else math.inf
            limit = math.exp(math.exp(exponent)) * (1 - 1e-9) if exponent < 3.5 else float(FOREVER)
            now[UNTIL] = min(until, int(limit))
    return arm, rival


def _choose(s: RMED, t, rng):
    if t < s.now[UNTIL]:
        i = j = s.now[BEST]
    else:
        i, j = _step(s, t)
    return Duel(i, j, 1.0, 1.0)


def _update(s: RMED, t, duel, outcome):
    i, j = duel.first, duel.second
    if i != j:
        before = s.wins[i, j] - s.wins[j, i]
        s.wins[i, j] += (1 + outcome) / 2
        s.wins[j, i] += (1 - outcome) / 2
        after = s.wins[i, j] - s.wins[j, i]
        found = evidence(s.wins[i, j], s.wins[j, i])
        for a, b, sign in ((i, j, 1), (j, i, -1)):
            term = found if sign * after < 0 else 0.0
            s.divergence[a] += term - s.term[a, b]
            s.term[a, b] = term
            s.beaten[a] += int(sign * after <= 0) - int(sign * before <= 0)
        s.now[UNTIL] = 0


choose.register(RMED, _choose)
update.register(RMED, _update)
