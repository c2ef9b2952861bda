"""Where a learner is played, by its world: on arms, on arms with contexts that come in turn, or on the points of a box.

The number of arms is the dimension of the box. Arm 0 is the best one; of points the corner where all coordinates are 1.
"""

from typing import Any

import numpy as np

from duelling.core.protocol import Duel, choose
from duelling.registry.choice import Choice, choice
from duelling.worlds.contexts.turns import Turns
from duelling.worlds.continuous.problem import ContinuousProblem

CONTEXTS = 2
STEEP = 8.0  # what a point costs whose coordinates are 0; below 1 it counts as the best


def arms_for(chosen: Choice, arms: int) -> int:
    """``arms``, or fewer if the algorithm cannot handle as many."""
    return min(arms, chosen.algorithm.most_arms or arms)


def fresh(chosen: Choice, arms: int, horizon: int) -> Any:
    """A learner in its initial state."""
    if chosen.algorithm.world == "contexts":
        return Turns(chosen.start(arms, horizon, policies(arms)), CONTEXTS)
    if chosen.algorithm.world == "continuous":
        return chosen.start(0, horizon, *ContinuousProblem("linear", np.ones(arms), body="box").given)
    return chosen.start(arms, horizon)


def stopper(chosen: Choice) -> Any:
    """Three arms, for a verdict that may be wrong with a chance of 1/10, or comes after 500 duels."""
    budget = 500 if chosen.algorithm.budgeted else None
    return choice(chosen.algorithm.name, identify=True, delta=0.1, budget=budget).start(3)


def policies(arms: int) -> np.ndarray:
    """Those that take an arm and the next one by turns, and those that take one arm always; the best comes last."""
    return np.array([[i, (i + step) % arms] for step in (1, 0) for i in reversed(range(arms))])


def cost(arm: Any) -> float:
    """How bad an arm or a point is: less than 1 for the best."""
    return STEEP * (1 - float(arm.mean())) if isinstance(arm, np.ndarray) else float(arm)


def shown(duel: Any) -> tuple[Any, ...]:
    """A duel in plain numbers, to compare it: its pair comes first."""
    if isinstance(duel.first, np.ndarray):
        return tuple(tuple(point.tolist()) for point in duel)
    return int(duel.first), int(duel.second), float(duel.p_first), float(duel.p_second)


def alike(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two duels, as shown, are of the same pair, with the same chances up to rounding."""
    return one == other or np.allclose(np.hstack(one), np.hstack(other), rtol=1e-9, atol=0)  # mostly to the last bit


def another(chosen: Choice, arms: int, t: int, rng: np.random.Generator) -> Any:
    """A duel that the learner did not choose: any pair of arms, or points that another learner of its kind chose.

    Arms have by turns the chances of a uniform pair, and the chance 1.
    """
    if chosen.algorithm.world == "continuous":
        return choose(fresh(chosen, arms, 100), t, rng)
    first, second = (int(rng.random() * arms) for _ in range(2))
    return Duel(first, second, *((1.0, 1.0) if t % 2 else (1 / arms, 1 / arms)))
