"""Duels: every kind of problem decides them with the right chances, and says what it is."""

import numpy as np
import pytest

from duelling.core.jit import jit
from duelling.core.protocol import decide
from duelling.problems.sequence import OutcomeSequence
from tests.helpers.modes import INTERPRETED
from tests.helpers.problems import KINDS, ROUNDS, chances

pytestmark = pytest.mark.edges
DUELS = 2_000 if INTERPRETED else 40_000


@jit
def count_wins(state, t, duels, rng, wins):
    for i in range(wins.shape[0]):
        for j in range(wins.shape[0]):
            for _ in range(duels):
                wins[i, j] += decide(state, t, i, j, rng) == 1


@pytest.mark.parametrize(("given", "t"), KINDS, ids=lambda value: getattr(value, "name", str(value)))
def test_frequencies_of_compiled_duels(given, t):
    P, wins = chances(given, t), np.zeros((3, 3))
    count_wins(given.start(1000), t, DUELS, np.random.default_rng(1), wins)
    assert np.all(np.diag(wins) == 0)
    off = ~np.eye(3, dtype=bool)
    z = (wins - DUELS * P) / np.sqrt(DUELS * P * (1 - P) + 1e-9)
    assert np.abs(z[off]).max() < 4.5


@pytest.mark.parametrize(("given", "t"), KINDS, ids=lambda value: getattr(value, "name", str(value)))
def test_an_arm_against_itself_is_even_and_draws_nothing(given, t):
    state, rng, twin = given.start(1000), np.random.default_rng(3), np.random.default_rng(3)
    assert decide(state, t, 1, 1, rng) == 0
    assert rng.random() == twin.random()


def test_sequences_repeat():
    state = OutcomeSequence(ROUNDS).start(6)
    for t in range(1, 7):
        for i in range(3):
            for j in range(3):
                assert (
                    decide(state, t, i, j, None if INTERPRETED else np.random.default_rng())
                    == ROUNDS[(t - 1) % 2, i, j]
                )
