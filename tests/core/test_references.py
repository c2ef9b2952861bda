"""References to arrays are counted only in parts that make, keep or return some. Nothing leaks or is freed early."""

import importlib
import sys
from typing import Any, NamedTuple

import numpy as np
import pytest

from duelling.core.jit import entry, inlined, interpreted, jit

pytestmark = pytest.mark.compiled


class Pair(NamedTuple):
    x: np.ndarray
    y: np.ndarray


@jit
def larger(pair, k):
    """Looks at arrays in branches, where numba would count."""
    chosen = pair.x
    if pair.y[k] > pair.x[k]:
        chosen = pair.y
    return chosen[k]


@jit
def swapped_sum(pair, k):
    """Makes a state of arrays that it was given, and takes one apart."""
    other = Pair(pair.y, pair.x)
    x, y = other
    return x[k] - y[k] + larger(other, k)


@jit
def row_sum(table, k):
    row = table[k]
    row[0] += 0.0
    return row[0] + table[k, 1:].size


@inlined
def inner_larger(pair, k):
    return larger(pair, k)


@jit
def drawn(pair, rng, k):
    return pair.x[k] + 0.0 * rng.random()


@entry
def uncounted(pair, table, rng, k):
    return larger(pair, k) + swapped_sum(pair, k) + row_sum(table, k) + inner_larger(pair, k) + drawn(pair, rng, k)


@jit
def made(pair, k):
    fresh = np.zeros(4)
    fresh[0] = pair.x[k]
    return fresh[0]


@jit
def given_back(pair):
    return pair.x


@jit
def sliced(pair):
    return pair.x[1:], pair.y


@jit
def of_another(pair, k):
    """Holds what other parts return."""
    view, _ = sliced(pair)
    return given_back(pair)[k] + view[0]


@jit
def computed(pair, k):
    return (pair.x + pair.y)[k]


@jit
def shifted(pair):
    """The two slices overlap, so numba copies one, which no type shows."""
    pair.y[1:] = pair.y[:-1]
    return pair.y[0]


@jit
def listed(pair, k):
    arrays = [pair.x]
    arrays.append(pair.y)
    return arrays[1][k]


@jit
def each_row(table):
    total = 0.0
    for row in table:
        total += row[0]
    return total


@jit
def refused(x):
    if x < 0:
        raise ValueError("x is below zero", x)
    return x


@entry
def counted(pair, table, k):
    total = made(pair, k) + of_another(pair, k) + computed(pair, k) + shifted(pair) + listed(pair, k)
    return total + each_row(table) + refused(pair.x[k])


def make_pair():
    return Pair(np.array([1.0, 5.0, 3.0]), np.array([4.0, 2.0, 6.0]))


@pytest.fixture(scope="module")
def decided():
    """Which parts count: heard while both kernels are compiled, once for all tests."""
    found: dict[str, bool] = {}
    parts: Any = importlib.import_module("duelling.core.parts")
    asked = parts.must_be_counted

    def listen(state):
        found[state.func_id.func_name] = asked(state)
        return found[state.func_id.func_name]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "must_be_counted", listen)
        uncounted(make_pair(), np.ones((3, 3)), np.random.default_rng(0), 1)
        counted(make_pair(), np.ones((3, 3)), 1)
    return found


@pytest.fixture
def pair(decided):
    return make_pair()


def test_parts_that_only_look_do_not_count(decided):
    looks = {"larger", "swapped_sum", "row_sum", "inner_larger", "shifted"}
    counts = {"made", "given_back", "sliced", "of_another", "computed", "listed", "each_row", "refused"}
    assert {name for name in looks | counts if decided[name]} == counts


def test_what_looks_and_what_makes_give_the_same_as_plain_python(pair):
    table, rng = np.arange(9.0).reshape(3, 3), np.random.default_rng
    for k in range(3):
        same = Pair(pair.x.copy(), pair.y.copy())
        with interpreted():
            looked, made = uncounted(same, table, rng(0), k), counted(same, table, k)
        assert uncounted(pair, table, rng(0), k) == looked
        assert counted(pair, table, k) == made
        np.testing.assert_array_equal(pair.y, same.y)


def test_nothing_leaks_and_nothing_is_freed_early(pair):
    """Kernels give back all memory that they take, and a thousand calls leave the owners of the arrays as they were."""
    runtime: Any = importlib.import_module("numba.core.runtime").rtsys
    importlib.import_module("numba.core.runtime._nrt_python").memsys_enable_stats()
    table, rng = np.ones((3, 3)), np.random.default_rng(0)
    counted(pair, table, 1)
    uncounted(pair, table, rng, 1)
    arrays = (pair.x, pair.y, table)
    owners, before = [sys.getrefcount(each) for each in arrays], runtime.get_allocation_stats()
    for _ in range(1000):
        counted(pair, table, 1)
        uncounted(pair, table, rng, 1)
    after = runtime.get_allocation_stats()
    assert after.alloc - before.alloc == after.free - before.free
    assert after.mi_alloc - before.mi_alloc == after.mi_free - before.mi_free
    assert after.mi_alloc > before.mi_alloc, "the test has nothing to show"
    assert [sys.getrefcount(each) for each in arrays] == owners
