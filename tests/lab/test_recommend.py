"""What to use on one problem: the ranking, its form, and its numbers."""

import pytest

import duelling as du
from duelling.core.jit import interpreted
from duelling.lab.clock import Left
from duelling.lab.recommend import Recommendation

pytestmark = pytest.mark.plain


def test_the_best_has_the_smallest_mean_and_all_numbers_are_those_of_simulate():
    with interpreted():
        found = du.recommend("cyclic", horizon=300, winner="condorcet", runs=3, seconds=600)
        alone = du.simulate("cyclic", found.best, horizon=300, winner="condorcet", runs=3).rows()[0]
    frame = found.frame()
    assert frame["mean"].is_sorted()
    assert frame.row(0)[:4] == (found.best, alone["weak"], alone["weak_low"], alone["weak_high"])
    assert found.result.algorithms[0] == found.best
    assert found.best in repr(found).splitlines()[2]
    assert repr(found).startswith("cyclic: weak Condorcet regret after 300 rounds, 3 runs, seed 0\n")


def test_what_was_not_played_is_said():
    with interpreted():
        result = du.simulate("cyclic", "random", horizon=10, runs=2)
    text = repr(
        Recommendation(
            (result,), "weak", tuple(Left(name, "not begun in time") for name in ("soda", "rucb")), wanted=20
        )
    )
    assert "after 10 rounds, 2 of 20 runs, seed 0" in text
    assert text.endswith("\nnot played: soda, rucb: not begun in time")
