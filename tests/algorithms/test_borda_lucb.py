"""Borda-LUCB: its script, the radius by hand, sets, groups and wrong members, and how often it fails."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms.borda_lucb import radius
from tests.helpers.chances import at_most
from tests.helpers.identifying import fails_at_most, order, plays_like
from tests.naive.scripted import Scripted, borda_lucb

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize(
    ("text", "arms", "ends", "h"),
    [
        ("borda-lucb", 2, [1], 0),
        ("borda-lucb:top=2", 4, [2], 0),
        ("borda-lucb:top=3,wrong=1", 6, [3], 1),
        ("borda-lucb:groups=1/3", 5, [1, 3], 0),
    ],
)
def test_plays_as_written(text, arms, ends, h):
    twin = lambda: Scripted(borda_lucb, arms, 0.9, ends, h)  # noqa: E731
    assert plays_like(text, twin, arms, 1500, end={"delta": 0.9}, ties=0.1) >= 1


@pytest.mark.parametrize(("n", "alpha"), [(1, 1.41040), (10, 0.599552), (100, 0.201719)])
def test_the_radius_by_hand(n, alpha):
    log = math.log(10 / 0.1)
    assert radius(log + 0.75 * math.log(log), n) == pytest.approx(alpha, rel=1e-5)


@pytest.mark.slow
@pytest.mark.compiled
def test_fails_at_most_as_often_as_delta():
    assert fails_at_most(order(4, 0.62), "borda-lucb:groups=1/3", 0.3, 200)


@pytest.mark.slow
@pytest.mark.compiled
def test_wrong_members_are_counted_and_make_it_shorter():
    problem = du.PreferenceMatrix(0.5 + np.subtract.outer(*2 * [np.array([0.4, 0.3, 0.21, 0.19, 0.1, 0])]))
    exact, near = (du.identify(problem, f"borda-lucb:top=3,wrong={h}", delta=0.2, runs=60) for h in (0, 1))
    assert near.duels.mean() < exact.duels.mean() / 2
    assert near.wrong_members.max() <= 1 or at_most(int((near.wrong_members > 1).sum()), 60, 0.2)
    assert near.summary()["nearly"] >= near.summary()["right"]
    assert exact.summary()["tolerance"] == {"within": 0, "wrong": 0}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("top=5", "top must be a whole number from 1 to 4, got 5"),
        ("groups=3/1", "groups must be ascending places from 1 to 4, as in 1/3, got '3/1'"),
        ("groups=1/x", "groups must be ascending places from 1 to 4"),
        ("groups=1/2,wrong=1", "wrong must be a whole number from 0 to 0, got 1"),
        ("top=2,wrong=2", "wrong must be"),
    ],
)
def test_bad_settings_are_refused_in_one_line(text, message):
    with pytest.raises(du.InputError, match=message):
        du.identify(order(5), f"borda-lucb:{text}", runs=1)
