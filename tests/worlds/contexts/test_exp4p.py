"""Sparring Exp4.P: rates and a step by hand, its relation to Exp3.P, estimates, and the bound."""

import copy
import math

import numpy as np
import pytest

import duelling as du
from duelling.bandits.exp3p import Exp3P
from duelling.core.protocol import Duel, choose, learn, pull, update
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from duelling.worlds.contexts.exp4p import sparring_bound, start_exp4p
from duelling.worlds.contexts.problem import Contextual
from duelling.worlds.contexts.protocol import observe
from tests.helpers.contexts import ONE, OTHER, RING, SWAP, constant, play_on


@pytest.mark.edges
def test_rates_by_hand():
    policies = np.arange(5)[:, None]
    assert start_exp4p(5, 10_000, policies, 0.05, uniform=False).least == pytest.approx(0.00567351, rel=1e-6)
    s = start_exp4p(5, 10_000, policies, 0.05)
    assert s.least == pytest.approx(math.sqrt(math.log(6) / 50_000))
    assert s.beta == pytest.approx(math.sqrt(math.log(120) / 50_000))
    assert start_exp4p(5, 1, policies, 0.05).least == 0.2  # never more than 1/K


@pytest.mark.edges
def test_a_step_by_hand():
    """Two policies that agree in context 0 and differ in context 1, and the uniform one."""
    s, rng = start_exp4p(2, 100, np.array([[0, 0], [0, 1]]), 0.1), np.random.default_rng(0)
    least, beta = math.sqrt(math.log(3) / 200), math.sqrt(math.log(30) / 200)
    pull(s, 1, rng)
    p = (1 - 2 * least) * np.array([5 / 6, 1 / 6]) + least
    np.testing.assert_allclose(s.p, p, rtol=1e-14)
    learn(s, 1, 1, p[1], 0.25)
    np.testing.assert_allclose(s.G, [beta / p[0]] * 2 + [(0.75 / p[1] + beta / p[0] + beta / p[1]) / 2], rtol=1e-14)
    observe(s, 2, 1)
    pull(s, 2, rng)
    w = np.exp(least / 2 * s.G)
    mass = np.array([w[0] + w[2] / 2, w[1] + w[2] / 2]) / w.sum()
    np.testing.assert_allclose(s.p, (1 - 2 * least) * mass + least, rtol=1e-14)


@pytest.mark.edges
@pytest.mark.parametrize("seed", range(3))
def test_exp4p_of_constant_policies_is_exp3p(seed):
    arms, horizon, delta = 4, 1000, 0.05
    s = start_exp4p(arms, horizon, np.arange(arms)[:, None], delta, uniform=False)
    other = Exp3P(s.least / 2, arms * s.least, s.beta, np.zeros(arms), np.full(arms, 1 / arms), np.ones(1, np.int64))
    ours, theirs, nature = (np.random.default_rng([seed, k]) for k in (0, 0, 1))
    for t in range(1, 301):
        i, p = pull(s, t, ours)
        j, q = pull(other, t, theirs)
        assert i == j
        np.testing.assert_allclose(s.p, other.p, rtol=1e-12)
        loss = nature.random()
        learn(s, t, i, p, loss)
        learn(other, t, j, q, loss)


@pytest.mark.edges
def test_chances_are_a_distribution_with_the_least_chance():
    problem = du.problem("contexts:arms=5,contexts=4,policies=30")
    s, rng = start_exp4p(5, 500, problem.policies, 0.05), np.random.default_rng(0)
    for t in range(1, 501):
        observe(s, t, t % 4)
        arm, p = pull(s, t, rng)
        assert s.p.sum() == pytest.approx(1, abs=1e-12)
        assert s.p.min() >= s.least - 1e-15
        learn(s, t, arm, p, float(arm != t % 5))


