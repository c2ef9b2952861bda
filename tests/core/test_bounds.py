"""A bound has the formula that holds under the settings of a user."""

import pytest

from duelling.core.bounds import Bound
from duelling.registry.facts import ALGORITHMS

pytestmark = pytest.mark.plain
BOUND = Bound("√T", lambda arms, horizon, given=None, **parameters: None, ("rate",), {"rate=slow": "T", "eta": "1/η"})


@pytest.mark.parametrize(
    ("settings", "formula"),
    [
        ({}, "√T"),
        ({"rate": "slow"}, "T"),
        ({"rate": "fast"}, "√T"),
        ({"eta": 0.25}, "1/η"),
        ({"gap": 1, "rate": "slow"}, "T"),
    ],
)
def test_a_formula_belongs_to_a_setting(settings, formula):
    changed = BOUND.under(settings)
    assert changed.formula == formula
    assert changed[1:] == BOUND[1:]


def test_a_parameter_that_the_theorem_does_not_know_voids_the_bound():
    found = ALGORITHMS.find("rucb").bounds["condorcet"]
    assert "delta" not in found.parameters
    win = [[0.5, 0.75], [0.25, 0.5]]
    assert ALGORITHMS.find("rucb").bound("condorcet", 2, 1000, win, alpha=2.0) > 0
    assert ALGORITHMS.find("rucb").bound("condorcet", 2, 1000, win, alpha=2.0, delta=0.1) is None
