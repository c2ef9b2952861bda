"""Exp3 and Exp3-IX: steps by hand, exact means of the estimates, and the three states against one another."""

import math

import numpy as np
import pytest

from duelling.bandits import exp3, exp3ix
from duelling.core.protocol import learn, pull, seat
from duelling.errors import InputError
from tests.helpers.bandits import drawn_chances

pytestmark = pytest.mark.edges


def chances(s, t=1):
    """p of any state with exponential weights, from its cumulative losses."""
    eta = s.eta / math.sqrt(t) if isinstance(s, exp3.Exp3Anytime) else s.eta
    w = np.exp(-eta * (s.L - s.L.min()))
    return w / w.sum()


def test_first_step_with_the_rate_of_the_theorem():
    s = exp3.start(2, 100)
    assert s.eta == pytest.approx(0.0832554611, abs=1e-10)
    learn(s, 1, 0, 0.5, 1.0)
    np.testing.assert_allclose(drawn_chances(s, 2), [0.458468184, 0.541531816], atol=1e-9)


def test_anytime_rate_weighs_the_whole_past_anew():
    """Weights that were multiplied step by step would fail here."""
    s = exp3.start(3, 1, rate="anytime")
    learn(s, 1, 0, 1 / 3, 1.0)
    p = drawn_chances(s, 2)
    np.testing.assert_allclose(p, [0.121653969, 0.439173016, 0.439173016], atol=1e-9)
    learn(s, 2, 1, p[1], 1.0)
    np.testing.assert_allclose(s.L, [3, 2.27700693, 0], atol=1e-8)
    np.testing.assert_allclose(drawn_chances(s, 3), [0.194562729, 0.250474131, 0.554963140], atol=1e-9)


@pytest.mark.parametrize("arms", [4, 20])
def test_a_zero_loss_moves_nothing_under_a_fixed_rate(arms):
    s = exp3.start(arms, 100)
    before = [np.copy(field) for field in s]
    learn(s, 1, 2, 1 / arms, 0.0)
    for old, new in zip(before, s, strict=True):
        np.testing.assert_array_equal(old, new)


@pytest.mark.parametrize("arms", [5, 21])
@pytest.mark.parametrize(("module", "rate"), [(m, r) for m in (exp3, exp3ix) for r in ("fixed", "anytime")])
def test_mean_estimate_exactly(module, rate, arms):
    """E over I ~ p of the step of L_i: the loss itself in Exp3, l_i p_i / (p_i + γ) in Exp3-IX."""
    rng, t = np.random.default_rng(arms), 7
    losses, L = rng.random(arms), rng.random(arms) * 30
    fresh = module.start(arms, 50, rate=rate)
    p, mean = chances(fresh._replace(L=L), t), np.zeros(arms)
    for i in range(arms):
        s = module.start(arms, 50, rate=rate)
        learn(s, t, i, p[i], losses[i])
        mean += p[i] * s.L
    gamma = fresh.gamma / math.sqrt(t) if rate == "anytime" else fresh.gamma
    assert (gamma > 0) == (module is exp3ix)
    np.testing.assert_allclose(mean, losses * p / (p + gamma), rtol=1e-13)
    assert np.all(mean <= losses * (1 + 1e-13))


def test_walk_and_tree_give_the_same_arms_with_the_same_chances(monkeypatch):
    tree, walks = exp3.start_fixed(20, 0.03), []
    monkeypatch.setattr(exp3, "TREE_FROM", 10**9)
    walk = exp3.start_fixed(20, 0.03)
    assert (type(tree), type(walk)) == (exp3.Exp3Tree, exp3.Exp3)
    a, b, nature = np.random.default_rng(0), np.random.default_rng(0), np.random.default_rng(1)
    for t in range(1, 500):
        (i, p), (j, q) = pull(tree, t, a), pull(walk, t, b)
        assert i == j
        assert p == pytest.approx(q, rel=1e-9)
        loss = float(nature.random() < 0.3 + i / 40)
        learn(tree, t, i, p, loss)
        learn(walk, t, j, q, loss)
        walks.append(i)
    assert len(set(walks)) > 10


@pytest.mark.parametrize("arms", [3, 20])
def test_weights_that_fade_are_measured_anew(arms):
    """Large losses for everybody push all weights under any fixed reference; chances stay right."""
    s, told, rng = exp3.start_fixed(arms, 1.0), np.zeros(arms), np.random.default_rng(0)
    for t in range(1, 40):
        for i in range(arms):
            loss = 0.9 + 0.1 * rng.random()
            learn(s, t, i, 0.01, loss)
            told[i] += loss / 0.01
    assert told.min() > 1000
    p = np.exp(told.min() - told)
    p /= p.sum()
    reported = drawn_chances(s, 40)
    seen = reported > 0
    np.testing.assert_allclose(reported[seen], p[seen], rtol=1e-9)
    assert p[~seen].sum() < 0.1
    best = int(told.argmin())
    learn(s, 40, best, 1.0, 0.5)  # weighed together with what was measured anew
    told[best] += 0.5
    p = np.exp(told.min() - told)
    np.testing.assert_allclose(drawn_chances(s, 41)[best], p[best] / p.sum(), rtol=1e-9)


@pytest.mark.parametrize("arms", [3, 20])
def test_a_newcomer_gets_the_least_loss_and_others_keep_their_differences(arms):
    s, told = exp3.start_fixed(arms, 0.5), np.zeros(arms)
    for i in range(arms - 1):
        learn(s, 1, i, 0.5, 0.5 + i / arms)
        told[i] += 1 + 2 * i / arms
    seat(s, arms - 1)
    told[arms - 1] = 1
    learn(s, 2, arms - 1, 0.25, 0.5)
    told[arms - 1] += 2
    p = np.exp(-0.5 * told)
    np.testing.assert_allclose(drawn_chances(s, 3), p / p.sum(), rtol=1e-12)


def test_late_outcomes_are_weighed_with_their_own_chance_in_any_order():
    late, prompt = exp3.start(4, 100), exp3.start(4, 100)
    learn(late, 2, 1, 0.2, 1.0)
    learn(late, 1, 0, 0.25, 0.5)
    learn(prompt, 1, 0, 0.25, 0.5)
    learn(prompt, 2, 1, 0.2, 1.0)
    np.testing.assert_array_equal(late.L, prompt.L)
    np.testing.assert_array_equal(late.w, prompt.w)


@pytest.mark.parametrize("eta", [0, -1.0, math.nan, math.inf])
@pytest.mark.parametrize("module", [exp3, exp3ix])
def test_bad_rate_is_named_with_its_value(module, eta):
    with pytest.raises(InputError, match=f"eta must be a finite number above 0, got {eta!r}"):
        module.start(3, 10, eta=eta)


@pytest.mark.parametrize("module", [exp3, exp3ix])
def test_rates_that_do_not_go_together(module):
    with pytest.raises(InputError, match=r"eta must be left out with rate=anytime, got 0\.1"):
        module.start(3, 10, rate="anytime", eta=0.1)
    with pytest.raises(InputError, match="rate must be one of fixed, anytime, got 'slow'"):
        module.start(3, 10, rate="slow")
