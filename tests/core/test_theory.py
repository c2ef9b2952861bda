"""Rates and bounds: the theorems' numbers, how they follow from one another, and the lower bounds of the literature."""

import inspect
import math
import re
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from duelling.core import theory
from duelling.errors import InputError
from duelling.registry.facts import ALGORITHMS, BANDITS

pytestmark = pytest.mark.plain

ARXIV = """.5 .55 .55 .54 .61 .61 / .45 .5 .55 .55 .58 .60 / .45 .45 .5 .54 .51 .56 / .46 .45 .46 .5 .54 .50
 / .39 .42 .49 .46 .5 .51 / .39 .40 .44 .50 .49 .5"""
CYCLIC = ".5 .6 .6 .6 / .4 .5 .9 .1 / .4 .1 .5 .9 / .4 .9 .1 .5"
BORDA_VN = ".5 1 .55 .55 .55 / 0 .5 1 1 1 / .45 0 .5 .5 .5 / .45 0 .5 .5 .5 / .45 0 .5 .5 .5"


def matrix(text):
    return np.array([row.split() for row in text.split("/")], dtype=float)


ARITHMETIC = 0.5 + (np.arange(8)[None] - np.arange(8)[:, None]) / 20


@pytest.mark.parametrize(
    ("win", "lb1", "true"),
    [
        (matrix(ARXIV), 20.734982, 20.734982),
        (matrix(CYCLIC), 7.449524, 0.815075),
        (ARITHMETIC, 12.712159, 12.712159),
        (matrix(BORDA_VN), 15.335615, 1.550897),
    ],
)
def test_lower_bounds_of_komiyama(win, lb1, true):
    bounds = theory.lower_bounds(win)
    assert (bounds.lb1, bounds.true) == pytest.approx((lb1, true), abs=1e-6)


def test_the_cheapest_opponents_that_exclude_an_arm():
    assert theory.lower_bounds(matrix(CYCLIC)).opponents == (0, 3, 1, 2)
    assert theory.lower_bounds(matrix(BORDA_VN)).opponents == (0, 0, 1, 1, 1)


def test_a_condorcet_winner_beats_every_other_strictly():
    tied = np.array([[0.5, 0.5, 0.9], [0.5, 0.5, 0.8], [0.1, 0.2, 0.5]])
    assert theory.condorcet_winner(tied) is None
    with pytest.raises(InputError, match="need a Condorcet winner"):
        theory.lower_bounds(tied)


def test_the_rates_of_both_theorems_coincide_at_four_arms():
    assert theory.borda_rate(4, 1000) == pytest.approx(theory.utility_rate(4, 1000), rel=1e-15)
    assert theory.borda_rate(4, 1000) == pytest.approx(0.0372329741, abs=1e-10)
    assert theory.borda_rate(10, 1000) == pytest.approx(0.0303485426, abs=1e-10)
    assert theory.utility_rate(10, 1000) == pytest.approx(0.0332451627, abs=1e-10)


@pytest.mark.parametrize("K", [2, 4, 16, 1000])
def test_the_borda_rate_is_the_best_for_both_proven_bounds(K):
    T = 10_000
    for bound in (theory.borda_bound, theory.utility_bound):
        best = minimize_scalar(lambda eta, f=bound: f(K, T, eta), bounds=(1e-6, 1), options={"xatol": 1e-10})
        assert best.x == pytest.approx(theory.borda_rate(K, T), rel=1e-4)
        assert bound(K, T) == pytest.approx(best.fun, rel=1e-9)
    assert theory.borda_bound(K, T) == pytest.approx((K - 1) / K * math.sqrt(T * K * math.log(K)))
    assert theory.utility_bound(K, T) == pytest.approx(2 * theory.borda_bound(K, T))


def test_the_printed_utility_rate_costs_at_most_two_percent():
    ratio = {
        K: theory.utility_bound(K, 100, theory.utility_rate(K, 100)) / theory.utility_bound(K, 100) for K in (2, 4)
    }
    assert ratio[2] == pytest.approx(1.021, abs=5e-4)
    assert ratio[4] == pytest.approx(1)
    large = 10**6
    assert theory.utility_bound(large, 1, theory.utility_rate(large, 1)) / theory.utility_bound(
        large, 1
    ) == pytest.approx(1.010, abs=5e-4)


