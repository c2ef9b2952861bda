"""Repeated voters, one voter with many votes, and halves that differ."""

import numpy as np
import pytest

from duelling.votes.clusters import clusters
from duelling.votes.ratings import rate
from tests.helpers.votes import ballots, counted, drawn

pytestmark = pytest.mark.plain


def look(votes):
    return clusters(votes, rate(votes))


def test_independent_votes_are_worth_what_they_are():
    rng = np.random.default_rng(1)
    seen = look(drawn(rng, rng.normal(size=6), 6000, 0.5, voters=200))
    assert seen.design_effect == pytest.approx(1, abs=0.15)
    assert seen.of_voters == seen.of_time == ()


def test_voters_with_tastes_make_votes_worth_less():
    """Of 40 voters with 100 votes each, half always prefer item 0 and half item 1: 4,000 votes are 40."""
    rng = np.random.default_rng(2)
    voter = np.repeat(np.arange(40), 100)
    left = rng.integers(2, size=4000)
    outcome = np.where(left == voter % 2, 1, -1)
    votes = ballots(left, 1 - left, outcome, voter)
    seen = look(votes)
    assert seen.design_effect == pytest.approx(100, rel=0.1)
    assert seen.by_item == pytest.approx([seen.design_effect] * 2)
    assert "4,000 votes are worth about" in seen.of_voters[0]


def test_one_voter_with_many_votes_is_named():
    rng = np.random.default_rng(3)
    voter = np.where(rng.random(3000) < 0.3, 7, rng.integers(100, size=3000))
    even = drawn(rng, np.zeros(3), 3000)
    seen = look(ballots(even.left, even.right, even.outcome, voter))
    assert seen.voter == "voter 7"
    assert seen.share == pytest.approx(0.3, abs=0.03)
    assert seen.of_voters == (f"one voter, voter 7, gave {seen.share:.0%} of the votes",)


def test_halves_that_differ_are_found():
    rng = np.random.default_rng(4)
    early, late = (drawn(rng, strength, 2000, voters=50) for strength in ([0.5, 0, 0, 0], [-0.5, 0, 0, 0]))
    both = [
        np.concatenate([getattr(early, name), getattr(late, name)]) for name in ("left", "right", "outcome", "voter")
    ]
    seen = look(ballots(*both))
    assert "item 0" in seen.differ
    assert seen.halves[0] < -5
    assert "half of the votes differ" in seen.of_time[0]


def test_without_voters_nothing_is_said_about_them():
    seen = look(counted(20, 5, 10))
    assert np.isnan(seen.design_effect)
    assert np.isnan(seen.by_item).all()
    assert (seen.voter, seen.share) == ("", 0)


def test_one_vote_is_enough_to_ask():
    seen = look(counted(1, 0, 0))
    assert seen.of_voters == seen.of_time == ()


@pytest.mark.slow
def test_halves_alike_are_rarely_said_to_differ():
    rng = np.random.default_rng(5)
    accused = sum(bool(look(drawn(rng, rng.normal(size=5), 600, 0.5, voters=60)).differ) for _ in range(300))
    assert accused / 300 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)
