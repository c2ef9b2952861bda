"""Strengths and their errors: against the slow twin, and against what repeated files of votes show."""

import numpy as np
import polars as pl
import pytest

from duelling.votes.ratings import rate, voter_groups
from tests.helpers.votes import ballots, counted, drawn
from tests.naive import davidson as naive

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(("nu", "side"), [(0.0, False), (0.8, True)])
def test_errors_are_those_of_the_slow_twin(nu, side):
    rng = np.random.default_rng(3)
    votes = drawn(rng, rng.normal(size=3), 80, nu, voters=25)
    ratings = rate(votes, side=side)
    groups, _ = voter_groups(votes)
    model, voters = naive.sandwich(votes, ratings.fit.at, 0.25, side, groups)
    _, one_by_one = naive.sandwich(votes, ratings.fit.at, 0.25, side, range(len(votes)))
    assert ratings.covariances["model"] == pytest.approx(model, rel=1e-4, abs=1e-4)
    assert ratings.covariances["voters"] == pytest.approx(voters, rel=1e-4, abs=1e-4)
    assert ratings.covariances["sandwich"] == pytest.approx(one_by_one, rel=1e-4, abs=1e-4)


def test_a_strength_is_compared_with_the_mean_of_all():
    rng = np.random.default_rng(1)
    ratings = rate(drawn(rng, rng.normal(size=4), 200, 0.5))
    around = np.eye(4) - 1 / 4
    by_hand = around @ ratings.covariances["model"][:4, :4] @ around
    assert ratings.se == pytest.approx(np.sqrt(np.diag(by_hand)))
    assert ratings.strength.sum() == pytest.approx(0)
    ahead, error = ratings.difference(0, 2)
    assert ahead == pytest.approx(ratings.strength[0] - ratings.strength[2])
    contrast = np.array([1, 0, -1, 0])
    assert error == pytest.approx(np.sqrt(contrast @ by_hand @ contrast))


@pytest.mark.parametrize("voters", [0, 50])
def test_an_item_without_votes_has_the_error_of_the_ridge(voters):
    """2 logits, a little less since the mean of all is taken off; and it is said that it has few votes."""
    rng = np.random.default_rng(2)
    votes = drawn(rng, np.zeros(20), 2000, voters=voters)
    more = ballots(votes.left, votes.right, votes.outcome, votes.voter, items=21)
    ratings = rate(more)
    assert ratings.errors == ("voters" if voters else "model")
    assert ratings.se[20] == pytest.approx(2, abs=0.06)
    assert ratings.few.tolist() == [False] * 20 + [True]
    assert ratings.frame().filter(pl.col("few_votes"))["item"].to_list() == ["item 20"]


def test_an_item_that_never_lost_is_not_sure():
    """A hundred voters say the same: nobody knows how far ahead the item is."""
    one_voice = ballots([0, 1] * 100, [1, 0] * 100, [1, -1] * 100, voter=np.repeat(np.arange(100), 2))
    ratings = rate(one_voice)
    assert ratings.se.min() > 0.3
    assert ratings.difference(0, 1)[1] == pytest.approx(2 * ratings.se[0])


def test_few_voters_have_no_errors_of_their_own():
    rng = np.random.default_rng(4)
    many = rate(drawn(rng, np.zeros(3), 400, voters=20))
    assert many.errors == "voters"
    assert many.note == ""
    few = rate(drawn(rng, np.zeros(3), 400, voters=19))
    assert few.errors == "model"
    assert "19 voters are fewer than 20" in few.note
    assert "one voter is fewer than 20" in rate(drawn(rng, np.zeros(3), 5, voters=1)).note
    assert "nobody has voted yet" in rate(drawn(rng, np.zeros(3), 5, voters=1).take(slice(0))).note
    assert "do not say who voted" in rate(counted(3, 1, 2)).note


def test_votes_of_unknown_voters_are_those_of_many():
    groups, count = voter_groups(ballots([0] * 5, [1] * 5, [1] * 5, voter=[3, -1, 0, -1, 3]))
    assert count == 4
    assert groups[0] == groups[4]
    assert len(set(groups.tolist())) == 4


def test_memory_is_used_in_blocks(monkeypatch):
    rng = np.random.default_rng(5)
    votes = drawn(rng, rng.normal(size=5), 500, 0.5, voters=60)
    whole = rate(votes).covariances["voters"]
    monkeypatch.setattr("duelling.votes.ratings.BLOCK", 50)
    assert rate(votes).covariances["voters"] == pytest.approx(whole, abs=1e-12)


def test_the_frame_has_the_strongest_first():
    frame = rate(counted(3, 1, 9)).frame()
    assert frame["item"].to_list() == ["item 1", "item 0"]
    assert frame["strength"][0] == pytest.approx(-frame["strength"][1])


@pytest.mark.slow
@pytest.mark.parametrize("own_taste", [0.0, 1.0])
def test_errors_are_the_spread_over_files(own_taste):
    """Each file has 40 other voters: the error that allows for them is right, with tastes of their own or without."""
    rng = np.random.default_rng(6)
    truth = np.array([0.5, 0.0, -0.5])
    found, claimed, model = [], [], []
    for _ in range(400):
        tastes = truth + own_taste * rng.normal(size=(40, 3))
        ratings = rate(drawn(rng, tastes, 1200, 0.7, voters=40), side=False)
        found.append(ratings.strength)
        claimed.append(ratings.variances("voters"))
        model.append(ratings.variances("model"))
    seen = np.var(found, axis=0).sum()
    assert np.mean(claimed, axis=0).sum() / seen == pytest.approx(1, abs=0.15)
    ratio = np.mean(model, axis=0).sum() / seen
    assert ratio == pytest.approx(1, abs=0.15) if own_taste == 0 else ratio < 0.5
