"""Votes as arrays."""

import numpy as np
import pytest

from tests.helpers.votes import ballots

pytestmark = pytest.mark.plain


def test_some_votes_are_taken_with_all_that_is_known_of_them():
    votes = ballots([0, 1, 2], [1, 2, 0], [1, 0, -1], voter=[0, 1, 0], time=[1, 2, 3])
    for places in (np.array([0, 2]), votes.voter == 0, slice(None, None, 2)):
        taken = votes.take(places)
        assert len(taken) == 2
        assert [taken.left.tolist(), taken.outcome.tolist(), taken.time.tolist()] == [[0, 2], [1, -1], [1, 3]]
        assert (taken.items, taken.voters, taken.chance) == (votes.items, votes.voters, None)
