"""Borda-DEX3.S: steps by hand, exact means of both estimates, the pseudo-code as twin, and the shares."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import borda_dex3s
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.registry.choice import choice
from tests.naive.agreement import CYCLE, agree_on_matrices
from tests.naive.d_exp3 import BordaDex3s, duels, rates

pytestmark = [pytest.mark.edges, pytest.mark.plain]


TWINS = {
    "borda-dex3s": lambda K, T: BordaDex3s(K, *rates(K, T), 1 / (K * T)),
    "borda-dex3s:switches=3,delta=0.2": lambda K, T: BordaDex3s(K, *rates(K, T, 3, 0.2), 1 / (K * T)),
}


@pytest.mark.parametrize("text", TWINS)
@pytest.mark.parametrize("arms", [2, 5, 18])
def test_agrees_with_the_pseudo_code(text, arms):
    agree_on_matrices(text, TWINS[text], arms, 1200)


def test_a_side_of_borda_dex3s_by_hand():
    s = choice("borda-dex3s").start(2, 1000)
    update(s, 1, Duel(0, 0, 0.5, 0.5), 1)
    won = math.exp(s.eta * (2 + 2 * s.beta)) / 2 + math.e / 2000
    lost = math.exp(s.eta * 2 * s.beta) / 2 + math.e / 2000
    np.testing.assert_allclose(s.W, [[won / (won + lost), lost / (won + lost)], [0.5, 0.5]])


def test_both_players_estimate_the_shifted_borda_score():
    """exp(η s) without the shares, so that s can be read off; each player's opponent has other chances."""
    p, q = np.array([0.6, 0.3, 0.1]), np.array([0.2, 0.2, 0.6])
    mean = np.zeros((2, 3))
    for duel, outcome, chance in duels(p, q):
        s = choice("borda-dex3s").start(3, 1000)._replace(alpha=0.0)
        s.W[:] = before = (np.array([p, q]) - s.gamma / 3) / (1 - s.gamma)
        update(s, 1, duel, outcome)
        log = np.log(s.W / before) / s.eta
        first, second = duel.first, duel.second
        for side, arm in ((0, first), (1, second)):  # relative to an arm that was not drawn, whose s is its bonus
            other = (arm + 1) % 3
            mean[side] += chance * (log[side] - log[side, other] + s.beta / (p, q)[side][other])
    np.testing.assert_allclose(mean, CYCLE.mean(axis=1) + s.beta / np.array([p, q]), rtol=1e-9)


def test_shares_keep_an_arm_ready():
    """After any run of losses a weight is at least eα / (e + eαK) of all: W_j exp(η s_j) <= e W_j."""
    s, rng = choice("borda-dex3s:switches=5").start(3, 3000), np.random.default_rng(0)
    for t in range(1, 3000):
        duel = choose(s, t, rng)
        update(s, t, duel, int(np.sign(duel.second - duel.first)))
    assert s.W[0].argmax() == s.W[1].argmax() == 0
    assert s.W.min() >= math.e * s.alpha / (math.e + 3 * math.e * s.alpha)
    np.testing.assert_allclose(s.W.sum(axis=1), 1)


@pytest.mark.slow
@pytest.mark.compiled
def test_shares_follow_a_best_arm_that_changes():
    """Three thirds of the time with another best arm: the follower loses less than the best single arm does."""
    order = np.array([[0.5, 0.9, 0.9], [0.1, 0.5, 0.5], [0.1, 0.5, 0.5]])
    turned = [order[np.ix_(way, way)] for way in ([0, 1, 2], [1, 0, 2], [2, 1, 0])]
    problem = du.Piecewise(turned, [1, 100_001, 200_001])
    texts = ["d-exp3", "borda-dex3s:switches=3"]
    result = du.simulate(problem, texts, horizon=300_000, runs=10, checkpoints=[200_000])
    static, following = result.strong[:, :, -1, 0].mean(axis=1)
    assert following < static
    assert following < 0


@pytest.mark.parametrize(("arms", "horizon"), [(2, 10), (10, 1000), (50, 10**6)])
def test_steps_are_at_most_one(arms, horizon):
    s = choice("borda-dex3s").start(arms, horizon)
    assert s.eta * (arms / s.gamma**2 + s.beta * arms / s.gamma) <= 1


def test_with_hardly_any_rounds_all_draws_are_uniform():
    s = choice("borda-dex3s:switches=1000").start(100, 3)
    assert s.gamma == pytest.approx(1)
    assert choose(s, 1, np.random.default_rng(0))[2:] == pytest.approx((0.01, 0.01))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("delta", {"delta": math.nan}), ("switches", {"switches": 0}), ("switches", {"switches": True})],
)
def test_parameters_are_checked(name, parameters):
    with pytest.raises(InputError, match=f"{name} must"):
        borda_dex3s.start(3, 10, **parameters)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("text", TWINS)
def test_strong_regret_is_at_least_what_uniform_draws_cost(text):
    """γT times the mean loss."""
    T, K, loss = 50_000, 3, CYCLE.mean(axis=0)
    regret = du.simulate(du.PreferenceMatrix(CYCLE), text, horizon=T, runs=20).strong[0, :, -1, 0]
    assert regret.mean() > 0.9 * choice(text).start(K, T).gamma * T * (loss.mean() - loss.min())
