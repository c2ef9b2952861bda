"""lil'UCB against a uniform opponent: it stops by its own rule, and is seldom wrong."""

import numpy as np
import pytest
from scipy.stats import binomtest

import duelling as du
from duelling.algorithms import lilucb
from duelling.core.protocol import choose, update, verdict


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
def test_verdicts_of_the_theory_are_wrong_at_most_as_often_as_delta():
    close = du.PreferenceMatrix([[0.5, 0.65, 0.65], [0.35, 0.5, 0.5], [0.35, 0.5, 0.5]])
    found = du.identify(close, "lilucb+unif", delta=0.2, runs=200, seed=3, limit=10**6)
    wrong = int((np.asarray(found.arms) != 0).sum())
    assert binomtest(wrong, 200, 0.2, alternative="greater").pvalue > 1e-3
    quick = du.identify(close, "lilucb+unif:setting=heuristic", delta=0.2, runs=20, seed=3)
    assert np.median(quick.duels) < np.median(found.duels) / 3
