"""The object that prints itself."""

import numpy as np
import pytest

import duelling as du
from tests.helpers.votes import drawn

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def standings():
    return du.rank(drawn(np.random.default_rng(3), np.linspace(2, -2, 50), 4_000), pairs="uniform")


def test_a_long_table_is_cut_and_says_so(standings):
    text = repr(standings)
    assert "... and 10 more: frame() has all of them" in text
    assert "and 10 more" in standings._repr_html_()
    assert standings.frame().height == 50


def test_the_frame_adds_up(standings):
    frame = standings.frame()
    assert frame["wins"].sum() == frame["losses"].sum()
    assert frame["ties"].sum() % 2 == 0
    assert frame["wins"].sum() + frame["ties"].sum() // 2 == standings.votes
    assert (frame["first"] <= frame["last"]).all()
    assert (frame["low"] <= frame["score"]).all()
    assert (frame["score"] <= frame["high"]).all()


def test_the_verdict_stands_first_and_warnings_last():
    votes = [("a", "b", "left")] * 60
    sentences = du.rank(votes).summary()
    assert sentences[0] == "a is the best: its score is the largest."
    assert "Condorcet winner: a beats every other item." in sentences
    assert sentences[-1].startswith("Warning: ")


def test_an_item_without_a_sure_place_has_a_range(standings):
    places = [row[0] for row in standings.rows()]
    assert any("-" in place for place in places)