def test_the_printed_utility_bound_takes_a_second_moment_that_is_too_small():
    """For a gap of 1/2 between the losses: E[(1-Y)²] = 2 (1 + l_a - l_j), not (1 + l_a - l_j)²."""
    gap = -0.5
    win = (1 - gap) / 2  # the chance that Y = 1 when the first arm's loss is smaller by 1/2
    second = (1 - win) * 2**2
    assert second == pytest.approx(2 * (1 + gap))
    assert second > (1 + gap) ** 2
    assert theory.utility_bound_printed(8, 100) == pytest.approx(math.sqrt(3 * 7 * 100 * math.log(8)))
    assert theory.utility_bound_printed(8, 100) < theory.utility_bound(8, 100)


@pytest.mark.parametrize("K", [2, 7])
def test_anytime_rates_are_the_fixed_ones_over_root_two_and_cost_root_two(K):
    for fixed, anytime in (
        (theory.borda_rate, theory.borda_anytime_rate),
        (theory.exp3_rate, theory.exp3_anytime_rate),
    ):
        assert anytime(K, 50) == pytest.approx(fixed(K, 50) / math.sqrt(2))
    T = 5000  # the proof: ln K / η_T + (K/4) Σ η_t, with Σ 1/sqrt(t) <= 2 sqrt(T)
    rates = np.array([theory.borda_anytime_rate(K, t) for t in range(1, T + 1)])
    proof = (K - 1) / K * (math.log(K) / rates[-1] + K / 4 * rates.sum())
    assert 0.98 * theory.borda_anytime_bound(K, T) < proof <= theory.borda_anytime_bound(K, T)


def test_bounds_of_the_bandits():
    K, T = 4, 1000
    root = math.sqrt(T * K * math.log(K))
    assert theory.exp3_bound(K, T) == pytest.approx(math.sqrt(2) * root)
    assert theory.exp3_bound(K, T, rate="anytime") == pytest.approx(2 * root)
    assert theory.exp3p_bound(K, T) == pytest.approx(5.15 * root + math.sqrt(T * K / math.log(K)))
    assert theory.exp3p_bound_high(K, T, 0.05) == pytest.approx(5.15 * math.sqrt(T * K * math.log(K / 0.05)))
    assert theory.exp3p_bound(K, T, delta=0.05) == theory.exp3p_bound_high(K, T, 0.05) + 50
    spread = math.sqrt(2 * K * T / math.log(K)) + 1
    assert theory.exp3ix_bound_high(K, T, 0.1) == pytest.approx(2 * math.sqrt(2) * root + spread * math.log(20))
    assert theory.exp3ix_bound_high(K, T, 0.1, "anytime") == pytest.approx(
        4 * root + (2 * math.sqrt(K * T / math.log(K)) + 1) * math.log(20)
    )
    assert theory.tsallis_bound(K, T) == 4 * math.sqrt(K * T) + 1
    assert theory.tsallis_bound(K, T, estimator="rv") == 2 * math.sqrt(K * T) + 14 * K * math.log(T) + 16
    stochastic = theory.tsallis_stochastic_bound([0.2, 0.7, 0.3], T)
    assert stochastic == pytest.approx((4 * math.log(T) + 68) * (1 / 0.5 + 1 / 0.1) + 4 * math.sqrt(3))
    with pytest.raises(InputError, match="losses must have one best arm"):
        theory.tsallis_stochastic_bound([0.2, 0.2], T)


def test_the_mean_of_exp3ix_is_the_integral_over_its_confidence():
    """E[R] <= a + b ∫ min(1, 2 e^-x) dx."""
    deltas = (np.arange(200_000) + 0.5) / 200_000
    high = np.log(2 / deltas).mean()
    once, twice = (theory.exp3ix_bound_high(5, 100, 2 / math.e**n) for n in (1, 2))  # a + b and a + 2b
    a, b = 2 * once - twice, twice - once
    assert theory.exp3ix_bound(5, 100) == pytest.approx(a + b * high, rel=1e-4)


def test_general_form_of_exp3p_gives_its_bound():
    """βTK + γT + (1+β)ηKT + ln(K/δ)/β + ln K/η stays below 5.15 sqrt(T K ln(K/δ))."""
    for K, T, delta in ((4, 10_000, 0.05), (20, 10**6, 0.01), (2, 10**5, 0.5)):
        eta, gamma, beta = theory.exp3p_rates(K, T, delta)
        assert gamma <= 0.5
        assert (1 + beta) * K * eta <= gamma
        general = beta * T * K + gamma * T + (1 + beta) * eta * K * T + math.log(K / delta) / beta + math.log(K) / eta
        assert general <= theory.exp3p_bound_high(K, T, delta)


