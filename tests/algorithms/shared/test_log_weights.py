"""Weights that change one at a time: they follow their logarithms, however far those go, and draws follow them."""

import math

import numpy as np
import pytest

from duelling.algorithms.shared import log_weights
from duelling.algorithms.shared.log_weights import add, draw_arm

pytestmark = pytest.mark.edges


def shares(s):
    """w / Σ w from the tree."""
    w = s.tree[s.tree.size // 2 :][: s.log.size]
    return w / w.sum()


def softmax(log):
    w = np.exp(log - log.max())
    return w / w.sum()


@pytest.mark.parametrize("arms", [2, 3, 9])
@pytest.mark.parametrize("scale", [1.0, 40.0, 1000.0])
def test_weights_follow_their_logarithms(arms, scale):
    s, rng, log = log_weights.start(arms), np.random.default_rng(arms), np.zeros(arms)
    for _ in range(300):
        i, step = int(rng.random() * arms), scale * (rng.random() - 0.5)
        add(s, i, step)
        log[i] += step
        np.testing.assert_array_equal(s.log, log)
        np.testing.assert_allclose(shares(s), softmax(log), rtol=1e-9, atol=1e-120)
        assert s.tree[1] == pytest.approx(s.tree[s.tree.size // 2 :].sum())


@pytest.mark.parametrize("sign", [1, -1])
def test_long_one_sided_runs_stay_finite_and_can_turn(sign):
    """One logarithm rises and one falls by more than any float can hold as a weight; then another one overtakes."""
    s = log_weights.start(3)
    for (up, down), steps in (((0, 1), 4000), ((1, 2), 9000)):
        for _ in range(steps):
            add(s, up, sign * 0.5)
            add(s, down, -sign * 0.5)
        np.testing.assert_allclose(shares(s), softmax(s.log), atol=1e-120)
    assert np.isfinite(s.tree).all()
    assert abs(s.log).max() > 1000


def test_all_weights_below_the_reference_are_computed_again():
    s = log_weights.start(2)
    s.log[:] = -305, -306
    s.tree[:] = [0, math.exp(-305) + math.exp(-306), math.exp(-305), math.exp(-306)]
    add(s, 0, 0.5)
    assert s.tree[0] == s.log.max() == -304.5
    assert s.tree[2] == 1


def test_draws_are_a_mixture_of_uniform_and_weighted_and_say_their_chance():
    s, rng, n, gamma = log_weights.start(3), np.random.default_rng(0), 20_000, 0.3
    for i, w in enumerate((6, 3, 1)):
        add(s, i, math.log(w))
    p, counts = 0.7 * np.array([0.6, 0.3, 0.1]) + 0.1, np.zeros(3)
    for _ in range(n):
        i, chance = draw_arm(s, gamma, rng)
        assert chance == pytest.approx(p[i])
        counts[i] += 1
    assert np.all(abs(counts - n * p) < 4.5 * np.sqrt(n * p * (1 - p)))
