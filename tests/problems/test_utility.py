"""Utility models: many arms, periods, and what is refused."""

import numpy as np
import pytest

from duelling.core.protocol import decide
from duelling.errors import InputError
from duelling.problems.utility import UtilityModel

pytestmark = pytest.mark.edges


def test_many_arms_need_no_matrix():
    arms = 10_000
    given = UtilityModel(np.linspace(0, 1, arms))
    state = given.losses(("utility", "borda", "copeland", "von_neumann", "condorcet"), 100)
    assert state.loss.shape == (arms, 5)
    assert state.loss[-1].tolist() == [0] * 5
    assert np.all(np.diff(state.loss, axis=0) < 0)  # better arms cost less under every concept
    assert given.winners().condorcet == (arms - 1,)
    assert decide(given.start(10), 1, arms - 1, 0, np.random.default_rng()) == 1


@pytest.mark.parametrize(
    ("x", "link", "message"),
    [
        ([0.1, 1.5], "linear", r"x\[1\] must be between 0 and 1 with a linear link, got 1.5"),
        ([[0.1, 0.2], [0.3, float("nan")]], "linear", r"x\[1, 1\] must be between 0 and 1"),
        ([0.1, float("inf")], "probit", r"x\[1\] must be between -1e100 and 1e100, got inf"),
        ([0.1, -1e101], "bradley-terry", r"x\[1\] must be between -1e100 and 1e100, got -1e\+101"),
        ([0.1], "linear", "at least 2 arms, got 1"),
        ([], "linear", r"x must have shape \(arms,\) or \(rounds, arms\), got \(0,\)"),
        ("abc", "linear", "x must be an array of numbers, got 'abc'"),
        ([0.1, 0.2], "lin", "link must be one of linear, bradley-terry, probit, got 'lin'"),
    ],
)
def test_utilities_are_checked(x, link, message):
    with pytest.raises(InputError, match=message):
        UtilityModel(x, link)


def test_utilities_of_a_horizon_that_cuts_the_period():
    given = UtilityModel([[0.0, 1.0], [1.0, 0.0], [1.0, 0.0]])
    np.testing.assert_allclose(given.utilities(4), [0.5, 0.5])
    np.testing.assert_allclose(given.utilities(), [2 / 3, 1 / 3])
    assert given.condorcet_winner(4) is None
    assert given.condorcet_winner() == 0
