"""D-EXP3 and Borda-DEX3.S: steps by hand, exact means of the estimates, twins, rates, and the bound."""

import itertools
import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import borda_dex3s, d_exp3
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from tests.helpers.modes import fewer
from tests.naive import d_exp3 as naive
from tests.naive.agreement import CYCLE, agree, matrices

pytestmark = pytest.mark.edges  # but for what simulates, which is slow


def rates(K, T, S=1, delta=0.05):
    """As Theorem 6.1 prints them."""
    eta = (S * math.log(K) / (T * math.sqrt(2 * K))) ** (2 / 3)
    beta = S ** (1 / 3) * math.sqrt(math.log(2 * K / delta)) / ((2 * eta) ** 0.25 * K**0.75 * math.sqrt(T))
    return eta, math.sqrt(2 * eta * K), beta


def plain(K, T):
    eta = (math.log(K) / (T * math.sqrt(K))) ** (2 / 3)
    return naive.DExp3(K, eta, math.sqrt(eta * K))


TWINS = {
    "d-exp3": plain,
    "d-exp3:gamma=0.2": lambda K, T: naive.DExp3(K, plain(K, T).eta, 0.2),
    "d-exp3:delta=0.05": lambda K, T: naive.DExp3P(K, *rates(K, T)),
    "d-exp3:gamma=0.2,delta=0.05": lambda K, T: naive.DExp3P(K, rates(K, T)[0], 0.2, rates(K, T)[2]),
    "borda-dex3s": lambda K, T: naive.BordaDex3s(K, *rates(K, T), 1 / (K * T)),
    "borda-dex3s:switches=3,delta=0.2": lambda K, T: naive.BordaDex3s(K, *rates(K, T, 3, 0.2), 1 / (K * T)),
}


@pytest.mark.parametrize("text", TWINS)
@pytest.mark.parametrize("arms", [2, 5, 18])
def test_agrees_with_the_pseudo_code(text, arms):
    horizon = fewer(1200)
    for seed, win in enumerate(matrices(arms, 3)):
        agree(text, TWINS[text](arms, horizon), arms, horizon, seed, win, ties=0.05)


def test_one_step_by_hand():
    s = choice("d-exp3").start(4, 1000)
    update(s, 1, Duel(2, 0, 0.25, 0.25), 1)
    np.testing.assert_allclose(s.log, [0, 0, 4 * s.eta, 0])
    update(s, 2, Duel(1, 3, 0.5, 0.25), 0)
    update(s, 3, Duel(0, 3, 0.5, 0.25), -1)
    np.testing.assert_allclose(s.log, [0, s.eta, 4 * s.eta, 0])
    s = choice("d-exp3:delta=0.1").start(4, 1000)
    update(s, 1, Duel(2, 0, 0.25, 0.25), 1)
    np.testing.assert_allclose(s.S, 4 * s.beta + np.array([0, 0, 4, 0]))


def test_a_side_of_borda_dex3s_by_hand():
    s = choice("borda-dex3s").start(2, 1000)
    update(s, 1, Duel(0, 0, 0.5, 0.5), 1)
    won = math.exp(s.eta * (2 + 2 * s.beta)) / 2 + math.e / 2000
    lost = math.exp(s.eta * 2 * s.beta) / 2 + math.e / 2000
    np.testing.assert_allclose(s.W, [[won / (won + lost), lost / (won + lost)], [0.5, 0.5]])


def duels(p, q):
    """All duels of two independent draws, their outcomes, and their chances; a self-duel is a tie."""
    for i, j in itertools.product(range(3), repeat=2):
        ends = [(0, 1.0)] if i == j else [(1, CYCLE[i, j]), (-1, CYCLE[j, i])]
        for outcome, chance in ends:
            yield Duel(i, j, p[i], q[j]), outcome, p[i] * q[j] * chance


def test_the_estimate_is_the_shifted_borda_score_on_the_mean_exactly():
    q, mean = np.array([0.6, 0.3, 0.1]), np.zeros(3)
    for duel, outcome, chance in duels(q, q):
        s = choice("d-exp3").start(3, 1000)
        update(s, 1, duel, outcome)
        mean += chance * s.log / s.eta
    np.testing.assert_allclose(mean, CYCLE.mean(axis=1), rtol=1e-12)


def test_with_a_bonus_the_estimate_is_larger_by_it_exactly():
    q, mean = np.array([0.6, 0.3, 0.1]), np.zeros(3)
    for duel, outcome, chance in duels(q, q):
        s = choice("d-exp3:delta=0.1").start(3, 1000)
        s.q[:], s.stale[0] = q, 0
        update(s, 1, duel, outcome)
        mean += chance * s.S
    np.testing.assert_allclose(mean, CYCLE.mean(axis=1) + s.beta / q, rtol=1e-12)


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


