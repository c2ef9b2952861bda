"""The object that prints itself."""

import dataclasses

import numpy as np
import pytest

import duelling as du
from tests.helpers.votes import drawn

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def standings():
    return du.rank(drawn(np.random.default_rng(3), np.linspace(2, -2, 50), 4_000), pairs="uniform")


@pytest.mark.slow
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


@pytest.fixture(scope="module")
def early():
    """The race has named the best, and the order of all items is still open at its own level."""
    return du.rank(drawn(np.random.default_rng(1), [1.0, 0.2, 0.1, 0.0, -1.0], 350, voters=40), pairs="uniform", top=4)


def test_the_winner_of_a_verdict_has_place_1_and_the_outputs_say_by_which_promise(early):
    assert early.verdict.ahead
    assert early.rows()[0][:2] == ("1", "item 0")
    assert (early.first[1:] == 2).all()
    assert early.groups[0] == early.verdict.items
    said = "Place 1 is as sure as the verdict on the Borda winner"
    assert f"{said}." in early.summary()
    assert early.to_dict()["items"][0]["places"] == [1, 1]
    assert early.to_dict()["place_notes"] == [said]
    assert said in early._repr_html_()


def test_who_is_ruled_out_does_not_have_place_1():
    """The race is sharper than the order of all items: what the sentence says, the table says too."""
    found = du.rank(drawn(np.random.default_rng(1), [0.5, 0.4, 0.0, -0.2], 250, voters=40), pairs="uniform")
    assert found.verdict.state == "open"
    ruled_out = ~np.isin(found.items, found.verdict.still_in)
    assert ruled_out.any()
    assert (found.first[ruled_out] > 1).all()
    assert (found.first[~ruled_out] == 1).all()
    assert "Who may have place 1 is as sure as what is said of the Borda winner." in found.summary()


def test_every_verdict_is_printed():
    text = repr(du.rank([("a", "b", "left")] * 60, pairs="uniform", within=0.1, top=1))
    for about in ("Best 1", "Tied within 0.1", "Condorcet winner", "Loses to nobody by much", "Copeland winner"):
        assert f"\n{about}: " in text


def test_groups_and_promises_are_printed(early):
    text = repr(early)
    assert "Told apart so far, best first: item 0; item " in text
    promise = "All intervals, all places and each verdict are right at every look, each of these with chance 0.95, if "
    assert f"{promise}{', and '.join(early.assumes)}." in text


def test_the_best_m_have_the_first_m_places_and_no_interval_is_promised_where_there_is_none():
    votes = drawn(np.random.default_rng(1), [1.0, 0.8, -1.0], 600)
    found = du.rank(votes, pairs="uniform", top=2)
    assert found.others[0].ahead
    assert found.last.tolist() == [2, 2, 3] or found.last.tolist() == [1, 2, 3]
    assert "Places 1 to 2 are as sure as the verdict on the best 2." in found.summary()
    without = dataclasses.replace(found, low=np.full(3, np.nan), high=np.full(3, np.nan))
    assert without.promise.startswith("All places and each verdict")
