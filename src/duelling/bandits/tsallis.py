r"""Tsallis-INF with exponent 1/2: one algorithm for adversarial and for stochastic losses, without a horizon.

    w_i = 4 / (η_t (L_i - x))²  with the x < min L that makes Σ w_i = 1,     I ~ w
    importance weights, η_t = 2/√t:    L_I ← L_I + l / w_I
    reduced variance,   η_t = 4/√t:    L_i ← L_i + b_i  for every i,   L_I ← L_I + (l - b_I) / w_I
                                       with b_i = ½ 1[w_i >= η_t²]

The root is sought in z = η_t (min L - x), which lies in [2, 2√K] at every t. The function h(z) = (Σ w_i)^(-1/2)
increases and is concave (a norm with exponent -2 of an affine map), and linear where one arm has all the weight or
all have the same. So a Newton step for h(z) = 1 never ends above the root, and from below the steps increase
towards it: nothing can fail.

The b_i of an outcome are those of the L at hand when it is told, so that L is a function of the outcomes alone, in the
order of telling. In a loop without delay w is at hand from the draw; of a late outcome it is sought anew. Any b that
does not depend on the drawn arm leaves the estimate without bias.

[1] J. Zimmert and Y. Seldin. Tsallis-INF: an optimal algorithm for stochastic and adversarial bandits. JMLR 22,
    2021.
"""

import math
from typing import Annotated, Literal, NamedTuple

import numpy as np

from duelling.bandits.exp3 import smallest, smallest_other
from duelling.core import theory
from duelling.core.jit import jit
from duelling.core.protocol import chances, learn, pull, seat
from duelling.core.sampling import draw
from duelling.core.states import name_places
from duelling.errors import one_of
from duelling.registry.facts import bandit

CLOSE = 1e-10  # how far Σ w may be from 1; the rest is divided out
NEAR = 1e-5  # Newton's step squares the distance, so after it Σ w is close enough
STEPS = 50  # more than Newton ever needs; ends the search if a loss was not a number


class Tsallis(NamedTuple):
    eta: float  # η_1; η_t = η_1 / √t
    reduced: int  # 1: reduced variance, 0: importance weights
    L: np.ndarray  # L_i, the estimated cumulative loss of arm i
    w: np.ndarray  # w_i, up to their sum, when they were last sought
    root: np.ndarray  # z and Σ w_i of that search; its round t, 0 once L has changed


Z, SUM, SOLVED = name_places(Tsallis, "root", "z sum solved", axis=-1)


@bandit(
    "tsallis",
    label="Tsallis-INF",
    reference="Zimmert and Seldin 2021, Theorem 1",
    source="paper",
    adversarial=True,
    anytime=True,
    cost="O(K)",
    folds=True,
    takes_any_vote=True,
    true_chances=True,
    bound=theory.TSALLIS,
)
def start(
    arms: int,
    horizon: int,
    *,
    estimator: Annotated[
        Literal["iw", "rv"], "How losses are estimated: importance-weighted (iw) or with reduced variance (rv)."
    ] = "iw",
) -> Tsallis:
    """Follow the regularised leader with Tsallis entropy; importance-weighted or reduced-variance loss estimates."""
    reduced = int(one_of("estimator", estimator, ("iw", "rv")) == "rv")
    root = np.array([2 * math.sqrt(arms), 1.0, 0.0])
    return Tsallis(2.0 + 2.0 * reduced, reduced, np.zeros(arms), np.full(arms, 1 / arms), root)


@jit
def sums(L, eta, least, z, w):
    """Fill w for this z; returns Σ w and the sum of its powers 3/2."""
    total, cubes = 0.0, 0.0
    for i in range(L.size):
        root = 2 / (eta * (L[i] - least) + z)
        w[i] = root * root
        total += w[i]
        cubes += w[i] * root
    return total, cubes


@jit
def step(z, total, cubes):
    """Newton's next z."""
    return max(z + 2 * total * (math.sqrt(total) - 1) / cubes, 2.0)


@jit
def solve(L, eta, z, w):
    """Newton's search from z: fills w, and returns the last z with the sum of w."""
    least = smallest(L)
    total = 0.0
    for _ in range(STEPS):
        total, cubes = sums(L, eta, least, z, w)
        if abs(total - 1) < CLOSE:
            break
        z = step(z, total, cubes)
    return z, total


@jit
def solve_soon(L, eta, z, w):
    """As ``solve``, but the last sum is not computed, since it is close enough to 1; returns z."""
    least = smallest(L)
    for _ in range(STEPS):
        total, cubes = sums(L, eta, least, z, w)
        z = step(z, total, cubes)
        if abs(total - 1) < NEAR:
            break
    for i in range(L.size):  # without a sum the processor divides several at once
        root = 2 / (eta * (L[i] - least) + z)
        w[i] = root * root
    return z


def _pull(s: Tsallis, t, rng):
    s.root[Z], s.root[SUM] = solve(s.L, s.eta / math.sqrt(t), s.root[Z], s.w)
    s.root[SOLVED] = t
    i = draw(s.w, s.root[SUM], rng)
    return i, s.w[i] / s.root[SUM]


def _learn(s: Tsallis, t, arm, p, loss):
    solved = s.root[SOLVED] == t
    s.root[SOLVED] = 0  # before the loop: after it this took a tenth of a round
    if s.reduced == 0:
        s.L[arm] += loss / p
    else:
        if not solved:
            s.root[Z], s.root[SUM] = solve_soon(s.L, s.eta / math.sqrt(t), s.root[Z], s.w), 1.0
        least = s.eta * s.eta / t  # η_t²
        for i in range(s.w.size):
            if i != arm and s.w[i] >= least * s.root[SUM]:
                s.L[i] += 0.5
        base = 0.5 if p >= least else 0.0
        s.L[arm] += base + (loss - base) / p


def _chances(s: Tsallis, t, w):
    if s.root[SOLVED] != t:
        s.root[Z], s.root[SUM] = solve(s.L, s.eta / math.sqrt(t), s.root[Z], s.w)
        s.root[SOLVED] = t
    for i in range(w.size):
        w[i] = s.w[i] / s.root[SUM]


def _seat(s: Tsallis, arm):
    s.L[arm] = smallest_other(s.L, arm)
    s.root[SOLVED] = 0


chances.register(Tsallis, _chances)
seat.register(Tsallis, _seat)
pull.register(Tsallis, _pull)
learn.register(Tsallis, _learn)
