"""The elimination test of SPAR2: it agrees with the formula and with the library's singular values."""

import math

import numpy as np
import pytest

from duelling.algorithms.shared import spar2_elimination
from duelling.algorithms.shared.spar2_elimination import count_outcome, smallest_singular_value, support_is_known
from tests.naive.spar2 import eliminate

pytestmark = pytest.mark.edges


ROCK = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])  # rock, paper, scissors


@pytest.mark.parametrize("strength", [1.0, 0.8])
def test_a_cycle_drops_the_arm_that_loses_to_all_three(strength):
    """Rock, paper, scissors and a fourth: it takes Σ rad² <= ∆² on the support; checked against the formula."""
    state = spar2_elimination.start(4, 0.5)
    rng, known = np.random.default_rng(0), -1
    W, N = np.zeros((4, 4)), np.zeros((4, 4))
    for n in range(1, 4000):
        for i in range(4):
            for j in range(i + 1, 4):
                sure = ROCK[i, j] if j < 3 else 1
                outcome = sure if rng.random() < (1 + strength) / 2 else -sure
                count_outcome(state, i, j, outcome)
                W[i, j], W[j, i] = W[i, j] + outcome, W[j, i] - outcome
                N[i, j] = N[j, i] = n
        expected = eliminate(W / np.maximum(N, 1), 0.5 / np.maximum(N, 1e-300))
        assert support_is_known(state) == (len(expected) > 0)
        if expected:
            assert expected == [3]
            known = n
            break
    assert known > 0
    if strength == 1:  # σ of the cycle, ε_S = 1/3, ε_3 / |Q_3S| = 1/sqrt 3
        sigma = max(np.linalg.svd(np.where(np.arange(3) == i, 1, ROCK), compute_uv=False).min() for i in range(3))
        assert known == math.ceil(6 * 0.5 / (2 / 9 * sigma / 3) ** 2)


@pytest.mark.parametrize("m", [1, 2, 3, 5, 8])
def test_smallest_singular_value_agrees_with_the_library(m):
    rng = np.random.default_rng(m)
    for _ in range(20):
        B = rng.normal(size=(m, m))
        room = np.zeros((m + 1, m + 2))
        room[:m, :m] = B
        assert smallest_singular_value(room, m) == pytest.approx(np.linalg.svd(B, compute_uv=False).min(), rel=1e-9)
    room[:m, 0] = 0
    assert smallest_singular_value(room, m) < 1e-12
