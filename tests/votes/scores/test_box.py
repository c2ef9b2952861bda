"""Scores where nothing is known of how the pairs were chosen."""

import math

import numpy as np
import pytest

from duelling.core.evidence.pairs import pair_interval
from duelling.votes.bounds import pair_bounds
from duelling.votes.scores.box import box
from duelling.votes.verdict import ASSUMED
from tests.helpers.votes import from_counts, tables

pytestmark = pytest.mark.plain


def boxed(wins, ties=None, delta=0.05):
    return box(pair_bounds(from_counts(wins, ties), delta), ASSUMED)


def test_where_nothing_is_known_the_box_is_the_mean_of_the_pairs():
    wins, ties = tables([(0, 1, 1.0)] * 9 + [(0, 2, 0.5)] * 4, 4)
    found = boxed(wins, ties, 0.06)
    one, two = pair_interval(9, 0, 0, 0.01), pair_interval(0, 4, 0, 0.01)
    assert found.low[0] == pytest.approx((one[0] + two[0] + 0) / 3)
    assert found.high[0] == pytest.approx((one[1] + two[1] + 1) / 3)
    assert found.never_met == 4
    assert np.isnan(found.score[3])
    assert (found.low[3], found.high[3]) == (0, 1)


def test_the_box_proves_a_difference_only_where_every_matrix_inside_has_it():
    """The least difference over all matrices in the box, pair by pair, is what the bound says."""
    rng = np.random.default_rng(3)
    wins = rng.integers(0, 40, (3, 3))
    np.fill_diagonal(wins, 0)
    wins[0] += 60
    wins[0, 0] = 0
    found = boxed(wins)
    ends = {
        (i, j): pair_interval(int(wins[i, j]), 0, int(wins[j, i]), 0.05 / 3)
        for i in range(3)
        for j in range(3)
        if i < j
    }
    least = math.inf
    for corner in range(8):
        p = np.full((3, 3), 0.5)
        for bit, (i, j) in enumerate(ends):
            p[i, j] = ends[i, j][corner >> bit & 1]
            p[j, i] = 1 - p[i, j]
        least = min(least, p[0, 1:].sum() / 2 - (p[1, 0] + p[1, 2]) / 2)
    assert least > 0
    assert found.above(1, 0.0)[0, 1]
    assert not found.above(1, -least - 1e-6)[0, 1]
    assert found.above(1, -least + 1e-6)[0, 1]
