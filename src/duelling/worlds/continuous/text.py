"""Continuous problems by name; the same seed gives the same problem.

As text: ``continuous:UTILITY,body=ball,dimension=5,link=bradley-terry,spread=2,seed=1``. The anchor of quadratic and
distance is drawn uniformly from the body, and that of linear from a normal distribution.
"""

from pathlib import Path

from duelling.core.links import Link
from duelling.errors import unknown
from duelling.registry.makers import reader
from duelling.registry.parameters import parameters_of, settings
from duelling.seeds import problem_stream
from duelling.worlds.continuous.bodies import Shape, body_of, uniform_point
from duelling.worlds.continuous.problem import ContinuousProblem
from duelling.worlds.continuous.utilities import FORMS, Form


def draw(
    utility: Form,
    *,
    body: Shape = "ball",
    dimension: int = 5,
    link: Link = "linear",
    spread: float = 1.0,
    seed: int = 0,
) -> ContinuousProblem:
    """A problem with a random anchor."""
    space, rng = body_of(body, dimension), problem_stream(seed)
    anchor = rng.standard_normal(dimension) if utility == "linear" else uniform_point(space, rng)
    name = f"continuous:{utility},body={body},dimension={dimension},link={link},spread={spread},seed={seed}"
    return ContinuousProblem(utility, anchor, body, link, spread=spread, name=name)


@reader("continuous", examples=("continuous:",))
def continuous_problem(text: str, folder: Path) -> ContinuousProblem:
    """Read ``UTILITY,body=ball,dimension=5,seed=1``."""
    utility, *parts = text.split(",")
    if utility not in FORMS:
        raise unknown("utility", utility, FORMS)
    owner = f"continuous:{utility}"
    return draw(utility, **settings(owner, parts, parameters_of(draw), f"{owner},dimension=5"))
