"""Points of bodies, for tests of continuous problems."""

import numpy as np

from duelling.worlds.continuous.problem import ContinuousProblem
from duelling.worlds.continuous.utilities import shortfall


def values(problem, points):
    return np.array([1 - shortfall(problem.v, w) for w in points])


def problem_in(shape, d=3, **settings):
    anchor = np.random.default_rng(d).random(d) / d
    return ContinuousProblem("quadratic", anchor, shape, **settings)
