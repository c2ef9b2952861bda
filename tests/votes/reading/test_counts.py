"""Counts of wins as a problem."""

import numpy as np
import pandas as pd
import pytest

import duelling as du

pytestmark = pytest.mark.plain

WINS = [[0, 30, 12], [10, 0, 20], [12, 60, 0]]


def test_counts_are_the_shares_that_the_same_votes_give():
    names = ["tea", "coffee", "milk"]
    votes = [(names[i], names[j], "left") for i in range(3) for j in range(3) for _ in range(WINS[i][j])]
    votes += [("tea", "milk", "tie")] * 4
    ties = np.zeros((3, 3))
    ties[0, 2] = ties[2, 0] = 4
    found = du.from_counts(pd.DataFrame(WINS, columns=names), ties=ties)
    assert found.arms == tuple(names)
    np.testing.assert_array_equal(found.preference(), du.from_votes(votes).preference())


def test_few_and_missing_duels_are_said():
    with pytest.warns(du.Doubt, match="1 of 1 pairs met fewer than 10 times"):
        du.from_counts([[0, 2], [1, 0]])
    with pytest.raises(du.InputError, match=r"must compare every pair .*, '0' and '1' never met"):
        du.from_counts([[0, 0], [0, 0]])
    with pytest.warns(du.Doubt, match="never met and count as even"):
        assert du.from_counts([[0, 0], [0, 0]], smoothing=1).preference()[0, 1] == 0.5


@pytest.mark.parametrize(
    ("wins", "ties", "message"),
    [
        (
            [[0.5, 0.6], [0.4, 0.5]],
            None,
            r"wins\[0, 0\] must be a whole number from 0 on, got 0.5: shares of wins go into",
        ),
        ([[0, -1], [3, 0]], None, r"wins\[0, 1\] must be a whole number from 0 on, got -1.0"),
        ([[0, np.nan], [3, 0]], None, r"wins\[0, 1\] must be a whole number"),
        ([[2, 1], [3, 0]], None, r"wins\[0, 0\] must be 0, an arm against itself, got 2"),
        ([[0, 1, 2], [3, 0, 2]], None, r"wins must be a square matrix of counts, got shape \(2, 3\)"),
        ([[0, 1], [3, 0]], [[0, 1], [2, 0]], "ties must be a symmetric matrix"),
    ],
)
def test_what_is_no_count_is_named(wins, ties, message):
    with pytest.raises(du.InputError, match=message):
        du.from_counts(wins, ties=ties)
