"""KL-UCB: the largest mean by hand, at the edges and by bisection, and never above UCB."""

import math

import numpy as np
import pytest

from duelling.bandits.klucb import largest_mean, start
from duelling.errors import InputError
from tests.naive.bandits import divergence

pytestmark = pytest.mark.edges


def index(m, N, t, c=0):
    bound = math.log(t) + (c * math.log(math.log(t)) if t >= 3 else 0)
    return largest_mean(m, bound / N, -math.inf)


@pytest.mark.parametrize(
    ("m", "N", "t", "c", "expected"),
    [
        (0.0, 1, 2, 0, 0.5),
        (0.5, 10, 100, 0, 0.887908762),
        (0.2, 10, 100, 0, 0.667112300),
        (0.2, 10, 100, 3, 0.821786498),
        (1.0, 5, 100, 0, 1.0),
    ],
)
def test_the_index_by_hand(m, N, t, c, expected):
    assert index(m, N, t, c) == pytest.approx(expected, abs=1e-9)


def test_newton_ends_at_the_root_from_everywhere():
    rng = np.random.default_rng(0)
    for m in (1e-9, 1e-3, 0.3, 0.499999, 0.5, 0.500001, 0.9, 1 - 1e-9, *rng.random(20)):
        for x in (1e-12, 1e-6, 1e-3, 0.1, 1.0, 5.0, 30.0):
            q = largest_mean(m, x, -math.inf)
            assert m <= q <= 1
            assert q <= m + math.sqrt(x / 2) + 1e-12  # UCB with α = 1/2
            if q < 1 - 1e-9:
                assert divergence(m, q) == pytest.approx(x, rel=1e-6, abs=1e-15)


def test_an_arm_that_is_surely_below_is_not_searched():
    assert largest_mean(0.2, 0.01, 0.9) < 0.9
    assert largest_mean(0.2, 0.5, 0.1) == largest_mean(0.2, 0.5, -math.inf)


def test_bad_parameters_are_named():
    with pytest.raises(InputError, match="c must be a finite number from 0 on, got -1"):
        start(3, 10, c=-1)
