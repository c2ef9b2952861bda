r"""ECW-RMED, efficient Copeland winners by relative minimum empirical divergence: pairs duel as often as the
least-regret proof of a Copeland winner needs.

An arm i1 with the fewest defeats L_i1 is a *certain* winner if no other arm can be made better than it at a likelihood
above 1/t. A certain winner duels itself. Without one, those pairs duel that have fewer duels than q_ij ln t, where q
makes a winner certain at the least regret. Both are computed from the statistics in ``ecw_rmed_evidence``.

Pairs are on lists, as arms are in RMED1. The pairs on the present list have their turns, one after the other. Each turn
brings pairs on the next list, by the statistics before its duel. Before a new list starts, every pair with N_ij < α
sqrt(ln t) or |μ_ij - 1/2| < β / max(1, ln ln t) duels once. It is open whether [1] means once or until this no longer
holds.

Three things differ from the printed algorithm, which would not work. First, e is at most 1; otherwise an arm with a
pair that has more duels than it needs is never certain. Second, duels (i, i) are on the lists; otherwise nothing is
ever exploited. Third, the infimum of C^E is over the efficient region. A pair at μ = 1/2 counts as won by both arms,
and its e is 0.

CW-RMED is not offered. It takes the least Σ r q under the conditions on a certain winner themselves, and needs a linear
programme with one condition for each set of pairs.

A round costs O(1) while one arm duels itself, because a round before which the arm stays certain is computed in
advance. Otherwise it costs O(K²). Outcomes count whenever they come.

For both orders of a pair together it keeps its duels, wins and evidence, in three numbers, and its place on a list, in
half a number. The orders by evidence take two bytes for each arm in a row. That makes two planes of K x K numbers.

A pair comes on a list for each arm i2 whose least cost it shares. Until the costs of i2 change, a pair with i2 leaves a
list, or ln t passes the next evidence, there is nothing new to add because of i2, and it is not looked at again.

[1] J. Komiyama, J. Honda and H. Nakagawa. Copeland dueling bandit problem: regret lower bound, optimal algorithm, and
    computationally efficient algorithm. ICML 2016. Algorithm 1, section 4.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.algorithms.shared import ecw_rmed_evidence
from duelling.algorithms.shared.ecw_rmed_evidence import (
    DUELS,
    WINS,
    Evidence,
    certain,
    cheaper,
    cheapest_of,
    condition,
    constant,
    cost,
    count_outcome,
    lead,
    mark,
    marked,
    played,
    two_smallest,
    weight,
)
from duelling.algorithms.shared.triangle import pairs, place_of
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.states import name_places
from duelling.errors import above, at_least, whole
from duelling.registry.facts import algorithm

MOST = 46_340  # arms: the number of a pair, iK + j, stays below 2^31
STEPS = 10  # of the search for the round in which a certain winner stops being certain


class ECW(NamedTuple):
    arms: int  # K
    alpha: float  # α
    beta: float  # β
    now: np.ndarray  # where this list begins in ``queue``, how many wait for their turn on it and on the next one; the
    # sweep; the round before which one arm duels itself, and this arm; the arm i1 and L(1) for which ``until`` holds
    queue: np.ndarray  # a ring: the pairs iK + j, i ≥ j, on this list, then those on the next one
    until: np.ndarray  # the ln t up to which there is nothing to add because of i2
    seen: np.ndarray  # for this number of ``changes`` of i2
    evidence: Evidence  # wins, duels and their orders; pairs on a list are marked


HEAD, LEFT, COMING, SWEEP, FIRST, SECOND, UNTIL, BEST, LACKING, ONE = name_places(
    ECW, "now", "head left coming sweep first second until best lacking one"
)


@algorithm(
    "ecw-rmed",
    label="ECW-RMED",
    reference="Komiyama, Honda and Nakagawa 2016, Algorithm 1",
    source="paper",
    growth=2,
    family=("wine", 3),
    winners=("copeland", "condorcet"),
    regret="strong",
    adversarial=False,
    anytime=True,
    cost="O(K²); O(1) while one arm duels itself",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    order="C ln T + o(ln T), C the least Σ r q",
    most_arms=MOST,
)
def start(
    arms: int,
    horizon: int,
    *,
    alpha: Annotated[float, "Each pair duels at least alpha sqrt(ln t) times."] = 3.0,
    beta: Annotated[
        float, "A pair duels again while its estimate is closer to 1/2 than beta / max(1, ln ln t)."
    ] = 0.01,
) -> ECW:
    """Pairs duel as often as it takes to make a Copeland winner certain at the least regret."""
    whole("arms", arms, 2, MOST)
    above("alpha", alpha, 0)
    at_least("beta", beta, 0)
    now, queue = np.zeros(10, np.int64), np.zeros(pairs(arms) + arms, np.int32)
    now[LEFT], now[SWEEP], now[FIRST] = pairs(arms), 1, 1
    evidence = ecw_rmed_evidence.start(arms)
    for i in range(1, arms):
        queue[pairs(i) : pairs(i + 1)] = np.arange(i * arms, i * arms + i)
    evidence.pair[DUELS] = -0.0
    return ECW(
        arms=int(arms),
        alpha=float(alpha),
        beta=float(beta),
        now=now,
        queue=queue,
        until=np.zeros(arms),
        seen=np.zeros(arms, np.int64),
        evidence=evidence,
    )


@jit
def _add(s, i, j):
    """Put a pair on the next list, if it is on none."""
    if not marked(s.evidence, i, j):
        mark(s.evidence, i, j, -1)
        end = s.now[HEAD] + s.now[LEFT] + s.now[COMING]
        s.queue[end if end < s.queue.size else end - s.queue.size] = max(i, j) * s.arms + min(i, j)
        s.now[COMING] += 1


@jit
def _find_unlisted(e, i1, i2, x, times):
    """Enter into ``sharing`` the arms j of S_i2, but i1, with v_ji2 times < x that are on no list with i2.

    Returns how many, and the least x at which there may be more.
    """
    count = 0
    for place in range(e.L[i2]):
        j = np.int64(e.order[i2, place])
        enough = weight(e.pair, j, i2) * times
        if enough >= x:  # as for all that follow
            return count, enough
        if j != i1 and not marked(e, i2, j):
            e.sharing[count] = j
            count += 1
    return count, math.inf


@jit
def _keep_cheapest(e, one, i2, last, size):
    """Of the first arms in ``sharing`` keep those not dearer than the last, the cheapest first. Returns how many."""
    count = 0
    e.costs[last] = cost(e.L, e.pair, one, last, i2)
    for k in range(size):
        j, place = e.sharing[k], count
        e.costs[j] = cost(e.L, e.pair, one, j, i2)
        if not cheaper(e.costs, last, j):
            while place > 0 and cheaper(e.costs, j, e.sharing[place - 1]):
                e.sharing[place] = e.sharing[place - 1]
                place -= 1
            e.sharing[place] = j
            count += 1
    return count


@jit
def _add_cheapest(s, one, i1, i2, x):
    """Put the pairs of i2 and arms of S_i2 with q > N / ln t on the next list.

    Returns the ln t up to which there are no others.
    """
    e = s.evidence
    k = condition(e.pair, one, i1, i2)
    if k < 0:
        return math.inf
    count, until = _find_unlisted(e, i1, i2, x, 1)
    if count > 0:  # otherwise nothing has to be known about costs
        _, h, last = cheapest_of(e, one, i1, i2)
        count, until = _find_unlisted(e, i1, i2, x, h - k)
        for place in range(_keep_cheapest(e, one, i2, last, count)):
            _add(s, e.sharing[place], i2)
    return until


@jit
def _add_lacking(s, one, i1, x):
    """Put the pairs with q_ij > N_ij / ln t on the next list."""
    e = s.evidence
    if s.now[LACKING] != i1 or s.now[ONE] != one:
        s.now[LACKING], s.now[ONE] = i1, one
        for i2 in range(s.arms):
            s.until[i2] = 0.0
    for i2 in range(s.arms):
        if i2 != i1:
            if lead(e.pair, i1, i2) >= 0 and weight(e.pair, i1, i2) < x:
                _add(s, i1, i2)
            if x > s.until[i2] or s.seen[i2] != e.changes[i2]:
                s.until[i2], s.seen[i2] = _add_cheapest(s, one, i1, i2, x), e.changes[i2]


@jit
def _plan(s, x):
    """Put pairs on the next list. Returns a certain winner at ln t = x, or -1."""
    one, _ = two_smallest(s.evidence.L)
    best, several, sure = -1, False, False
    for i1 in range(s.arms):
        if s.evidence.L[i1] == one:
            best, several, sure = i1, best >= 0, certain(s.evidence, i1, x)
            if sure:
                break
    if several and not sure:
        best, least = -1, math.inf
        for i1 in range(s.arms):
            if s.evidence.L[i1] == one:
                total = constant(s.evidence, one, i1)
                if best < 0 or total < least * (1 - 1e-9):  # equal costs may differ by rounding
                    best, least = i1, total
    _add(s, best, best)
    if sure:
        return best
    _add_lacking(s, one, best, x)
    return -1


@jit
def _few(pair, place, duels, near):
    """Whether the pair has fewer than ``duels`` duels, or a mean nearer to 1/2 than ``near``."""
    n = played(pair, place)
    return n < duels or abs(pair[WINS, place] - n / 2) < near * n or (n == 0 and near > 0)


@jit
def _limits(alpha, beta, x):
    """α sqrt(ln t) and β / max(1, ln ln t) at ln t = x."""
    return alpha * math.sqrt(x), beta / max(1.0, math.log(x))


@jit
def _sweep(s, x):
    """The next pair of the sweep that has to duel, as iK + j, or -1."""
    now, arms = s.now, s.arms
    duels, near = _limits(s.alpha, s.beta, x)
    while now[FIRST] < arms:
        i, j = now[FIRST], now[SECOND]
        now[SECOND] += 1
        if now[SECOND] == i:
            now[FIRST] += 1
            now[SECOND] = 0
        if _few(s.evidence.pair, place_of(i, j), duels, near):
            return i * arms + j
    now[SWEEP] = 0
    return -1


@jit
def _stays(s, i1, x):
    """Whether at ln t = x the arm is certain and no pair has to duel; if so, the same holds for all smaller x."""
    duels, _ = _limits(s.alpha, s.beta, x)
    for place in range(s.evidence.pair.shape[1]):
        if played(s.evidence.pair, place) < duels:
            return False
    return certain(s.evidence, i1, x)


@jit
def _quiet_until(s, i1, t, x):
    """A round before which i1 is certain and no pair has to duel, if none has to now; at most about 2t."""
    _, near = _limits(s.alpha, s.beta, x)
    for place in range(s.evidence.pair.shape[1]):
        if _few(s.evidence.pair, place, 0.0, near):
            return 0
    low, step = x, 0.7
    for _ in range(STEPS):
        if _stays(s, i1, low + step):
            low += step
        step /= 2
    return int(math.exp(low) * (1 - 1e-9)) if low > x else 0


@jit
def _step(s, t):
    """The pair of one round of the schedule, as iK + j."""
    now, x = s.now, max(math.log(t), 1e-9)
    if now[LEFT] == 0 and now[SWEEP] == 0:
        now[LEFT], now[COMING] = now[COMING], 0
        now[SWEEP], now[FIRST], now[SECOND] = 1, 1, 0
    if now[SWEEP] == 1:
        pair = _sweep(s, x)
        if pair >= 0:
            return pair
    pair = np.int64(s.queue[now[HEAD]])
    i, j = pair // s.arms, pair % s.arms
    mark(s.evidence, i, j, 1)
    s.until[i] = s.until[j] = 0.0
    now[HEAD] = now[HEAD] + 1 if now[HEAD] + 1 < s.queue.size else 0
    now[LEFT] -= 1
    i1 = _plan(s, x)
    if i1 >= 0 and now[LEFT] == 0 and now[COMING] == 1 and pair == i1 * s.arms + i1:
        now[BEST], now[UNTIL] = i1, _quiet_until(s, i1, t, x)
    return pair


def _choose(s: ECW, t, rng):
    if t < s.now[UNTIL]:
        i = j = s.now[BEST]
    else:
        pair = _step(s, t)
        i = pair // s.arms
        j = pair - i * s.arms
    return Duel(i, j, 1.0, 1.0)


def _update(s: ECW, t, duel, outcome):
    i, j = duel.first, duel.second
    if i != j:
        count_outcome(s.evidence, i, j, outcome)
        s.now[UNTIL] = 0


choose.register(ECW, _choose)
update.register(ECW, _update)
