"""Counting by voter: against the slow twin, by hand, and where counting votes goes wrong."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelling.errors import WrongValue
from duelling.votes.by_voter import BETS, pairs_by_voter, scores_by_voter
from duelling.votes.evens import log_evens
from tests.helpers.chances import at_most
from tests.helpers.votes import ballots, drawn
from tests.naive import by_voter as naive

pytestmark = pytest.mark.plain


def votes(seed, items, n, people):
    rng = np.random.default_rng(seed)
    drawn_votes = drawn(rng, rng.normal(size=items), n, 0.5, voters=people)
    unknown = rng.random(n) < 0.1
    return ballots(
        drawn_votes.left, drawn_votes.right, drawn_votes.outcome, np.where(unknown, -1, drawn_votes.voter), items
    )


@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(1, 60), st.integers(1, 4), st.booleans())
@settings(max_examples=40, deadline=None)
def test_pairs_are_those_of_the_slow_twin(seed, items, n, most, some_wait):
    cast = votes(seed, items, n, 6)
    if not cast.voters:
        return
    waiting = [k for k in set(cast.voter.tolist()) if k >= 0 and some_wait and (seed >> k) % 3 == 0]
    found = pairs_by_voter(cast, most, np.isin(np.arange(len(cast.voters)), waiting)).log_evidence
    for i in range(items):
        for j in range(items):
            expected = naive.pair(cast, i, j, most, waiting) if i != j else 0
            assert found[i, j] == pytest.approx(expected, abs=1e-12)


@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(1, 60), st.integers(1, 4), st.sampled_from([0.0, 0.1]))
@settings(max_examples=40, deadline=None)
def test_scores_are_those_of_the_slow_twin(seed, items, n, most, within):
    cast = votes(seed, items, n, 6)
    if not cast.voters:
        return
    found = scores_by_voter(cast, most, within).log_evidence
    for i in range(items):
        for k in range(items):
            expected = naive.score(cast, i, k, most, within) if i != k else 0
            assert found[i, k] == pytest.approx(expected, abs=1e-12)


def test_one_voice_each_by_hand():
    """Five people prefer item 0, one of them a hundred times: with one voice each that is five votes."""
    cast = ballots([0] * 104, [1] * 104, [1] * 104, voter=[0] * 100 + [1, 2, 3, 4])
    once = pairs_by_voter(cast, 1)
    assert once.log_evidence[0, 1] == pytest.approx(math.log(np.mean((1 + BETS) ** 5)))
    assert once.log_evidence[1, 0] == pytest.approx(math.log(np.mean((1 - BETS) ** 5)))
    assert once.voters.tolist() == [[0, 5], [5, 0]]
    twice = pairs_by_voter(cast, 2)  # four of them said half of what they might have said
    assert twice.log_evidence[0, 1] == pytest.approx(math.log(np.mean((1 + BETS) * (1 + BETS / 2) ** 4)))
    assert once.frame().row(0)[:3] == ("item 0", "item 1", 5)
    assert not once.proved(0.05).any()
    assert once.proved(0.2).tolist() == [[False, True], [False, False]]


def test_whoever_may_still_answer_is_taken_at_the_worst():
    """Voter 1 of five may still answer: either voter 0 counts alone, or the missing answer of voter 1 is a loss."""
    cast = ballots([0] * 5, [1] * 5, [1] * 5, voter=range(5))
    waiting = np.arange(5) == 1
    alone, worst = np.mean(1 + BETS / 2), np.mean((1 + BETS / 2) ** 4)
    assert pairs_by_voter(cast, 2, waiting).log_evidence[0, 1] == pytest.approx(math.log(max(alone, worst)))
    against = pairs_by_voter(cast, 1, waiting).log_evidence[1, 0]
    assert against == pytest.approx(math.log(max(np.mean(1 - BETS), np.mean((1 - BETS) ** 5))))
    stranger = ballots([0] * 5 + [2], [1] * 5 + [0], [1] * 6, voter=[0, 1, 2, 3, 4, 5])  # has not met the pair so far
    waits = pairs_by_voter(stranger, 1, np.arange(6) == 5).log_evidence[0, 1]
    assert waits == pytest.approx(math.log(np.mean((1 + BETS) ** 5)))  # the five came before him
    assert scores_by_voter(cast, 1, unfinished=waiting).voters[0, 1] == 1


def test_it_needs_a_bound_and_without_voters_proves_nothing():
    assert (pairs_by_voter(ballots([0], [1], [1])).log_evidence == 0).all()
    assert (scores_by_voter(ballots([0], [1], [1]), 1).log_evidence == 0).all()
    with pytest.raises(WrongValue, match="most must be at least 1, got 0"):
        scores_by_voter(ballots([0], [1], [1], voter=[0]), 0)


def test_very_many_voters_are_taken_in_blocks(monkeypatch):
    cast = votes(1, 4, 300, 40)
    whole = scores_by_voter(cast, 3).log_evidence
    monkeypatch.setattr("duelling.votes.by_voter.BLOCK", 100)
    assert scores_by_voter(cast, 3).log_evidence == pytest.approx(whole, abs=1e-12)


def ever(x):
    """Whether the evidence of the voters' sums, a row for each run, ever passes 20."""
    logs = np.array([np.cumsum(np.log1p(bet * x), axis=1) for bet in BETS])
    return (np.exp(logs).mean(axis=0) >= 20).any(axis=1)


