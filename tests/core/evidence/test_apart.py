"""Two items with votes of their own: the least evidence over all chances that the claim allows."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from duelling.core.evidence.apart import log_apart, log_aparts
from duelling.core.evidence.pairs import log_even, log_mixture
from duelling.core.jit import entry
from tests.helpers.chances import at_most

pytestmark = pytest.mark.edges

STEPS = 800  # of a grid of chances
COUNTS = st.tuples(*[st.integers(0, 30)] * 6)


@settings(max_examples=40, deadline=None)
@example((0, 1, 1, 0, 1, 2), 0.1)  # with ties the mean is not where the evidence is least
@given(COUNTS, st.sampled_from([0.0, 0.1]))
def test_it_is_the_least_value_on_a_grid(counts, within):
    wins, ties, losses = np.array(counts).reshape(3, 2)
    found = log_apart(wins, ties, losses, 0, 1, within)
    if not all(wins + ties + losses):
        assert found == 0
        return
    grid = np.arange(1, STEPS) / STEPS
    one, other = (
        np.array([log_mixture(float(x), int(wins[k]), int(ties[k]), int(losses[k])) for x in grid]) for k in range(2)
    )
    place = np.arange(grid.size)
    allowed = place[:, None] <= place[None, :] - round(within * STEPS)
    least = np.where(allowed, one[:, None] + other[None, :], np.inf).min()
    assert found <= max(least, 0) + 1e-9  # never more than the votes say
    assert found >= min(least, 0) - 0.02 * (1 + abs(least))


def test_without_ties_the_least_value_is_at_the_pooled_mean():
    wins, losses = np.array([30, 20]), np.array([10, 25])
    pooled = 50 / 85
    at = [log_mixture(pooled, int(w), 0, int(n)) for w, n in zip(wins, losses, strict=True)]
    assert log_apart(wins, 0 * wins, losses, 0, 1, 0.0) == pytest.approx(sum(at), abs=1e-9)


def test_all_pairs_at_once():
    wins, ties, losses = np.array([40, 20, 0]), np.array([0, 5, 0]), np.array([10, 20, 0])
    found = log_aparts(wins, ties, losses, 0.0)
    assert found[0, 1] == log_apart(wins, ties, losses, 0, 1, 0.0) > 0
    assert (found[:, 2] == 0).all()
    assert (np.diag(found) == 0).all()
    twice = log_aparts(np.array([8, 0]), np.zeros(2, int), np.array([0, 8]), 0.0)
    assert twice[0, 1] == pytest.approx(2 * log_even(8, 0))


@entry
def ever_apart(win, rng, votes, limit):
    """Whether a rule that prefers whoever wins ever proves 0 above 1; every item meets uniform opponents."""
    arms = win.shape[0]
    wins, ties, losses = np.zeros(arms, np.int64), np.zeros(arms, np.int64), np.zeros(arms, np.int64)
    for t in range(votes):
        i = int(rng.random() * arms)
        if rng.random() < 0.7:
            for k in range(arms):
                if (wins[k] + 1) * (losses[i] + 1) > (wins[i] + 1) * (losses[k] + 1):
                    i = k
        j = int(rng.random() * (arms - 1))
        j += j >= i
        if rng.random() < win[i, j]:
            wins[i] += 1
        else:
            losses[i] += 1
        if (t < 100 or t % 20 == 0) and log_apart(wins, ties, losses, 0, 1, 0.0) >= limit:
            return True
    return False


@pytest.mark.slow
@pytest.mark.compiled
def test_an_item_that_is_not_above_is_rarely_said_to_be():
    """The scores of 0 and 1 are equal, and the first item depends on all votes before."""
    win = np.array([[0.5, 0.4, 0.9], [0.6, 0.5, 0.7], [0.1, 0.3, 0.5]])
    assert win[0].sum() == pytest.approx(win[1].sum())
    rng, runs = np.random.default_rng(1), 1000
    wrong = sum(ever_apart(win, rng, 1000, math.log(20)) for _ in range(runs))
    assert at_most(wrong, runs, 0.05)
