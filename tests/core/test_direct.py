"""Parts call stand-ins for min, max, int and rng.random(), with the results of the originals."""

import importlib
import math
from typing import Any

import numpy as np
import pytest

from duelling.core.jit import borrowed, entry, jit, loop

pytestmark = pytest.mark.compiled
NUMBERS = (0, -3, 7, 2.5, -0.0, 0.0, math.inf, -math.inf, math.nan, 2**62, 2.0**53)


@jit
def both_ends(x, y):
    return min(x, y), max(x, y)


@entry
def ends(x, y):
    return both_ends(x, y)


def same(x: Any, y: Any) -> bool:
    return type(x) is type(y) and (
        math.isnan(x) if math.isnan(y) else x == y and math.copysign(1, x) == math.copysign(1, y)
    )


@pytest.mark.parametrize("y", NUMBERS)
@pytest.mark.parametrize("x", NUMBERS)
def test_the_smaller_and_the_larger_are_those_of_python(x, y):
    """Also the first of two that are equal, and what it makes of numbers that are none; a mixed pair becomes real."""
    kind = float if isinstance(x, float) or isinstance(y, float) else int
    for found, wanted in zip(ends(x, y), (min(x, y), max(x, y)), strict=True):
        assert same(found, kind(wanted))


@jit
def whole_parts(x):
    return int(x), int(-x)


@entry
def wholes(x):
    return whole_parts(x)


@pytest.mark.parametrize("x", [0.0, 0.99, 1.0, 7.5, 2.0**53, 3, 2**40])
def test_whole_parts_are_those_of_python(x):
    assert wholes(x) == (int(x), int(-x))


@jit
def others(x, y, z):
    """What has no stand-in of its own: other types, three numbers, a tuple."""
    made = np.zeros(2)
    made[0] = int(x > y)
    pair = (x, y)
    return (
        min(x, y, z),
        max((x, y, z)),
        min(*pair),
        made[0],
        max(np.float32(x), np.float32(y)),
        min(np.uint8(3), np.uint8(2)),
    )


@entry
def of_others(x, y, z):
    return others(x, y, z)


def test_all_else_is_what_numba_makes_of_it():
    assert of_others(3.0, 1.5, 2) == others(3.0, 1.5, 2) == (1.5, 3.0, 1.5, 1, 3.0, 2)


@jit
def some_draws(rng):
    draw, size = rng.random, (2,)
    return rng.random(*size)[0] + rng.random() + draw() + rng.random(2)[1] + rng.random(size=3).sum()


@loop
def inline_draws(rng, n):
    rng, total = borrowed(rng), 0.0
    for _ in range(n):
        total += some_draws(rng)
    return total


@entry
def numpys_draws(rng, n):
    total = 0.0
    for _ in range(n):
        total += some_draws(rng)
    return total


def test_draws_are_those_of_numpy_and_leave_its_stream_where_it_would_be():
    rngs = [np.random.default_rng(3) for _ in range(3)]
    found = [call(rng, 50) for call, rng in zip((inline_draws, numpys_draws, numpys_draws.py_func), rngs, strict=True)]
    assert found[0] == found[1] == pytest.approx(found[2], rel=1e-14)
    assert len({rng.random() for rng in rngs}) == 1


@entry
def legacy(n):
    total = 0.0
    for _ in range(n):
        total += old_draw()
    return total


@jit
def old_draw():
    return np.random.random()  # noqa: NPY002


def test_a_method_of_that_name_of_something_else_is_left_to_numba():
    assert 0.0 < legacy(10) < 10.0


def test_no_function_is_compiled_for_them(monkeypatch):
    """Numba would make one for each, with each combination of types."""
    lowering: Any = importlib.import_module("numba.core.typed_passes").BaseNativeLowering
    real, lowered = lowering.run_pass, []

    def listen(self, state):
        lowered.append(state.func_id.func_name)
        return real(self, state)

    monkeypatch.setattr(lowering, "run_pass", listen)

    def inner(x, y, rng):
        return min(x, y) + max(x, 1) + int(y) + rng.random()

    part = jit(inner)

    def outer(x, y, rng):
        return part(x, y, borrowed(rng))

    entry(outer)(2.5, 3, np.random.default_rng(0))
    assert sorted(lowered) == ["inner", "outer"], "numba has changed: mend core/direct.py"
