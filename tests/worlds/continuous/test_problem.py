"""Continuous problems: utilities with their ends and slopes, duels by the link, losses, names."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.core.links import LINKS, bend, link_code, prefer, slope
from duelling.core.protocol import charge, decide
from duelling.errors import InputError
from duelling.worlds.continuous.problem import ContinuousProblem
from tests.helpers.points import values


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
