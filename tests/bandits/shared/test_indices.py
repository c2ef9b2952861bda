"""The arm with the largest index: once each at first, fair ties, and indices that are surely below the best."""

import math

import numpy as np
import pytest

from duelling.bandits.shared.indices import COUNT, MEAN, chances_of_largest, count_gain, pull_largest, start_table
from duelling.core.jit import entry, jit

pytestmark = pytest.mark.edges


@jit
def mean_or_less(i, best, table, worth):
    """The mean; 0 for those that are below the best, as a search that gives up would say."""
    mean = table[MEAN, 1 + i] * worth
    return 0.0 if mean < best else mean


@entry
def pulled(table, rng, worth):
    """A kernel knows which index it uses: Python cannot hand it one."""
    return pull_largest(table, rng, mean_or_less, worth)


@entry
def fill(w, table, worth):
    chances_of_largest(w, table, mean_or_less, worth)


def table_of(*gains):
    table = start_table(len(gains))
    for i, each in enumerate(gains):
        for gain in each:
            count_gain(table, i, 1 - gain)
    return table


def test_an_arm_without_a_pull_comes_first():
    table = table_of([1.0], [], [0.0])
    assert pulled(table, np.random.default_rng(0), 1.0) == (1, 1.0)
    assert table[COUNT].tolist() == [2, 1, 0, 1]


def test_equals_have_equal_chances_and_others_none():
    table = table_of([0.0], [1.0, 0.5], [0.75], [0.5, 1.0, 0.75], [0.7])
    rng, seen, w = np.random.default_rng(0), np.zeros(5), np.ones(5)
    for _ in range(3000):
        i, p = pulled(table, rng, 2.0)
        assert p == 1 / 3
        seen[i] += 1
    assert seen[[0, 4]].sum() == 0
    assert np.abs(seen[1:4] - 1000).max() < 4.5 * math.sqrt(3000 * 2 / 9)
    fill(w, table, 2.0)
    np.testing.assert_allclose(w, [0, 1 / 3, 1 / 3, 1 / 3, 0])


def test_gains_that_are_not_numbers_still_give_an_arm():
    table = table_of([math.nan], [math.nan])
    assert pulled(table, np.random.default_rng(0), 1.0) == (0, 1.0)
