"""A cell for each pair, coloured by its share."""

import numpy as np
import pytest

from duelling.serve.charts.matrix import CELL, MOST, matrix
from tests.helpers.drawings import having, read

pytestmark = pytest.mark.plain


def test_shares_votes_and_pairs_that_never_met():
    wins = np.array([[0, 6, 0], [2, 0, 0], [0, 0, 0]])
    ties = np.array([[0, 2, 0], [2, 0, 0], [0, 0, 0]])
    root = read(matrix(("fox", "owl", "a <b> hare"), wins, ties))
    told = [each.find("title").text for each in having(root, "share")]
    assert told[:2] == ["fox against owl: 70% of 10 votes", "fox and a <b> hare never met"]
    assert "owl against fox: 30% of 10 votes" in told
    assert len(told) == 6
    assert len(having(root, "share-7")) == len(having(root, "share-3")) == 1
    assert len(having(root, "never")) == 4
    assert [each.text for each in having(root, "number")] == ["70", "30"]


def test_rows_and_columns_do_not_get_mixed_up():
    wins = np.array([[0, 10], [0, 0]])
    (won,) = having(read(matrix(("fox", "owl"), wins, 0 * wins)), "share-10")
    (lost,) = having(read(matrix(("fox", "owl"), wins, 0 * wins)), "share-0")
    assert float(won.get("x")) - float(lost.get("x")) == CELL  # the row of the fox, the column of the owl
    assert float(lost.get("y")) - float(won.get("y")) == CELL


def test_many_items_have_small_cells_and_no_numbers_and_the_worst_are_left_out():
    count = MOST + 5
    wins = np.ones((count, count)) - np.eye(count)
    root = read(matrix(tuple(f"item {k}" for k in range(count)), wins, 0 * wins))
    assert len(having(root, "share")) == MOST * (MOST - 1)
    assert not having(root, "number")
