"""Intervals by voter: against the definition, and over all looks."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelling.votes.ballots import Question
from duelling.votes.evens import log_evens
from duelling.votes.voter_intervals import pair_ends_by_voter, score_ends_by_voter, voices
from tests.helpers.chances import at_most
from tests.helpers.votes import ballots, drawn
from tests.naive.by_voter import BETS

pytestmark = pytest.mark.plain


def evidence(sums, p, most):
    """E(p) by its definition: ``sums`` has the answers and the shares of each voter."""
    products = [np.prod([1 + bet * (s - p * n) / most for n, s in sums], axis=0) for bet in BETS]
    return sum(products) / len(products)


def ends(sums, most, alpha):
    """Where the evidence passes 2/α, on a fine grid: the last point that is proved to be too small, or too large."""
    grid = np.linspace(0, 1, 2001)
    low = grid[evidence(sums, grid, most) >= 2 / alpha]
    lost = [(n, n - s) for n, s in sums]
    high = grid[evidence(lost, 1 - grid, most) >= 2 / alpha]
    return (low[-1] if low.size else 0.0), (high[0] if high.size else 1.0)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.integers(1, 60))
def test_they_end_where_the_evidence_of_the_definition_does(seed, most, n):
    cast, items = drawn(np.random.default_rng(seed), [1.5, 0.0, -0.5], n, nu=0.5, voters=12), 3
    answers, by_pair = {}, {}
    for i, j, y, v in zip(cast.left, cast.right, cast.outcome, cast.voter, strict=True):
        answers.setdefault(v, []).append({int(i): (1 + y) / 2, int(j): (1 - y) / 2})
        by_pair.setdefault((min(i, j), max(i, j), v), []).append((1 + (y if i < j else -y)) / 2)
    _, low, high = score_ends_by_voter(cast, most, 0.3)
    for item in range(items):
        mine = [[y[item] for y in given[:most] if item in y] for given in answers.values()]
        expected = ends([(len(y), sum(y)) for y in mine if y], most, 0.3)
        assert (low[item], high[item]) == pytest.approx(expected, abs=1e-3)
    low, high = pair_ends_by_voter(cast, most, 0.3)
    for i in range(items):
        for j in range(i + 1, items):
            mine = [y[:most] for (a, b, _), y in by_pair.items() if (a, b) == (i, j)]
            assert (low[i, j], high[i, j]) == pytest.approx(ends([(len(y), sum(y)) for y in mine], most, 0.3), abs=1e-3)


def test_first_voices():
    cast = ballots([0, 1, 0, 1, 2], [1, 0, 2, 2, 0], [1, 1, -1, 0, 1], [3, 3, 3, 0, -1])
    assert (voices(cast, by_pair=False).left.tolist(), voices(cast, by_pair=False).voter.tolist()) == ([0, 1], [3, 0])
    assert voices(cast, by_pair=True).outcome.tolist() == [1, -1, 0]


def test_voters_who_are_not_ready_hold_back_those_after_them():
    cast = ballots([0] * 6, [1] * 6, [1] * 6, [0, 1, 1, 2, 3, 4])
    _, low, _ = score_ends_by_voter(cast, 2, 0.9)
    _, held, _ = score_ends_by_voter(cast, 2, 0.9, np.arange(5) == 2)
    _, two, _ = score_ends_by_voter(cast.take(slice(3)), 2, 0.9)
    assert held[0] == two[0] < low[0]


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, 4])
def test_people_who_leave_after_a_win_are_not_believed_more_than_others(most):
    """Three items, all chances 1/2; everybody leaves after the first win of item 0. Looked at after every voter.

    The mean share of item 0 in the answers of one voter is far above 1/2, but missing answers count 0. An interval
    leaves the truth when the evidence at 1/2 passes 2/α.
    """
    rng, runs, people, longest = np.random.default_rng(most), 1000, 200, 8
    left = rng.integers(3, size=(runs, people, longest))
    right = (left + rng.integers(1, 3, size=left.shape)) % 3
    outcome = rng.choice([1, -1], size=left.shape)
    won = np.where(outcome == 1, left, right) == 0
    stays = (np.cumsum(won, axis=2) - won == 0) & (np.arange(longest) < most)
    limit, missed = math.log(2 * 3 / 0.05), np.zeros(runs, bool)
    for item in range(3):
        y = np.where(left == item, outcome, np.where(right == item, -outcome, 0)) / 2  # the share less 1/2
        x = (y * stays).sum(axis=2) / most
        for sign in (1, -1):
            logs = np.array([np.cumsum(np.log1p(bet * sign * x), axis=1) for bet in BETS])
            missed |= (np.logaddexp.reduce(logs, axis=0) - math.log(len(BETS)) >= limit).any(axis=1)
    assert at_most(int(missed.sum()), runs, 0.05)
    cast = ballots(*(each[0][stays[0]] for each in (left, right, outcome)), np.nonzero(stays[0])[0], items=3)
    _, low, high = score_ends_by_voter(cast, most, 0.05 / 3)
    if not missed[0]:
        assert ((low <= 0.5) & (high >= 0.5)).all()


def returned(rng, people, again):
    """Votes on one pair that is even; a voter who lost with the first answer comes back, for a question drawn before.

    By the order of drawing: what he answers then, always the same, comes before all that was answered first.
    """
    won = rng.choice([1, -1], size=people)
    back = np.flatnonzero(won == -1)[:again]
    voter, outcome = np.concatenate([back, np.arange(people)]), np.concatenate([won[back], won])
    told = np.concatenate([people + np.arange(len(back)), np.arange(people)])
    return replace(ballots(np.zeros(len(voter)), np.ones(len(voter)), outcome, voter, 2), told=told)


@pytest.mark.slow
def test_who_comes_back_after_a_loss_is_counted_with_the_first_answer():
    """At every look; by the order of drawing alone, nearly all runs would err."""
    rng, wrong = np.random.default_rng(6), np.zeros(2, int)
    for _ in range(1000):
        cast = returned(rng, 60, 20)
        for way, votes in enumerate((cast, replace(cast, told=None))):
            wins = np.cumsum(voices(votes, by_pair=True).outcome == 1)
            wrong[way] += (log_evens(wins, np.arange(1, wins.size + 1) - wins) >= math.log(20)).any()
    assert at_most(int(wrong[0]), 1000, 0.05)
    assert wrong[1] > 900


def test_a_voice_is_the_answer_that_was_given_first():
    cast = replace(ballots([0, 0, 0], [1, 1, 2], [1, -1, 1], [0, 0, 1], 3), told=np.array([5, 2, 3]))
    assert voices(cast, by_pair=False).outcome.tolist() == [-1, 1]
    assert voices(cast, by_pair=True).outcome.tolist() == [-1, 1]
    early = replace(cast, waiting=(Question(1, 1, 2),))  # the first answer of voter 0 is not settled, so he has none
    assert len(voices(early, by_pair=False)) == 0
    assert len(voices(replace(cast, voice=np.zeros(3, bool)), by_pair=False)) == 0