def test_bound_of_ucb_follows_the_gaps():
    losses, T = [0.5, 0.25, 0.75], 1000
    H = 1 / 0.25 + 1 / 0.5
    assert theory.ucb_bound(3, T, losses) == pytest.approx(8 * H * math.log(T) + (1 + math.pi**2 / 3) * 0.75)
    assert theory.ucb_bound(3, T, losses, alpha=2.5) == pytest.approx(10 * H * math.log(T) + 3 * 5 / 3)
    assert theory.ucb_bound(3, T, losses, alpha=0.51) is None
    assert theory.ucb_bound(3, T) is None


def test_reductions_transform_the_bounds():
    K, T, win = 8, 1000, ARITHMETIC
    for name in ("exp3p", "exp3ix"):
        inner = BANDITS.find(name).bound.value(K, T)
        unif = ALGORITHMS.find(f"{name}+unif")
        assert unif.bound("borda", K, T) == pytest.approx(7 / 8 * inner)
        assert unif.bound("utility", K, T, win) == pytest.approx(2 * 7 / 8 * inner)
        assert unif.bound("condorcet", K, T) is None
    assert ALGORITHMS.find("tsallis+unif").bound("borda", K, T) == pytest.approx(
        7 / 8 * theory.tsallis_bound(K, T, estimator="rv")
    )
    assert ALGORITHMS.find("tsallis+unif").bound("borda", K, T, estimator="iw") == pytest.approx(
        7 / 8 * theory.tsallis_bound(K, T)
    )
    sparring = ALGORITHMS.find("tsallis-sparring")
    assert sparring.bound("utility", K, T) == sparring.bound("von_neumann", K, T) == 8 * math.sqrt(K * T) + 2
    assert sparring.bound("condorcet", K, T) == 4 * math.sqrt(K * T) + 1
    assert ALGORITHMS.find("exp3-sparring").bound("utility", K, T) == 4 * math.sqrt(T * K * math.log(K))
    assert ALGORITHMS.find("exp3-sparring").bound("utility", K, T, rate="fixed") == 2 * theory.exp3_bound(K, T)
    assert ALGORITHMS.find("exp3-sparring").bound("utility", K, T, eta=0.1) is None
    assert ALGORITHMS.find("ucb-sparring").bounds == {}


def test_ucb_unif_has_a_bound_only_where_one_is_proven():
    unif = ALGORITHMS.find("ucb+unif")
    assert unif.bound("borda", 8, 1000, ARITHMETIC) is None
    losses = theory.uniform_losses(ARITHMETIC)
    borda = ARITHMETIC.mean(axis=0)
    np.testing.assert_allclose(losses, (8 * borda - 0.5) / 7)
    assert unif.bound("borda", 8, 1000, ARITHMETIC, alpha=2.0) == pytest.approx(
        7 / 8 * theory.ucb_bound(8, 1000, losses)
    )
    assert unif.bound("borda", 8, 1000, alpha=2.0) is None


def test_bounds_of_exp3_unif():
    bound = ALGORITHMS.find("exp3+unif").bound
    assert bound("borda", 5, 100) == pytest.approx(theory.borda_bound(5, 100))
    assert bound("utility", 5, 100) == pytest.approx(theory.utility_bound(5, 100))
    assert bound("borda", 5, 100, rate="utility") == theory.borda_bound(5, 100, theory.utility_rate(5, 100))
    assert bound("utility", 5, 100, None, rate="anytime") == 2 * theory.borda_anytime_bound(5, 100)
    assert bound("borda", 5, 100, eta=0.3) == theory.borda_bound(5, 100, 0.3)
    assert bound("copeland", 5, 100) is None


def test_the_page_names_every_function():
    page = (Path(__file__).parents[2] / "docs" / "concepts" / "theory.md").read_text()
    public = {name for name, f in vars(theory).items() if inspect.isfunction(f) and f.__module__ == theory.__name__}
    builders = {"scaled", "uniform_bounds", "sparring_bounds"}  # they make bounds of bounds, for facts
    assert set(re.findall(r"^\| `(\w+)\(", page, re.M)) == {
        name for name in public - builders if not name.startswith("_")
    }
