"""What is seen of voters: against a fit without them, by hand, and how often honest ones are flagged."""

import math

import numpy as np
import pytest

from duelling.votes.evens import log_evens
from duelling.votes.ratings import rate
from duelling.votes.voters import look_at_voters
from tests.helpers.chances import at_most
from tests.helpers.votes import ballots, drawn
from tests.naive import voters as naive

pytestmark = pytest.mark.plain

STRENGTH = np.linspace(-1, 1, 6)


def look(votes, **options):
    return look_at_voters(votes, rate(votes), **options)


def joined(first, second):
    """Two files of votes, one after the other, with voters of their own."""
    columns = [np.r_[getattr(first, name), getattr(second, name)] for name in ("left", "right", "outcome")]
    return ballots(*columns, np.r_[first.voter, second.voter + len(first.voters)], len(first.items))


@pytest.mark.parametrize("nu", [0.0, 0.7])
def test_agreement_is_nearly_that_of_a_fit_without_him(nu):
    rng = np.random.default_rng(1)
    votes = drawn(rng, STRENGTH, 2000, nu, beta=0.2, voters=40)
    voters = look(votes)
    for place in range(0, 40, 7):
        z, information = naive.agreement(votes, place)
        assert voters.agreement[place] == pytest.approx(z, abs=0.02)
        assert voters.information[place] == pytest.approx(information, abs=0.02 * votes.voter.size / 40)


def test_an_inverted_voter_often_disagrees():
    rng = np.random.default_rng(2)
    votes = joined(drawn(rng, STRENGTH, 3000, 0.5, voters=40), drawn(rng, -STRENGTH, 75, 0.5, voters=1))
    voters = look(votes)
    assert voters.relative.argmin() == 40
    assert voters.notes(40) == ("often disagrees with the others",)
    assert voters.spread == pytest.approx(1, abs=0.5)
    frame = voters.frame()
    assert frame["voter"][0] == "voter 40"
    assert frame["note"][0] == "often disagrees with the others"
    assert voters.information[40] < -5


def test_sides_by_hand():
    """21 of 21 to the left: evidence 2^21/22, which passes π²/6/0.05 for the first voter, not for the 60th."""
    honest = drawn(np.random.default_rng(3), STRENGTH, 3000, voters=59)
    clicker = ballots([0] * 21, [1] * 21, [1] * 21, voter=[0] * 21, items=6)
    last = look(joined(honest, clicker))
    assert math.exp(last.log_side[59]) == pytest.approx(2**21 / 22)
    assert not last.one_sided[59]
    first = look(joined(clicker, honest))
    assert first.one_sided[0]
    assert "votes mostly for the left side" in first.notes(0)
    assert (first.votes[0], first.left[0], first.right[0]) == (21, 21, 0)


def test_the_limit_grows_with_the_place_in_which_a_voter_began():
    """Twelve votes to the left: evidence 315. The first voter's limit is 33, the second's 132, the fourth's 526."""
    voter = np.r_[np.repeat([3, 0, 2, 1], 12), 4]  # the third began first
    votes = ballots([0] * 49, [1] * 49, [1] * 48 + [-1], voter)
    assert look(votes).one_sided.tolist() == [True, False, True, True, False]
    assert look(votes, crowd=15).one_sided.tolist() == [True] * 4 + [False]
    assert not look(votes, crowd=16).one_sided.any()
    winners_first = votes.take(votes.outcome == 1)
    assert not look(winners_first).one_sided.any()


def test_fast_votes_by_hand():
    """One voter takes 1 second for each vote, the others 10; the first vote of a voter has no time before it."""
    people, each = 12, 30
    voter = np.tile(np.arange(people), each)
    seconds = np.where(voter == 5, 1.0, 10.0) * np.repeat(np.arange(each), people)
    base = drawn(np.random.default_rng(4), STRENGTH, people * each)
    votes = ballots(base.left, base.right, base.outcome, voter, 6, time=seconds)
    voters = look(votes)
    assert voters.fast.tolist() == [float(k == 5) for k in range(people)]
    assert "votes much faster than the others" in voters.notes(5)
    case = (voter == 5).astype(int)  # the case that only he saw is quick for everybody
    alike = ballots(base.left, base.right, base.outcome, voter, 6, time=seconds, case=case)
    assert look(alike).fast.tolist() == [0.0] * people
    missing = ballots(base.left, base.right, base.outcome, voter, 6, time=np.where(voter == 5, np.nan, seconds))
    assert np.isnan(look(missing).fast[5])


def test_little_is_said_about_few_votes():
    voters = look(ballots([0, 0, 1], [1, 1, 0], [1, 0, -1], voter=[0, 1, -1]))
    assert np.isnan([voters.agreement, voters.relative, voters.information, voters.fast]).all()
    assert math.isnan(voters.spread)
    assert voters.votes.tolist() == [1, 1]
    assert voters.frame()["note"].to_list() == ["", ""]
    assert look(ballots([0], [1], [1])).frame().shape == (0, 11)


def test_equal_items_tell_nothing():
    """Everything ties: nothing is expected of anybody, and no number is made up."""
    votes = ballots([0] * 400, [1] * 400, [0] * 400, voter=np.repeat(np.arange(10), 40))
    assert not np.isinf(look(votes).agreement).any()


@pytest.mark.slow
def test_an_honest_voter_is_ever_flagged_in_at_most_1_of_20_crowds():
    """60 voters with 60 votes each, watched after every vote; a limit of u/δ would err more often."""
    rng = np.random.default_rng(5)
    u, n = np.arange(1, 61), np.arange(1, 61)
    flagged = careless = 0
    for _ in range(1000):
        left = np.cumsum(rng.random((60, 60)) < 0.5, axis=1)
        largest = log_evens(left, n - left).max(axis=1)
        flagged += (largest >= np.log(math.pi**2 * u**2 / (6 * 0.05))).any()
        careless += (largest >= np.log(u / 0.05)).any()
    assert at_most(int(flagged), 1000, 0.05)
    assert flagged < careless


@pytest.mark.slow
def test_agreement_is_normal_if_all_share_one_taste():
    rng = np.random.default_rng(6)
    z = np.concatenate([look(drawn(rng, STRENGTH, 2400, 0.5, voters=60)).agreement for _ in range(20)])
    z = z[~np.isnan(z)]
    assert len(z) > 1100
    assert z.mean() == pytest.approx(0, abs=0.15)
    assert z.std() == pytest.approx(1, abs=0.1)
    assert (z < -3).mean() < 0.01
