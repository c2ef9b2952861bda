"""A problem in a notebook."""

import numpy as np
import pytest

import duelling as du
from duelling.problems.page import MOST, matrix_table

pytestmark = pytest.mark.plain


def test_a_problem_shows_its_matrix_and_its_winners():
    page = du.PreferenceMatrix([[0.5, 0.8], [0.2, 0.5]], arms=["<tea>", "coffee"], name="drinks")._repr_html_()
    for text in ("drinks:", "2 arms", "&lt;tea&gt;", "coffee", "0.8", "von Neumann", "Condorcet"):
        assert text in page


def test_large_problems_show_their_winners_alone():
    problem = du.PreferenceMatrix(np.full((MOST + 1, MOST + 1), 0.5))
    assert "beats the column" not in problem._repr_html_()
    assert "Borda" in problem._repr_html_()


@pytest.mark.parametrize("name", ["flips:arms=3", "shadow:arms=3"])
def test_problems_without_a_mean_say_who_they_are(name):
    page = du.problem(name)._repr_html_()
    assert f"<b>{du.problem(name).name}:</b> 3 arms" in page
    assert "<table" not in page


def test_the_stronger_the_lead_the_stronger_the_colour():
    page = matrix_table(("a", "b"), np.array([[0.5, 0.9], [0.1, 0.5]]))
    assert "rgba(0, 114, 178, 0.28)" in page
    assert "rgba(213, 94, 0, 0.28)" in page
