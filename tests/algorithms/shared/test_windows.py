"""Windows of outcomes: the sums are those of lists, and nothing is judged before a window is full."""

import numpy as np
import pytest

from duelling.algorithms.shared.windows import changed, forget

pytestmark = pytest.mark.edges


@pytest.mark.parametrize("w", [2, 6])
def test_the_halves_are_those_of_a_list(w):
    rng, told, limit = np.random.default_rng(w), [[], []], 3
    outcomes, half = np.zeros((2, w), np.int8), np.zeros((2, 3), np.int64)
    for _ in range(60):
        pair, outcome = int(rng.integers(2)), int(rng.integers(-1, 2))
        told[pair].append(outcome)
        seen = changed(outcomes, half, limit, pair, outcome)
        newer, older = told[pair][-w // 2 :], told[pair][-w : -w // 2]
        if len(told[pair]) >= w:
            assert half[pair].tolist() == [len(told[pair]), sum(newer), sum(older)]
            assert seen == (abs(sum(newer) - sum(older)) > limit)
        else:
            assert not seen


def test_an_empty_window_never_changes_and_forgetting_leaves_nothing():
    half = np.full((2, 3), 7)
    assert not changed(np.zeros((2, 0), np.int8), half, 0, 1, 1)
    forget(half)
    assert half.sum() == 0
