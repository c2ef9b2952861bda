r"""Beat the Mean: every arm duels uniform opponents among the arms that are left, until one arm is clearly the worst.

The worst arm leaves W, and all duels against it are forgotten. The last arm of W is played until the end.

    b = argmin_W n_b,  among equals any;     b' uniform on W;     duel (b, b'), b = b' is decided by a coin
    P_b = v_b / n_b,  1/2 for n_b = 0;     c* = c(min_W n)
    if min_W P + c* <= max_W P - c*:     r = argmin_W P leaves W, and all duels against r are forgotten

n_b and v_b count the duels and wins of b as the first arm, against arms of W only. So the P_b are comparable, and the
counts of all pairs are kept. The radius is c(n) = 3γ² sqrt(ln(1/δ')/n) with δ' = 1/(2TK), without the factor 3 for γ =
1, and c(0) = 1. γ >= 1 says how far the gaps are from transitive: γ ε_1k >= max(ε_1j, ε_jk). For identification of an
arm that is at most ε worse than the best, with chance 1 - δ:

    c(n) = 3γ² sqrt(ln(K³N/δ)/n),     N = ⌈36 γ⁶ ε⁻² ln(K³N/δ)⌉, the smallest such N,     stop also at min_W n = N

Of the paper only the first page was at hand. The rule follows stephen-huan/dueling-bandit, whose code names the paper's
equation (4) for 3γ² sqrt(ln(1/δ')/n) and its equation (9) for the tighter radius at γ = 1. duelpy has the same δ' and
3γ², also at γ = 1. The form for identification follows the formulas as others quote them. So c(n) is three times as
wide just above γ = 1 as at γ = 1, and there is a reason. For γ = 1 the best arm beats every other opponent by at least
as much as any arm of W does, so its mean is the largest in every W, and Hoeffding's radius alone keeps it in; for γ > 1
its mean may be smaller, and 3γ² makes up for that. With γ = 1 the factor 3 could be left out for identification too; it
stays, because N is quoted for it, and costs duels but no confidence.

The arms of W are kept in ascending order of n, so a round changes one place. The rule needs only the range of P. The
range seen since the last scan contains the true one, so W is scanned only when the wider range allows an elimination.
O(1) amortised while the range does not stay near 2 c*, O(|W|) at most; O(K²) numbers.

[1] Y. Yue and T. Joachims. Beat the mean bandit. ICML 2011.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.algorithms.shared.settings import Wrong
from duelling.core.jit import jit
from duelling.core.protocol import ENDLESS, Duel, choose, update, verdict
from duelling.core.sampling import nth
from duelling.core.states import name_places
from duelling.errors import WrongValue, at_least, chance
from duelling.registry.facts import algorithm

Gamma = Annotated[float, "How far the gaps are from transitive, from 1 on; 1 where they are."]


class BeatTheMean(NamedTuple):
    horizon: int  # T
    scale: float  # c(n) sqrt n
    now: np.ndarray  # |W|; how many arms of W have the smallest n; N; 1 if an arm must leave; the final arm or -1
    span: np.ndarray  # a lower bound on min_W P; an upper bound on max_W P; c*
    # W in ascending order of n; the place of an arm in it, -1 if it has left; n_b; twice v_b, so that a tie counts 1
    arm: np.ndarray
    met: np.ndarray  # [b, b']: n_bb', and twice v_bb'


SIZE, FRONT, ENOUGH, DUE, VERDICT = name_places(BeatTheMean, "now", "size front enough due verdict")
LOW, HIGH, RADIUS = name_places(BeatTheMean, "span", "low high radius")
ORDER, PLACE, N, V = name_places(BeatTheMean, "arm", "order place n v")
DUELS, WINS = name_places(BeatTheMean, "met", "duels wins", axis=-1)


def radius_scale(arms: int, horizon: int, gamma: float) -> float:
    """c(n) sqrt n for regret over T rounds."""
    return (1.0 if gamma == 1 else 3 * gamma**2) * math.sqrt(math.log(2 * horizon * arms))


def enough_duels(arms: int, delta: float, epsilon: float, gamma: float) -> int:
    """N. The right side grows more slowly than N, so the iteration from 1 climbs to the first N where they agree."""
    factor = 36 * gamma**6 / max(epsilon**2, 1e-300)  # where ε² underflows, N is too large in any case
    before, enough = 0, 1
    while enough != before:
        duels = factor * math.log(arms**3 * enough / delta)
        if not duels < ENDLESS:
            given = f"{delta!r}, {epsilon!r} and {gamma!r}"
            raise WrongValue(f"delta, epsilon and gamma must ask for fewer than 2^62 duels of an arm, got {given}")
        before, enough = enough, math.ceil(duels)
    return enough


def _start(arms: int, horizon: int, scale: float, enough: int) -> BeatTheMean:
    return BeatTheMean(
        horizon=int(horizon),
        scale=float(scale),
        now=np.array([arms, arms, enough, 0, -1]),
        span=np.array([0.5, 0.5, 1.0]),
        arm=np.stack([np.arange(arms), np.arange(arms), np.zeros(arms, np.int64), np.zeros(arms, np.int64)]),
        met=np.zeros((arms, arms, 2), np.int64),
    )


def _check_gamma(gamma: float) -> None:
    at_least("gamma", gamma, 1, 1e50)  # so that γ⁶ is finite


def identify(
    arms: int,
    *,
    delta: Wrong = 0.05,
    epsilon: Annotated[float, "How much worse than the best arm the verdict may be."] = 0.1,
    gamma: Gamma = 1.0,
) -> BeatTheMean:
    """Play until one arm is left, or until all arms have been played enough to be at most ``epsilon`` from the best."""
    _check_gamma(gamma)
    chance("delta", delta)
    chance("epsilon", epsilon)
    enough = enough_duels(arms, delta, epsilon, gamma)
    return _start(arms, ENDLESS, 3 * gamma**2 * math.sqrt(math.log(arms**3 * enough / delta)), enough)


@algorithm(
    "btm",
    label="BTM",
    reference="Yue and Joachims 2011, Algorithms 1 and 2",
    source="description",
    growth=0,
    family=("indigo", 0),
    winners=("condorcet", "utility"),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(1) amortised, O(|W|) at most",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    order="O(γ⁷ K ln T / Δmin), with high probability",
    identify=identify,
)
def start(arms: int, horizon: int, *, gamma: Gamma = 1.0) -> BeatTheMean:
    """Arms duel uniform opponents; the worst arm leaves, and the last arm is played until the end."""
    _check_gamma(gamma)
    return _start(arms, horizon, radius_scale(arms, horizon, gamma), ENDLESS)


@jit
def _share(arm, b):
    """P_b."""
    return arm[V, b] / (2 * arm[N, b]) if arm[N, b] > 0 else 0.5


@jit
def _has_share(b, arm, share):
    """Whether b is in W and has this P_b."""
    return arm[PLACE, b] >= 0 and _share(arm, b) == share


@jit
def _scan(now, span, arm):
    """Compute min_W P and max_W P; return whether an arm must leave."""
    low, high = 1.0, 0.0
    for k in range(now[SIZE]):
        p = _share(arm, arm[ORDER, k])
        low, high = min(low, p), max(high, p)
    span[LOW], span[HIGH] = low, high
    return low + span[RADIUS] <= high - span[RADIUS]


@jit
def _commit(now, arm):
    """Commit to the arm of W with the largest P."""
    best = arm[ORDER, 0]
    for k in range(1, now[SIZE]):
        b = arm[ORDER, k]
        p, q = _share(arm, b), _share(arm, best)
        if p > q or (p == q and b < best):
            best = b
    now[VERDICT] = best


@jit
def _front(scale, now, span, arm):
    """Update the number of arms with the smallest n, and c*, after that n has changed. Commit at N duels."""
    least = arm[N, arm[ORDER, 0]]
    front = 1
    while front < now[SIZE] and arm[N, arm[ORDER, front]] == least:
        front += 1
    now[FRONT] = front
    span[RADIUS] = scale / math.sqrt(least) if least > 0 else 1.0
    if least >= now[ENOUGH]:
        _commit(now, arm)


@jit
def _remove(s, skip):
    """Remove from W number ``skip`` of the arms with the smallest P."""
    now, arm = s.now, s.arm
    arms = arm.shape[1]
    r = nth(skip, arms, _has_share, arm, s.span[LOW])
    arm[PLACE, r] = -1
    size = 0
    for b in range(arms):  # insertion sort by n; equal arms stay in their own order
        if arm[PLACE, b] >= 0:
            arm[N, b] -= s.met[b, r, DUELS]
            arm[V, b] -= s.met[b, r, WINS]
            k = size
            while k > 0 and arm[N, arm[ORDER, k - 1]] > arm[N, b]:
                arm[ORDER, k] = arm[ORDER, k - 1]
                k -= 1
            arm[ORDER, k] = b
            size += 1
    for k in range(size):
        arm[PLACE, arm[ORDER, k]] = k
    now[SIZE], now[DUE] = size, 0
    _front(s.scale, now, s.span, arm)
    _scan(now, s.span, arm)
    if size == 1:
        now[VERDICT] = arm[ORDER, 0]


@jit
def _advance(now, arm, b):
    """Count a duel of b and move it behind the arms with its old n. True if no arm has the smallest n any more."""
    low, high = arm[PLACE, b], now[FRONT] - 1
    if low > high:  # b is not among the smallest: its outcome came late
        high = now[SIZE] - 1
        while low < high:
            middle = (low + high + 1) // 2
            if arm[N, arm[ORDER, middle]] == arm[N, b]:
                low = middle
            else:
                high = middle - 1
    else:
        now[FRONT] -= 1
    last, here = arm[ORDER, high], arm[PLACE, b]
    arm[ORDER, here], arm[ORDER, high] = last, b
    arm[PLACE, last], arm[PLACE, b] = here, high
    arm[N, b] += 1
    return now[FRONT] == 0


@jit
def _count(s, b, other, gain):
    """Count a duel of b as first arm; ``gain`` is 2 for a win, 1 for a tie, 0 for a loss. True: an arm may leave."""
    now, span, arm = s.now, s.span, s.arm
    s.met[b, other, DUELS] += 1
    s.met[b, other, WINS] += gain
    arm[V, b] += gain
    if _advance(now, arm, b):
        _front(s.scale, now, span, arm)
    p = _share(arm, b)
    span[LOW], span[HIGH] = min(span[LOW], p), max(span[HIGH], p)
    return span[LOW] + span[RADIUS] <= span[HIGH] - span[RADIUS] and now[VERDICT] < 0


@jit
def _examine(s):
    """Check whether an arm must leave, after the kept range allowed it."""
    if _scan(s.now, s.span, s.arm):
        if s.now[SIZE] == 2:  # no tie is possible, so no random number is needed
            _remove(s, 0)
        else:
            s.now[DUE] = 1


@jit
def _eliminate(s, rng):
    """Remove the worst arm, a random one of several, unless outcomes in the meantime have saved it."""
    s.now[DUE] = 0
    if _scan(s.now, s.span, s.arm):
        ties = 0
        for k in range(s.now[SIZE]):
            if _share(s.arm, s.arm[ORDER, k]) == s.span[LOW]:
                ties += 1
        _remove(s, int(rng.random() * ties) if ties > 1 else 0)


def _choose(s: BeatTheMean, t, rng):
    now, arm = s.now, s.arm
    if now[DUE] == 1:
        _eliminate(s, rng)
    if now[VERDICT] < 0 and t > s.horizon:
        _commit(now, arm)
    b = other = now[VERDICT]
    p_first = p_second = 1.0
    if b < 0:
        p_first, p_second = 1 / now[FRONT], 1 / now[SIZE]
        b = arm[ORDER, int(rng.random() * now[FRONT])]
        other = arm[ORDER, int(rng.random() * now[SIZE])]
        if other == b and _count(s, b, b, 2 if rng.random() < 0.5 else 0):
            _examine(s)
    return Duel(b, other, p_first, p_second)


def _update(s: BeatTheMean, t, duel, outcome):
    """A duel of an arm with itself was counted when it was chosen, with the learner's own coin.

    Late outcomes count as if they were new. Those against an arm that has left are ignored.
    """
    b, other = duel.first, duel.second
    counts = b != other and s.now[VERDICT] < 0 and s.arm[PLACE, b] >= 0 and s.arm[PLACE, other] >= 0
    if counts and _count(s, b, other, 1 + outcome):
        _examine(s)


def _verdict(s: BeatTheMean):
    return s.now[VERDICT]


choose.register(BeatTheMean, _choose)
update.register(BeatTheMean, _update)
verdict.register(BeatTheMean, _verdict)
