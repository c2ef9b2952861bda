"""Merge-Rank and MallowsMPR: their script, an order without chance, and how often they fail."""

import math

import pytest

import duelling as du
from tests.helpers.identifying import fails_at_most, order, plays_like, unanimous
from tests.naive.scripted import Scripted, compare, hoeffding, merge_rank, ppr

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("arms", [2, 5])
def test_plays_as_written(arms):
    rules = {
        "merge-rank:within=0.4": compare(0.4 / math.log2(arms), 0.3 / arms**2),
        "mallows-mpr": ppr(0.3 / {2: 2, 5: 9}[arms]),
        "mallows-mpr:test=hoeffding": hoeffding(0.3 / {2: 2, 5: 9}[arms]),
    }
    for text, over in rules.items():
        twin = lambda over=over: Scripted(merge_rank, arms, over)  # noqa: E731
        assert plays_like(text, twin, arms, 900, end={"delta": 0.3}) >= 1


@pytest.mark.parametrize(("text", "duels"), [("merge-rank", 26), ("mallows-mpr", 11)])
def test_an_order_without_chance_is_found_in_as_many_duels_as_straight_wins_take(text, duels):
    """By hand: ln(4 26² 360)/52 < (1/2 + 0.05/log2 6)², and 12/2^11 <= 0.1/12."""
    met, best, _ = unanimous(text, 6, end={"delta": 0.1})
    assert best == 0
    assert {n for _, n in met} == {duels}


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("text", ["merge-rank:within=0.1", "mallows-mpr", "mallows-mpr:test=hoeffding"])
def test_fails_at_most_as_often_as_delta(text):
    assert fails_at_most(order(4, 0.61), text, 0.3, 200)


@pytest.mark.plain
def test_an_answer_is_told_as_an_order_and_a_circle_is_refused():
    found = du.identify(order(3, 0.95), "mallows-mpr", runs=3, seed=1)
    assert found.finds == "ranking"
    assert all(text.count(" > ") == 2 for text in found.verdicts())
    assert found.summary()["inversions"] == 0
    with pytest.raises(du.InputError, match=r"merge-rank must play where the arms have an order, got .* in a circle"):
        du.identify("multisol", "merge-rank", runs=1)
