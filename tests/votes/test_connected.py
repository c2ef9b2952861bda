"""Which items votes connect: as in scipy."""

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components

from duelling.votes.connected import connected

pytestmark = pytest.mark.plain


def expected(edges):
    count, label = connected_components(edges, directed=True, connection="strong")
    found = [tuple(np.flatnonzero(label == k).tolist()) for k in range(count)]
    return sorted(found, key=lambda group: (-len(group), group))


@pytest.mark.parametrize("share", [0.0, 0.02, 0.05, 0.1, 0.3, 1.0])
@pytest.mark.parametrize("symmetric", [False, True])
def test_groups_are_those_of_scipy(share, symmetric):
    rng = np.random.default_rng(0)
    for _ in range(20):
        edges = rng.random((25, 25)) < share
        edges = edges | edges.T if symmetric else edges
        assert connected(edges) == expected(edges)


def test_chains_circles_and_one_item():
    chain = np.eye(5, k=1, dtype=bool)
    assert connected(chain) == [(0,), (1,), (2,), (3,), (4,)]
    chain[4, 2] = True
    assert connected(chain) == [(2, 3, 4), (0,), (1,)]
    assert connected(np.zeros((1, 1), bool)) == [(0,)]
