"""SAVAGE for the Borda winner: its turns, and what happens when a box is empty."""

import numpy as np
import pytest

from duelling.algorithms import savage_borda
from duelling.core.protocol import choose, update
from tests.naive.agreement import same_play
from tests.naive.savage import SavageBorda

pytestmark = [pytest.mark.edges, pytest.mark.plain]


def test_borda_meets_uniform_opponents_in_turns():
    state, rng = savage_borda.start(4, 100_000), np.random.default_rng(0)
    met = np.zeros((4, 4))
    for t in range(1, 4001):
        duel = choose(state, t, rng)
        met[duel.first, duel.second] += 1
        update(state, t, duel, 0)
    assert np.all(met.sum(axis=1) == 1000)
    off = met[~np.eye(4, dtype=bool)]
    assert np.all(abs(off - 1000 / 3) < 5 * np.sqrt(1000 * 2 / 9))
    assert np.all(np.diag(met) == 0)


def test_borda_goes_on_without_its_leader_when_the_box_of_that_is_empty():
    """Everybody wins at first, then arm 0 only loses, and the others in every second pass."""

    def play(t, duel):
        return 1 if t <= 90 or (duel.first != 0 and (t - 1) // 3 % 2) else -1

    state, naive, rng = savage_borda.identify(3, delta=0.9), SavageBorda(3, None, 0.9), np.random.default_rng(0)
    assert same_play(state, naive, play, 300) == -1
    assert 0 not in naive.W
    assert state.now[savage_borda.LEADER] == 0
    assert state.b[0] < state.a[0]
    assert all(choose(state, t, rng).first != 0 for t in range(10))
