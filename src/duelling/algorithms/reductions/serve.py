r"""SERVE + RACE: learn while serving. A bandit against a uniform opponent plays on, and half of the duels race.

    w_i = (1 - μ) q_i + μ 1[i ∈ A]/|A|,     first ~ w,     second uniform on the others

q are the chances of the bandit of ``X+unif``, and A the arms that may still be the Borda winner. Both learn from every
duel. The bandit learns the loss (1 - Y)/2 of the first arm, drawn with the chance w. The evidence of the race counts
each vote with the weight s/π of its pair (``core/evidence/candidates``):

    π_ij = (w_i + w_j)/(K-1),     s = the least π of all pairs that touch A

All chances are known, so the verdict holds at every look as in the race, whatever the bandit does; after it the bandit
plays alone. With μ = ½ the verdict takes little longer than in a race alone, and fewer duels of bad arms are shown.

There are sixteen numbers for each ordered pair, one for each bet: with counts, as in a race, votes could have few
weights, and here each has its own. So it is for hundreds of arms, not for 10^4.

A duel carries the chance of its first arm alone. The others are computed again when its outcome is told, which gives
the same as long as nothing else was told since the draw. A vote that comes later teaches the bandit, and is not
counted as evidence.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.algorithms.race import Within
from duelling.algorithms.reductions.uniform import Uniform
from duelling.algorithms.shared.settings import Settled, Wrong, check_delta
from duelling.core.evidence.candidates import LEFT, VERDICT, Candidates, is_left, start_candidates, tell_candidates
from duelling.core.jit import jit
from duelling.core.protocol import Duel, chances, choose, update, verdict
from duelling.core.sampling import draw, draw_other
from duelling.errors import WrongValue, above, at_least
from duelling.registry.facts import ALGORITHMS, algorithm

Served = Annotated[str, "The algorithm X+unif that plays the rest of the duels."]
Mix = Annotated[float, "The share of duels that race."]
SAME = 1e-9  # chances that differ by less are those of the same state


class Serve(NamedTuple):
    mix: float  # μ
    learner: Uniform  # whose bandit has the chances q
    candidates: Candidates  # A and the evidence
    w: np.ndarray  # w_i, when they were last computed


def _start(arms: int, horizon: int | None, delta: float, within: float, learner: str, mix: float) -> Serve:
    at_least("within", within, 0, 1)
    above("mix", mix, 0, 1)
    found = ALGORITHMS.find(learner)
    if horizon is None and not found.anytime:
        raise WrongValue(f"learner must need no horizon where there is none, got {learner!r}")
    state: Any = found.start(arms, horizon or 1) if found.world == "arms" else None
    if not isinstance(state, Uniform) or type(state.bandit) not in chances.written:
        raise WrongValue(f"learner must be X+unif of a bandit X that tells its chances, got {learner!r}")
    return Serve(float(mix), state, start_candidates(arms, delta, within), np.zeros(arms))


def identify(
    arms: int, *, delta: Wrong = 0.05, within: Within = 0.0, learner: Served = "tsallis+unif", mix: Mix = 0.5
) -> Serve:
    """Play until the Borda winner is known; wrong with chance ``delta`` at most, however often it is checked."""
    return _start(arms, None, check_delta(delta, None), within, learner, mix)


@algorithm(
    "serve+race",
    label="Serve + race",
    reference="the race, mixed with X+UnifK-1 of the thesis",
    family=("black", 2),
    examples=("learner=ucb+unif",),
    winners=("borda",),
    regret="weak",
    adversarial=False,
    anytime=False,
    cost="O(K)",
    folds=True,
    self_duels=False,
    opponent="uniform",
    takes_any_vote=True,
    true_chances=True,
    identify=identify,
)
def start(
    arms: int,
    horizon: int,
    *,
    delta: Settled = None,
    within: Within = 0.0,
    learner: Served = "tsallis+unif",
    mix: Mix = 0.5,
) -> Serve:
    """X+unif mixed with the race for the Borda winner until that is known, then X+unif alone; delta is 1/T."""
    return _start(arms, horizon, check_delta(delta, max(horizon, 2)), within, learner, mix)


@jit
def _mix(w, mix, candidates):
    """Mix the chances of the bandit with those of the race; return the sum."""
    left, total = candidates.now[LEFT], 0.0
    for i in range(w.size):
        w[i] *= 1 - mix
        if is_left(candidates, i):
            w[i] += mix / left
        total += w[i]
    return total


@jit
def _least(w, order, count, without):
    """The first of the arms in the first ``count`` places of the order, but ``without``, with the least w."""
    best = -1
    for p in range(count):
        i = order[p]
        if i != without and (best < 0 or w[i] < w[best]):
            best = i
    return best


def _choose(s: Serve, t, rng):
    if s.candidates.now[VERDICT] >= 0:
        return choose(s.learner, t, rng)
    chances(s.learner.bandit, t, s.w)
    first = draw(s.w, _mix(s.w, s.mix, s.candidates), rng)
    return Duel(first, draw_other(first, s.w.size, rng), s.w[first], 1 / (s.w.size - 1))


def _update(s: Serve, t, duel, outcome):
    c, w, a, b = s.candidates, s.w, duel.first, duel.second
    if c.now[VERDICT] < 0 and a != b:
        chances(s.learner.bandit, t, w)
        _mix(w, s.mix, c)
        if abs(w[a] - duel.p_first) <= SAME * w[a]:
            rarest = _least(w, c.order, c.now[LEFT], -1)
            least = w[rarest] + w[_least(w, c.order, w.size, rarest)]
            inside = w[rarest] + w[_least(w, c.order, c.now[LEFT], rarest)]
            tell_candidates(c, a, b, (1 + outcome) / 2, least / (w[a] + w[b]), least / inside)
    update(s.learner, t, duel, outcome)


def _verdict(s: Serve):
    return s.candidates.now[VERDICT]


choose.register(Serve, _choose)
update.register(Serve, _update)
verdict.register(Serve, _verdict)
