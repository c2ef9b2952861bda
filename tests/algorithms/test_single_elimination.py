"""Single elimination: its script, the number of duels, and a budget that is too small."""

import pytest

import duelling as du
from duelling.algorithms.single_elimination import duels_for
from tests.helpers.identifying import order, plays_like, unanimous
from tests.naive.scripted import Scripted, fixed, knockout

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("arms", [2, 5])
def test_plays_as_written(arms):
    twin = lambda: Scripted(knockout, arms, lambda i: fixed(60 // (arms - 1)))  # noqa: E731
    assert plays_like("single-elimination", twin, arms, 70, end={"budget": 60}) == 2


def test_eight_arms_play_seven_matches_of_equal_length():
    met, best, _ = unanimous("single-elimination", 8, end={"budget": 75})
    assert best == 0
    assert [n for _, n in met] == [10] * 7
    assert duels_for(1024, 0.0225, 1) == 103


def test_a_budget_without_a_duel_for_each_match_is_refused():
    with pytest.raises(du.InputError, match="budget must be a whole number from 4"):
        du.identify(order(5), "single-elimination", budget=3, runs=1)
