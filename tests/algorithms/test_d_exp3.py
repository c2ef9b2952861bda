"""D-EXP3: steps by hand, exact means of the estimates, the pseudo-code as twin, rates, and the bound."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import d_exp3
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from tests.naive import d_exp3 as naive
from tests.naive.agreement import CYCLE, agree_on_matrices
from tests.naive.d_exp3 import duels, rates

pytestmark = [pytest.mark.edges, pytest.mark.plain]


def plain(K, T):
    eta = (math.log(K) / (T * math.sqrt(K))) ** (2 / 3)
    return naive.DExp3(K, eta, math.sqrt(eta * K))


TWINS = {
    "d-exp3": plain,
    "d-exp3:gamma=0.2": lambda K, T: naive.DExp3(K, plain(K, T).eta, 0.2),
    "d-exp3:delta=0.05": lambda K, T: naive.DExp3P(K, *rates(K, T)),
    "d-exp3:gamma=0.2,delta=0.05": lambda K, T: naive.DExp3P(K, rates(K, T)[0], 0.2, rates(K, T)[2]),
}


@pytest.mark.parametrize("text", TWINS)
@pytest.mark.parametrize("arms", [2, 5, 18])
def test_agrees_with_the_pseudo_code(text, arms):
    agree_on_matrices(text, TWINS[text], arms, 1200)


def test_one_step_by_hand():
    s = choice("d-exp3").start(4, 1000)
    update(s, 1, Duel(2, 0, 0.25, 0.25), 1)
    np.testing.assert_allclose(s.weights.log, [0, 0, 4 * s.eta, 0])
    update(s, 2, Duel(1, 3, 0.5, 0.25), 0)
    update(s, 3, Duel(0, 3, 0.5, 0.25), -1)
    np.testing.assert_allclose(s.weights.log, [0, s.eta, 4 * s.eta, 0])
    s = choice("d-exp3:delta=0.1").start(4, 1000)
    update(s, 1, Duel(2, 0, 0.25, 0.25), 1)
    np.testing.assert_allclose(s.S, 4 * s.beta + np.array([0, 0, 4, 0]))


def test_the_estimate_is_the_shifted_borda_score_on_the_mean_exactly():
    q, mean = np.array([0.6, 0.3, 0.1]), np.zeros(3)
    for duel, outcome, chance in duels(q, q):
        s = choice("d-exp3").start(3, 1000)
        update(s, 1, duel, outcome)
        mean += chance * s.weights.log / s.eta
    np.testing.assert_allclose(mean, CYCLE.mean(axis=1), rtol=1e-12)


def test_with_a_bonus_the_estimate_is_larger_by_it_exactly():
    q, mean = np.array([0.6, 0.3, 0.1]), np.zeros(3)
    for duel, outcome, chance in duels(q, q):
        s = choice("d-exp3:delta=0.1").start(3, 1000)
        s.q[:], s.stale[0] = q, 0
        update(s, 1, duel, outcome)
        mean += chance * s.S
    np.testing.assert_allclose(mean, CYCLE.mean(axis=1) + s.beta / q, rtol=1e-12)


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
    s = choice("d-exp3:delta=0.05").start(arms, horizon)
    assert s.eta * (arms / s.gamma**2 + s.beta * arms / s.gamma) <= 1


@pytest.mark.parametrize("text", ["d-exp3", "d-exp3:delta=0.05"])
def test_with_hardly_any_rounds_all_draws_are_uniform(text):
    s = choice(text).start(100, 3)
    assert s.gamma == pytest.approx(1)
    duel = choose(s, 1, np.random.default_rng(0))
    assert duel[2:] == pytest.approx((0.01, 0.01))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("gamma", {"gamma": 0.0}),
        ("gamma", {"gamma": 1.1}),
        ("gamma", {"gamma": math.nan}),
        ("delta", {"delta": 0.0}),
        ("delta", {"delta": 1.0}),
    ],
)
def test_parameters_are_checked(name, parameters):
    with pytest.raises(InputError, match=f"{name} must"):
        d_exp3.start(3, 10, **parameters)


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
