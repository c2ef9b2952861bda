"""Concave utilities: their range, steepness and best points."""

import itertools
import math

import numpy as np
import pytest

from duelling.worlds.continuous.bodies import SHAPES, body_of, uniform_point
from duelling.worlds.continuous.problem import ContinuousProblem
from duelling.worlds.continuous.utilities import FORMS, shortfall
from tests.helpers.points import values

ALL = list(itertools.product(FORMS, SHAPES))


each = pytest.mark.parametrize(("form", "shape"), ALL)


def cases(form, shape, spread=1.0):
    """Problems with anchors inside the body, outside of it and, where that is allowed, in the middle."""
    rng = np.random.default_rng(7)
    for d in (2, 3, 6):
        for scale in (0.3, 1.0, 4.0):
            yield ContinuousProblem(form, scale * rng.standard_normal(d), shape, spread=spread)
        yield ContinuousProblem(form, uniform_point(body_of(shape, d), rng), shape, spread=spread)
    if form != "linear":
        yield ContinuousProblem(form, np.zeros(3), shape, spread=spread)


def sample(problem, rng, n=200):
    """Points of W, some at its corners."""
    d = problem.body.dimension
    far = {"box": np.sign(rng.standard_normal((n, d))), "simplex": np.eye(d), "ball": rng.standard_normal((n, d))}
    ends = far[problem.shape]
    if problem.shape == "ball":
        ends = ends / np.linalg.norm(ends, axis=1)[:, None]
    return np.vstack([ends, [uniform_point(problem.body, rng) for _ in range(n)]])


@each
def test_utilities_lie_between_one_at_the_best_point_and_the_spread_below_it(form, shape):
    rng = np.random.default_rng(0)
    for problem in cases(form, shape, spread=0.75):
        assert shortfall(problem.v, problem.best) == 0
        v = values(problem, sample(problem, rng))
        assert v.max() <= 1 + 1e-12
        assert v.min() >= 0.25 - 1e-12


@each
def test_the_worst_point_has_the_whole_spread(form, shape):
    """In two dimensions a fine grid of the boundary comes close to it."""
    angle = np.linspace(0, 2 * np.pi, 721)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    edge = {"ball": circle, "box": circle / abs(circle).max(axis=1)[:, None], "simplex": np.eye(2)}[shape]
    for anchor in ([0.3, 0.6], [-0.2, 0.1], [2.0, -1.0]):
        problem = ContinuousProblem(form, anchor, shape)
        assert values(problem, edge).min() == pytest.approx(0, abs=1e-3)


@each
def test_utilities_are_concave_and_as_steep_as_they_say(form, shape):
    rng = np.random.default_rng(1)
    for problem in cases(form, shape):
        points = sample(problem, rng)
        one, two = points, rng.permutation(points)
        v, w = values(problem, one), values(problem, two)
        assert np.all(values(problem, (one + two) / 2) >= (v + w) / 2 - 1e-12)
        rise = problem.given[0].rise
        assert np.all(abs(v - w) <= rise * np.linalg.norm(one - two, axis=1) + 1e-12)


def test_steepness_is_attained():
    """Along the gradient at the steepest place, by hand."""
    linear = ContinuousProblem("linear", [3.0, 4.0])  # v from 0 to 1 along a diameter
    assert linear.given[0].rise == pytest.approx(1 / 2)
    assert ContinuousProblem("linear", [3.0, 1.0], "simplex").given[0].rise == pytest.approx(1 / math.sqrt(2))
    cone = ContinuousProblem("distance", [0.5, 0.0])  # v from 1 to 0 over a distance of 3/2
    assert cone.given[0].rise == pytest.approx(2 / 3)
    bowl = ContinuousProblem("quadratic", [0.5, 0.0])
    assert bowl.given[0].rise == pytest.approx(2 * 1.5 / 1.5**2)


def test_best_points_by_hand():
    for form, anchor, shape, best in (
        ("quadratic", [3.0, 4.0], "ball", [0.6, 0.8]),
        ("distance", [3.0, 0.5], "box", [1.0, 0.5]),
        ("quadratic", [0.9, 0.5], "simplex", [0.7, 0.3]),
        ("linear", [3.0, 4.0], "ball", [0.6, 0.8]),
        ("linear", [-3.0, 4.0], "box", [-1.0, 1.0]),
        ("linear", [3.0, 4.0], "simplex", [0.0, 1.0]),
    ):
        np.testing.assert_allclose(ContinuousProblem(form, anchor, shape).best, best)
