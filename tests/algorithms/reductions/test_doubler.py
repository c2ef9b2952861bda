"""Doubler over any bandit: epochs, the multiset, exact sequences, twins, and the bound that its argument gives."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms.reductions import doubler
from duelling.core.protocol import choose, update
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from tests.naive import bandits
from tests.naive.agreement import agree_on_matrices
from tests.naive.doubler import Doubler
from tests.naive.reductions import exp3ix, falling

pytestmark = [pytest.mark.edges, pytest.mark.plain]
TWINS = {
    "ucb-doubler": lambda K: bandits.UCB(K, 2),
    "ucb-doubler:alpha=0.51,ties=lowest": lambda K: bandits.UCB(K, 0.51, lowest=True),
    "exp3-doubler": lambda K: bandits.Exp3(K, falling(K)),
    "exp3ix-doubler": lambda K: exp3ix(K, falling(K)),
    "tsallis-doubler": lambda K: bandits.Tsallis(K, reduced=False),
    "tsallis-doubler:estimator=rv": lambda K: bandits.Tsallis(K, reduced=True),
}


@pytest.mark.parametrize("text", TWINS)
@pytest.mark.parametrize("arms", [2, 5, 18])
def test_agrees_with_a_sorted_list_and_new_bandits(text, arms):
    horizon = 130 if "tsallis" in text else 260
    agree_on_matrices(text, lambda K, T: Doubler(K, lambda: TWINS[text](K)), arms, horizon, count=2, seed=7)


def begun_with(text, arms, first, horizon=100):
    """A learner whose L holds ``first`` at the beginning, and its stream."""
    seed = next(seed for seed in range(1000) if int(np.random.default_rng(seed).random() * arms) == first)
    return choice(text).start(arms, horizon), np.random.default_rng(seed)


def test_first_epochs_by_hand():
    """Lowest-index UCB, K = 3: (0,0), (0,1), then a fresh bandit and A uniform on {0, 1}."""
    for outcome in (1, -1):
        s, rng = begun_with("ucb-doubler:ties=lowest", 3, 0)
        duels = []
        for t in range(1, 7):
            duels.append(choose(s, t, rng))
            update(s, t, duels[-1], 0 if duels[-1].first == duels[-1].second else outcome)
        assert [(d.first, d.second) for d in duels[:2]] == [(0, 0), (0, 1)]
        assert [d.p_first for d in duels] == [1, 1, 0.5, 0.5, 0.5, 0.5]
        assert {int(d.first) for d in duels[2:]} <= {0, 1}
        assert [int(d.second) for d in duels[2:5]] == [0, 1, 2]


def test_epoch_i_begins_in_round_2_to_the_i_minus_1_with_a_fresh_bandit_and_the_last_second_arms():
    s, rng, nature = choice("ucb-doubler").start(4, 1), np.random.default_rng(0), np.random.default_rng(1)
    begun, second = [], []
    for t in range(1, 300):
        before = int(s.table[0, doubler.FIRST]) if t > 1 else 0
        duel = choose(s, t, rng)
        if s.table[0, doubler.FIRST] != before:
            begun.append(t)
            assert s.bandit.n[0] == 0
            if t > 1:
                counts = np.bincount(second, minlength=4)
                np.testing.assert_array_equal(np.cumsum(counts), s.table[1:, doubler.BELOW])
            second = []
        second.append(int(duel.second))
        update(s, t, duel, 1 if nature.random() < 0.5 else -1)
        assert s.bandit.n[0] == len(second)
    assert begun == [1, 3, 7, 15, 31, 63, 127, 255]


def test_the_first_arm_comes_as_often_as_it_is_in_the_multiset():
    n, seen = 6000, np.zeros(4)
    s = choice("ucb-doubler").start(4, 1)
    s.table[0], s.table[1:, doubler.BELOW] = (16, 3, 1), [3, 3, 8, 16]
    for seed in range(n):
        i, p = doubler.member(s.table, np.random.default_rng(seed))
        assert p == [3 / 16, None, 5 / 16, 8 / 16][i]
        seen[i] += 1
    chances = np.array([3, 0, 5, 8]) / 16
    assert np.all(np.abs(seen - n * chances) <= 4.5 * np.sqrt(n * chances * (1 - chances)))


def test_the_second_arm_gains_when_it_wins():
    for outcome, gain in ((1, 0.0), (0, 0.5), (-1, 1.0)):
        s, rng = choice("ucb-doubler").start(3, 1), np.random.default_rng(0)
        duel = choose(s, 1, rng)
        update(s, 1, duel, outcome)
        assert s.bandit.G[duel.second] == gain
        assert s.bandit.G.sum() == gain


def test_an_outcome_of_an_earlier_epoch_is_dropped():
    s, rng = choice("ucb-doubler").start(3, 1), np.random.default_rng(0)
    duels = [choose(s, t, rng) for t in range(1, 5)]
    update(s, 2, duels[1], 1)
    assert s.bandit.n[0] == 0
    update(s, 4, duels[3], 1)
    assert s.bandit.n[0] == 1


def test_many_arms_and_a_horizon_shorter_than_the_first_sweep():
    s, rng = choice("ucb-doubler").start(500, 20), np.random.default_rng(0)
    for t in range(1, 21):
        duel = choose(s, t, rng)
        assert 0 <= duel.first < 500
        assert 0 <= duel.second < 500
        update(s, t, duel, 1)


def test_facts_and_bound():
    assert ALGORITHMS.find("ucb-doubler").label == "Doubler"
    K = 4
    epochs = [2, 4, 8]  # a horizon of 10 ends in the third, which began in round 7
    R = [2 * math.sqrt(t * K * math.log(K)) for t in epochs]
    assert ALGORITHMS.find("exp3-doubler").bound("utility", K, 10) == pytest.approx(1 + sum(R) + 2 * (R[0] + R[1]))
    assert ALGORITHMS.find("exp3-doubler").bound("utility", K, 6) == pytest.approx(1 + R[0] + R[1] + 2 * R[0])
    assert ALGORITHMS.find("exp3-doubler").bound("utility", K, 10, rate="fixed") is None
    assert ALGORITHMS.find("ucb-doubler").bound("utility", K, 10) is None  # needs the gaps
    win = du.UtilityModel(np.array([0.8, 0.4, 0.2])).preference(1)
    gaps = np.array([0.2, 0.3])  # halved
    U = [8 * (1 / gaps).sum() * math.log(t) + (1 + math.pi**2 / 3) * gaps.sum() for t in (2, 4)]
    assert ALGORITHMS.find("ucb-doubler").bound("utility", 3, 6, win) == pytest.approx(1 + sum(U) + 2 * U[0])


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["ucb-doubler", "tsallis-doubler"])
def test_regret_stays_under_the_bound(name):
    problem = du.UtilityModel(np.array([1.0, 0.5, 0.4, 0.2]))
    rounds = [1022, 16_382]  # ends of epochs
    result = du.simulate(problem, name, horizon=rounds[-1], runs=40, winner="utility", checkpoints=rounds)
    regret = result.strong[0, :, :, 0]
    for c, t in enumerate(rounds):
        mean, error = regret[:, c].mean(), regret[:, c].std() / math.sqrt(40)
        bound = ALGORITHMS.find(name).bound("utility", 4, t, problem.preference(1))
        assert mean + 4 * error < bound


@pytest.mark.slow
@pytest.mark.compiled
def test_the_best_arm_is_played_in_the_end_in_all_runs():
    """Over the end of the fifteenth epoch a round costs a small part of what a random pair costs."""
    problem, end = du.UtilityModel(np.array([1.0, 0.5, 0.4, 0.2])), 2**16 - 2
    names = ["ucb-doubler", "tsallis-doubler", "random"]
    result = du.simulate(problem, names, horizon=end, runs=20, winner="utility", checkpoints=[end - 7000])
    late = np.diff(result.strong[..., 0], axis=2)[..., 0]
    assert late[:2].max() < 0.1 * late[2].mean()
