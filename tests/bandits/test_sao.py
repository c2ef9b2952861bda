"""SAO: chances that only ever move one way, when an arm can leave at all, and the switch to Exp3.P."""

import math

import numpy as np
import pytest

from duelling.bandits import sao
from duelling.bandits.sao import CHANCE, CLOCK, LEFT, RATE
from duelling.core import theory
from duelling.core.protocol import learn, pull
from duelling.errors import InputError

pytestmark = pytest.mark.edges


def played(s, rounds, loss, each=lambda s, t: None):
    rng = np.random.default_rng(0)
    for t in range(1, rounds + 1):
        arm, p = pull(s, t, rng)
        learn(s, t, arm, p, loss(t, arm))
        each(s, t)
    return s


@pytest.mark.parametrize(("arms", "horizon", "first"), [(2, 10_000, 10_702), (2, 10**6, 16_053), (5, 10**6, 40_132)])
def test_the_round_from_which_an_arm_can_leave(arms, horizon, first):
    s = sao.start(arms, horizon)
    assert 6 * sao.radius(s, first) < 1 <= 6 * sao.radius(s, first - 1)


def test_no_arm_leaves_within_ten_thousand_rounds_whatever_the_gap():
    s = played(sao.start(2, 2000), 2000, lambda t, arm: float(arm))
    assert s.table[LEFT].tolist() == [0, 0]
    assert s.table[CHANCE].tolist() == [0.5, 0.5]


def test_active_arms_gain_and_others_fade():
    before = {}

    def look(s, t):
        if s.now[RATE] == 0:
            assert s.table[CHANCE].sum() == pytest.approx(1)
            for i in range(3):
                way = -1 if s.table[LEFT, i] > 0 else 1
                assert way * (s.table[CHANCE, i] - before.get(i, 1 / 3)) >= -1e-12
                before[i] = s.table[CHANCE, i]

    s = played(sao.start(3, 3000, scale=0.1), 3000, lambda t, arm: float(arm > 0), look)
    assert (s.table[LEFT] > 0).tolist() == [False, True, True]
    assert s.table[CHANCE, 0] > 0.9


def test_losses_that_turn_round_make_it_switch_for_good():
    s = played(sao.start(2, 4000, scale=0.1), 4000, lambda t, arm: float(arm == (t > 1500)))
    assert s.now[RATE] > 0
    assert s.now[CLOCK] == 4000
    assert s.table[CHANCE].sum() == pytest.approx(1)


def test_the_logarithm_and_the_bound():
    assert theory.sao_log(2, 10_000, None) == pytest.approx(4 * math.log(10_000))
    b = theory.sao_log(2, 10**6, 1e-6)
    assert b == pytest.approx(math.log(10 * 2 * 10**18 / 1e-6))
    assert theory.sao_bound(2, 10**6, delta=1e-6) > 10**6  # it says nothing on such horizons
    assert theory.sao_bound(2, 10**6) is None
    with pytest.raises(InputError, match="scale must be a finite number above 0, got 0"):
        sao.start(3, 10, scale=0)
    with pytest.raises(InputError, match="delta must lie between 0 and 1, got 3"):
        sao.start(3, 10, delta=3)
