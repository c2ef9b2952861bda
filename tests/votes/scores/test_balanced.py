"""A plan in which all pairs meet equally often."""

import itertools

import numpy as np
import pytest

import duelling as du
from duelling.core.evidence.sums import running_interval

pytestmark = pytest.mark.plain

STRENGTH = np.array([1.5, 0.3, 0.0, -0.4, -1.4])
P = 1 / (1 + np.exp(STRENGTH[None, :] - STRENGTH[:, None]))
TRUTH = (P.sum(axis=1) - 0.5) / 4


def round_robin(seed, rounds):
    rng = np.random.default_rng(seed)
    return [
        (f"i{i}", f"i{j}", "left" if rng.random() < P[i, j] else "right")
        for _ in range(rounds)
        for i, j in itertools.combinations(range(5), 2)
    ]


def test_in_a_round_robin_the_score_is_the_running_mean():
    rows = round_robin(0, 40)
    found = du.rank(rows, pairs="balanced")
    for item, low, high in zip(found.items, found.low, found.high, strict=True):
        won = sum({"left": left, "right": right}[said] == item for left, right, said in rows)
        assert (low, high) == running_interval(float(won), 160.0, 0.01)
        assert low <= TRUTH[int(item[1])] <= high


def test_it_is_narrower_than_the_box_and_asks_for_as_little():
    rows = round_robin(1, 60)
    one, two = du.rank(rows, pairs="balanced"), du.rank(rows, pairs="any")
    assert (one.high - one.low).mean() < 0.8 * (two.high - two.low).mean()
    assert one.assumes == two.assumes
    assert du.rank(round_robin(1, 300), pairs="balanced").verdict.items == ("i0",)


def test_what_is_not_balanced_is_paid_for():
    """Item 0 met item 1 alone: its score may be anything that half of all others would make it."""
    rows = [("i0", "i1", "left")] * 200 + [("i1", "i2", "left")] * 200 + [("i2", "i1", "left")] * 200
    found = du.rank(rows, pairs="balanced")
    assert found.low[found.items.index("i0")] < 0.5
    assert found.verdict.state != "decided"
