"""Ratios, variations and turning points, with their intervals."""

import math

import numpy as np
import pytest

from duelling.thesis.claims import statistics
from duelling.thesis.claims.verdicts import Reading, weigh
from tests.helpers.claims import noise

pytestmark = pytest.mark.plain


def test_a_ratio_is_decided_by_the_differences_of_its_runs():
    """The ends of the interval are the multiples at which the paired differences begin to have 0 in theirs."""
    rng = np.random.default_rng(0)
    y = 10 + rng.standard_normal(20)
    x = 0.4 * y + 0.1 * rng.standard_normal(20)
    found = statistics.ratio(x, y, 0.99)
    assert found.low < found.value < found.high
    for q in found[1:]:
        assert min(map(abs, statistics.mean(x - q * y, 0.99)[1:])) == pytest.approx(0, abs=1e-9)
    assert statistics.ratio(3 * x, 3 * y, 0.99) == pytest.approx(found)
    turned = statistics.ratio(y, x, 0.99)
    assert turned == pytest.approx((1 / found.value, 1 / found.high, 1 / found.low))


def test_a_ratio_to_what_may_be_zero_has_no_upper_end():
    x, y = np.full(10, 7.0) + noise(1, 10), 1 + 3 * noise(0, 10)
    found = statistics.ratio(x, y, 0.95)
    assert 1 < found.low < found.value
    assert found.high == math.inf
    assert weigh(Reading("", *found), above=1).says == "for"
    assert weigh(Reading("", *found), below=100).says == "open"


@pytest.mark.parametrize("y", [[1.0, 2.0, 3.0], [100.0, 0.0, 0.0]])
def test_a_ratio_that_is_the_same_in_every_run_is_exact(y):
    for times in (1.0, 2.0):  # also where y is not surely positive
        assert statistics.ratio(times * np.array(y), np.array(y), 0.99) == (times, times, times)


@pytest.mark.parametrize(
    ("x", "y"), [([1.0], [1.0]), ([1.0, 2.0], [-1.0, 0.5]), ([1.0, -1.1], [3.0, -2.9]), ([math.nan, 1.0], [1.0, 1.0])]
)
def test_a_ratio_may_have_no_interval(x, y):
    assert np.isnan(statistics.ratio(np.array(x), np.array(y), 0.95)[1:]).all()


def test_the_interval_of_the_variation_covers():
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(400):
        found = statistics.variation(100 + 5 * rng.standard_normal(15), 0.9)
        inside += found.low < 0.05 < found.high
    assert abs(inside / 400 - 0.9) < 4 * math.sqrt(0.09 / 400)


def test_when_regret_stays_negative():
    t = np.array([10, 20, 30, 40])
    runs = np.array([[-1, -1, -1, -1], [1, -1, -1, -1], [-1, 1, -1, -1], [0, 0, 0, -1], [-1, -1, -1, 1], [1, 1, 1, 1]])
    assert statistics.settled_below_zero(t, runs).tolist() == [10, 20, 30, 40, 40, 40]
