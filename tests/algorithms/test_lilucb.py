"""lil'UCB against a uniform opponent: it stops by its own rule, and is seldom wrong."""

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import lilucb
from duelling.core.protocol import choose, update, verdict
from tests.helpers.identifying import fails_at_most

CLOSE = du.PreferenceMatrix([[0.5, 0.65, 0.65], [0.35, 0.5, 0.5], [0.35, 0.5, 0.5]])


@pytest.mark.edges
def test_it_stops_once_one_arm_has_nearly_all_pulls():
    s, rng, t = lilucb.identify(2, setting="heuristic"), np.random.default_rng(0), 0
    while verdict(s) < 0:
        t += 1
        duel = choose(s, t, rng)
        update(s, t, duel, 1 if duel.first == 1 else -1)
    counts = s.learner.bandit.table[0, 1:]
    assert verdict(s) == 1
    assert counts[1] == 1 + 6 * counts[0]


@pytest.mark.slow
@pytest.mark.compiled
def test_with_the_theory_it_fails_at_most_as_often_as_delta():
    """Two rivals are worse by 0.15 in their Borda scores; without its radius the rule is wrong in half of the runs."""
    near = du.PreferenceMatrix([[0.5, 0.6, 0.6], [0.4, 0.5, 0.5], [0.4, 0.5, 0.5]])
    assert fails_at_most(near, "lilucb+unif", 0.02, 200)


@pytest.mark.slow
@pytest.mark.compiled
def test_the_heuristic_needs_far_fewer_duels():
    sure, quick = (
        np.median(du.identify(CLOSE, f"lilucb+unif:setting={setting}", delta=0.2, runs=20, seed=3).duels)
        for setting in ("theory", "heuristic")
    )
    assert quick < sure / 3
