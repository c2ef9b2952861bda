"""Random problems by model; the same seed gives the same problem.

bradley-terry    utilities from a normal distribution under the Bradley-Terry link; any number of arms
hard-condorcet   the Condorcet winner beats every arm by the same small gap, all other pairs are decided more clearly
cyclic           arms on a ring, each beats those that follow: no Condorcet winner
borda-differs    the Condorcet winner wins narrowly, another arm wins clearly against the rest and is the Borda winner

As text: ``random:MODEL,arms=100,seed=3``; the models' other parameters are written in the same way.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import numpy as np

from duelling.errors import above, unknown, whole
from duelling.problems.base import Problem
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.utility import UtilityModel
from duelling.registry.makers import reader
from duelling.registry.parameters import arguments_of, settings
from duelling.seeds import problem_stream

Arms = Annotated[int, "The number of arms."]
Seed = Annotated[int, "The same seed gives the same problem."]


def check_arms(arms: int, least: int, model: str) -> int:
    """Return ``arms``; raise WrongValue unless it is a whole number from ``least`` on."""
    return whole(f"arms of {model}", arms, least)


def _matrix(upper: np.ndarray, places: np.ndarray, name: str) -> PreferenceMatrix:
    """The preference matrix with these entries above the diagonal, its arms put at random places."""
    P = np.triu(upper, 1)
    P += np.tril(1 - P.T, -1) + np.eye(len(P)) / 2
    shuffled = np.empty_like(P)
    shuffled[np.ix_(places, places)] = P
    return PreferenceMatrix(shuffled, name=f"random:{name}")


def bradley_terry(
    arms: Arms, *, spread: Annotated[float, "The standard deviation of the utilities."] = 1.0, seed: Seed = 0
) -> UtilityModel:
    """x_i ~ N(0, spread^2), P_ij = e^{x_i} / (e^{x_i} + e^{x_j})."""
    above("spread", spread, 0, 1e99)  # no draw leaves what utilities may be
    x = spread * problem_stream(seed).standard_normal(check_arms(arms, 2, "bradley-terry"))
    return UtilityModel(x, "bradley-terry", name=f"random:bradley-terry,arms={arms},spread={spread},seed={seed}")


def hard_condorcet(
    arms: Arms,
    *,
    gap: Annotated[float, "The Condorcet winner beats every other arm with chance 1/2 + gap."] = 0.05,
    seed: Seed = 0,
) -> PreferenceMatrix:
    """P_wj = 1/2 + gap for the Condorcet winner w; other pairs have |P_ij - 1/2| in [gap, 1/2], either way round."""
    above("gap", gap, 0, 0.5)
    count, rng = check_arms(arms, 2, "hard-condorcet"), problem_stream(seed)
    upper = 0.5 + rng.choice([-1, 1], (count, count)) * rng.uniform(gap, 0.5, (count, count))
    upper[0] = 0.5 + gap
    return _matrix(upper, rng.permutation(count), f"hard-condorcet,arms={arms},gap={gap},seed={seed}")


def cyclic(arms: Arms, *, seed: Seed = 0) -> PreferenceMatrix:
    """Arms on a ring: each beats the (K-1)/2 that follow it with chances in [0.55, 1], opposite ones either way.

    Each arm loses to the one before it, so there is no Condorcet winner.
    """
    count, rng = check_arms(arms, 3, "cyclic"), problem_stream(seed)
    ahead = np.arange(count)[None] - np.arange(count)[:, None]  # how far j follows i, above the diagonal
    way = np.sign(count - 2 * ahead)
    way[way == 0] = rng.choice([-1, 1], (way == 0).sum())
    upper = 0.5 + way * rng.uniform(0.05, 0.5, (count, count))
    return _matrix(upper, rng.permutation(count), f"cyclic,arms={arms},seed={seed}")


def borda_differs(arms: Arms, *, seed: Seed = 0) -> PreferenceMatrix:
    """The Condorcet winner c wins with chances in [0.51, 0.6], b against the rest in [0.9, 1], others in [0.1, 0.9].

    The sum of P_cj over the others is at most 0.6 (K-1); that of P_bj at least 0.4 + 0.9 (K-2), which is more from
    K = 3 on; that of any other arm at most 0.49 + 0.1 + 0.9 (K-3). So b is the Borda winner.
    """
    count, rng = check_arms(arms, 3, "borda-differs"), problem_stream(seed)
    upper = rng.uniform(0.1, 0.9, (count, count))
    upper[0], upper[1] = rng.uniform(0.51, 0.6, count), rng.uniform(0.9, 1.0, count)
    return _matrix(upper, rng.permutation(count), f"borda-differs,arms={arms},seed={seed}")


MODELS: dict[str, Callable[..., Problem]] = {
    "bradley-terry": bradley_terry,
    "hard-condorcet": hard_condorcet,
    "cyclic": cyclic,
    "borda-differs": borda_differs,
}


@reader(
    "random",
    examples=tuple(f"random:{model}" for model in MODELS),
    parameters={name: each for make in MODELS.values() for name, each in arguments_of(make).items()},
)
def random_problem(text: str, folder: Path) -> Problem:
    """A problem drawn at random, from ``MODEL,arms=100,seed=3``."""
    model, *parts = text.split(",")
    if model not in MODELS:
        raise unknown("random model", model, MODELS)
    example = f"random:{model},arms=10"
    return MODELS[model](**settings(model, parts, arguments_of(MODELS[model]), example))