def test_the_second_moment_is_what_the_proof_says():
    """E[ŝ_i²] <= 1/(γ q_i) for every q in the mixture."""
    gamma = 0.3
    q, square = (1 - gamma) * np.array([0.9, 0.1, 0]) + gamma / 3, np.zeros(3)
    for duel, outcome, chance in duels(q, q):
        square[duel.first] += chance * d_exp3.shifted_score(duel, outcome, 3) ** 2
    assert np.all(square <= 1 / (gamma * q))


@pytest.mark.parametrize(("arms", "horizon"), [(2, 10), (10, 1000), (50, 10**6)])
def test_steps_are_at_most_one(arms, horizon):
    s = choice("d-exp3").start(arms, horizon)
    assert s.eta * arms / s.gamma**2 == pytest.approx(1)
    for text in ("d-exp3:delta=0.05", "borda-dex3s"):
        s = choice(text).start(arms, horizon)
        assert s.eta * (arms / s.gamma**2 + s.beta * arms / s.gamma) <= 1


@pytest.mark.parametrize("text", ["d-exp3", "d-exp3:delta=0.05", "borda-dex3s:switches=1000"])
def test_with_hardly_any_rounds_all_draws_are_uniform(text):
    s = choice(text).start(100, 3)
    assert s.gamma == pytest.approx(1)
    duel = choose(s, 1, np.random.default_rng(0))
    assert duel[2:] == pytest.approx((0.01, 0.01))


def test_shares_keep_an_arm_ready():
    """After any run of losses a weight is at least eα / (e + eαK) of all: W_j exp(η s_j) <= e W_j."""
    s, rng = choice("borda-dex3s:switches=5").start(3, 3000), np.random.default_rng(0)
    for t in range(1, fewer(3000)):
        duel = choose(s, t, rng)
        update(s, t, duel, int(np.sign(duel.second - duel.first)))
    assert s.W[0].argmax() == s.W[1].argmax() == 0
    assert s.W.min() >= math.e * s.alpha / (math.e + 3 * math.e * s.alpha)
    np.testing.assert_allclose(s.W.sum(axis=1), 1)


@pytest.mark.parametrize(
    ("start", "name", "parameters"),
    [
        (d_exp3.start, "gamma", {"gamma": 0.0}),
        (d_exp3.start, "gamma", {"gamma": 1.1}),
        (d_exp3.start, "gamma", {"gamma": math.nan}),
        (d_exp3.start, "delta", {"delta": 0.0}),
        (d_exp3.start, "delta", {"delta": 1.0}),
        (borda_dex3s.start, "delta", {"delta": math.nan}),
        (borda_dex3s.start, "switches", {"switches": 0}),
        (borda_dex3s.start, "switches", {"switches": True}),
    ],
)
def test_parameters_are_checked(start, name, parameters):
    with pytest.raises(InputError, match=f"{name} must"):
        start(3, 10, **parameters)


def test_bound():
    bound, K, T = ALGORITHMS.find("d-exp3").bound, 8, 100_000
    best = math.e * (K * math.log(K)) ** (1 / 3) * T ** (2 / 3)
    assert bound("borda", K, T) == pytest.approx(best)
    gamma = choice("d-exp3").start(K, T).gamma
    assert bound("borda", K, T, gamma=gamma) == pytest.approx(best)
    assert bound("borda", K, T, gamma=2 * gamma) > best
    assert bound("borda", K, T, gamma=gamma / 2) is None
    assert bound("borda", K, T, delta=0.05) is None
    assert bound("borda", 1000, 5) >= 5


@pytest.mark.slow
@pytest.mark.compiled
def test_strong_regret_stays_under_the_bound_and_is_no_constant():
    """Uniform draws alone cost γT times the mean loss."""
    T, K = 50_000, 3
    result = du.simulate(du.PreferenceMatrix(CYCLE), [*TWINS], horizon=T, runs=20)
    regret = result.strong[:, :, -1, 0]
    assert regret[0].mean() + 4 * regret[0].std() / math.sqrt(20) < ALGORITHMS.find("d-exp3").bound("borda", K, T)
    loss = CYCLE.mean(axis=0)
    for r, text in zip(regret, TWINS, strict=True):
        assert r.mean() > 0.9 * choice(text).start(K, T).gamma * T * (loss.mean() - loss.min())


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
