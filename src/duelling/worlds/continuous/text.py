"""Continuous problems by name; the same seed gives the same problem.

As text: ``continuous:UTILITY,body=ball,dimension=5,link=bradley-terry,spread=2,seed=1``. The anchor of quadratic and
distance is drawn uniformly from the body, and that of linear from a normal distribution.
"""

from pathlib import Path
from typing import Annotated

from duelling.core.links import Link
from duelling.errors import unknown
from duelling.problems.random import Seed
from duelling.registry.makers import reader
from duelling.registry.parameters import parameters_of, settings
from duelling.seeds import problem_stream
from duelling.worlds.continuous.bodies import Shape, body_of, uniform_point
from duelling.worlds.continuous.problem import ContinuousProblem
from duelling.worlds.continuous.utilities import FORMS, Form


def draw(
    utility: Form,
    *,
    body: Annotated[Shape, "The shape of the set of points."] = "ball",
    dimension: Annotated[int, "The number of coordinates of a point."] = 5,
    link: Annotated[Link, "How a difference of utilities becomes a chance to win."] = "linear",
    spread: Annotated[float, "The utility of the best point minus that of the worst."] = 1.0,
    seed: Seed = 0,
) -> ContinuousProblem:
    """A problem with a random anchor."""
    space, rng = body_of(body, dimension), problem_stream(seed)
    anchor = rng.standard_normal(dimension) if utility == "linear" else uniform_point(space, rng)
    name = f"continuous:{utility},body={body},dimension={dimension},link={link},spread={spread},seed={seed}"
    return ContinuousProblem(utility, anchor, body, link, spread=spread, name=name)


@reader("continuous", examples=("continuous:",), parameters=parameters_of(draw))
def continuous_problem(text: str, folder: Path) -> ContinuousProblem:
    """A problem with continuous arms, from ``UTILITY,body=ball,dimension=5,seed=1``."""
    utility, *parts = text.split(",")
    if utility not in FORMS:
        raise unknown("utility", utility, FORMS)
    owner = f"continuous:{utility}"
    return draw(utility, **settings(owner, parts, parameters_of(draw), f"{owner},dimension=5"))
