"""EXP3++: exploration and chances by hand for each way to estimate gaps, and the exact mean of the estimate."""

import math

import numpy as np
import pytest

from duelling.bandits import exp3pp
from duelling.bandits.exp3pp import CHANCE, COUNT, EXPLORE, LOSS, PLAIN
from duelling.core.protocol import chances, learn, pull
from duelling.errors import InputError

pytestmark = pytest.mark.edges


@pytest.mark.parametrize("arms", [2, 4])
def test_the_rate_and_the_cap_of_the_first_round(arms):
    s = exp3pp.start(arms, 1, gap="avg")
    beta, total = exp3pp.explore(s, 1)
    assert beta == pytest.approx(0.294352506, abs=1e-9)
    assert total == pytest.approx(0.5)  # 1/(2K) for each


@pytest.mark.parametrize("t", [1, 5, 6])
def test_with_four_arms_the_cap_holds_up_to_round_five(t):
    s = exp3pp.start(4, 1, gap="avg")
    exp3pp.explore(s, t)
    assert (s.table[EXPLORE] == 1 / 8).all() == (t < 4 * math.log(4))


def test_confidence_bounds_by_hand():
    s = exp3pp.start(2, 1)
    s.table[LOSS], s.table[COUNT], s.table[PLAIN] = [2, 0], 1, [1, 0]
    exp3pp.fill(s, 3)
    np.testing.assert_allclose(s.table[EXPLORE], 0.169944, atol=1e-6)
    np.testing.assert_allclose(s.table[CHANCE], [0.444443, 0.555557], atol=1e-6)


def test_the_empirical_gap_by_hand():
    s = exp3pp.start(2, 1, gap="empirical")
    s.table[LOSS] = [0, 0.5 * 99]
    beta, _ = exp3pp.explore(s, 100)
    assert beta == pytest.approx(0.0294353, abs=1e-7)
    np.testing.assert_allclose(s.table[EXPLORE], [beta, 0.00402359], atol=1e-8)


def test_every_arm_once_in_order_and_these_losses_do_not_weigh():
    s, rng = exp3pp.start(3, 1), np.random.default_rng(0)
    for t in (1, 2, 3):
        assert pull(s, t, rng) == (t - 1, 1.0)
        learn(s, t, t - 1, 1.0, 1.0)
    assert s.table[LOSS].tolist() == [0, 0, 0]
    learn(s, 4, 1, 0.25, 0.5)
    assert s.table[LOSS].tolist() == [0, 2, 0]


@pytest.mark.parametrize("gap", exp3pp.GAPS)
def test_chances_are_those_of_the_draw_and_sum_to_one(gap):
    s, rng, w = exp3pp.start(4, 1, gap=gap), np.random.default_rng(1), np.zeros(4)
    for t in range(1, 60):
        chances(s, t, w)
        assert w.sum() == pytest.approx(1)
        arm, p = pull(s, t, rng)
        assert p == w[arm]
        learn(s, t, arm, p, rng.random())


def test_bad_parameters_are_named():
    with pytest.raises(InputError, match="gap must be one of lcb, avg, empirical, got 'x'"):
        exp3pp.start(3, 10, gap="x")
    with pytest.raises(InputError, match="scale must be a finite number above 0, got 0"):
        exp3pp.start(3, 10, scale=0)
