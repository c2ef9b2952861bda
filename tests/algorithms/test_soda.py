"""SODA: first steps by hand, the two means that its proof needs, its twin, its bounds, and who it does not look for."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import soda
from duelling.algorithms.soda import SQUARES, SUM, WEIGHT
from duelling.core.protocol import Duel, update
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from tests.naive.agreement import agree_on_matrices
from tests.naive.soda import Soda

pytestmark = [pytest.mark.edges, pytest.mark.plain]


def chances(s, t):
    total = soda.weights(s, t)
    return s.table[WEIGHT] / total


@pytest.mark.parametrize(("outcome", "p"), [(1, (0.439532, 0.120935)), (-1, (0.311383, 0.377235))])
def test_the_first_duel_by_hand_with_the_rate_of_the_paper(outcome, p):
    s = soda.start(3, 1, rate="paper")
    update(s, 1, Duel(0, 1, 1 / 3, 1 / 2), outcome)
    assert s.table[SUM].tolist() == [0, 2 * outcome, 0]
    assert s.table[SQUARES].tolist() == [0, 4, 0]
    np.testing.assert_allclose(chances(s, 2), [p[0], p[1], p[0]], atol=1e-6)


def test_the_rates():
    assert soda.fixed_rate(4, 10_000) == pytest.approx(0.00926348, rel=2e-4)  # with e - 2 for 0.718
    assert soda.start(4, 10_000, rate="fixed").eta == soda.fixed_rate(4, 10_000)
    s = soda.start(4, 1)
    update(s, 1, Duel(0, 1, 1 / 4, 1 / 3), 1)
    eta = math.sqrt(4 * math.log(4) / (2 * (math.e - 2) * 1000)) / 3
    p = chances(s, 1000)
    assert p[1] / p[0] == pytest.approx(math.exp(-3 * eta))


def test_the_means_that_the_proof_needs():
    """E d_a = -(M p)_a and E Σ p_a d_a² = (K-1) Σ p_a (1 - p_a), over all pairs and outcomes, exactly."""
    rng = np.random.default_rng(0)
    for K in (2, 3, 6):
        p = rng.dirichlet(np.ones(K))
        M = np.triu(rng.uniform(-1, 1, (K, K)), 1)
        M -= M.T
        mean, square = np.zeros(K), 0.0
        for A in range(K):
            for B in (j for j in range(K) if j != A):
                for y in (1, -1):
                    s = soda.start(K, 1)
                    update(s, 1, Duel(A, B, p[A], 1 / (K - 1)), y)
                    chance = p[A] / (K - 1) * (1 + y * M[A, B]) / 2
                    mean += chance * s.table[SUM]
                    square += chance * (p @ s.table[SUM] ** 2)
        np.testing.assert_allclose(mean, -M @ p, atol=1e-12)
        assert p @ mean == pytest.approx(0, abs=1e-12)
        assert square == pytest.approx((K - 1) * (p * (1 - p)).sum())
        assert square <= (K - 1) ** 2 / K + 1e-12


def test_a_tie_and_a_self_duel_move_nothing():
    s = soda.start(3, 1)
    update(s, 1, Duel(0, 1, 1 / 3, 1 / 2), 0)
    update(s, 1, Duel(1, 1, 1.0, 1.0), 0)
    assert not s.table[[SUM, SQUARES]].any()


@pytest.mark.parametrize("arms", [2, 5])
@pytest.mark.parametrize("rate", soda.RATES)
def test_agrees_with_its_slow_twin(rate, arms):
    agree_on_matrices(f"soda:rate={rate}", lambda K, T: Soda(K, T, rate), arms, 300)


def test_the_bounds():
    bound = ALGORITHMS.find("soda").bound
    unit = 9 * math.sqrt(10_000 * math.log(10) / 10)
    assert bound("utility", 10, 10_000, rate="fixed") == pytest.approx(1.695 * unit, rel=1e-3)
    assert bound("utility", 10, 10_000) == pytest.approx(2.397 * unit, rel=1e-3)
    assert bound("condorcet", 10, 10_000) == bound("von_neumann", 10, 10_000) / 2
    assert bound("utility", 10, 10_000, rate="paper") is None
    assert choice("soda").algorithm.bound("borda", 10, 10_000) is None


@pytest.mark.slow
@pytest.mark.compiled
def test_it_stays_below_its_bounds_and_ends_where_chances_stay():
    """Nine tenths of the rounds add less than half of what the first tenth did; not so for Borda, if it is another."""
    texts = ["soda", "soda:rate=fixed"]
    for name, winner in (("arithmetic", "utility"), ("arxiv", "condorcet"), ("cyclic", "condorcet")):
        found = du.simulate(name, texts, horizon=100_000, runs=20, winner=winner, checkpoints=[10_000], seed=1)
        arms = len(found.problem["arms"])
        for text, regret in zip(texts, found.weak[..., 0], strict=True):
            chosen = choice(text)
            assert regret[:, -1].mean() < chosen.algorithm.bound(winner, arms, 100_000, **chosen.parameters)
        early, late = found.weak[0, :, :, 0].T
        assert (late - early).mean() < 0.5 * early.mean()
    rival = du.PreferenceMatrix([[0.5, 0.55, 0.55], [0.45, 0.5, 0.95], [0.45, 0.05, 0.5]])  # Condorcet 0, Borda 1
    early, late = (
        du.simulate(rival, "soda", horizon=50_000, runs=10, winner="borda", checkpoints=[5_000]).weak[0, ..., 0].T
    )
    assert (late > 8 * early).all()
