"""Intervals: those of Student, of a median whatever the distribution, and of a share."""

import math

import numpy as np
import pytest
from scipy.special import bdtr, stdtrit

from duelling.core.intervals import exact_share, median, median_rank, student, student_quantile

pytestmark = pytest.mark.plain


def test_the_interval_covers_the_mean_in_95_of_100_samples():
    x = np.random.default_rng(1).normal(size=(4, 20_000))  # four runs, many experiments
    _, _, low, high = student(x)
    covered = np.mean((low <= 0) & (0 <= high))
    assert abs(covered - 0.95) < 4.5 * math.sqrt(0.95 * 0.05 / 20_000)


@pytest.mark.parametrize("chance", [0.6, 0.975, 0.9999])
def test_the_quantiles_of_student_are_those_of_scipy(chance):
    for freedom in (1, 2, 3, 4, 9, 99, 100, 12_345):
        assert student_quantile(freedom, chance) == pytest.approx(stdtrit(freedom, chance), rel=1e-9)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_the_interval_of_a_median_has_the_chance_of_fair_coins(level):
    """By the definition: the chance that the k-th smallest of n is above the median, or the k-th largest below it."""
    for runs in range(1, 40):
        tails = [sum(math.comb(runs, i) for i in range(k)) / 2**runs for k in range(runs // 2 + 2)]
        fits = [k for k in range(1, (runs + 1) // 2 + 1) if 2 * tails[k] <= 1 - level]
        assert median_rank(runs, level) == max(fits, default=0)
    for runs in (1023, 1024, 5000):  # 2^1024 is beyond the largest float
        k = median_rank(runs, level)
        assert 2 * bdtr(k - 1, runs, 0.5) <= 1 - level < 2 * bdtr(k, runs, 0.5)


@pytest.mark.slow
def test_the_interval_of_a_median_covers_it_also_where_runs_are_given_up():
    """Its true chance is 96.5%. With one end a rank too near it would be 92.3%, below what is allowed here."""
    rng = np.random.default_rng(2)
    x = rng.exponential(size=(5000, 15))
    truth = math.log(2)
    middle = np.median(x, axis=1)
    for limit in (math.inf, 1.0, 0.5):  # the last is below the median
        least, most = np.minimum(x, limit), np.where(x < limit, x, math.inf)
        found = [median(*pair) for pair in zip(least, most, strict=True)]
        covered = np.mean([each.low <= truth <= each.high for each in found])
        assert covered >= 0.95 - 4.5 * math.sqrt(0.95 * 0.05 / 5000)
        assert all(each.value <= half + 1e-12 for each, half in zip(found, middle, strict=True))
        assert all(each.more == (half >= limit) for each, half in zip(found, middle, strict=True))


def test_the_median_of_few_runs_has_no_interval_and_of_none_that_ended_no_upper_end():
    few = median(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 3.0]))
    assert (few.value, math.isnan(few.low), math.isnan(few.high), few.more) == (2, True, True, False)
    lost = median(np.full(10, 7.0), np.full(10, math.inf))
    assert lost == (7, 7, math.inf, True)
    never = median(np.full(10, math.inf), np.full(10, math.inf))
    assert (never.value, never.low, never.more) == (math.inf, math.inf, True)


@pytest.mark.parametrize("level", [0.9, 0.999])
def test_the_interval_of_a_share_ends_where_exact_tests_reject(level):
    def tail(p, runs, counts):
        return sum(math.comb(runs, x) * p**x * (1 - p) ** (runs - x) for x in counts)

    for runs in (1, 7, 40):
        for count in range(runs + 1):
            low, high = exact_share(count, runs, level)
            assert (low == 0) == (count == 0)
            assert (high == 1) == (count == runs)
            if count > 0:
                assert tail(low, runs, range(count, runs + 1)) == pytest.approx((1 - level) / 2)
            if count < runs:
                assert tail(high, runs, range(count + 1)) == pytest.approx((1 - level) / 2)
