"""KNOCKOUT: its script, the number of matches, how often it fails, and what it refuses."""

import pytest

import duelling as du
from tests.helpers.identifying import fails_at_most, order, plays_like, unanimous
from tests.naive.scripted import Scripted, compare, knockout

pytestmark = pytest.mark.edges  # but for what simulates, which is slow


@pytest.mark.parametrize("arms", [2, 5])
def test_plays_as_written(arms):
    def in_round(i):
        return compare((2 ** (1 / 3) - 1) * 0.4 / (1.1**2 * 2 ** (i / 3)), 0.3 / 2**i)

    twin = lambda: Scripted(knockout, arms, in_round)  # noqa: E731
    assert plays_like("knockout:within=0.4,gamma=1.1", twin, arms, 700, end={"delta": 0.3}) >= 1


def test_eight_arms_play_seven_matches_that_grow_from_round_to_round():
    met, best, _ = unanimous("knockout:within=0.05", 8, end={"delta": 0.1})
    assert best == 0
    assert [n for _, n in met] == [20] * 4 + [22] * 2 + [24]


@pytest.mark.slow
@pytest.mark.compiled
def test_fails_at_most_as_often_as_delta():
    assert fails_at_most(order(4, 0.61), "knockout:within=0.1", 0.3, 200)


def test_a_gamma_below_one_is_refused():
    with pytest.raises(du.InputError, match=r"gamma must be from 1 to 100, got 0\.6"):
        du.identify("arithmetic", "knockout:gamma=0.6", runs=1)
