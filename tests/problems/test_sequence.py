"""Outcome sequences: exact frequencies, periods, files."""

import math
from fractions import Fraction

import numpy as np
import pytest

from duelling.errors import InputError
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.named import problem, problem_names
from duelling.problems.sequence import OutcomeSequence, exact_sequence, smallest_period
from tests.helpers.problems import ROUND

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("name", problem_names())
def test_exact_sequences_reproduce_the_matrix(name):
    origin = problem(name)
    sequence, P = exact_sequence(origin, seed=3), origin.preference()
    np.testing.assert_allclose(sequence.preference(), P, atol=1e-15)
    assert sequence.arms == origin.arms
    assert sequence.winners().borda == origin.winners().borda
    exact = [Fraction(repr(round(float(p), 6))) for p in P.ravel()]
    smallest = math.lcm(*(p.denominator for p in np.array(exact).reshape(P.shape)[np.triu_indices(len(P), 1)]))
    assert sequence.period == smallest


@pytest.mark.parametrize(
    ("name", "period"),
    [("borda_vonneumann", 20), ("copeland_borda", 10), ("copeland_vonneumann", 40), ("different_winners", 40)],
)
def test_the_frequencies_of_the_thesis_are_exact_to_the_last_bit(name, period):
    origin = problem(name)
    sequence = exact_sequence(origin, period=period)
    assert np.array_equal(sequence.preference(), origin.preference())
    assert period % exact_sequence(origin).period == 0


def test_the_seed_names_the_sequence():
    one, same, other = (exact_sequence(problem("gap"), seed=seed).outcome for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_every_place_of_an_outcome_is_equally_likely():
    counts = sum((exact_sequence([[0.5, 0.75], [0.25, 0.5]], seed=s).outcome[:, 0, 1] < 0) for s in range(400))
    assert np.abs(counts - 100).max() < 4.5 * math.sqrt(400 * 0.25 * 0.75)


def test_periods_that_do_not_fit_name_the_pair():
    with pytest.raises(InputError, match=r"period must make period \* P\[0, 2\] a whole number, got 10 \* 0.55 = 5.5"):
        exact_sequence(problem("borda_vonneumann"), period=10)
    irrational = [[0.5, 1 / math.sqrt(2)], [1 - 1 / math.sqrt(2), 0.5]]
    with pytest.raises(InputError, match=r"period must be given: none up to 1000000 .* got P\[0, 1\] = 0.7071"):
        smallest_period(PreferenceMatrix(irrational).preference())
    for period in (0, -1, 2.5, True):
        with pytest.raises(InputError, match="period must be a whole number from 1 on"):
            exact_sequence(problem("gap"), period=period)
    with pytest.raises(InputError, match=r"period must be at most 2\^53"):
        exact_sequence(problem("gap"), period=10**30)
    with pytest.raises(InputError, match="seed"):
        exact_sequence(problem("gap"), seed=-1)


@pytest.mark.parametrize("text", ["flips:arms=3", "drift:arms=3", "corrupted:cyclic,budget=2"])
def test_preferences_that_change_have_no_exact_sequence(text):
    with pytest.raises(InputError, match=f"{text}.*, whose preferences change, .* no exact-frequency sequence"):
        exact_sequence(problem(text), period=10)


def test_the_horizon_is_a_multiple_of_the_period():
    sequence = OutcomeSequence([ROUND, -ROUND])
    for ask in (sequence.start, sequence.preference, lambda horizon: sequence.losses(["borda"], horizon)):
        ask(4)
        with pytest.raises(InputError, match="horizon must be a multiple of the period 2, got 3"):
            ask(3)


def test_outcomes_are_copied_once_and_never_repeated():
    M = np.array([ROUND], dtype=np.int8)
    sequence = OutcomeSequence(M)
    M[0, 0, 1] = -1
    state = sequence.start(10**9)
    assert state.outcome.shape == (1, 3, 3)
    assert state.outcome.dtype == np.int8
    assert state.outcome[0, 0, 1] == 1
    assert not state.outcome.flags.writeable


def changed(place, value, both=True):
    M = np.array([ROUND, ROUND], dtype=float)
    t, i, j = place
    M[t, i, j] = value
    if both:
        M[t, j, i] = -value
    return M


@pytest.mark.parametrize(
    ("M", "message"),
    [
        (changed((1, 0, 2), 2), r"M\[1, 0, 2\] must be -1, 0 or 1, got 2.0"),
        (changed((1, 0, 2), float("nan")), r"M\[1, 0, 2\] must be -1, 0 or 1, got nan"),
        (changed((0, 1, 2), -1, both=False), r"M\[0, 1, 2\] must be -M\[0, 2, 1\], which is -1, got -1"),
        (changed((0, 1, 2), 0), r"M\[0, 1, 2\] must be 1 or -1 \(choose ties=True to allow 0\), got 0"),
        (changed((0, 1, 1), 1, both=False), r"M\[0, 1, 1\] must be -M\[0, 1, 1\]"),
        (ROUND, r"M must have shape \(rounds, arms, arms\), got \(3, 3\)"),
        (np.zeros((0, 3, 3)), "M must have shape"),
        (np.full((1, 2, 2), "a"), "M must be an array of shape"),
        ([[[0, 1], [1]]], "M must be an array"),
        (np.zeros((1, 1, 1)), "at least 2 arms, got 1"),
    ],
)
def test_outcomes_are_checked(M, message):
    with pytest.raises(InputError, match=message):
        OutcomeSequence(M)


def test_ties_count_half():
    sequence = OutcomeSequence(changed((0, 1, 2), 0), ties=True)
    assert sequence.preference()[1, 2] == 0.75
    assert "condorcet" not in sequence.concepts()


def test_the_first_wrong_entry_is_named_without_a_list_of_all(monkeypatch):
    monkeypatch.setattr(np, "argwhere", lambda *_: pytest.fail("all wrong entries were listed"))
    for M, words in ((np.full((9, 2, 2), 5), r"M\[0, 0, 0\] must be -1, 0 or 1, got 5"),
                     (np.ones((9, 2, 2)), r"M\[0, 0, 0\] must be -M\[0, 0, 0\]"),
                     (np.zeros((9, 2, 2)), r"M\[0, 0, 1\] must be 1 or -1")):  # fmt: skip
        with pytest.raises(InputError, match=words):
            OutcomeSequence(M)
