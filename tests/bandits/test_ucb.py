"""UCB: exact sequences of arms, and fair ties."""

import math

import numpy as np
import pytest

from duelling.bandits import ucb
from duelling.core.protocol import learn, pull
from duelling.errors import InputError


def arms_for(gains, **parameters):
    s, rng, arms = ucb.start(3, 1, **parameters), np.random.default_rng(0), []
    for t, gain in enumerate(gains, 1):
        i, p = pull(s, t, rng)
        learn(s, t, i, p, 1 - gain)
        arms.append(i + 1)
    return arms


@pytest.mark.parametrize(("alpha", "expected"), [(0.51, [1, 2, 3, 1, 1, 2, 3]), (2.5, [1, 2, 3, 1, 2, 3, 1])])
def test_lowest_arm_of_equals_gives_this_sequence(alpha, expected):
    assert arms_for([1, 0, 0, 0, 0, 0, 0], alpha=alpha, ties="lowest") == expected


def test_the_index_by_hand():
    s = ucb.start(2, 1, alpha=1.5)
    for arm, gain in ((0, 1.0), (0, 0.0), (1, 1.0), (0, 0.5)):
        learn(s, 1, arm, 1.0, 1 - gain)
    np.testing.assert_allclose(s.mean, [0.5, 1.0])
    np.testing.assert_allclose(s.radius, [1 / math.sqrt(3), 1])
    assert (s.n[0], s.N.tolist(), s.G.tolist()) == (4, [3, 1], [1.5, 1])
    assert pull(s, 5, np.random.default_rng(0)) == (1, 1.0)


def test_every_arm_comes_once_before_any_comes_twice_in_any_order():
    orders = set()
    for seed in range(60):
        s, rng, order = ucb.start(3, 1), np.random.default_rng(seed), []
        for t in range(1, 4):
            i, p = pull(s, t, rng)
            assert p == 1 / (4 - t)
            learn(s, t, i, p, 0.5)
            order.append(i)
        orders.add(tuple(order))
    assert len(orders) == 6


def test_equal_arms_are_drawn_equally_often():
    s, rng, n = ucb.start(4, 1), np.random.default_rng(0), 20_000
    for i, gain in enumerate((1.0, 0.0, 1.0, 1.0)):
        learn(s, 1, i, 1.0, 1 - gain)
    counts = np.zeros(4)
    for _ in range(n):
        i, p = pull(s, 5, rng)
        assert p == 1 / 3
        counts[i] += 1
    assert counts[1] == 0
    assert np.abs(counts[[0, 2, 3]] - n / 3).max() < 4.5 * math.sqrt(n * 2 / 9)


@pytest.mark.parametrize("alpha", [0, -1.0, math.nan, math.inf])
def test_bad_parameters_are_named_with_their_value(alpha):
    with pytest.raises(InputError, match=f"alpha must be a finite number above 0, got {alpha!r}"):
        ucb.start(3, 10, alpha=alpha)
    with pytest.raises(InputError, match="ties must be one of random, lowest, got 'highest'"):
        ucb.start(3, 10, ties="highest")


def test_losses_that_are_not_numbers_still_give_an_arm():
    s = ucb.start(3, 10)
    for i in range(3):
        learn(s, 1, i, 1.0, math.nan)
    assert 0 <= pull(s, 4, np.random.default_rng(0))[0] < 3
