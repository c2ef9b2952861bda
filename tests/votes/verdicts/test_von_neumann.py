"""The mixture that loses to no item by much, and its gap."""

import numpy as np
import pytest

from duelling.votes.verdicts.von_neumann import lower_ends, von_neumann

pytestmark = pytest.mark.plain

ITEMS = ("rock", "paper", "scissors")


def circle(count):
    wins = np.zeros((3, 3), dtype=np.int64)
    wins[1, 0] = wins[2, 1] = wins[0, 2] = count
    return wins


def test_in_a_circle_all_items_are_mixed_and_nothing_beats_the_mixture_by_much():
    found = von_neumann(ITEMS, circle(400), np.zeros((3, 3), dtype=np.int64), 0.05, 0.05)
    assert found.weights == pytest.approx([1 / 3] * 3)
    assert (found.verdict.state, set(found.verdict.items)) == ("decided", set(ITEMS))
    few = von_neumann(ITEMS, circle(10), np.zeros((3, 3), dtype=np.int64), 0.05, 0.05)
    assert (few.verdict.state, few.verdict.items) == ("open", ())
    assert few.gap > found.gap


def test_the_gap_is_what_the_mixture_may_lose_in_the_worst_case():
    wins, ties = circle(30), np.zeros((3, 3), dtype=np.int64)
    found = von_neumann(ITEMS, wins, ties, 0.0, 0.05)
    low = lower_ends(wins, ties, 0.05)
    losses = [-sum(found.weights[i] * (2 * low[i, j] - 1) for i in range(3)) for j in range(3)]
    assert found.gap == pytest.approx(max(losses))


def test_a_pair_that_never_met_may_be_lost_altogether():
    found = von_neumann(("a", "b"), np.zeros((2, 2), dtype=np.int64), np.zeros((2, 2), dtype=np.int64), 0.1, 0.05)
    assert found.gap == pytest.approx(0.5)
    assert found.verdict.state == "open"
