"""REX3: the step by hand, its invariants, exact expectations, and the pseudo-code as twin."""

import itertools
import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import rex3
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from tests.naive.agreement import CYCLE, agree_on_matrices
from tests.naive.rex3 import Rex3, root

pytestmark = [pytest.mark.edges, pytest.mark.plain]
TWINS = {
    "rex3": lambda K, T: Rex3(K, lambda t: root(K, T, math.e / 2)),
    "rex3:gain=0.1": lambda K, T: Rex3(K, lambda t: root(K, T, math.e / 10)),
    "rex3:gamma_rule=thesis": lambda K, T: Rex3(K, lambda t: root(K, T, 0.5)),
    "rex3:gamma=0.3": lambda K, T: Rex3(K, lambda t: 0.3),
    "rex3:rate=anytime": lambda K, T: Rex3(K, lambda t: root(K, t, math.e / 2)),
}


@pytest.mark.parametrize("text", TWINS)
@pytest.mark.parametrize("arms", [2, 5, 18])
def test_agrees_with_the_pseudo_code(text, arms):
    agree_on_matrices(text, TWINS[text], arms, 400)


def chances(s, t=1):
    gamma = rex3.exploration(s.gamma, s.falling, t)
    w = s.weights.tree[s.weights.tree.size // 2 :][: s.weights.log.size]
    return (1 - gamma) * w / w.sum() + gamma / s.weights.log.size


def test_one_step_by_hand():
    s = choice("rex3:gamma=0.3").start(3, 1)
    update(s, 1, Duel(0, 1, 1 / 3, 1 / 3), 1)
    np.testing.assert_allclose(s.weights.log, [0.15, -0.15, 0])
    np.testing.assert_allclose(chances(s), [0.369072824, 0.299334051, 0.331593126], atol=1e-9)


@pytest.mark.parametrize(("first", "second", "outcome"), [(0, 1, 0), (1, 1, 0), (1, 1, 1)])
def test_ties_and_self_duels_change_nothing(first, second, outcome):
    s = choice("rex3:gamma=0.3").start(3, 1)
    update(s, 1, Duel(0, 1, 1 / 3, 1 / 3), 1)
    before = chances(s)
    update(s, 2, Duel(first, second, 0.3, 0.3), outcome)
    np.testing.assert_array_equal(chances(s), before)


def test_a_step_takes_from_one_what_it_gives_to_the_other():
    """p_a Δ ln w_a + p_b Δ ln w_b = 0."""
    s, rng, nature = choice("rex3").start(6, 300), np.random.default_rng(0), np.random.default_rng(1)
    for t in range(1, 301):
        duel, before = choose(s, t, rng), s.weights.log.copy()
        np.testing.assert_allclose(chances(s)[[duel.first, duel.second]], duel[2:], rtol=1e-12)
        update(s, t, duel, 1 if nature.random() < 0.5 else -1)
        step = s.weights.log - before
        assert duel.p_first * step[duel.first] + duel.p_second * step[duel.second] == pytest.approx(0, abs=1e-15)


def test_mean_step_is_the_gain_over_the_mixture_exactly():
    """E[Δ ln w_a] = (γ/K) Σ_b p_b (2 P_ab - 1): how much better a is than a draw from p."""
    p, mean = np.array([0.6, 0.3, 0.1]), np.zeros(3)
    for i, j in itertools.product(range(3), repeat=2):
        for outcome, chance in ((1, CYCLE[i, j]), (-1, CYCLE[j, i])):
            s = choice("rex3:gamma=0.3").start(3, 1)
            update(s, 1, Duel(i, j, p[i], p[j]), outcome)
            mean += p[i] * p[j] * chance * s.weights.log
    np.testing.assert_allclose(mean, 0.1 * (2 * CYCLE - 1) @ p, atol=1e-15)


def test_rules_for_gamma():
    K, T = 6, 10_000
    assert choice("rex3").start(K, T).gamma == pytest.approx(math.sqrt(K * math.log(K) / (math.e * 0.5 * T)))
    assert choice("rex3:gain=1").start(K, T).gamma == pytest.approx(math.sqrt(K * math.log(K) / (math.e * T)))
    thesis = choice("rex3:gamma_rule=thesis").start(K, T).gamma
    assert thesis == pytest.approx(math.sqrt(K * math.log(K) / (0.5 * T)))
    assert thesis / choice("rex3").start(K, T).gamma == pytest.approx(math.sqrt(math.e))
    s = choice("rex3:rate=anytime").start(K, T)
    assert rex3.exploration(s.gamma, s.falling, T) == pytest.approx(choice("rex3").start(K, T).gamma)
    assert rex3.exploration(s.gamma, s.falling, 1) == 0.5


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("gamma", {"gamma": 0.0}),
        ("gamma", {"gamma": 0.6}),
        ("gamma", {"gamma": math.nan}),
        ("gamma", {"gamma": 0.1, "rate": "anytime"}),
        ("gain", {"gain": 0.0}),
        ("gain", {"gain": 1.5}),
        ("rate", {"rate": "slow"}),
        ("gamma_rule", {"gamma_rule": "guess"}),
    ],
)
def test_parameters_are_checked(name, parameters):
    with pytest.raises(InputError, match=f"{name} must"):
        rex3.start(3, 10, **parameters)


def test_bound():
    bound, K, T = ALGORITHMS.find("rex3").bound, 8, 100_000
    root_ = math.sqrt(math.e * T * K * math.log(K))
    assert bound("utility", K, T, gain=1.0) == pytest.approx(2 * root_)
    assert bound("utility", K, T) == pytest.approx((1 / math.sqrt(2) + math.sqrt(2)) * root_)
    assert bound("utility", K, T, gamma=0.1) == pytest.approx(K * math.log(K) / 0.1 + math.e * 0.1 * T)
    assert bound("utility", K, 10) is None  # γ = 1/2 and more
    assert bound("utility", K, T, rate="anytime") is None
    assert ALGORITHMS.find("rex3").adversarial


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("horizon", [5000, 50_000])
def test_regret_stays_under_the_bound(horizon):
    texts = {"rex3": {}, "rex3:gamma_rule=thesis": {"gamma_rule": "thesis"}, "rex3:gain=1": {"gain": 1.0}}
    result = du.simulate("arithmetic", [*texts], horizon=horizon, runs=20, winner="utility")
    for regret, parameters in zip(result.strong[:, :, -1, 0], texts.values(), strict=True):
        mean, error = regret.mean(), regret.std() / math.sqrt(20)
        assert mean + 4 * error < ALGORITHMS.find("rex3").bound("utility", 8, horizon, **parameters)


@pytest.mark.slow
@pytest.mark.compiled
def test_the_best_arm_is_played_in_the_end_in_all_runs():
    """In the last tenth a round costs a small part of what a random pair costs; γ is about 1/60 then."""
    problem, names = du.UtilityModel(np.array([1.0, 0.5, 0.4, 0.2])), ["rex3", "rex3:rate=anytime", "random"]
    result = du.simulate(problem, names, horizon=50_000, runs=20, winner="utility", checkpoints=[45_000])
    late = np.diff(result.strong[..., 0], axis=2)[..., 0]
    assert late[:2].max() < 0.1 * late[2].mean()
