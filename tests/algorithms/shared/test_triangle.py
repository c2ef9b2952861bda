"""Places of pairs: each has one, in either order, and together they fill the array."""

import numpy as np
import pytest

from duelling.algorithms.shared.triangle import pairs, place_of

pytestmark = pytest.mark.edges


@pytest.mark.parametrize("arms", [2, 3, 7])
def test_each_pair_has_its_own_place_in_either_order(arms):
    found = [place_of(i, j) for i, j in zip(*np.tril_indices(arms, -1), strict=True)]
    assert found == list(range(pairs(arms)))
    assert found == [place_of(j, i) for i, j in zip(*np.tril_indices(arms, -1), strict=True)]
