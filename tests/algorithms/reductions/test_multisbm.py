"""MultiSBM over any bandit: exact sequences, whose bandit learns what, and twins."""

import itertools
import math

import numpy as np
import pytest

import duelling as du
from duelling.core.protocol import Duel, choose, update
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from tests.naive import bandits
from tests.naive.agreement import agree_on_matrices
from tests.naive.multisbm import MultiSBM
from tests.naive.reductions import exp3ix, falling, fixed

pytestmark = [pytest.mark.edges, pytest.mark.plain]
TWINS = {
    "ucb-multisbm": lambda K, T: bandits.UCB(K, 2.5),
    "ucb-multisbm:alpha=0.51,ties=lowest": lambda K, T: bandits.UCB(K, 0.51, lowest=True),
    "exp3-multisbm": lambda K, T: bandits.Exp3(K, falling(K)),
    "exp3-multisbm:rate=fixed": lambda K, T: bandits.Exp3(K, fixed(K, T)),
    "exp3ix-multisbm": lambda K, T: exp3ix(K, falling(K)),
    "tsallis-multisbm": lambda K, T: bandits.Tsallis(K, reduced=False),
    "tsallis-multisbm:estimator=rv": lambda K, T: bandits.Tsallis(K, reduced=True),
}


@pytest.mark.parametrize("text", TWINS)
@pytest.mark.parametrize("arms", [2, 5, 18])
def test_agrees_with_a_list_of_bandits(text, arms):
    horizon = 120 if "tsallis" in text else 250
    agree_on_matrices(text, lambda K, T: MultiSBM(K, lambda: TWINS[text](K, T)), arms, horizon, count=2, seed=7)


def begun_at(text, arms, first):
    """A learner with B_0 = ``first``."""
    s = choice(text).start(arms, 100)
    s.now[0] = first
    return s


def test_first_five_pairs_do_not_depend_on_the_outcomes():
    """Lowest-index UCB, K = 3, B_0 = 0; in round six the first bandit has seen every arm."""
    sixth = set()
    for outcomes in itertools.product((1, -1), repeat=5):
        s, rng, pairs = begun_at("ucb-multisbm:ties=lowest", 3, 0), np.random.default_rng(0), []
        for t, outcome in enumerate(outcomes, 1):
            duel = choose(s, t, rng)
            pairs.append((int(duel.first), int(duel.second)))
            update(s, t, duel, 0 if duel.first == duel.second else outcome)
        assert pairs == [(0, 0), (0, 1), (1, 0), (0, 2), (2, 0)]
        duel = choose(s, 6, rng)
        assert duel.first == 0
        sixth.add(int(duel.second))
    assert len(sixth) > 1


@pytest.mark.parametrize("name", ["ucb-multisbm", "exp3-multisbm", "tsallis-multisbm"])
def test_the_second_arm_is_the_next_first(name):
    s, rng, nature = choice(name).start(6, 300), np.random.default_rng(0), np.random.default_rng(1)
    last = None
    for t in range(1, 301):
        duel = choose(s, t, rng)
        assert duel.p_first == (1 / 6 if last is None else 1.0)
        assert last in (None, duel.first)
        last = duel.second
        update(s, t, duel, 1 if nature.random() < 0.5 else -1)
    assert s.now[1:].sum() == 300


def test_only_the_bandit_of_the_first_arm_learns_and_a_win_of_the_second_is_a_gain():
    for outcome, gain in ((1, 0.0), (0, 0.5), (-1, 1.0)):
        s = begun_at("ucb-multisbm", 4, 2)
        update(s, 1, Duel(2, 3, 1.0, 1.0), outcome)
        assert np.flatnonzero(s.bandits.n).tolist() == [2]
        assert s.bandits.G[2].tolist() == [0, 0, 0, gain]


def test_late_outcomes_reach_the_bandit_that_asked():
    s, rng = choice("ucb-multisbm").start(5, 100), np.random.default_rng(0)
    duels = [choose(s, t, rng) for t in range(1, 30)]
    for t in range(29, 0, -1):
        update(s, t, duels[t - 1], 1)
    for i in range(5):
        asked = [d for d in duels if d.first == i]
        assert s.bandits.n[i, 0] == len(asked) == s.now[1 + i]
        assert [s.bandits.N[i, j] for j in range(5)] == [sum(d.second == j for d in asked) for j in range(5)]


@pytest.mark.parametrize("text", TWINS)
def test_an_outcome_that_nobody_asked_for_is_learned_as_in_the_first_round(text):
    s, rng = choice(text).start(3, 100), np.random.default_rng(0)
    update(s, 1, Duel(1, 2, 1.0, 0.5), 1)
    fresh = TWINS[text](3, 100)
    fresh.learn(1, 2, 0.5, 1.0)
    s.now[0] = 1
    duel = choose(s, 2, rng)
    arm, p = fresh.pull(1, np.random.default_rng(0))
    assert (duel.first, duel.second) == (1, arm)
    assert duel.p_second == pytest.approx(p, rel=1e-9)


def test_first_arm_is_uniform():
    n, seen = 3000, np.zeros(3)
    for seed in range(n):
        seen[choose(choice("ucb-multisbm").start(3, 10), 1, np.random.default_rng(seed)).first] += 1
    assert np.abs(seen - n / 3).max() < 4.5 * math.sqrt(n * 2 / 9)


def test_many_arms():
    s, rng = choice("ucb-multisbm").start(500, 50), np.random.default_rng(0)
    for t in range(1, 51):
        duel = choose(s, t, rng)
        assert 0 <= duel.second < 500
        update(s, t, duel, 1)


def test_facts():
    assert ALGORITHMS.find("ucb-multisbm").label == "MultiSBM"
    assert ALGORITHMS.find("ucb-multisbm").parameters["alpha"].default == 2.5


@pytest.mark.slow
@pytest.mark.compiled
def test_the_best_arm_is_played_in_the_end_in_all_runs():
    """In the last tenth a round costs a small part of what a random pair costs."""
    names = ["ucb-multisbm", "exp3-multisbm", "tsallis-multisbm", "random"]
    problem = du.UtilityModel(np.array([1.0, 0.5, 0.4, 0.2]))
    result = du.simulate(problem, names, horizon=50_000, runs=20, winner="utility", checkpoints=[45_000])
    late = np.diff(result.strong[..., 0], axis=2)[..., 0]
    assert late[:3].max() < 0.1 * late[3].mean()
