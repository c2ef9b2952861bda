"""Shares of wins."""

import numpy as np
import pytest

from duelling.votes.scores.scores import mean_share, never_met
from duelling.votes.tally import count
from tests.helpers.votes import from_counts

pytestmark = pytest.mark.plain


def test_ties_are_halves_and_nothing_is_no_share():
    assert mean_share(np.array([3, 0]), np.array([2, 0]), np.array([8, 0])).tolist() == pytest.approx(
        [0.5, np.nan], nan_ok=True
    )


def test_pairs_that_never_met_are_counted_once():
    assert never_met(count(from_counts(np.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]])))) == 2
