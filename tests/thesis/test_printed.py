"""Numbers that the thesis prints: what is computed here is what it says."""

import numpy as np
import pytest

import duelling as du
from duelling.thesis.experiments import every
from duelling.thesis.printed import listed

pytestmark = pytest.mark.plain

COMPUTED = [
    (chapter.experiment().problems[0], each)
    for chapter in every().values()
    for each in chapter.printed
    if callable(each.here)
]


@pytest.mark.parametrize(("problem", "number"), COMPUTED, ids=lambda each: getattr(each, "what", each))
def test_what_is_computed_is_what_the_thesis_prints(problem, number):
    found = number.here(du.problem(problem)).replace(", then 13 times 0", " 0 … 0")
    assert found.replace("0.3333", "1/3") == number.printed


def test_all_numbers_of_the_six_experiments_that_are_known():
    assert {each.printed for chapter in every().values() for each in chapter.printed} >= {
        "0.5375",
        "3/16 = 0.1875",
        "1.7 2.7 3.1 2.5 2.5",
        "2 1 3 2 2",
    }
    assert all(not chapter.printed for chapter in every().values() if chapter.open)


def test_the_two_limits_follow_from_the_matrices():
    """Once the Borda winner is always shown first, against a uniform other arm."""
    P = du.problem("copeland_borda").preference()
    lost = (P < 0.5).sum(axis=1) / 4
    assert np.minimum(lost[0], lost[1:]).mean() - lost.min() == 3 / 16
    P = du.problem("borda_vonneumann").preference()
    assert np.minimum(P[0, 1], np.delete(P[0], 1)).mean() == pytest.approx(0.5375)


def test_many_zeros_are_counted():
    assert listed(np.array([0.5, 0.5, 0, 0, 0])) == "0.5 0.5, then 3 times 0"
    assert listed(np.array([0, 1, 0])) == "0 1 0"
