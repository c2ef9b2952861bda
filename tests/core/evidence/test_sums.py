"""Intervals for one score: against sums over all votes, the mean of the evidence by hand, and over all looks."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelling.core.evidence.pairs import log_mixture, pair_interval
from duelling.core.evidence.sums import (
    log_either,
    log_running,
    log_score,
    running_interval,
    score_interval,
    score_intervals,
    tell_all_sums,
    tell_sums,
)
from duelling.core.jit import entry
from tests.helpers.chances import at_most
from tests.naive.sums import running, score

pytestmark = pytest.mark.edges
NONE = np.zeros((1, 3), int)
VOTES = st.lists(st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from([1.0, 0.25, 0.3])), max_size=30)


def told(votes):
    sums = np.zeros((1, 5))
    for y, v in votes:
        tell_sums(sums, 0, y, v)
    return sums


@given(VOTES, st.sampled_from([0.0, 0.1, 0.5, 1.0]))
@settings(max_examples=60, deadline=None)
def test_five_sums_are_the_sum_over_all_votes(votes, m):
    assert math.exp(log_score(told(votes), 0, m)) == pytest.approx(score(m, votes))


@given(VOTES, st.sampled_from([0.05, 0.5, 0.9]))
@settings(max_examples=30, deadline=None)
def test_the_running_mean_is_the_sum_over_all_votes(votes, r):
    shares = [y for y, _ in votes]
    assert math.exp(log_running(sum(shares), len(shares), r)) == pytest.approx(running(r, shares))


@given(VOTES, st.sampled_from([0.5, 0.05, 1e-6]))
@settings(max_examples=30, deadline=None)
def test_an_interval_holds_the_mean_and_ends_where_the_evidence_reaches_its_limit(votes, alpha):
    sums, limit = told(votes), math.log(1 / alpha)
    low, high = score_interval(sums, NONE, 0, alpha)
    assert 0 <= low <= high <= 1
    if votes:
        assert low <= sums[0, 1] / sums[0, 0] <= high
    for end in (low, high):
        if 0 < end < 1:
            assert log_score(sums, 0, end) == pytest.approx(limit, abs=1e-6)
    for m in np.linspace(0, 1, 41):
        assert low <= m <= high or log_score(sums, 0, m) >= limit
    assert score_intervals(sums, NONE, alpha).T.tolist() == [[low, high]]
    won, n = sum(y for y, _ in votes), len(votes)
    low, high = running_interval(won, n, alpha)
    for r in np.linspace(0.01, 0.99, 15):
        assert (low <= r <= high) == (log_running(won, n, r) < limit)


def test_votes_on_uniform_pairs_are_those_of_one_pair_and_multiply_with_the_others():
    counts, sums = np.array([[20, 6, 10]]), told([(1.0, 0.5)] * 30 + [(0.0, 0.25)] * 20)
    assert score_interval(np.zeros((1, 5)), counts, 0, 0.05) == pair_interval(20, 6, 10, 0.05)
    assert log_either(sums, counts, 0, 0.3) == log_score(sums, 0, 0.3) + log_mixture(0.3, 20, 6, 10)
    low, high = score_interval(sums, counts, 0, 0.05)
    for end in (low, high):
        assert log_either(sums, counts, 0, end) == pytest.approx(math.log(20), abs=1e-6)
    assert low < (20 + 3 + 15) / (36 + 20) < high


def test_at_the_true_score_the_evidence_has_a_mean_of_at_most_1_for_pairs_that_come_with_different_chances():
    """K = 4, the first arm drawn from w and its opponent uniform: π_ij = (w_i + w_j)/3, one vote, by hand."""
    w, win = np.array([0.7, 0.1, 0.1, 0.1]), np.array([0.2, 0.5, 0.9, 0.6])  # of arm 1
    score_of_1 = (win[0] + win[2] + win[3]) / 3
    chance = {j: (w[1] + w[j]) / 3 for j in (0, 2, 3)}
    weight = {j: min(chance.values()) / chance[j] for j in chance}
    assert weight == pytest.approx({0: 0.25, 2: 1, 3: 1})
    mean = 1 - sum(chance.values())  # votes without arm 1 change nothing
    for j, (y, p) in itertools.product(chance, ((1.0, 0), (0.0, 1))):
        mean += chance[j] * abs(p - win[j]) * math.exp(log_score(told([(y, weight[j])]), 0, score_of_1))
    assert 0.9 < mean <= 1


def test_the_inequality_behind_the_bets_is_an_equality_at_the_worst_outcome():
    psi = -math.log(1 - 0.5) - 0.5
    assert math.log(1 - 0.5) == pytest.approx(-0.5 - psi)
    x = np.linspace(-0.5, 0.5, 101)
    assert np.all(np.log1p(x) >= x - psi * x**2 / 0.25 - 1e-15)


def test_no_vote_says_nothing():
    assert score_interval(np.zeros((1, 5)), NONE, 0, 0.05) == (0, 1)
    assert running_interval(0.0, 0, 0.05) == (0, 1)


@entry
def ever_outside(w, win, score_of_0, rng, votes, limit):
    """Whether the truth is ever outside: the first arm from w, a uniform opponent, both sides count for arm 0."""
    arms = w.size
    sums, u = np.zeros((1, 5)), w[0] + w[1:].min()
    for _ in range(votes):
        x, i = rng.random(), 0
        while i < arms - 1 and x >= w[i]:
            x -= w[i]
            i += 1
        j = int(rng.random() * (arms - 1))
        j += j >= i
        won = rng.random() < win[i, j]
        if i == 0 or j == 0:
            other = i + j
            y = 1.0 if (i == 0) == won else 0.0
            tell_sums(sums, 0, y, u / (w[0] + w[other]))
            if log_score(sums, 0, score_of_0) >= limit:
                return True
    return False


@pytest.mark.slow
@pytest.mark.compiled
def test_the_truth_ever_leaves_the_interval_in_at_most_1_of_20_runs():
    w = np.array([0.1, 0.7, 0.1, 0.1])
    win = np.array([[0.5, 0.2, 0.9, 0.7], [0.8, 0.5, 0.5, 0.5], [0.1, 0.5, 0.5, 0.5], [0.3, 0.5, 0.5, 0.5]])
    rng, runs = np.random.default_rng(3), 1000
    missed = sum(ever_outside(w, win, 0.6, rng, 1000, math.log(20)) for _ in range(runs))
    assert at_most(missed, runs, 0.05)
    shifted = sum(ever_outside(w, win, 0.4, rng, 2000, math.log(20)) for _ in range(10))
    assert shifted == 10  # without the weights the mean would be .4


def test_votes_in_arrays_are_the_votes_one_by_one():
    rng = np.random.default_rng(0)
    a = rng.integers(4, size=50)
    b = (a + rng.integers(1, 4, size=50)) % 4
    y, v, w = rng.integers(3, size=50) / 2, rng.random(50), rng.random(50)
    whole, single = np.zeros((4, 5)), np.zeros((4, 5))
    tell_all_sums(whole, a, b, y, v, w)
    for t in range(50):
        tell_sums(single, a[t], y[t], v[t])
        tell_sums(single, b[t], 1 - y[t], w[t])
    np.testing.assert_allclose(whole, single)


@entry
def ever_elsewhere(win, rng, votes, limit):
    """Whether the mean of what was shown is ever outside, where the next opponent depends on the votes so far."""
    won = shown = 0.0
    for n in range(1, votes + 1):
        j = int(rng.random() * win.size)
        if won > n / 2:  # who wins meets stronger opponents
            j = 0
        won += rng.random() < win[j]
        shown += win[j]
        if log_running(won, n, shown / n) >= limit:
            return True
    return False


@pytest.mark.slow
@pytest.mark.compiled
def test_the_mean_of_what_was_shown_ever_leaves_its_interval_in_at_most_1_of_20_runs():
    rng, runs = np.random.default_rng(5), 1000
    for win in ([0.5, 0.5], [0.3, 0.9, 0.6], [0.0, 1.0]):
        missed = sum(ever_elsewhere(np.array(win), rng, 500, math.log(20)) for _ in range(runs))
        assert at_most(missed, runs, 0.05)
