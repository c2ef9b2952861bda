"""PLPAC: its script, the pairs that never met, the number of samples, and how often it fails."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import plackett_luce
from duelling.core.protocol import Duel, choose, standing, update, verdict
from duelling.errors import InputError
from tests.helpers.identifying import fails_at_most, plays_like, unanimous
from tests.naive.plackett_luce import plackett_luce as script
from tests.naive.scripted import Scripted

pytestmark = [pytest.mark.edges, pytest.mark.plain]


def strengths(v):
    return du.PreferenceMatrix(np.divide.outer(v, v) / (1 + np.divide.outer(v, v)))


@pytest.mark.parametrize("arms", [2, 3, 5])
def test_plays_as_written(arms):
    twin = lambda: Scripted(script, arms, 0.3, 0.2)  # noqa: E731
    assert plays_like("plackett-luce:within=0.2", twin, arms, 500, end={"delta": 0.3}) >= 1


def test_a_pivot_parts_the_others():
    """Of five arms the pivot beats one, ties with one and loses to two: four pairs with it, and two that never met."""
    s, rng = plackett_luce.identify(5), np.random.default_rng(0)
    duels = []
    for t, outcome in enumerate([-1, 1, 0, -1], 1):
        duels.append(choose(s, t, rng))
        update(s, t, duels[-1], outcome)
    pivot, (a, b, c, d) = duels[0].first, (duel.second for duel in duels)
    expected = np.zeros((5, 5))
    for better, worse in ((a, pivot), (d, pivot), (pivot, b), (a, b), (d, b)):
        expected[better, worse] = 1
    expected[c, pivot] = expected[pivot, c] = 0.5
    assert s.won.tolist() == expected.tolist()
    assert len({duel.first for duel in duels}) == 1
    assert duels[0].p_first == 1 / 5


def test_parted_arms_stand_as_in_a_duel():
    """The chance that i stands above j, given that a pivot parts them, is v_i/(v_i + v_j), whatever the pivot."""
    rng = np.random.default_rng(0)
    for vi, vj, vk in rng.exponential(size=(20, 3)):
        above, below = vi / (vi + vk) * vk / (vj + vk), vj / (vj + vk) * vk / (vi + vk)
        assert above / (above + below) == pytest.approx(vi / (vi + vj))


def test_27_samples_that_agree_decide_a_pair_of_five_at_a_tenth():
    """p - c > 1/2 with p = 1."""
    count = next(n for n in range(1, 100) if math.sqrt(math.log(4 * 25 * n**2 / 0.1) / (2 * n)) < 0.5)
    assert count == 27
    s, rng = plackett_luce.identify(5, delta=0.1, within=0), np.random.default_rng(0)
    s.won[0, 1:] = 26
    s.now[plackett_luce.LEFT] = 5
    for t in range(1, 5):  # one more round, which arm 0 wins as the pivot or against it
        duel = choose(s, t, rng)
        update(s, t, duel, 0 if 0 not in duel[:2] else 1 if duel.first == 0 else -1)
    assert (verdict(s) == 0) == (duel.first == 0)  # as the pivot it met all the others


def test_it_finds_the_first_of_an_order():
    _, best, state = unanimous("plackett-luce", 6, end={"delta": 0.1})
    groups = np.zeros(6, np.int64)
    assert standing(state, groups)
    assert (best, groups.tolist()) == (0, [0, 1, 1, 1, 1, 1])


def test_equal_arms_are_all_found():
    """Nobody ever leaves, and all are within ε."""
    found = du.identify(strengths(np.ones(3)), "plackett-luce:within=0.2", delta=0.1, runs=3, seed=0)
    assert found.near.all()
    assert (found.groups.sum(axis=1) < 3).all()


def test_outcomes_that_nobody_asked_for_are_dropped():
    s, rng = plackett_luce.identify(4), np.random.default_rng(0)
    update(s, 1, Duel(0, 1, 1.0, 1.0), 1)  # before the first pivot
    duel = choose(s, 1, rng)
    update(s, 1, Duel(duel.first, (set(range(4)) - {duel.first, duel.second}).pop(), 1.0, 1.0), 1)
    assert s.side.tolist() == [0, 0, 0, 0]
    update(s, 1, Duel(duel.second, duel.first, 1.0, 1.0), -1)  # the other way round
    assert s.side.tolist() == [0, -1, 0, 0]


def test_bad_parameters_are_named():
    with pytest.raises(InputError, match="within must"):
        plackett_luce.identify(3, within=0.6)


@pytest.mark.slow
@pytest.mark.compiled
def test_fails_at_most_as_often_as_delta():
    """The best arm beats the second by a little more than ε, so that the others are failures."""
    v = np.array([1.0, 0.6, 0.6, 0.6])
    assert fails_at_most(strengths(v), "plackett-luce:within=0.1", 0.3, 400)
