"""Forgetful Doubler: its twin, the epochs by hand, late outcomes, and that it learns."""

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import forgetful_doubler
from duelling.algorithms.forgetful_doubler import MEMBERS, TOLD, TOLD_BEFORE, WON
from duelling.core.protocol import choose, update
from duelling.errors import InputError
from tests.naive.agreement import agree_on_matrices
from tests.naive.forgetful_doubler import ForgetfulDoubler

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("arms", [2, 5])
def test_agrees_with_its_slow_twin(arms):
    agree_on_matrices("forgetful-doubler", lambda K, T: ForgetfulDoubler(K, 0.25), arms, 300)


def test_epochs_by_hand():
    """Three arms, epochs of 1, 1, 2 and 4 duels: each begins with the first arms; then L are the second arms."""
    s, rng, seconds = forgetful_doubler.start(3, 10), np.random.default_rng(0), []
    for t in range(1, 9):
        duel = choose(s, t, rng)
        seconds.append(int(duel.second))
        update(s, t, duel, -1)  # the second arm wins
    assert seconds[:7] == [0, 0, 0, 1, 0, 1, 2]
    assert s.arm[MEMBERS].tolist() == [1, 1, 0]
    assert s.arm[TOLD_BEFORE].tolist() == [1, 1, 0]
    assert s.arm[TOLD].sum() == s.arm[WON].sum() == 4


def test_late_outcomes_of_the_last_epoch_are_dropped():
    s, rng = forgetful_doubler.start(3, 10), np.random.default_rng(0)
    first = choose(s, 1, rng)
    choose(s, 2, rng)
    update(s, 1, first, 1)
    assert s.arm[TOLD].sum() == 0


def test_bad_parameters_are_named():
    with pytest.raises(InputError, match="alpha must be a finite number above 0, got 0"):
        forgetful_doubler.start(3, 10, alpha=0)


@pytest.mark.slow
@pytest.mark.compiled
def test_it_learns():
    """Strong regret a round falls by far from the first tenth to the last."""
    result = du.simulate(
        "arithmetic", "forgetful-doubler", horizon=30_000, runs=20, winner="utility", checkpoints=[3000, 27_000]
    )
    early, late, last = result.strong[0, :, :, 0].mean(axis=0)
    assert last - late < 0.3 * early
