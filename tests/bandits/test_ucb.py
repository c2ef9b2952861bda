"""UCB: exact sequences of arms, and fair ties."""

import math

import numpy as np
import pytest

from duelling.bandits import ucb
from duelling.core.protocol import learn, pull
from duelling.core.states import copy
from duelling.errors import InputError

pytestmark = pytest.mark.edges


def copy_of(rng):
    twin = np.random.default_rng(0)
    twin.bit_generator.state = rng.bit_generator.state
    return twin


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


@pytest.mark.parametrize("alpha", [0.1, 0.51, 2.5])
def test_a_leader_is_the_arm_that_a_comparison_of_all_finds(alpha):
    s, rng, nature, led = ucb.start(5, 1, alpha=alpha), np.random.default_rng(0), np.random.default_rng(1), 0
    for t in range(1, 2001):
        before = copy(s)
        before.table[ucb.RIVALS, 0] = math.inf
        led += s.table[ucb.RIVALS, 0] < math.inf
        found = pull(before, t, copy_of(rng))
        assert pull(s, t, rng) == found
        unasked = nature.random() < 0.1  # somebody else's gain, of any arm
        arm = int(nature.random() * 5) if unasked else found[0]
        learn(s, t, arm, 1.0, float(nature.random() < 0.5 + arm / 10))
    assert led > 500


def test_a_bound_on_the_others_ends_with_another_arms_gain_and_with_its_stretch():
    s = ucb.start(2, 1)
    for t in range(1, 40):
        learn(s, t, t % 2, 1.0, t % 2)
    assert pull(s, 40, np.random.default_rng(0)) == (0, 1.0)
    assert s.table[[ucb.LEADER, ucb.LOW], 0].tolist() == [1, math.sqrt(2 * math.log(39))]
    high = s.table[ucb.LOW, 0] + 32 * 2 / (2 * s.table[ucb.LOW, 0] * 39)
    assert s.table[ucb.RIVALS, 0] == s.mean[1] + high * s.radius[1]
    other = copy(s)
    learn(other, 40, 1, 1.0, 0.0)
    assert other.table[ucb.RIVALS, 0] == math.inf
    for t in range(40, 65):
        assert s.table[ucb.RIVALS, 0] < math.inf
        learn(s, t, 0, 1.0, 0.0)
    assert (s.n[0], s.table[ucb.RIVALS, 0]) == (64, math.inf)
