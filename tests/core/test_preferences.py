"""Preferences: shorter ways to an answer agree with the matrices."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelling.core.links import LINKS, preference_matrix
from duelling.core.winners import beaten_by
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.utility import UtilityModel
from tests.helpers.strategies import utilities

pytestmark = pytest.mark.plain


@given(x=utilities, link=st.integers(0, 2))  # the links by their numbers
@settings(max_examples=60, deadline=None)
def test_closed_forms_for_utilities_agree_with_the_matrix(x, link):
    P = preference_matrix(link, x[None], np.ones(1))
    ours, general = UtilityModel(x, LINKS[link]).winners(), PreferenceMatrix(P).winners()
    np.testing.assert_array_equal(ours.scores["utility"], x)
    for name in ("condorcet", "borda", "copeland"):
        assert getattr(ours, name) == getattr(general, name)
        np.testing.assert_allclose(ours.scores[name], general.scores[name], atol=1e-12)
    np.testing.assert_allclose(ours.von_neumann, general.von_neumann, atol=1e-9)
    assert ours.unique == general.unique
    assert beaten_by(x).tolist() == [(x > xi).sum() for xi in x]


def test_changing_utilities_under_a_curved_link_go_through_the_matrix():
    x = np.array([[3.0, 0, 1], [0, 1, 1.2], [0, 1, 1.2]])
    model = UtilityModel(x, "bradley-terry")
    found = model.winners()
    np.testing.assert_allclose(found.scores["borda"], model.preference().mean(axis=1))
    np.testing.assert_allclose(found.scores["utility"], x.mean(axis=0))
    assert model.condorcet_winner() == (found.condorcet[0] if found.condorcet else None)
