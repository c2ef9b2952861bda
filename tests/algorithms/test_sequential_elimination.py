"""Seq-Eliminate: its script, and how often it fails at the edge of what it must find."""

import numpy as np
import pytest

import duelling as du
from tests.helpers.identifying import fails_at_most, plays_like, unanimous
from tests.naive.scripted import Scripted, between, one_pass

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("arms", [2, 4])
def test_plays_as_written(arms):
    twin = lambda: Scripted(one_pass, arms, between(0.0, 0.2, 0.3 / arms))  # noqa: E731
    assert plays_like("sequential-elimination:within=0.2", twin, arms, 700, end={"delta": 0.3}) >= 1


def test_has_a_match_for_each_arm_but_one():
    met, best, _ = unanimous("sequential-elimination", 6, end={"delta": 0.1})
    assert (len(met), best) == (5, 0)


@pytest.mark.slow
@pytest.mark.compiled
def test_fails_at_most_as_often_as_delta():
    """The best arm beats the others by a little more than ε, so that each of them is a failure."""
    win = np.full((4, 4), 0.5)
    win[0, 1:], win[1:, 0] = 0.61, 0.39
    assert fails_at_most(du.PreferenceMatrix(win), "sequential-elimination:within=0.1", 0.3, 400)
