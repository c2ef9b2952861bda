"""Runs compared in pairs: the interval is that of the differences."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import duelling as du

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def result():
    return du.simulate(
        "cyclic", ["random", "rucb:alpha=0.6", "ws-w"], horizon=60, runs=8, winner=["borda", "condorcet"]
    )


def test_it_is_the_paired_t_interval(result):
    found = result.compare("RUCB", "ws-w", "strong", winner="condorcet", level=0.9)
    away = result.strong[1, :, -1, 1] - result.strong[2, :, -1, 1]
    theirs = stats.ttest_1samp(away, 0).confidence_interval(0.9)
    assert (found.first, found.second, found.t, found.runs) == ("rucb:alpha=0.6", "ws-w", 60, 8)
    np.testing.assert_allclose((found.mean, found.low, found.high), (away.mean(), *theirs))
    back = result.compare("ws-w", "rucb", "strong", winner="condorcet", level=0.9)
    np.testing.assert_allclose((back.mean, back.low, back.high), (-found.mean, -found.high, -found.low))


def test_it_says_what_it_is(result):
    assert "rucb:alpha=0.6 has less (weak Borda regret after 60 rounds, 8 runs; paired t" in str(
        replace(result, values=result.values + np.array([9, 0, 0])[:, None, None, None]).compare("rucb", "random")
    )
    same = result.compare("random", "ws-w", t=result.rounds[0])
    assert "not told apart" in str(same)
    assert "not told apart" in same._repr_html_()  # in a notebook
    one = du.simulate("cyclic", ["random", "ws-w"], horizon=9, runs=1, winner="borda")
    assert "one run has no interval" in str(one.compare("random", "ws-w"))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"second": "random"}, "first and second must be two algorithms, got 'random' twice"),
        ({"second": "btm"}, "second: there is no recorded algorithm 'btm'"),
        ({"t": 60.5}, "t must be a whole number"),
        ({"t": 61}, "t must be a checkpoint, got 61: the nearest is 60"),
        ({"winner": "copeland"}, "there is no recorded winner 'copeland'"),
        ({"level": 1}, "level must lie between 0 and 1"),
    ],
)
def test_bad_questions_are_one_clear_line(result, asked, message):
    with pytest.raises(du.InputError, match=message):
        result.compare(**{"first": "random", "second": "ws-w", **asked})
