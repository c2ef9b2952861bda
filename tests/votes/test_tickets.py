"""Which votes may count for Borda scores, and with which weights."""

import numpy as np
import pytest

from duelling.errors import InputError
from duelling.votes.reading.read import read_votes
from duelling.votes.tickets import how_chosen, tickets

pytestmark = pytest.mark.plain

HEADINGS = ("left", "right", "winner", "chance", "least", "out")


def votes(*rows):
    return read_votes([dict(zip(HEADINGS, row, strict=False)) for row in rows])


KNOWN = [("a", "b", "a"), ("c", "d", "tie")]  # of these nobody knows the chances
ASKED = [("a", "b", "right", 0.5, 0.25), ("d", "a", "both bad", 0.25, 0.25, '["c"]'), ("b", "c", "left", 0.5, None)]


def test_logged_votes_have_their_own_weights():
    told = tickets(votes(*KNOWN, *ASKED))
    assert (told.first.tolist(), told.second.tolist()) == ([0, 3], [1, 0])
    assert told.share.tolist() == [0, 0.5]
    assert told.weight.tolist() == [0.5, 1]  # s/π; the last vote has no s: some pairs could not have been drawn
    assert told.outs[told.gone].tolist() == [[False] * 4, [False, False, True, False]]


def test_whether_all_pairs_were_equally_likely_is_known_before_the_draw():
    """Of four items: the last pair has the weight 1, but others were more likely than it."""
    drawn = [("a", "b", "a", 1 / 6, 1 / 6), ("a", "c", "a", 0.2, 0.2, '["d"]'), ("c", "d", "d", 0.1, 0.1)]
    told = tickets(votes(*KNOWN, *drawn), "uniform")
    assert told.weight.tolist() == [1] * 5
    assert told.even.tolist() == [True, True, True, False, False]


def test_what_is_said_about_pairs():
    plain, logged = votes(*KNOWN), votes(*KNOWN, *ASKED)
    assert [how_chosen(plain, None), how_chosen(logged, None), how_chosen(logged, "any")] == ["any", "logged", "any"]
    assert tickets(plain).first.size == tickets(logged, "any").first.size == 0
    assert tickets(plain, "uniform").weight.tolist() == [1, 1]
    assert tickets(logged, "uniform").weight.tolist() == [1, 1, 0.5, 1]  # those with a chance were drawn with it
    with pytest.raises(
        InputError,
        match="pairs must be one of any, uniform, first, balanced where votes have no chance and least, got 'logged'",
    ):
        how_chosen(plain, "logged")
    with pytest.raises(InputError, match="pairs must be one of any, uniform, first, balanced, logged"):
        how_chosen(plain, "all")
    no_least = read_votes([dict(zip(HEADINGS, row[:4], strict=False)) for row in (*KNOWN, *ASKED)])
    assert tickets(no_least, "uniform").first.size == 2


def test_votes_behind_an_open_question_do_not_count():
    for place in range(4):
        rows = [*KNOWN, *ASKED[:2]]
        rows.insert(place, ("c", "a", None, 0.5, 0.25))
        asked = tickets(votes(*rows), "uniform")
        if place < 2:  # somebody was missing when it was drawn, so that its answer would not count
            assert (asked.size, asked.settled.size) == (4, 4)
            continue
        assert (asked.size, asked.settled.size, asked.behind.size) == (5, place, 5 - place)
        assert np.isnan(asked.share).tolist() == [k == place for k in range(5)]


def test_votes_count_once_all_items_are_known():
    """A vote that was drawn before somebody joined says nothing about pairs with the newcomer."""
    asked = [("a", "b", "a", 1, 1), ("b", "a", "a", 1, 1), ("c", "a", "a", 0.5, 0.5), ("b", "c", "b", 0.5, 0.25)]
    assert tickets(votes(*asked)).weight.tolist() == [0.5]  # nor does the vote in which c appears
    assert tickets(votes(*asked[:2])).weight.tolist() == [1]
    assert tickets(votes(*asked[:2], ("c", "a", None, 0.5, 0.5))).size == 0
    assert np.array_equal(tickets(votes(("c", "a", "c"), ("b", "a", "b"), *asked)).weight, [1, 1, 1, 0.5])
