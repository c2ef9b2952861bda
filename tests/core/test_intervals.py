"""Student's interval: its quantiles and its coverage."""

import math

import numpy as np
import pytest
from scipy.special import stdtrit

from duelling.core.intervals import student, student_quantile

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
