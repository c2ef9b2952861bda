"""A bandit against a uniform opponent: what it learns from a duel, exact means, and the theorem's steps."""

import itertools
import math

import numpy as np
import pytest

from duelling.algorithms.reductions.uniform import Uniform
from duelling.bandits import exp3, tsallis
from duelling.core.protocol import Duel, choose, learn, update
from duelling.registry.choice import choice
from tests.naive.agreement import CYCLE

pytestmark = pytest.mark.edges


def test_exp3_unif_takes_the_rates_of_the_theorems():
    for arms, borda, utility in ((4, 0.0372329741, 0.0372329741), (10, 0.0303485426, 0.0332451627)):
        assert choice("exp3+unif").start(arms, 1000).bandit.eta == pytest.approx(borda, abs=1e-10)
        assert choice("exp3+unif:rate=utility").start(arms, 1000).bandit.eta == pytest.approx(utility, abs=1e-10)
    assert choice("exp3+unif:rate=anytime").start(4, 1).bandit.eta == math.sqrt(2 * math.log(4) / 4)
    assert choice("exp3+unif:eta=0.25").start(4, 1).bandit.eta == 0.25


def test_exp3_unif_first_round_by_hand():
    s = choice("exp3+unif").start(4, 1000)
    update(s, 1, Duel(0, 2, 0.25, 1 / 3), -1)
    assert s.bandit.L.tolist() == [4, 0, 0, 0]
    np.testing.assert_allclose(s.bandit.w / s.bandit.total[0], [0.223125542] + [0.258958153] * 3, atol=1e-9)


def test_a_win_of_the_first_arm_changes_nothing_in_exp3_unif():
    s = choice("exp3+unif").start(4, 1000)
    update(s, 1, Duel(0, 2, 0.25, 1 / 3), 1)
    assert s.bandit.L.tolist() == [0] * 4
    assert s.bandit.w.tolist() == [1] * 4


def test_estimated_loss_against_a_uniform_opponent_is_the_borda_loss_exactly():
    """E[l̃_a] = (K l_a - 1/2) / (K - 1), over both arms and the outcome."""
    p, mean = np.array([0.6, 0.3, 0.1]), np.zeros(3)
    for i, j in itertools.permutations(range(3), 2):
        for outcome, chance in ((1, CYCLE[i, j]), (-1, CYCLE[j, i])):
            s = Uniform(3, exp3.start_fixed(3, 0.1))
            update(s, 1, Duel(i, j, p[i], 0.5), outcome)
            mean += p[i] / 2 * chance * s.bandit.L
    borda = CYCLE.sum(axis=0) / 3
    np.testing.assert_allclose(mean, (3 * borda - 0.5) / 2, rtol=1e-13)


@pytest.mark.parametrize("estimator", ["iw", "rv"])
def test_tsallis_estimates_the_borda_loss_too_and_ties_count_half(estimator):
    t, mean = 400, np.zeros(3)
    for i, j in itertools.permutations(range(3), 2):
        for outcome, chance in ((1, 0.8 * CYCLE[i, j]), (-1, 0.8 * CYCLE[j, i]), (0, 0.2)):
            s = Uniform(3, tsallis.start(3, 1, estimator=estimator))
            update(s, t, Duel(i, j, 1 / 3, 0.5), outcome)
            mean += chance / 6 * s.bandit.L
    np.testing.assert_allclose(mean, 0.8 * (CYCLE.sum(axis=0) - 0.5) / 2 + 0.1, rtol=1e-12)


def test_first_arm_follows_p_and_second_is_uniform_over_the_rest():
    s, rng, n = Uniform(3, exp3.start_fixed(3, 1.0)), np.random.default_rng(0), 30_000
    p = np.array([0.6, 0.3, 0.1])
    for i in range(3):
        learn(s.bandit, 1, i, 1.0, -math.log(p[i]))
    counts = np.zeros((3, 3))
    for t in range(n):
        duel = choose(s, t, rng)
        counts[duel.first, duel.second] += 1
    expected = n * p[:, None] * (1 - np.eye(3)) / 2
    assert np.all(np.diag(counts) == 0)
    assert np.abs((counts - expected) / np.sqrt(np.maximum(expected, 1))).max() < 4.5


@pytest.mark.parametrize("ties", ["lowest", "random"])
def test_ucb_unif_tries_every_arm_first_and_never_against_itself(ties):
    s, rng = choice(f"ucb+unif:ties={ties}").start(5, 100), np.random.default_rng(0)
    firsts = []
    for t in range(1, 6):
        duel = choose(s, t, rng)
        assert duel.first != duel.second
        update(s, t, duel, 1)
        firsts.append(duel.first)
    assert sorted(firsts) == list(range(5))
    assert s.bandit.N.tolist() == [1] * 5  # second arms are not counted
    assert ties == "random" or firsts == list(range(5))
    assert s.bandit.alpha == 0.51
