"""The rates of Theorem 6.1: by hand, and within the limits that its proof needs."""

import math

import pytest

from duelling.algorithms.shared.borda_rates import careful_rates
from duelling.errors import InputError

pytestmark = pytest.mark.plain


def test_rates_by_hand():
    eta, gamma, beta = careful_rates(8, 10**6, 0.05)
    assert eta == pytest.approx((math.log(8) / (10**6 * 4)) ** (2 / 3))
    assert gamma == pytest.approx(math.sqrt(16 * eta))
    assert beta == pytest.approx(math.sqrt(math.log(16 / 0.05) / (gamma * 8e6)))


def test_more_stretches_learn_faster():
    one, eight = careful_rates(8, 10**6, 0.05), careful_rates(8, 10**6, 0.05, switches=8)
    assert eight[0] == pytest.approx(4 * one[0])
    assert eight[2] == pytest.approx(2 * one[2] / math.sqrt(2))


@pytest.mark.parametrize("arms", [2, 3, 50, 1000])
@pytest.mark.parametrize("horizon", [1, 10, 10**4, 10**9])
def test_rates_are_shares_for_any_game(arms, horizon):
    eta, gamma, beta = careful_rates(arms, horizon, 0.01, switches=3)
    assert 0 < eta <= 1 / (2 * arms)
    assert 0 < gamma <= 1
    assert 0 < beta <= 1


def test_delta_is_a_chance():
    with pytest.raises(InputError, match="delta must"):
        careful_rates(3, 10, 0.0)
