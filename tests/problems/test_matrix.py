"""Preference matrices: what is refused and how it is named, and what callers keep."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelling.errors import InputError
from duelling.problems.matrix import PreferenceMatrix

pytestmark = pytest.mark.plain

NAN, INF = float("nan"), float("inf")


@st.composite
def matrices(draw, least=2):
    arms = draw(st.integers(least, 6))
    P = np.full((arms, arms), 0.5)
    for i in range(arms):
        for j in range(i):
            P[i, j] = draw(st.floats(0, 1))
            P[j, i] = 1 - P[i, j]
    return P


@given(P=matrices())
@settings(max_examples=60, deadline=None)
def test_every_preference_matrix_is_taken_and_kept(P):
    problem = PreferenceMatrix(P)
    assert np.array_equal(problem.preference(), P)
    assert len(problem.arms) == len(P)


@given(P=matrices(), data=st.data(), wrong=st.sampled_from([NAN, INF, -INF, -0.1, 1.1]))
@settings(max_examples=60, deadline=None)
def test_an_entry_that_is_no_chance_is_named(P, data, wrong):
    i, j = (data.draw(st.integers(0, len(P) - 1)) for _ in range(2))
    P[i, j] = wrong
    with pytest.raises(InputError, match=re.escape(f"P[{i}, {j}] must be between 0 and 1, got {wrong!r}")):
        PreferenceMatrix(P)


@given(P=matrices(), data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_pair_that_does_not_sum_to_one_is_named(P, data):
    j = data.draw(st.integers(1, len(P) - 1))
    i = data.draw(st.integers(0, j - 1))
    P[i, j] = data.draw(st.floats(0, 1).filter(lambda p: abs(p + P[j, i] - 1) > 1e-8))
    with pytest.raises(InputError, match=re.escape(f"P[{i}, {j}] + P[{j}, {i}] must be 1, got")):
        PreferenceMatrix(P)


@given(P=matrices(), data=st.data())
@settings(max_examples=30, deadline=None)
def test_a_diagonal_that_is_not_even_is_named(P, data):
    i = data.draw(st.integers(0, len(P) - 1))
    P[i, i] = 0.6
    with pytest.raises(InputError, match=re.escape(f"P[{i}, {i}] must be 0.5, an arm against itself, got 0.6")):
        PreferenceMatrix(P)


@pytest.mark.parametrize(
    ("win", "message"),
    [
        ([[0.5]], "at least 2 arms, got 1"),
        ([0.5, 0.5], r"P must be a square matrix, got shape \(2,\)"),
        ([[0.5, 0.5]], r"P must be a square matrix, got shape \(1, 2\)"),
        ([[0.5, 0.2], [0.8]], "P must be a square matrix of numbers"),
        ([["a", "b"], ["c", "d"]], "P must be a square matrix of numbers"),
        (np.array([["a", "b"], ["c", "d"]]), "P must be a square matrix of numbers"),
        (np.array([[0.5, 0.6 + 0.1j], [0.4, 0.5]]), "P must be a square matrix of numbers"),
        (None, "P must be a square matrix"),
        ("cyclic", "P must be a square matrix of numbers"),
    ],
)
def test_other_shapes_are_refused(win, message):
    with pytest.raises(InputError, match=message) as error:
        PreferenceMatrix(win)
    assert "\n" not in str(error.value)


def test_rounding_is_forgiven():
    PreferenceMatrix([[0.5, 0.3 + 1e-12], [0.7, 0.5]])
