"""Convex bodies W, where the points of a continuous problem lie, with exact Euclidean projections.

    ball      |w| <= 1               centre 0             reach 1
    box       |w_i| <= 1             centre 0             reach sqrt d
    simplex   w_i >= 0, Σ w_i = 1    centre (1/d, ...)    reach sqrt(1 - 1/d)

The reach R is the distance from the centre to the farthest point of W.
"""

import math
from typing import Literal, NamedTuple, get_args

import numpy as np

from duelling.core.jit import jit
from duelling.errors import one_of, whole

Shape = Literal["ball", "box", "simplex"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
BALL, BOX, SIMPLEX = range(3)  # the numbers under which kernels know them
ROUNDING = 1e-9  # how far outside of W a projected point may seem to lie


class Body(NamedTuple):
    """One type for all shapes, so that one loop is compiled for them."""

    shape: int
    dimension: int  # d, of the space around W


def body_of(shape: str, dimension: int) -> Body:
    """The body with this name in d dimensions."""
    one_of("body", shape, SHAPES)
    least = 2 if shape == "simplex" else 1  # or it would be a single point
    return Body(SHAPES.index(shape), whole(f"dimension of a {shape}", dimension, least))


def centre(body: Body) -> np.ndarray:
    """The point of W from which the farthest one is nearest."""
    return np.full(body.dimension, 1 / body.dimension if body.shape == SIMPLEX else 0.0)


def reach(body: Body) -> float:
    """R, the distance from the centre to the farthest point."""
    d = body.dimension
    return (1.0, math.sqrt(d), math.sqrt(1 - 1 / d))[body.shape]


def uniform_point(body: Body, rng: np.random.Generator) -> np.ndarray:
    """A point drawn uniformly from W."""
    d = body.dimension
    if body.shape == BOX:
        return rng.uniform(-1, 1, d)
    if body.shape == SIMPLEX:
        share = rng.standard_exponential(d)
        return np.asarray(share / share.sum())
    direction = rng.standard_normal(d)
    return np.asarray(direction * (rng.random() ** (1 / d) / np.linalg.norm(direction)))


@jit
def project(body, w):
    """Move w to the nearest point of W."""
    if body.shape == BALL:
        square = 0.0
        for i in range(w.size):
            square += w[i] * w[i]
        if square > 1:
            length = math.sqrt(square)
            for i in range(w.size):
                w[i] /= length
    elif body.shape == BOX:
        for i in range(w.size):
            w[i] = min(1.0, max(-1.0, w[i]))
    else:
        top = -np.inf
        for i in range(w.size):
            top = max(top, w[i])
        cut = _threshold(w, top)
        for i in range(w.size):
            w[i] = max(0.0, w[i] - top - cut)


@jit
def _threshold(w, top):
    """The number θ with Σ max(0, w_i - top - θ) = 1 for the largest coordinate ``top``, after Michelot (1986).

    θ makes the coordinates above it sum to 1 when it is taken from each; those that are not above it are dropped, and
    θ is computed again. It only rises, so that d steps are enough, and two or three are common. It cannot be below -1,
    and to measure from the top keeps the sums exact for points that are far away.
    """
    cut, above = -1.0, w.size + 1
    while True:
        total, count = 0.0, 0
        for i in range(w.size):
            if w[i] - top > cut:
                total += w[i] - top
                count += 1
        if count >= above or count == 0:  # rounding could bring one back
            return cut
        cut, above = (total - 1) / count, count


@jit
def inside(body, w):
    """Whether w is a point of W, up to rounding; never if a coordinate is not a number."""
    if w.size != body.dimension:
        return False
    total, square, least, most = 0.0, 0.0, np.inf, -np.inf
    for i in range(w.size):
        total += w[i]
        square += w[i] * w[i]
        least, most = min(least, w[i]), max(most, w[i])
    if body.shape == BALL:
        return square <= 1 + ROUNDING
    if body.shape == BOX:
        return square <= w.size * (1 + ROUNDING) and least >= -1 - ROUNDING and most <= 1 + ROUNDING
    return least >= -ROUNDING and abs(total - 1) <= ROUNDING * w.size
