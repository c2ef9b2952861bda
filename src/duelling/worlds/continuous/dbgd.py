r"""DBGD, Duelling Bandit Gradient Descent: a step towards a random point nearby, whenever that point wins.

    u_t uniform on the unit sphere,    w'_t = Π_W(w_t + δ u_t),    duel (w_t, w'_t)
    if w'_t won:                       w_{t+1} = Π_W(w_t + γ u_t)

With X = 1 if w'_t won, (d/δ) E[X u_t] is the gradient of the chance to beat w_t, smoothed over a ball of radius δ: this
is gradient ascent with the rate γδ/d, from one bit a round. The step is along u_t, not along w'_t - w_t. An outcome of
0, which comes when the projection brings w'_t back to w_t, counts as not won.

With W in a ball of radius R around w_1, chances that are L-Lipschitz in their points, L = L_v L_σ, and an L_2-Lipschitz
slope of the link, [1] proves with

    γ = R / sqrt T,    δ = sqrt(2Rd / (13L)) / T^{1/4}
    E Σ_t ε(w*, w_t) + ε(w*, w'_t) <= 2 λ T^{3/4} sqrt(26 R d L),    λ = 1 / (1 - δ L_v L_2 / L_σ)

while the denominator is positive; λ = 1 for the linear link. The theorem is followed as it is quoted, since the proof
was not at hand; its constants can be found again. For the gradients g_t of the smoothed chances, ascent gives
Σ_t E g_t·(w* - w_t) <= R d sqrt T / δ. Where the ball of radius δ around w_t lies in W, concavity gives
ε(w*, w_t) <= λ g_t·(w* - w_t) + (1 + λ) δL. Twice that, and δL more for the second point, sums to at most
λ (2 R d sqrt T / δ + 5 δLT); [1] has 13 for 5, and its δ is the best one for 13. What stays open here is the boundary,
where the projection hides a part of the gradient: in many dimensions almost all of it at a corner of the simplex.

[1] Y. Yue and T. Joachims. Interactively optimizing information retrieval systems as a dueling bandits problem. ICML
    2009. Algorithm 1 and its theorem.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.core.bounds import Bound
from duelling.core.protocol import choose, update
from duelling.errors import above
from duelling.registry.facts import algorithm
from duelling.worlds.continuous.bodies import Body, centre, project, reach
from duelling.worlds.continuous.problem import Space

TINY = 1e-300  # a direction shorter than this is none


class PointDuel(NamedTuple):
    """Two points to compare. They belong to the duel alone: it may be decided late."""

    first: np.ndarray  # w_t
    second: np.ndarray  # w'_t
    direction: np.ndarray  # u_t


class Dbgd(NamedTuple):
    body: Body  # W
    delta: float  # δ, how far the other point is
    gamma: float  # γ, how far a step goes
    w: np.ndarray  # w_t


def theory_rates(space: Space, horizon: int) -> tuple[float, float]:
    """δ and γ of the theorem."""
    R, d, L = reach(space.body), space.body.dimension, space.rise * space.slope
    return math.sqrt(2 * R * d / (13 * L)) / horizon**0.25, R / math.sqrt(horizon)


def _bound(dimension: int, horizon: int, given: Space | None = None) -> float | None:
    if given is None:
        return None
    R, L = reach(given.body), given.rise * given.slope
    bent = theory_rates(given, horizon)[0] * given.rise * given.bend / given.slope
    if bent >= 1:
        return None
    return float(horizon**0.75 * math.sqrt(26 * R * given.body.dimension * L) / (1 - bent))


@algorithm(
    "dbgd",
    label="DBGD",
    reference="Yue and Joachims 2009, Algorithm 1",
    source="description",
    growth=0,
    family=("orange", 3),
    winners=("condorcet", "utility"),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(d)",
    bounds={"condorcet": Bound("λ T^{3/4} √(26RdL), λ = 1/(1 - δ L_v L_2/L_σ), δ = √(2Rd/(13L)) / T^{1/4}", _bound)},
    folds=True,
    self_duels=True,
    takes_any_vote=True,
    world="continuous",
)
def start(
    space: Space,
    horizon: int,
    *,
    delta: Annotated[
        float | None, "How far from the present point the second one lies; the theorem's distance unless given."
    ] = None,
    gamma: Annotated[float | None, "How long a step is; the theorem's length unless given."] = None,
) -> Dbgd:
    """From the centre, a step ``gamma`` towards a random point at distance ``delta`` whenever that wins."""
    best_delta, best_gamma = theory_rates(space, horizon)
    delta, gamma = best_delta if delta is None else delta, best_gamma if gamma is None else gamma
    for name, value in (("delta", delta), ("gamma", gamma)):
        above(name, value, 0, 1e100)  # so that squares are finite
    return Dbgd(space.body, float(delta), float(gamma), centre(space.body))


def _choose(s: Dbgd, t, rng):
    d = s.w.size
    first, second, direction = np.empty(d), np.empty(d), np.empty(d)
    square = 0.0
    for i in range(d):
        direction[i] = rng.standard_normal()
        square += direction[i] * direction[i]
    length = max(math.sqrt(square), TINY)
    for i in range(d):
        direction[i] /= length
        first[i] = s.w[i]
        second[i] = s.w[i] + s.delta * direction[i]
    project(s.body, second)
    return PointDuel(first, second, direction)


def _update(s: Dbgd, t, duel, outcome):
    if outcome < 0:
        for i in range(s.w.size):
            s.w[i] += s.gamma * duel.direction[i]
        project(s.body, s.w)


choose.register(Dbgd, _choose)
update.register(Dbgd, _update)
