"""Continuous problems: utilities with their ends and slopes, duels by the link, losses, names."""

import itertools
import math

import numpy as np
import pytest

import duelling as du
from duelling.core.links import LINKS, bend, link_code, prefer, slope
from duelling.core.protocol import charge, decide
from duelling.errors import InputError
from duelling.worlds.continuous.bodies import SHAPES, body_of, uniform_point
from duelling.worlds.continuous.problem import ContinuousProblem
from duelling.worlds.continuous.utilities import FORMS, shortfall

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


def values(problem, points):
    return np.array([1 - shortfall(problem.v, w) for w in points])


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


@pytest.mark.parametrize("link", LINKS)
def test_slope_and_bend_are_the_derivatives_of_the_link(link):
    code, step = link_code(link), 1e-5
    gaps = np.linspace(-4, 4, 161) if link != "linear" else np.linspace(-0.9, 0.9, 19)
    for gap in gaps:
        rise = (prefer(code, gap + step) - prefer(code, gap - step)) / (2 * step)
        assert slope(code, gap) == pytest.approx(rise, abs=1e-8)
        assert slope(code, gap) <= slope(code, 0.0)
    curves = [(slope(code, gap + step) - slope(code, gap - step)) / (2 * step) for gap in gaps]
    assert max(map(abs, curves)) == pytest.approx(bend(code), abs=1e-4)


@pytest.mark.edges
@pytest.mark.parametrize("link", LINKS)
def test_duels_follow_the_link_and_losses_are_zero_at_the_best_point(link):
    problem = ContinuousProblem("quadratic", [0.4, -0.2], link=link)
    state, losses = problem.start(10), problem.losses(["condorcet", "utility"], 10)
    w, z, rng, n = np.array([0.3, 0.1]), np.array([-0.5, 0.6]), np.random.default_rng(0), 3000
    gap = values(problem, [w])[0] - values(problem, [z])[0]
    chance = prefer(link_code(link), gap)
    won = sum(decide(state, t, w, z, rng) == 1 for t in range(n))
    assert abs(won - n * chance) < 4.5 * math.sqrt(n * chance * (1 - chance))
    assert {decide(state, t, w, z, rng) for t in range(50)} == {-1, 1}
    assert decide(state, 1, w, w.copy(), rng) == 0
    for concept in (0, 1):
        assert charge(losses, 1, problem.best, concept) == 0
    short = 1 - values(problem, [z])[0]
    assert charge(losses, 1, z, 1) == pytest.approx(short)
    assert charge(losses, 1, z, 0) == pytest.approx(prefer(link_code(link), short) - 0.5)
    if link == "linear":
        assert charge(losses, 1, z, 0) == pytest.approx(charge(losses, 1, z, 1) / 2)


def test_problems_are_found_by_name_and_named_by_what_they_are():
    text = "continuous:distance,body=simplex,dimension=4,link=probit,spread=3.0,seed=2"
    problem = du.problem(text)
    assert problem.name == text
    assert problem.describe() == du.problem(text).describe()
    assert problem.describe()["sha256"] != du.problem(text.replace("seed=2", "seed=3")).describe()["sha256"]
    assert (problem.shape, problem.body.dimension, problem.link, problem.spread) == ("simplex", 4, "probit", 3.0)
    assert "4 dimensions" in repr(problem)
    fine = du.problem("continuous:linear,spread=0.123456789")
    assert du.problem(fine.name).describe() == fine.describe()
    plain = du.problem("continuous:linear")
    assert (plain.shape, plain.body.dimension, plain.link, plain.spread) == ("ball", 5, "linear", 1.0)
    assert (
        du.ContinuousProblem("quadratic", [0.1, 0.2]).name == "continuous:quadratic,body=ball,dimension=2,link=linear"
    )
    anchor = np.array([0.1, 0.2])
    mine = du.ContinuousProblem("quadratic", anchor)
    anchor[0] = 5
    assert mine.v.anchor[0] == 0.1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ContinuousProblem("cubic", [1.0]), "utility must be one of quadratic, distance, linear, got 'cubic'"),
        (lambda: ContinuousProblem("linear", [0.0, 0.0]), "anchor must make some points better than others"),
        (lambda: ContinuousProblem("linear", [1.0, 1.0], "simplex"), "anchor must make some points better"),
        (lambda: ContinuousProblem("linear", [[1.0]]), "anchor must be a vector of finite numbers"),
        (lambda: ContinuousProblem("linear", [1.0, np.nan]), "anchor must be a vector of finite numbers"),
        (lambda: ContinuousProblem("linear", ["a"]), "anchor must be an array of numbers"),
        (lambda: ContinuousProblem("linear", [1.0], spread=2), "spread must be above 0 and at most 1 with a linear"),
        (lambda: ContinuousProblem("linear", [1.0], spread=5e-324), "spread must be at least 1e-100, got 5e-324"),
        (lambda: ContinuousProblem("linear", [1.0], link="probit", spread=0), "spread must be above 0 and at most 100"),
        (lambda: ContinuousProblem("linear", [1.0], link="logit"), "link must be one of"),
        (lambda: du.problem("continuous:cubic"), "there is no utility 'cubic'"),
        (lambda: du.problem("continuous:linear,body=cube"), "body of continuous:linear must be one of"),
        (lambda: du.problem("continuous:linear,size=3"), "parameter of continuous:linear 'size'"),
        (lambda: du.problem("continuous:linear,dimension=0"), "dimension of a ball must be a whole number from 1"),
        (lambda: du.problem("continuous:linear").losses(["borda"], 9), "winner must be one of utility, condorcet for"),
        (
            lambda: du.exact_sequence(du.problem("continuous:linear")),
            "has no preference matrix: its arms are the points",
        ),
    ],
)
def test_bad_problems_say_what_to_change(make, message):
    with pytest.raises(InputError, match=message):
        make()
