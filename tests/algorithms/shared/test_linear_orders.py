"""The orders of points: those that some direction has, all of them, found in seconds."""

import itertools

import numpy as np
import pytest
from scipy.optimize import linprog

from duelling.algorithms.shared import linear_orders as module
from duelling.algorithms.shared.linear_orders import linear_orders, most_orders

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("arms", [2, 3, 7, 12])
def test_points_in_general_position_have_all_their_orders(arms):
    points = np.random.default_rng(arms).normal(size=(arms, 2))
    found = linear_orders(points)
    assert len(found) == arms * (arms - 1)
    np.testing.assert_array_equal(np.sort(found, axis=1), np.tile(np.arange(arms), (len(found), 1)))
    reverse = {tuple(order) for order in (arms - 1 - found).tolist()}
    assert reverse == {tuple(order) for order in found.tolist()}  # by -θ


def ranked_so(points, order):
    """Whether some θ ranks the points in this order: a linear programme for the widest gap."""
    gaps = points[list(order[1:])] - points[list(order[:-1])]  # θ·gap must be negative
    d = points.shape[1]
    bounds = [(-1, 1)] * d + [(None, 1)]
    found = linprog([0] * d + [-1], np.column_stack([gaps, np.ones(len(gaps))]), np.zeros(len(gaps)), bounds=bounds)
    return -found.fun > 1e-9


@pytest.mark.slow
@pytest.mark.parametrize(
    "points",
    [
        np.random.default_rng(0).normal(size=(5, 3)),
        np.random.default_rng(1).normal(size=(5, 4)),
        np.random.default_rng(2).normal(size=(4, 1)),
        np.random.default_rng(3).normal(size=(5, 2)) @ np.random.default_rng(4).normal(size=(2, 3)),  # in a plane
        np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]),  # corners of a cube
        np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0], [0, 0, 1e9]]),
    ],
    ids=["space", "four", "line", "plane", "cube", "scales"],
)
def test_the_orders_are_those_that_some_direction_has(points):
    orders = {tuple(np.argsort(place).tolist()) for place in linear_orders(points)}
    scaled = points / abs(points).max(axis=0)
    assert orders == {order for order in itertools.permutations(range(len(points))) if ranked_so(scaled, order)}
    assert len(orders) <= most_orders(*points.shape)


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "count"), [((7, 5), 3600), ((8, 7), 40320)])
def test_many_features_take_seconds(shape, count, monkeypatch):
    """A space is looked at once, however many ways lead to it: seven points are told apart in at most B(7) ways."""
    seen, cells = [], module._cells
    monkeypatch.setattr(module, "_cells", lambda *given: seen.append(1) or cells(*given))
    assert len(linear_orders(np.random.default_rng(0).normal(size=shape))) == count
    assert len(seen) <= 877
