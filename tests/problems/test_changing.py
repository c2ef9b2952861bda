"""Preferences that change: along a line, in steps, and what is refused."""

import numpy as np
import pytest

from duelling.errors import InputError
from duelling.problems.changing import Drifting, Piecewise
from tests.helpers.problems import KINDS, SHARP, chances

pytestmark = pytest.mark.edges


def test_chances_at_a_drift_quarter_way():
    np.testing.assert_allclose(chances(KINDS[3][0], 26), 0.75 * SHARP.T + 0.25 * SHARP, atol=1e-9)


def test_changing_problems_are_checked():
    for kind, label in ((Piecewise, "starts"), (Drifting, "times")):
        for rounds in ([2, 5], [1, 1], [1], [1.0, 2.5], [1, 5, 9]):
            with pytest.raises(InputError, match=f"{label} must be 2 rounds that ascend from 1"):
                kind([SHARP, SHARP.T], rounds)
        with pytest.raises(InputError, match=r"matrices\[1\]\[0, 1\] must be between 0 and 1, got 2.0"):
            kind([SHARP, SHARP + np.array([[0, 1.1, 0]])], [1, 2])
        with pytest.raises(InputError, match=r"matrices\[1\] must have shape \(3, 3\)"):
            kind([SHARP, np.full((2, 2), 0.5)], [1, 2])
        for nothing in ([], None, 5):
            with pytest.raises(InputError, match="matrices must "):
                kind(nothing, [])
        given = kind([SHARP, SHARP.T], **{label: [1, 5]}, arms=["a", "b", "c"], name="mine")
        assert (given.name, given.arms) == ("mine", ("a", "b", "c"))
        assert given.describe()[label] == [1, 5]
        with pytest.raises(InputError, match="has a mean over a given horizon only"):
            given.winners()
        with pytest.raises(InputError, match="horizon must be a whole number from 1 on, got 0"):
            given.preference(0)
