"""The mixture that loses to no item by much, and its gap."""

import numpy as np
import pytest

from duelling.votes.bounds import Bounds, bounds_of
from duelling.votes.tally import count
from duelling.votes.verdicts.von_neumann import von_neumann
from tests.helpers.votes import from_counts

pytestmark = pytest.mark.plain

ITEMS = ("rock", "paper", "scissors")


def bounds(wins):
    return bounds_of(count(from_counts(wins)), 0.05)


def circle(count):
    wins = np.zeros((3, 3), dtype=np.int64)
    wins[1, 0] = wins[2, 1] = wins[0, 2] = count
    return wins


def test_in_a_circle_all_items_are_mixed_and_nothing_beats_the_mixture_by_much():
    found = von_neumann(ITEMS, bounds(circle(400)), 0.05, 0.05)
    assert found.weights == pytest.approx([1 / 3] * 3)
    assert (found.verdict.state, set(found.verdict.items)) == ("decided", set(ITEMS))
    few = von_neumann(ITEMS, bounds(circle(10)), 0.05, 0.05)
    assert (few.verdict.state, few.verdict.items) == ("open", ())
    assert few.gap > found.gap


def test_the_gap_is_what_the_mixture_may_lose_in_the_worst_case():
    low = bounds(circle(30)).low
    found = von_neumann(ITEMS, bounds(circle(30)), 0.0, 0.05)
    losses = [-sum(found.weights[i] * (2 * low[i, j] - 1) for i in range(3)) for j in range(3)]
    assert found.gap == pytest.approx(max(losses))


def test_a_pair_that_never_met_may_be_lost_altogether():
    wins = np.zeros((3, 3), dtype=np.int64)
    wins[0, 1] = 100
    found = von_neumann(("a", "b", "c"), bounds(wins), 0.1, 0.05)
    assert found.gap > 0.4  # a and c may be one mixture, and each may lose everything to the other
    assert found.verdict.state == "open"


def test_a_bound_that_few_votes_give_says_nothing_and_that_is_said():
    none = von_neumann(ITEMS, bounds(circle(0)), 0.0, 0.05)
    assert none.gap == pytest.approx(2 / 3)  # a third of the mixture is the item itself
    few = von_neumann(ITEMS, bounds(circle(2)), 0.0, 0.05)
    assert few.gap > 0.5
    for found in (none, few):
        assert found.verdict.says.startswith("Nothing is known so far")
    assert von_neumann(ITEMS, bounds(circle(400)), 0.0, 0.05).verdict.says.startswith("The mixture")


def test_a_bound_of_1_says_nothing_and_that_is_said():
    """By its share a beats b, but nothing is proved."""
    low, share = np.array([[0.5, 0.0], [0.0, 0.5]]), np.array([[0.5, 1.0], [0.0, 0.5]])
    found = von_neumann(("a", "b"), Bounds(low, 1 - low, share, np.ones((2, 2), bool)), 0.0, 0.05)
    assert (found.gap, found.verdict.state) == (1, "open")
    assert found.verdict.says.startswith("Nothing is known so far")
