"""The evidence of many pairs in NumPy is that of one pair in the kernels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelling.core.evidence.pairs import log_even
from duelling.core.jit import interpreted
from duelling.votes.evens import log_evens

pytestmark = pytest.mark.plain

COUNTS = st.integers(0, 40) | st.integers(0, 10**9)


@given(st.lists(st.tuples(COUNTS, COUNTS), min_size=1, max_size=20))
def test_it_is_the_evidence_of_each_pair(pairs):
    wins, losses = np.array(pairs).T
    with interpreted():
        one_by_one = [log_even(w, x) for w, x in pairs]
    assert log_evens(wins, losses) == pytest.approx(one_by_one, rel=1e-12, abs=1e-10)


def test_shapes_are_kept():
    assert log_evens(np.zeros((2, 3)), np.zeros((2, 3))).tolist() == [[0, 0, 0], [0, 0, 0]]
    assert log_evens(np.zeros(0), np.zeros(0)).shape == (0,)
