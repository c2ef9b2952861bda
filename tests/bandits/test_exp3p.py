"""Exp3.P: the rates, one step by hand, and the mean of its estimate with the bonus."""

import math

import numpy as np
import pytest

from duelling.bandits import exp3p
from duelling.core.protocol import learn, pull
from duelling.errors import InputError

pytestmark = pytest.mark.edges


def test_first_step_by_hand():
    s = exp3p.start(4, 1000, delta=0.05)
    assert (s.beta, s.eta, s.gamma) == pytest.approx((0.0330984389, 0.0176856627, 0.0781892456), abs=1e-10)
    learn(s, 1, 0, 0.25, 0.0)
    np.testing.assert_allclose(s.G, [4.132393756] + [0.132393756] * 3, atol=1e-9)
    pull(s, 2, np.random.default_rng(0))
    np.testing.assert_allclose(s.p, [0.262441982] + [0.245852673] * 3, atol=1e-9)


def test_without_a_confidence_the_bonus_serves_all_of_them():
    assert exp3p.start(4, 1000).beta == math.sqrt(math.log(4) / 4000)


def test_a_lost_round_still_pays_the_bonus_to_every_arm():
    s = exp3p.start(3, 500)
    learn(s, 1, 1, 1 / 3, 1.0)
    np.testing.assert_allclose(s.G, [3 * s.beta] * 3, rtol=1e-14)


def test_chances_sum_to_one_and_stay_above_the_exploration():
    s, rng = exp3p.start(5, 300, delta=0.1), np.random.default_rng(0)
    for t in range(1, 300):
        i, p = pull(s, t, rng)
        assert p == s.p[i]
        assert s.p.sum() == pytest.approx(1, abs=1e-12)
        assert s.p.min() >= s.gamma / 5 * (1 - 1e-12)
        learn(s, t, i, p, 0.0 if i == 2 else 1.0)
    assert s.p.argmax() == 2


def test_mean_estimate_is_the_gain_plus_the_bonus_exactly():
    arms, rng = 4, np.random.default_rng(3)
    gains, G = rng.random(arms), rng.random(arms) * 50
    mean = np.zeros(arms)
    for i in range(arms):
        s = exp3p.start(arms, 200, delta=0.05)
        s.G[:] = G
        pull(s, 1, rng)
        p = s.p.copy()
        learn(s, 1, i, p[i], 1 - gains[i])
        mean += p[i] * (s.G - G)
    np.testing.assert_allclose(mean, gains + s.beta / p, rtol=1e-12)


def test_a_late_outcome_is_weighed_with_its_own_chance():
    s, rng = exp3p.start(3, 100), np.random.default_rng(0)
    pull(s, 1, rng)
    before = s.G.copy()
    learn(s, 1, 2, 0.05, 0.25)
    assert s.G[2] - before[2] == pytest.approx((0.75 + s.beta) / 0.05)


def test_a_short_horizon_is_all_exploration():
    s = exp3p.start(10, 3, delta=1e-9)
    assert (s.gamma, s.beta) == (1, pytest.approx(min(1, math.sqrt(math.log(1e10) / 30))))
    pull(s, 1, np.random.default_rng(0))
    np.testing.assert_allclose(s.p, 0.1)


@pytest.mark.parametrize("delta", [0, 1, -0.1, math.nan, math.inf])
def test_bad_confidence_is_named_with_its_value(delta):
    with pytest.raises(InputError, match=f"delta must lie between 0 and 1, got {delta!r}"):
        exp3p.start(3, 10, delta=delta)
