"""The side effect: evidence by hand, its size, and its level with one voter's votes in a row."""

import math
from dataclasses import replace

import numpy as np
import pytest

from duelling.votes.ballots import Question
from duelling.votes.evens import log_evens
from duelling.votes.ratings import rate
from duelling.votes.sides import side_effect
from tests.helpers.chances import at_most
from tests.helpers.votes import ballots, drawn

pytestmark = pytest.mark.plain


def test_the_evidence_by_hand():
    votes = ballots([0] * 30, [1] * 30, [1] * 20 + [-1] * 5 + [0] * 5)
    sides = side_effect(votes, rate(votes))
    assert (sides.left, sides.right, sides.ties) == (20, 5, 5)
    assert math.exp(sides.log_evidence) == pytest.approx(2**25 / (26 * 53130))
    assert sides.proved
    assert "the left item won 20 and the right item 5" in sides.says
    assert "left is ahead" in sides.says
    turned = side_effect(votes.take(votes.outcome != 1), rate(votes))
    assert not turned.proved
    assert "no side effect is proved" in turned.says


def test_answers_behind_an_open_question_prove_no_side():
    """Who answers at once where the left item wins, and late otherwise, shows no side effect."""
    votes = ballots([0] * 25, [1] * 25, [1] * 20 + [-1] * 5)
    late = replace(votes, waiting=(Question(3, 0, 1),) * 2)
    assert math.exp(side_effect(late, rate(votes)).log_evidence) == pytest.approx(2**27 / (28 * math.comb(27, 7)))
    many = replace(votes, waiting=(Question(3, 0, 1),) * 15)
    assert math.exp(side_effect(many, rate(votes)).log_evidence) == pytest.approx(2)  # of the first three votes


def test_a_file_that_names_winners_first_says_so():
    votes = ballots([0] * 30, [1] * 30, [1] * 30)
    sides = side_effect(votes, rate(votes))
    assert "if the file names winners first, it means nothing" in sides.says
    assert sides.beta == 0
    assert math.isnan(sides.beta_se)


def test_its_size_is_found():
    rng = np.random.default_rng(1)
    votes = drawn(rng, rng.normal(size=5), 20_000, 0.5, beta=0.4, voters=100)
    sides = side_effect(votes, rate(votes))
    assert sides.beta == pytest.approx(0.4, abs=4 * sides.beta_se)
    assert sides.beta_se < 0.05
    assert sides.proved


@pytest.mark.slow
def test_voters_with_tastes_and_votes_in_a_row_do_no_harm():
    """Each voter votes 50 times for the same item, wherever it stands: left wins with chance 1/2 each time."""
    rng = np.random.default_rng(2)
    wrong = 0
    for _ in range(1000):
        favourite_left = rng.random(2000) < 0.5  # a coin for each vote
        loves = np.repeat(rng.random(40) < 0.5, 50)
        left_won = np.cumsum(favourite_left == loves)
        wrong += (log_evens(left_won, np.arange(1, 2001) - left_won) >= math.log(20)).any()
    assert wrong > 0
    assert at_most(wrong, 1000, 0.05)
