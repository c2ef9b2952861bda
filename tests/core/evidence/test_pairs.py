"""The evidence of one pair: against an exact twin, at the figures of the papers, and over all looks."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelling.core.evidence.pairs import log_even, log_mixture, pair_interval, pair_intervals, proves_ahead
from duelling.core.jit import entry
from tests.helpers.chances import at_most
from tests.naive.pairs import mixture

pytestmark = pytest.mark.edges

COUNTS = st.integers(0, 40) | st.sampled_from([14, 15, 16, 300])


def logarithm(x: Fraction) -> float:
    """The logarithm of a fraction whose parts are too large for floats."""
    shift = x.numerator.bit_length() - x.denominator.bit_length()
    return math.log(float(x / Fraction(2) ** shift)) + shift * math.log(2)


@given(COUNTS, COUNTS)
@settings(max_examples=150, deadline=None)
def test_at_one_half_it_is_the_exact_twin(wins, losses):
    assert log_even(wins, losses) == pytest.approx(logarithm(mixture(Fraction(1, 2), wins, 0, losses)), abs=1e-11)
    assert log_even(wins, losses) == log_even(losses, wins)


@given(st.sampled_from([1, 2, 10, 49, 50, 51, 80, 99]), COUNTS, COUNTS, COUNTS)
@settings(max_examples=150, deadline=None)
def test_at_any_chance_it_is_the_exact_twin(percent, wins, ties, losses):
    exact = logarithm(mixture(Fraction(percent, 100), wins, ties, losses))
    assert log_mixture(percent / 100, wins, ties, losses) == pytest.approx(exact, rel=1e-11, abs=1e-10)


def test_digits_are_kept_with_very_many_votes():
    """Near n = 10^9 it is Stirling's formula: the peak of the density is known to 1/n."""
    n = 10**9
    assert log_even(n, n) == pytest.approx(0.5 * math.log(math.pi / (4 * n)), abs=1e-6)


def test_figures_worked_out_by_hand():
    assert math.exp(log_even(8, 0)) == pytest.approx(256 / 9)
    assert math.exp(log_even(7, 0)) == pytest.approx(16)
    assert math.exp(log_even(60, 40)) == pytest.approx(0.91305, abs=1e-5)
    assert math.exp(log_even(9, 2)) == pytest.approx(3.103, abs=1e-3)
    assert math.exp(log_even(20, 5)) == pytest.approx(2**25 / (26 * 53130))
    assert log_mixture(0.5, 8, 1000, 0) == log_even(8, 0)
    assert math.exp(log_mixture(0.1, 0, 1, 0)) == pytest.approx(1 / (4 * 0.1 * 0.9))
    assert pair_interval(10, 0, 0, 0.05) == pytest.approx((220**-0.1, 1))
    assert pair_interval(60, 0, 40, 0.05) == pytest.approx((0.44077, 0.74604), abs=1e-5)
    assert pair_interval(30, 40, 30, 0.05) == pytest.approx((0.38008, 0.61992), abs=1e-5)
    assert pair_interval(0, 0, 0, 0.05) == (0, 1)
    assert proves_ahead(7, 0, 0.05)
    assert not proves_ahead(6, 0, 0.05)
    assert not proves_ahead(0, 7, 0.05)


@given(COUNTS, COUNTS, COUNTS, st.sampled_from([0.5, 0.05, 1e-6, 1e-15]))
@settings(max_examples=100, deadline=None)
def test_an_interval_ends_where_the_evidence_reaches_its_limit(wins, ties, losses, alpha):
    low, high = pair_interval(wins, ties, losses, alpha)
    mean = (wins + ties / 2) / max(wins + ties + losses, 1)
    assert 0 <= low <= high <= 1
    assert wins + ties + losses == 0 or low <= mean <= high
    for end in (low, high):
        if 0 < end < 1:
            assert log_mixture(end, wins, ties, losses) == pytest.approx(math.log(1 / alpha), abs=1e-5)
    mirrored = pair_interval(losses, ties, wins, alpha)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-8)
    counts = [np.array([count, 0]) for count in (wins, ties, losses)]
    assert pair_intervals(*counts, alpha).T.tolist() == [[low, high], [0, 1]]


@entry
def ever_outside(p, wins, ties, limit):
    for n in range(wins.size):  # noqa: SIM110 (the compiler knows no generators)
        if log_mixture(p, wins[n], ties[n], n + 1 - wins[n] - ties[n]) >= limit:
            return True
    return False


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("p", "ties", "votes"), [(0.5, 0, 3_000), (0.6, 0.3, 1_000), (0.9, 0, 2_000), (0.5, 0.85, 1_000)]
)
def test_the_truth_ever_leaves_the_interval_in_at_most_1_of_20_runs(p, ties, votes):
    """Looked at after every vote: the truth is outside exactly when the evidence against it has reached 20."""
    rng = np.random.default_rng([7, votes])
    missed, runs = 0, 1000
    for _ in range(runs):
        tied = rng.random(votes) < ties
        won = (rng.random(votes) < (p - ties / 2) / (1 - ties)) & ~tied
        missed += ever_outside(p, np.cumsum(won), np.cumsum(tied), math.log(20))
    assert at_most(missed, runs, 0.05)
    assert missed > 0  # the bound is nearly reached: a rule that never errs would be far too wide


@pytest.mark.parametrize(
    ("wins", "ties", "losses", "half"),
    [
        (5, 0, 5, 0.371),
        (50, 0, 50, 0.155),
        (500, 0, 500, 0.056),
        (5_000, 0, 5_000, 0.0192),
        (50_000, 0, 50_000, 0.0065),
        (90, 0, 10, 0.100),
        (9_000, 0, 1_000, 0.0119),
        (25, 60, 15, 0.097),
        (2_500, 6_000, 1_500, 0.0116),
        (750, 8_500, 750, 0.0070),
    ],
)
def test_half_widths_are_those_of_the_table(wins, ties, losses, half):
    low, high = pair_interval(wins, ties, losses, 0.05)
    assert (high - low) / 2 == pytest.approx(half, rel=0.012)
