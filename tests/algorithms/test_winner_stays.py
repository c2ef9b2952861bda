"""WS-W: its bounds; the rounds that it plays have tests of their own."""

import numpy as np
import pytest

from duelling.algorithms import winner_stays as ws
from duelling.core.protocol import choose, update
from duelling.registry.facts import ALGORITHMS

pytestmark = pytest.mark.edges  # but for what simulates, which is slow


def test_bounds_follow_the_preference_matrix():
    algorithm = ALGORITHMS.find("ws-w")
    order = np.array([[0.5, 0.7, 0.8], [0.3, 0.5, 0.7], [0.2, 0.3, 0.5]])
    p, K = 0.7, 3
    total = 2 * p**3 / 0.4**6 * K * (np.log(K) + 1) + K / 0.4**2
    condorcet = K / 0.4**2 + p * K**2 / 0.4**3
    duels = min(total, condorcet)
    assert algorithm.bound("condorcet", 3, 100, order) == pytest.approx(duels * 0.3)
    assert algorithm.bound("utility", 3, 100, order) == pytest.approx(duels * 0.6)
    assert algorithm.bound("borda", 3, 100, order) == pytest.approx(duels * (2 / 3 - 1 / 3))
    assert algorithm.bound("condorcet", 3, 100) is None
    assert algorithm.bound("copeland", 3, 100, order) is None
    cycle = np.array([[0.5, 0.9, 0.2], [0.1, 0.5, 0.6], [0.8, 0.4, 0.5]])
    assert algorithm.bound("condorcet", 3, 100, cycle) is None
    differs = np.array([[0.5, 0.51, 0.51], [0.49, 0.5, 1.0], [0.49, 0.0, 0.5]])  # the Borda winner is 1
    assert algorithm.bound("borda", 3, 100, differs) is None
    assert algorithm.bound("condorcet", 3, 100, differs) > 0


@pytest.mark.compiled
def test_duels_without_the_winner_stay_below_the_bound():
    win = np.array([[0.5, 0.7, 0.8], [0.3, 0.5, 0.7], [0.2, 0.3, 0.5]])
    missed = []
    for seed in range(100):
        s, rng, nature = ws.start(3, 1), np.random.default_rng(seed), np.random.default_rng([seed, 1])
        missing = 0
        for t in range(1, 300):
            duel = choose(s, t, rng)
            missing += 0 not in (duel.first, duel.second)
            update(s, t, duel, 1 if nature.random() < win[duel.first, duel.second] else -1)
        missed.append(missing)
    assert np.mean(missed) + 4 * np.std(missed) / 10 < 3 / 0.4**2 + 0.7 * 9 / 0.4**3
