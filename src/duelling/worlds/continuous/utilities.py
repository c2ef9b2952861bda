r"""Concave utilities v on a body W, with their best point known exactly.

    quadratic   g(w) = |w - c|²     best point Π_W(c)
    distance    g(w) = |w - c|      best point Π_W(c)
    linear      g(w) = -a·w         best point a/|a| on the ball, sign(a) on the box, a corner of the simplex

    v(w) = 1 - s (g(w) - min g) / (max g - min g)

So v is 1 at the best point and 1 - s at the worst, where s is the spread; with the spread 1 it lies in [0, 1]. Both
ends of g over W are computed exactly. The quadratic is strictly concave, as DBGD's theorem asks; the other two are not:
the distance is a cone around c, and the linear utility does not bend at all.
"""

import math
from typing import Literal, NamedTuple, get_args

import numpy as np

from duelling.core.jit import jit
from duelling.errors import WrongValue
from duelling.worlds.continuous.bodies import BALL, BOX, SIMPLEX, Body, project

Form = Literal["quadratic", "distance", "linear"]
FORMS: tuple[Form, ...] = get_args(Form)
QUADRATIC_FORM, DISTANCE_FORM, LINEAR_FORM = range(3)  # the numbers under which kernels know them


class Utility(NamedTuple):
    form: int
    anchor: np.ndarray  # c, or a
    scale: float  # s / (max g - min g)
    least: float  # min g


@jit
def height(form, anchor, w):
    """g(w)."""
    total = 0.0
    if form == LINEAR_FORM:
        for i in range(w.size):
            total -= anchor[i] * w[i]
        return total
    for i in range(w.size):
        total += (w[i] - anchor[i]) ** 2
    return total if form == QUADRATIC_FORM else math.sqrt(total)


@jit
def shortfall(v, w):
    """v(w*) - v(w), exactly 0 at the best point."""
    return v.scale * (height(v.form, v.anchor, w) - v.least)


def best_point(form: int, anchor: np.ndarray, body: Body) -> np.ndarray:
    """w*, where v is largest."""
    w = anchor.copy()
    if form != LINEAR_FORM:
        project(body, w)
        return w
    return _farthest(body, w)


def _farthest(body: Body, a: np.ndarray) -> np.ndarray:
    """The point of W that is farthest in the direction a."""
    if body.shape == BALL:
        return a / (np.linalg.norm(a) or 1.0)
    if body.shape == BOX:
        return np.where(a < 0, -1.0, 1.0)
    return np.asarray(np.eye(1, len(a), int(a.argmax()))[0])


def _worst_point(form: int, anchor: np.ndarray, body: Body) -> np.ndarray:
    """Where g, which is convex, is largest: opposite to c, or to a."""
    if form == LINEAR_FORM or body.shape == SIMPLEX or anchor.any():  # |e_i - c|² = 1 + |c|² - 2 c_i for a corner e_i
        return _farthest(body, -anchor)
    return _farthest(body, np.ones_like(anchor))


def utility_of(form: str, anchor: np.ndarray, body: Body, spread: float) -> Utility:
    """The utility with this name; ``anchor`` is c, or a."""
    code = FORMS.index(form)
    low = height(code, anchor, best_point(code, anchor, body))
    high = height(code, anchor, _worst_point(code, anchor, body))
    if not high > low:
        raise WrongValue(f"anchor must make some points better than others, got {anchor.tolist()!r:.60}")
    return Utility(code, anchor, spread / (high - low), low)


def steepness(v: Utility, body: Body) -> float:
    """L_v: |v(w) - v(w')| <= L_v |w - w'| in W."""
    if v.form == DISTANCE_FORM:
        return v.scale
    if v.form == LINEAR_FORM:
        along = v.anchor - v.anchor.mean() if body.shape == SIMPLEX else v.anchor  # the rest is constant on W
        return v.scale * float(np.linalg.norm(along))
    return 2 * v.scale * float(np.linalg.norm(_worst_point(v.form, v.anchor, body) - v.anchor))
