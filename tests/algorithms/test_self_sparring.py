"""Self-Sparring: its twin, what a duel teaches, and that it settles on the best arm."""

import numpy as np
import pytest

from duelling.algorithms import self_sparring
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from tests.naive.agreement import agree_on_matrices
from tests.naive.self_sparring import SelfSparring

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("arms", [2, 6])
def test_agrees_with_its_slow_twin(arms):
    agree_on_matrices("self-sparring", lambda K, T: SelfSparring(K), arms, 300)


def test_the_winner_wins_and_the_loser_loses():
    s = self_sparring.start(3, 1, eta=0.5)
    for duel, outcome in (((0, 1), 1), ((1, 2), 0), ((2, 2), 0)):
        update(s, 1, Duel(*duel, 1.0, 1.0), outcome)
    assert s.posterior.table.tolist() == [[1.5, 1.25, 1.25], [1, 1.75, 1.25]]


def test_it_ends_in_self_duels_of_the_best_arm():
    s, rng = self_sparring.start(3, 1), np.random.default_rng(0)
    for t in range(1, 400):
        duel = choose(s, t, rng)
        update(s, t, duel, int(np.sign(duel.second - duel.first)))
    last = [choose(s, t, rng)[:2] for t in range(400, 450)]
    assert last.count((0, 0)) > 40


def test_bad_parameters_are_named():
    with pytest.raises(InputError, match="eta must be a finite number above 0, got 0"):
        self_sparring.start(3, 10, eta=0)
