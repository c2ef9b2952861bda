"""The radius of SAVAGE and the bounds that follow from it, by hand."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms.shared.savage_bounds import radius
from duelling.registry.facts import ALGORITHMS

pytestmark = [pytest.mark.edges, pytest.mark.plain]
FAMILY = {"savage": "condorcet", "savage-copeland": "copeland", "savage-borda": "borda"}


def test_radius_of_the_paper():
    assert radius(100, 15, 100_000, 1e-5) == pytest.approx(0.363504, abs=1e-6)
    assert radius(100, 15, None, 0.1) == pytest.approx(0.277595, abs=1e-6)


def test_bounds_by_hand_for_two_arms():
    P, T = np.array([[0.5, 0.8], [0.2, 0.5]]), 10**6
    pair, arm = math.log(2 * T * T), math.log(4 * T * T)
    by_hand = {
        "condorcet": (2 * pair / 0.09 + 2) * 0.15 + 0.3,
        "copeland": (2 * pair / 0.09 + 1) * 0.5 + 1,
        "borda": 2 * (8 * arm / 0.36 + 2) * 0.15 + 0.3,
    }
    for name, winner in FAMILY.items():
        assert ALGORITHMS.find(name).bound(winner, 2, T, P) == pytest.approx(by_hand[winner])
    smaller = ALGORITHMS.find("savage").bound("condorcet", 2, T, P, delta=0.5)
    assert smaller == pytest.approx((2 * math.log(4 * T) / 0.09 + 2) * 0.15 + 0.3 * T / 2)


def test_bounds_need_their_assumptions():
    half = np.full((3, 3), 0.5)
    for name, winner in FAMILY.items():
        assert ALGORITHMS.find(name).bound(winner, 3, 1000) is None
        assert ALGORITHMS.find(name).bound(winner, 3, 1000, half) is None
    arxiv = du.problem("arxiv").preference()
    assert ALGORITHMS.find("savage").bound("condorcet", 6, 1000, arxiv, epsilon=1) is None
    assert ALGORITHMS.find("savage").bound("condorcet", 6, 1000, arxiv) <= 1000 * 0.11