@pytest.mark.edges
def test_weights_are_those_of_the_gains_however_large_they_grow():
    """Arm 0 wins until the other's weight is nothing, e^-900; then arm 1 wins until it is as far ahead."""
    s, rng = start_exp4p(2, 10_000, np.array([[0], [1]]), 0.1), np.random.default_rng(0)
    for arm in range(2):
        for t in range(1800 * (1 + arm)):
            pull(s, t, rng)
            learn(s, t, arm, s.least, 0.0)  # as if it had come with the least chance
            w = np.exp(s.eta * (s.G - s.G.max()))
            np.testing.assert_allclose(s.w / s.w.max(), w, rtol=1e-9, atol=1e-100)
        assert s.w.argmax() == arm
        assert s.w[1 - arm] == 0


@pytest.mark.edges
def test_estimates_have_no_bias_but_the_bonus():
    """Over the arm that is drawn each policy's estimate grows by its gain and its bonus, the uniform one's too."""
    problem, rng = du.problem("contexts:arms=4,contexts=2,policies=6"), np.random.default_rng(0)
    s = start_exp4p(4, 50, problem.policies, 0.1)
    for t in range(1, 21):
        observe(s, t, t % 2)
        arm, p = pull(s, t, rng)
        learn(s, t, arm, p, rng.random())
    for x in range(2):
        observe(s, 21, x)
        pull(s, 21, rng)
        gains, mean = rng.random(4), np.zeros(7)
        for arm in range(4):
            after = copy.deepcopy(s)
            learn(after, 21, arm, s.p[arm], 1 - gains[arm])
            mean += s.p[arm] * (after.G - s.G)
        arms = problem.policies[:, x]
        np.testing.assert_allclose(mean[:6], gains[arms] + s.beta / s.p[arms], rtol=1e-10)
        assert mean[6] == pytest.approx(gains.mean() + s.beta * (1 / s.p).mean(), rel=1e-10)


@pytest.mark.edges
def test_the_two_sides_are_mirror_images():
    one, two = (choice("sparring-exp4p").start(3, 100, np.arange(3)[:, None]) for _ in range(2))
    rng = np.random.default_rng(1)
    for t in range(1, 51):
        for s in (one, two):
            observe(s, t, 0)
        duel, outcome = choose(one, t, rng), int(rng.integers(-1, 2))
        choose(two, t, rng)
        update(one, t, duel, outcome)
        update(two, t, Duel(duel.second, duel.first, duel.p_second, duel.p_first), -outcome)
        np.testing.assert_array_equal(one.left.G, two.right.G)
        np.testing.assert_array_equal(one.right.G, two.left.G)


def test_the_bound_by_hand_and_where_it_is_known():
    fact = ALGORITHMS.find("sparring-exp4p")
    by_hand = 12 * math.sqrt(4 * 1000 * math.log(2 * 21 / 0.1)) + 100
    policies = np.zeros((20, 3), np.int64)
    assert fact.bound("von_neumann", 4, 1000, policies, delta=0.1) == pytest.approx(by_hand)
    assert fact.bound("von_neumann", 4, 1000) is None
    assert sparring_bound(4, 1000, policies) == fact.bound("von_neumann", 4, 1000, policies)


@pytest.mark.compiled
@pytest.mark.parametrize("order", [None, [0, 0, 1]])
def test_regret_is_below_the_bound(order):
    problem = Contextual([ONE, OTHER], SWAP.policies, order=order)
    result = du.simulate(problem, "sparring-exp4p", horizon=20_000, runs=20, seed=1)
    assert result.strong[0, :, -1, 0].max() < sparring_bound(2, 20_000, SWAP.policies)
    assert result.strong[0, :, -1, 0].max() < 0.2 * 0.4 * 20_000  # and far below that of any constant policy


@pytest.mark.compiled
def test_the_mean_play_of_sparring_exp4p_is_the_von_neumann_winner():
    problem, horizon = constant(RING), 200_000
    first = play_on(problem, choice("sparring-exp4p").start(3, horizon, problem.policies), horizon)[0].sum(axis=1)
    np.testing.assert_allclose(first / horizon, 1 / 3, atol=0.05)
