"""Confidence bounds on pairs: thresholds, counters and draws are what the definitions say."""

import itertools
import math

import numpy as np
import pytest
from scipy.special import betainc
from scipy.stats import binom

from duelling.algorithms.shared import confidence
from duelling.algorithms.shared.confidence import CHANGED, LEVEL, LOST, WON, ahead
from duelling.core.protocol import Duel
from tests.naive.confidence import Counts

pytestmark = [pytest.mark.edges, pytest.mark.plain]


def test_threshold_of_two_wins_in_ten():
    """With α = 0.51 the upper bound is below 1/2 up to t = 5 and not below from t = 6 on."""
    s, alpha = confidence.start(2), 0.51
    for k in range(10):
        confidence.count_outcome(s, 0, 1, 1 if k < 2 else -1)
    assert confidence.threshold(*confidence.counts(s, 0, 1)) / alpha == pytest.approx(1.764706, abs=1e-6)
    assert confidence.threshold(*confidence.counts(s, 1, 0)) == 0
    for t in range(1, 9):
        confidence.advance(s, alpha * math.log(t))
        assert confidence.refuted(s, 0, 1) == (t <= 5)
        assert (confidence.upper(s, 0, 1, math.sqrt(alpha * math.log(t))) < 0.5) == (t <= 5)
        assert not confidence.refuted(s, 1, 0)


def test_bounds_of_pairs_that_were_not_played():
    s, rng = confidence.start(3), np.random.default_rng(0)
    assert [confidence.upper(s, i, j, 3.0) for i, j in itertools.product(range(3), repeat=2)] == [
        0.5 if i == j else 2.0 for i, j in itertools.product(range(3), repeat=2)
    ]
    d, p = confidence.rival(s, 1, 3.0, rng)
    assert (d != 1, p) == (True, 0.5)


def test_an_arm_that_ties_with_its_rival_gives_way():
    """A win each and no width: u_10 = u_00 = 1/2."""
    s, rng = confidence.start(3), np.random.default_rng(0)
    for other, outcome in itertools.product((1, 2), (1, -1)):
        confidence.count_outcome(s, 0, other, outcome)
    assert {confidence.rival(s, 0, 0.0, rng) for _ in range(40)} == {(1, 0.5), (2, 0.5)}
    confidence.count_outcome(s, 0, 2, 1)
    assert confidence.rival(s, 0, 0.0, rng) == (1, 1.0)
    confidence.count_outcome(s, 0, 1, 1)
    assert confidence.rival(s, 0, 0.0, rng) == (0, 1.0)


@pytest.mark.parametrize("arms", [2, 3, 7])
@pytest.mark.parametrize("ties", [0.0, 0.3])
def test_counters_are_what_the_definitions_say_at_every_level(arms, ties):
    rng, flips = np.random.default_rng([arms, int(10 * ties)]), 0
    for alpha in (0.51, 0.05):  # with the small one refutations are soon made and soon undone
        s, counts, sides = confidence.start(arms), Counts(arms), np.zeros((arms, arms), dtype=bool)
        for t in range(1, 200):
            x = alpha * math.log(t)
            confidence.advance(s, x)
            for _ in range(int(rng.random() * 3)):
                i, j = (int(rng.random() * arms) for _ in range(2))
                outcome = 0 if rng.random() < ties else 1 if rng.random() < 0.5 + 0.3 * np.sign(j - i) else -1
                confidence.count_outcome(s, i, j, outcome)
                counts.update(Duel(i, j, 1.0, 1.0), outcome)
            below = np.array([[counts.below(i, j, x) for j in range(arms)] for i in range(arms)])
            if t == 1:  # at ln t = 0 a bound may be 1/2 exactly
                below = (counts.w < counts.w.T) & (counts.w + counts.w.T > 0)
            np.testing.assert_array_equal(s.arm[LOST], below.sum(axis=1))
            np.testing.assert_array_equal(s.arm[WON], below.sum(axis=0))
            moved = (sides != below).any(axis=1) | (sides != below).any(axis=0)
            assert (s.arm[CHANGED][moved] > 0).all()
            sides = below
            s.arm[CHANGED] = 0
            for i, j in itertools.product(range(arms), repeat=2):
                assert confidence.counts(s, i, j) == (counts.w[i, j], counts.w[j, i])
                assert confidence.refuted(s, i, j) == below[i, j]
                assert confidence.upper(s, i, j, math.sqrt(x)) == pytest.approx(counts.u(i, j, x), rel=1e-14)
            flips += moved.sum()
    assert flips > 0


@pytest.mark.parametrize("N", [1, 3, 10**6 + 3, 10**9 + 7, 10**13 + 1, 2**50 - 1])
def test_counts_follow_from_mean_and_width_to_the_bit(N):
    s = confidence.start(2)
    for wins in (0.0, 0.5, 1.0, N // 3 + 0.5, N / 2, N - 0.5, float(N)):
        s.pair[confidence.MEAN, 1, 0], s.pair[confidence.MEAN, 0, 1] = wins / N, (N - wins) / N
        s.pair[confidence.WIDTH, 0, 1] = 1 / math.sqrt(N)
        assert confidence.counts(s, 0, 1) == (wins, N - wins)


def test_level_never_falls():
    s = confidence.start(2)
    confidence.count_outcome(s, 0, 1, 1)
    confidence.advance(s, 0.3)
    confidence.advance(s, 0.1)
    assert (s.now[LEVEL], s.arm[LOST].tolist()) == (0.3, [0, 0])


def test_least_is_uniform_among_equals():
    row, rng, n = np.array([3.0, 1.0, 2.0, 1.0, 1.0]), np.random.default_rng(1), 6000
    drawn = np.zeros(5)
    for _ in range(n):
        i, p = confidence.least(row, rng)
        assert p == 1 / 3
        drawn[i] += 1
    assert drawn[[0, 2]].sum() == 0
    assert np.abs(drawn[[1, 3, 4]] - n / 3).max() < 4.5 * math.sqrt(n * 2 / 9)
    assert confidence.least(np.array([2.0, 1.0]), rng) == (1, 1.0)


def test_burn_in_is_vacuous_at_the_default():
    assert confidence.burn_in(16, 0.51, 0.05) == pytest.approx(1.8e271, rel=0.05)
    assert confidence.burn_in(5, 1.01, 0.01) == pytest.approx(6255.87, abs=0.01)
    assert confidence.burn_in(64, 1.01, 0.01) == pytest.approx(927443.81, abs=0.01)
    assert confidence.burn_in(500, 0.51, 0.05) == math.inf


def test_chance_to_be_ahead_by_hand_and_by_two_other_formulas():
    assert ahead(3, 5) == pytest.approx(0.25390625, abs=1e-15)
    for w, k in itertools.product((0, 1, 4, 30, 500), repeat=2):
        assert ahead(w, k) == pytest.approx(binom.cdf(w, w + k + 1, 0.5), abs=1e-12)
        assert ahead(w + 0.5, k + 0.5) == pytest.approx(1 - betainc(w + 1.5, k + 1.5, 0.5), abs=1e-12)
    assert 0.0 <= ahead(0, 5000) <= ahead(5000, 0) <= 1.0
