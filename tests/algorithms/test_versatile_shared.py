"""Versatile-DB with one distribution: its twin, what a duel teaches on average, and its bound."""

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import versatile_shared
from duelling.core.protocol import Duel, chances, choose, update
from duelling.core.states import copy
from duelling.registry.facts import ALGORITHMS
from tests.naive.agreement import agree_on_matrices
from tests.naive.versatile_shared import VersatileShared

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("arms", [2, 5])
def test_agrees_with_its_slow_twin(arms):
    agree_on_matrices("versatile-shared", lambda K, T: VersatileShared(K), arms, 300)


def test_what_is_learnt_is_the_loss_against_ones_own_mixture():
    """Over all duels and outcomes: E ΔL_k = Σ_j w_j P_jk."""
    win = np.array([[0.5, 0.8, 0.3], [0.2, 0.5, 0.9], [0.7, 0.1, 0.5]])
    s, w = versatile_shared.start(3, 10), np.zeros(3)
    s.bandit.L[:] = 0.3, 1.0, 2.0
    chances(s.bandit, 4, w)
    mean = np.zeros(3)
    for i in range(3):
        for j in range(3):
            for outcome, p in ((1, win[i, j]), (-1, win[j, i])):
                after = copy(s)
                update(after, 4, Duel(i, j, w[i], w[j]), outcome)
                mean += w[i] * w[j] * p * (after.bandit.L - s.bandit.L)
    np.testing.assert_allclose(mean, w @ win)
    assert mean @ w == pytest.approx(0.5)


def test_its_bounds_are_those_of_two_that_spar():
    ours, theirs = ALGORITHMS.find("versatile-shared"), ALGORITHMS.find("versatile-db")
    for winner in ours.winners:
        assert ours.bound(winner, 6, 1000) == theirs.bound(winner, 6, 1000) is not None


def test_both_arms_have_the_same_chances():
    s, rng = versatile_shared.start(2, 10), np.random.default_rng(0)
    s.bandit.L[:] = 0, 3
    duels = [choose(s, 5, rng) for _ in range(50)]
    assert len({p for duel in duels for arm, p in zip(duel[:2], duel[2:], strict=True) if arm == 0}) == 1


@pytest.mark.slow
@pytest.mark.compiled
def test_sharing_what_is_learnt_pays():
    """The paper expects it, and has no proof: both arms teach one vector."""
    found = du.simulate("cyclic", ["versatile-shared", "versatile-db"], horizon=20_000, runs=30, winner="condorcet")
    ours, two = found.strong[:, :, -1, 0].mean(axis=1)
    assert ours < two
