"""SparringFPL: the mixture is that of the leaders, and without noise two leaders follow what was logged."""

import numpy as np
import pytest

from duelling.worlds.contexts.exploration import Log
from duelling.worlds.contexts.protocol import solve
from duelling.worlds.contexts.sparring_fpl import PerturbedLeaders

pytestmark = pytest.mark.edges
POLICIES = np.array([[0, 0], [1, 1], [0, 1], [1, 0]])


def log(duels, wins):
    """Duels of two arms in two contexts; ``wins`` of arm 0 minus those of arm 1, for each context."""
    outcomes = np.zeros((2, 2, 2))
    outcomes[:, 0, 1], outcomes[:, 1, 0] = wins, np.negative(wins)
    return Log(np.full(2, float(duels)), outcomes, np.full((2, 2), duels / 2))


def mixture_of(steps, logged, seed=0):
    mixture = np.full(len(POLICIES), 7.0)  # whatever was there is written over
    solve(PerturbedLeaders(steps), logged, POLICIES, mixture, np.random.default_rng(seed))
    return mixture


def test_the_mixture_counts_how_often_a_policy_led():
    mixture = mixture_of(40, log(20, (0, 0)))
    assert mixture.sum() == pytest.approx(1)
    np.testing.assert_allclose(mixture * 40, np.round(mixture * 40), atol=1e-9)


def test_the_policy_that_wins_in_every_context_leads_more_and_more():
    """Arm 0 wins in the first context and arm 1 in the second: the third policy answers both."""
    shares = [mixture_of(steps, log(20, (20, -20)))[2] for steps in (25, 400)]
    assert shares[1] > max(shares[0], 0.8)


def test_the_same_stream_gives_the_same_mixture():
    logged = log(10, (3, 1))
    np.testing.assert_array_equal(mixture_of(30, logged, 5), mixture_of(30, logged, 5))