def leavers(rng, runs, people, longest):
    """Fair coins, and everybody leaves after the first win: how many losses came before it, and whether it came."""
    losses = np.minimum(rng.geometric(0.5, size=(runs, people)) - 1, longest)
    return losses, losses < longest


@pytest.mark.slow
def test_people_who_leave_after_their_first_win():
    """The right way errs in at most 1 of 20 runs; to divide by the number of answers always errs."""
    rng = np.random.default_rng(1)
    for most in (1, 3, 10):
        losses, won = leavers(rng, 1000, 400, 30)
        right = ever((((losses < most) & won).astype(float) - np.minimum(losses, most)) / most)
        assert at_most(int(right.sum()), 1000, 0.05)
    losses, won = leavers(rng, 200, 400, 30)
    wrong = ever((won.astype(float) - losses) / (won + losses))
    assert wrong.mean() > 0.95


@pytest.mark.slow
def test_the_leavers_as_votes():
    """The same through the function: people in a row, each until the first win."""
    rng = np.random.default_rng(2)
    wrong = 0
    for _ in range(1000):
        losses, won = (each[0] for each in leavers(rng, 1, 150, 30))
        given = losses + won
        voter = np.repeat(np.arange(150), given)
        last = np.cumsum(given) - 1
        outcome = np.full(len(voter), -1)
        outcome[last[won]] = 1
        side = rng.integers(2, size=len(voter))
        cast = ballots(side, 1 - side, np.where(side == 0, outcome, -outcome), voter)
        wrong += pairs_by_voter(cast, 3).proved(0.05)[0, 1]
    assert at_most(wrong, 1000, 0.05)


@pytest.mark.slow
def test_tastes_in_a_row_deceive_votes_but_not_voters():
    """Bursts of 50 votes by people whose chances are 1/2 ± 0.2, equally often: the pair is even."""
    rng = np.random.default_rng(3)
    by_vote = by_person = 0
    for _ in range(1000):
        chance = 0.5 + 0.2 * rng.choice([-1, 1], size=60)
        won = rng.random((60, 50)) < chance[:, None]
        total = np.cumsum(won.ravel())
        by_vote += (log_evens(total, np.arange(1, total.size + 1) - total) >= math.log(20)).any()
        by_person += bool(ever((2 * won[:, :10].sum(axis=1) - 10)[None] / 10)[0])
    assert by_vote / 1000 > 0.5
    assert at_most(by_person, 1000, 0.05)


@pytest.mark.slow
@pytest.mark.parametrize("taste", [0.0, 2.0])
def test_scores_of_equal_items_are_rarely_told_apart(taste):
    """Three items, equal in the mean over voters. With fair coins people leave once item 0 has won, with tastes not.

    Looked at after 15, 30 and 60 voters: the level holds for each ordered pair over all looks.
    """
    rng = np.random.default_rng([4, int(taste)])
    wrong = np.zeros((3, 3), int)
    for _ in range(1000):
        cast = drawn(rng, taste * rng.normal(size=(60, 3)), 60 * 12, voters=60)
        order = np.argsort(cast.voter, kind="stable")
        cast = cast.take(order)
        if taste == 0:
            won = np.where(cast.outcome == 1, cast.left, cast.right) == 0
            before = np.cumsum(won) - won
            cast = cast.take(before == before[np.searchsorted(cast.voter, cast.voter)])
        looks = [scores_by_voter(cast.take(cast.voter < people), 6).proved(0.05) for people in (15, 30, 60)]
        wrong += np.any(looks, axis=0)
    assert at_most(int(wrong.max()), 1000, 0.05)
