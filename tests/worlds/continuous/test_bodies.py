"""Bodies: projections are the nearest points, and what lies inside is told from what does not."""

import numpy as np
import pytest

from duelling.errors import InputError
from duelling.worlds.continuous.bodies import SHAPES, body_of, centre, inside, project, reach, uniform_point
from tests.naive import continuous as naive

pytestmark = pytest.mark.edges
each = pytest.mark.parametrize("shape", SHAPES)
DIMENSIONS = {"ball": (1, 2, 5, 40), "box": (1, 2, 5, 40), "simplex": (2, 3, 5, 40)}


def points(shape, seed=0):
    """Bodies, with points in and around them: near, far, on the boundary, and the centre."""
    rng = np.random.default_rng(seed)
    for d in DIMENSIONS[shape]:
        body = body_of(shape, d)
        yield body, centre(body)
        for scale in (0.1, 1.0, 3.0, 1e6):
            for _ in range(10):
                yield body, scale * rng.standard_normal(d)
                yield body, centre(body) + scale * rng.integers(-1, 2, d)


def corners(body):
    """Points of W whose convex hull it is, or enough of them."""
    d = body.dimension
    if SHAPES[body.shape] == "simplex":
        return np.eye(d)
    rng = np.random.default_rng(1)
    signs = rng.choice([-1.0, 1.0], (50, d))
    return signs if SHAPES[body.shape] == "box" else signs / np.sqrt(d)


@each
def test_a_projection_is_the_nearest_point(shape):
    """p is nearest to w in a convex W exactly if (w - p)·(z - p) <= 0 for all z in W."""
    rng = np.random.default_rng(3)
    for body, w in points(shape):
        p = w.copy()
        project(body, p)
        assert inside(body, p)
        np.testing.assert_allclose(p, naive.project(shape, w), atol=1e-9 * max(1, abs(w).max()))
        others = np.vstack([corners(body), [uniform_point(body, rng) for _ in range(10)]])
        assert ((others - p) @ (w - p)).max() <= 1e-9 * max(1, abs(w).max() ** 2)


@each
def test_points_of_the_body_stay_where_they_are(shape):
    rng = np.random.default_rng(4)
    for d in DIMENSIONS[shape]:
        body = body_of(shape, d)
        for w in [centre(body), *corners(body), *(uniform_point(body, rng) for _ in range(20))]:
            assert inside(body, w)
            p = w.copy()
            project(body, p)
            np.testing.assert_allclose(p, w, atol=1e-15 * d)


def test_projections_by_hand():
    for shape, w, p in (
        ("ball", [3, 4], [0.6, 0.8]),
        ("box", [3, -0.5], [1, -0.5]),
        ("simplex", [0.9, 0.5], [0.7, 0.3]),
        ("simplex", [2, 0.5, 0.5], [1, 0, 0]),
        ("simplex", [0.5, 0.4, -1], [0.55, 0.45, 0]),
    ):
        v = np.array(w, dtype=float)
        project(body_of(shape, len(w)), v)
        np.testing.assert_allclose(v, p, atol=1e-15)


@each
def test_what_is_not_a_point_of_the_body_is_not_inside(shape):
    body = body_of(shape, 4)
    for outside in (centre(body) + 1.0001, centre(body) - [1.0001, 0, 0, 0], np.full(4, np.nan), np.full(4, np.inf)):
        assert not inside(body, outside)
    assert not inside(body, np.array([0.5, 0.5]))
    assert not inside(body, np.array([0.25, np.nan, 0.25, 0.25]))


def test_almost_on_the_simplex_is_not_on_it():
    assert not inside(body_of("simplex", 3), np.array([0.3, 0.3, 0.3]))
    assert not inside(body_of("simplex", 3), np.array([0.6, 0.6, -0.2]))


@each
def test_projecting_what_is_no_number_ends(shape):
    for bad in ([np.nan] * 3, [np.inf, 0, 0], [-np.inf] * 3, [1e300, -1e300, 1e300]):
        w = np.array(bad, dtype=float)
        with np.errstate(all="ignore"):
            project(body_of(shape, 3), w)


@each
def test_reach_is_the_distance_to_the_farthest_point(shape):
    for d in DIMENSIONS[shape]:
        body = body_of(shape, d)
        far = np.linalg.norm(corners(body) - centre(body), axis=1)
        assert far.max() == pytest.approx(reach(body))


@each
def test_uniform_points_have_the_mean_and_the_spread_of_the_body(shape):
    """E|w - centre|² is d/(d+2) for the ball, d/3 for the box, (d-1)/(d(d+1)) for the simplex."""
    d, n, rng = 4, 3000, np.random.default_rng(5)
    body = body_of(shape, d)
    away = np.array([uniform_point(body, rng) for _ in range(n)]) - centre(body)
    assert abs(away.mean(axis=0)).max() < 4.5 * away.std() / np.sqrt(n)
    square = (away**2).sum(axis=1)
    law = {"ball": d / (d + 2), "box": d / 3, "simplex": (d - 1) / (d * (d + 1))}[shape]
    assert abs(square.mean() - law) < 4.5 * square.std() / np.sqrt(n)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("cube", 3), "body must be one of ball, box, simplex, got 'cube'"),
        (("ball", 0), "dimension of a ball must be a whole number from 1 on, got 0"),
        (("simplex", 1), "dimension of a simplex must be a whole number from 2 on, got 1"),
        (("box", 2.5), "dimension of a box must be a whole number from 1 on, got 2.5"),
    ],
)
def test_bad_bodies_say_what_to_change(arguments, message):
    with pytest.raises(InputError, match=message):
        body_of(*arguments)
