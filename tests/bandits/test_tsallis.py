"""Tsallis-INF: the weights by hand, the search for their root, and exact means of both estimates."""

import math

import numpy as np
import pytest

from duelling.bandits import tsallis
from duelling.core.protocol import learn, pull
from duelling.errors import InputError
from tests.naive import bandits as naive

pytestmark = pytest.mark.edges


def weights(L, t, estimator="iw"):
    """w and x at round t for these cumulative losses."""
    s = tsallis.start(len(L), 1, estimator=estimator)
    s.L[:] = L
    pull(s, t, np.random.default_rng(0))
    return s.w / s.root[1], s.L.min() - s.root[0] * math.sqrt(t) / s.eta


def test_first_steps_by_hand():
    s = tsallis.start(2, 1)
    learn(s, 1, 0, 0.5, 1.0)
    assert s.L.tolist() == [2, 0]
    w, x = weights(s.L, 2)
    np.testing.assert_allclose(w, [0.159374981, 0.840625019], atol=1e-9)
    assert x == pytest.approx(-1.5424597568, abs=1e-9)
    w, _ = weights([3, 0, 0], 2)
    np.testing.assert_allclose(w, [0.077431856, 0.461284072, 0.461284072], atol=1e-9)


@pytest.mark.parametrize("arms", [2, 3, 50])
def test_at_the_start_all_weights_are_equal(arms):
    w, x = weights(np.zeros(arms), 1)
    np.testing.assert_allclose(w, 1 / arms)
    assert x == pytest.approx(-math.sqrt(arms))


def test_a_constant_for_all_arms_changes_nothing():
    L = np.array([3.0, 7.0, 1.0, 20.0])
    np.testing.assert_allclose(weights(L, 10)[0], weights(L + 1000, 10)[0], rtol=1e-12)


def test_the_search_ends_from_anywhere_and_agrees_with_halving():
    rng = np.random.default_rng(0)
    for _ in range(100):
        arms, t = int(rng.random() * 60) + 2, int(rng.random() * 10_000) + 1
        twin = naive.Tsallis(arms, reduced=False)
        twin.L = (rng.random(arms) * 10.0 ** (rng.random() * 5 - 1)).tolist()
        expected, w = twin.chances(t), np.zeros(arms)
        starts = (2.0, 2 * math.sqrt(arms), 2 + rng.random() * 2 * math.sqrt(arms))
        for begin in starts:
            z, total = tsallis.solve(np.array(twin.L), 2 / math.sqrt(t), begin, w)
            assert abs(total - 1) < tsallis.CLOSE
            assert 2 - 1e-9 <= z <= 2 * math.sqrt(arms) + 1e-6
            np.testing.assert_allclose(w / total, expected, rtol=1e-8)
            assert tsallis.solve_soon(np.array(twin.L), 2 / math.sqrt(t), begin, w) == pytest.approx(z, rel=1e-9)
            assert abs(w.sum() - 1) < 2 * tsallis.CLOSE
            np.testing.assert_allclose(w, expected, rtol=1e-8)


def test_the_base_of_a_late_outcome_is_that_of_the_losses_at_hand():
    """Draws of other rounds in between change nothing."""
    one, other, rng = *(tsallis.start(5, 1, estimator="rv") for _ in range(2)), np.random.default_rng(3)
    for t in range(1, 400):
        arm, loss = int(rng.random() * 5), rng.random()
        for later in range(t % 3):
            pull(one, t + 1 + later, rng)
        learn(one, t, arm, 0.2, loss)
        learn(other, t, arm, 0.2, loss)
    assert (other.L > 1).all()  # all had a base
    np.testing.assert_allclose(one.L, other.L, rtol=1e-12)


@pytest.mark.parametrize("estimator", ["iw", "rv"])
@pytest.mark.parametrize("t", [1, 100, 5000])
def test_mean_estimate_is_the_loss_exactly(estimator, t):
    """Reduced variance takes its base from every arm that has much weight, and stays unbiased."""
    arms, rng = 5, np.random.default_rng(t)
    losses, L = rng.random(arms), np.array([0.0, 2.0, 5.0, 40.0, 100.0])
    mean, active = np.zeros(arms), 0
    for i in range(arms):
        s = tsallis.start(arms, 1, estimator=estimator)
        s.L[:] = L
        pull(s, t, rng)
        w = s.w / s.root[1]
        learn(s, t, i, w[i], losses[i])
        mean += w[i] * (s.L - L)
        active = (w >= 16 / t).sum()
    np.testing.assert_allclose(mean, losses, rtol=1e-10)
    assert (active > 0) == (t > 1)


def test_a_base_is_active_from_round_16_k_on_under_equal_weights():
    for arms in (2, 4, 8):
        for t, base in ((16 * arms - 1, 0.0), (16 * arms + 1, 0.5)):
            s = tsallis.start(arms, 1, estimator="rv")
            pull(s, t, np.random.default_rng(0))
            learn(s, t, 0, 1 / arms, 1.0)
            assert s.L[1:].tolist() == [base] * (arms - 1)
            assert s.L[0] == pytest.approx(base + (1 - base) * arms)


def test_unknown_estimator():
    with pytest.raises(InputError, match="estimator must be one of iw, rv, got 'best'"):
        tsallis.start(3, 10, estimator="best")


def test_a_loss_that_is_not_a_number_does_not_hang():
    s = tsallis.start(3, 10)
    learn(s, 1, 0, 0.5, math.nan)
    assert 0 <= pull(s, 2, np.random.default_rng(0))[0] < 3
