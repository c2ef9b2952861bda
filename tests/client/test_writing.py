"""Votes as rows that a server takes."""

import numpy as np
import pytest

from duelling.client.writing import rows_of
from tests.helpers.votes import ballots

pytestmark = pytest.mark.plain


def test_what_is_not_known_is_left_out():
    cast = ballots([0, 1, 0], [1, 0, 1], [1, 0, -1], [0, -1, 0], time=[5.0, np.nan, np.nan], case=[-1, 0, -1])
    assert rows_of(cast) == [
        {"left": "item 0", "right": "item 1", "answer": "left", "voter": "voter 0", "time": 5.0},
        {"left": "item 1", "right": "item 0", "answer": "tie", "case": "case 0"},
        {"left": "item 0", "right": "item 1", "answer": "right", "voter": "voter 0"},
    ]
