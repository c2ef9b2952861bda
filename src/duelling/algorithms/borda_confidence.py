r"""Uniform pairs until the Borda winner is certain: Borda-Confidence-Bound, and a stopping rule without a horizon.

Both algorithms draw x ≠ y uniformly, so each arm meets a uniform opponent. They commit to the arm whose lower bound on
the score b_i = (1/(K-1)) Σ_{j≠i} P_ij is above the upper bound of every other arm. A tie is half a win.

Borda-Confidence-Bound counts wins of x alone, and divides by its chance 1/K:

    b̃_i = (1/t) Σ K o 1(x = i),     width 2 sqrt((K/t) L),   L = ln(2KT/δ)

A term is at most K and has a variance of at most K. So Bernstein's inequality for martingales gives, with chance 1
- δ for all arms and all t <= T, the width sqrt(2KL/t) + KL/(3t). This is at most the width above from t = KL/3 on.
Until then there is no verdict: with more than 16 L arms a single win would be enough for one. The bound also holds when
preferences change; then b̃_i estimates the mean score so far. While the best arm leads every other arm by Δ in it, there
is a verdict after at most 64KL/Δ² + 1 rounds. This is the fixed gap of [1]. An adversary who lets another arm catch up
after the verdict wins.

Of [1] only the abstract was at hand. The rule follows a published code for it, which does not wait until t = KL/3. The
constants are proved above.

The stopping rule (``borda-stop``) is our own. It counts wins for both arms and has no horizon:

    m_i = wins_i / n_i,     rad_i = sqrt(ln(4K n_i²/δ) / (2 n_i))

By Hoeffding's inequality some bound fails at some time with a chance of at most Σ_i Σ_n δ/(2K n²) < 0.83 δ, if
preferences do not change. So the rule may be checked after every vote. A vote changes the bounds of two arms only. The
state keeps the arm with the largest lower bound and the rival with the largest upper bound; both are searched for again
only if one of them was drawn, which has a chance below 4/K. ``race`` needs a fraction of the votes: it tests
differences of scores, keeps K² numbers for it, and draws fewer pairs. This rule stays as it is, because K intervals are
all that it keeps, and as what the race is compared with.

[1] A. Saha, T. Koren and Y. Mansour. Adversarial dueling bandits. ICML 2021. (Borda-Confidence-Bound)
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.algorithms.shared.savage_bounds import borda_gaps, explore_then_exploit
from duelling.algorithms.shared.settings import Settled, Wrong, check_delta
from duelling.core import losses
from duelling.core.bounds import Bound
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.core.sampling import draw_other
from duelling.core.states import name_places
from duelling.errors import whole
from duelling.registry.facts import algorithm


class BordaConfidence(NamedTuple):
    horizon: int  # T
    log: float  # L
    wins: np.ndarray  # twice the wins of i as first arm, so that a tie counts 1
    now: np.ndarray  # the verdict or -1; the arm with most wins; the arm with second most; t


class BordaStop(NamedTuple):
    log: float  # ln(4K/δ)
    wins: np.ndarray  # twice the wins of i, so that a tie counts 1
    n: np.ndarray  # n_i
    bounds: np.ndarray  # m_i - rad_i and m_i + rad_i
    now: np.ndarray  # the verdict or -1; the arm with the largest lower bound; another with the largest upper bound


VERDICT, LEADER, RIVAL, VOTES = name_places(BordaConfidence, "now", "verdict leader rival votes")
name_places(BordaStop, "now", "verdict leader rival")  # the same numbers
LOWER, UPPER = name_places(BordaStop, "bounds", "lower upper")


def _start(arms: int, horizon: int, delta: float | None) -> BordaConfidence:
    log = math.log(2 * arms * horizon) - math.log(check_delta(delta, horizon))
    return BordaConfidence(int(horizon), log, np.zeros(arms, np.int64), np.array([-1, 0, 1, 0]))


def identify(
    arms: int,
    *,
    delta: Wrong = 0.05,
    horizon: Annotated[int, "How many votes there may be at most; the bounds hold up to then."] = 10**7,
) -> BordaConfidence:
    """Play until the Borda winner is certain, or for ``horizon`` votes; wrong with chance ``delta`` at most."""
    whole("horizon", horizon)
    return _start(arms, horizon, delta)


def _bound(arms: int, horizon: int, preference: Any = None, *, delta: float | None = None) -> float | None:
    if preference is None or not (gap := borda_gaps(preference).min()) > 0:
        return None
    loss = losses.borda(np.asarray(preference, dtype=float))
    log = math.log(2 * arms * horizon / (delta or 1 / horizon))
    rounds = 64 * arms * log / gap**2 + 1
    return explore_then_exploit((loss - loss.min()).mean(), np.array([rounds]), np.ptp(loss), horizon, delta)


FACTS: dict[str, Any] = {
    "winners": ("borda",),
    "regret": "strong",
    "adversarial": False,
    "anytime": False,
}


@algorithm(
    "borda-confidence",
    label="Borda-Confidence-Bound",
    reference="Saha, Koren and Mansour 2021",
    source="description",
    growth=0,
    family=("olive", 3),
    cost="O(1)",
    folds=True,
    self_duels=True,
    opponent="uniform",
    takes_any_vote=True,
    true_chances=True,
    bounds={
        "borda": Bound("(64KL/Δ² + 1) r + δT r_max, Δ the gap of (1/(K-1)) Σ_j P_ij, L = ln(2KT/δ)", _bound, ("delta",))
    },
    identify=identify,
    **FACTS,
)
def start(arms: int, horizon: int, *, delta: Settled = None) -> BordaConfidence:
    """Uniform pairs until one arm is certainly the Borda winner, then that arm; delta is 1/T unless given."""
    return _start(arms, horizon, delta)


def _update(s: BordaConfidence, t, duel, outcome):
    """Wins only grow, so the two arms with most wins can be kept up to date."""
    wins, now, x = s.wins, s.now, duel.first
    if now[VERDICT] < 0 and x != duel.second and now[VOTES] < s.horizon:
        now[VOTES] += 1
        wins[x] += 1 + outcome
        if x != now[LEADER] and wins[x] > wins[now[LEADER]]:
            now[LEADER], now[RIVAL] = x, now[LEADER]
        elif x != now[LEADER] and wins[x] > wins[now[RIVAL]]:
            now[RIVAL] = x
        ahead = (wins[now[LEADER]] - wins[now[RIVAL]]) / 2
        share = now[VOTES] / wins.size  # t/K
        if 3 * share >= s.log and ahead > 4 * math.sqrt(share * s.log):
            now[VERDICT] = now[LEADER]


def _start_stop(arms: int, delta: float) -> BordaStop:
    return BordaStop(
        log=math.log(4 * arms) - math.log(delta),
        wins=np.zeros(arms, np.int64),
        n=np.zeros(arms, np.int64),
        bounds=np.array([[-np.inf] * arms, [np.inf] * arms]),
        now=np.array([-1, 0, 1]),
    )


def identify_stop(arms: int, *, delta: Wrong = 0.05) -> BordaStop:
    """Play until the Borda winner is certain; wrong with chance ``delta`` at most, however often it is checked."""
    return _start_stop(arms, check_delta(delta, None))


@algorithm(
    "borda-stop",
    label="Borda stop",
    reference="a union bound over all counts; pairs as in Saha, Koren and Mansour 2021",
    growth=0,
    family=("olive", 4),
    cost="O(1) on the mean",
    folds=True,
    self_duels=True,
    opponent="uniform",
    takes_any_vote=True,
    true_chances=True,
    identify=identify_stop,
    **FACTS,
)
def start_stop(arms: int, horizon: int, *, delta: Settled = None) -> BordaStop:
    """Uniform pairs that count for both arms, until one is certainly the Borda winner; delta is 1/T unless given."""
    return _start_stop(arms, check_delta(delta, horizon))


@jit
def _measure(s, i, gain):
    """Count one more duel of arm i, with ``gain`` / 2 wins, and compute its bounds."""
    s.n[i] += 1
    s.wins[i] += gain
    mean, rad = s.wins[i] / (2 * s.n[i]), math.sqrt((s.log + 2 * math.log(s.n[i])) / (2 * s.n[i]))
    s.bounds[LOWER, i], s.bounds[UPPER, i] = mean - rad, mean + rad


@jit
def _seek(bounds, now):
    """Find the arm with the largest lower bound, and the largest upper bound of the others."""
    leader = 0
    for i in range(1, bounds.shape[1]):
        if bounds[LOWER, i] > bounds[LOWER, leader]:
            leader = i
    rival = 1 if leader == 0 else 0
    for j in range(bounds.shape[1]):
        if j != leader and bounds[UPPER, j] > bounds[UPPER, rival]:
            rival = j
    now[LEADER], now[RIVAL] = leader, rival


def _update_stop(s: BordaStop, t, duel, outcome):
    now, bounds, x, y = s.now, s.bounds, duel.first, duel.second
    if now[VERDICT] < 0 and x != y:
        leader, rival = now[LEADER], now[RIVAL]
        _measure(s, x, 1 + outcome)
        _measure(s, y, 1 - outcome)
        higher = bounds[LOWER, x] > bounds[LOWER, leader] or bounds[LOWER, y] > bounds[LOWER, leader]
        if higher or x in (leader, rival) or y in (leader, rival):
            _seek(bounds, now)
        else:
            other = x if bounds[UPPER, x] > bounds[UPPER, y] else y
            if bounds[UPPER, other] > bounds[UPPER, rival]:
                now[RIVAL] = other
        if bounds[LOWER, now[LEADER]] > bounds[UPPER, now[RIVAL]]:
            now[VERDICT] = now[LEADER]


def _choose(s: BordaConfidence | BordaStop, t, rng):
    sure, arms = s.now[VERDICT], s.wins.size
    if sure >= 0:
        return Duel(sure, sure, 1.0, 1.0)
    x = int(rng.random() * arms)
    return Duel(x, draw_other(x, arms, rng), 1 / arms, 1 / (arms - 1))


def _verdict(s: BordaConfidence | BordaStop):
    return s.now[VERDICT]


choose.register(BordaConfidence, _choose)
update.register(BordaConfidence, _update)
verdict.register(BordaConfidence, _verdict)
choose.register(BordaStop, _choose)
update.register(BordaStop, _update_stop)
verdict.register(BordaStop, _verdict)
