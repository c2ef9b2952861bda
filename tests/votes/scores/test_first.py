"""Logs in which the first item was chosen by any rule, and its opponent uniformly."""

import numpy as np
import pytest

import duelling as du
from duelling.core.evidence.pairs import pair_interval
from duelling.errors import InputError

pytestmark = pytest.mark.plain

P = np.array([[0.5, 0.55, 0.9, 0.9], [0.45, 0.5, 0.6, 0.6], [0.1, 0.4, 0.5, 0.5], [0.1, 0.4, 0.5, 0.5]])


def greedy(seed, votes):
    """Rows of a rule that mostly takes the item with the best share, as epsilon-greedy algorithms do."""
    rng, won, met = np.random.default_rng(seed), np.ones(4), np.full(4, 2.0)
    rows = []
    for _ in range(votes):
        i = int(np.argmax(won / met)) if rng.random() < 0.6 else int(rng.integers(4))
        j = (i + int(rng.integers(1, 4))) % 4
        y = rng.random() < P[i, j]
        won[i] += y
        met[i] += 1
        left, right = (i, j) if rng.random() < 0.5 else (j, i)
        rows.append({"left": f"i{left}", "right": f"i{right}", "winner": f"i{i if y else j}", "first": f"i{i}"})
    return rows


def test_the_votes_of_first_items_are_those_of_one_pair():
    rows = greedy(0, 400)
    found = du.rank(rows, pairs="first", delta=0.04)
    for item, low, high in zip(found.items, found.low, found.high, strict=True):
        mine = [row["winner"] == item for row in rows if row["first"] == item]
        assert (low, high) == pair_interval(sum(mine), 0, len(mine) - sum(mine), 0.01)
    assert any("opponent of the item that was drawn first" in line for line in found.assumes)
    assert any("a coin decided" in line for line in found.assumes)


def test_the_best_is_named():
    found = du.rank(greedy(1, 5000), pairs="first")
    assert found.verdict.items == ("i0",)
    assert (found.first[0], found.last[0]) == (1, 1)
    assert found.forecast == ""


def test_without_a_column_the_left_item_was_first():
    rows = greedy(2, 300)
    turned = [
        {"left": row["first"], "right": row["right"] if row["first"] == row["left"] else row["left"]}
        | {"winner": row["winner"]}
        for row in rows
    ]
    one, two = du.rank(rows, pairs="first"), du.rank(turned, pairs="first")
    assert one.items == two.items
    np.testing.assert_array_equal(one.low, two.low)
    assert any("does not matter on which side" in line for line in two.assumes)
    assert not any("a coin decided" in line for line in two.assumes)


@pytest.mark.parametrize("word", ["milk", "", None])
def test_somebody_else_cannot_have_been_first(word):
    rows = [("a", "b", "a", "left"), ("a", "b", "b", "RIGHT"), ("a", "b", "a", "b"), ("a", "b", "a", word)]
    table = [dict(zip(("left", "right", "winner", "first"), row, strict=True)) for row in rows]
    with pytest.raises(InputError, match=r"votes\[3\]: first must be 'a', 'b', left or right, got"):
        du.rank(table, pairs="first")
    assert du.rank(table, columns="first=").votes == 4
