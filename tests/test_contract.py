"""What every algorithm of the registry owes its users, whatever it does inside."""

import copy
import json
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import duelling as du
from duelling.core.protocol import choose, update
from duelling.core.states import numbers
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from tests.helpers.modes import INTERPRETED, fewer
from tests.helpers.playing import nature, play

pytestmark = pytest.mark.edges  # but for what simulates, which is slow
PLAYERS = [name for name, facts in ALGORITHMS.every().items() if facts.world == "arms"]
TEXTS = [*PLAYERS, *(f"{name}:{text}" for name in PLAYERS for text in ALGORITHMS.find(name).examples)]
ROUNDS = 120 if INTERPRETED else 600
PAIR_CHANCE = {"vn+unif:estimator=pair"}  # its second chance is that of the pair in either order
WEIGHERS = ("rex3", "d-exp3", "borda-dex3s", "random", "fixed")  # beside the reductions
WEIGHING = [text for text in TEXTS if "+unif" in text or "-sparring" in text or text.split(":")[0] in WEIGHERS]
everyone = pytest.mark.parametrize("text", TEXTS, scope="module")  # one after the other, so one process compiles it


@everyone
@pytest.mark.parametrize("arms", [2, 3, pytest.param(20, marks=pytest.mark.compiled)])
def test_pairs_are_arms_and_chances_are_chances(text, arms):
    arms = min(arms, choice(text).algorithm.most_arms or arms)
    for first, second, p, q in play(choice(text).start(arms, ROUNDS), ROUNDS, np.random.default_rng(0)):
        assert 0 <= first < arms
        assert 0 <= second < arms
        assert 0 < p <= 1 + 1e-12
        assert 0 < q <= 1 + 1e-12


@everyone
def test_same_seed_same_pairs_and_two_learners_share_nothing(text):
    rounds = fewer(200)
    alone = play(choice(text).start(5, rounds), rounds, np.random.default_rng(7))
    a, b = choice(text).start(5, rounds), choice(text).start(5, rounds)
    left, right, duels = np.random.default_rng(7), np.random.default_rng(8), []
    for t in range(1, rounds + 1):
        duels += play(a, 1, left, begin=t)
        play(b, 1, right, lambda t, duel: -nature(t, duel), begin=t)
    assert duels == alone


@everyone
@pytest.mark.parametrize("save", [copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))], ids=["copied", "pickled"])
def test_a_saved_learner_goes_on_as_if_nothing_had_happened(text, save):
    state, rng = choice(text).start(4, 200), np.random.default_rng(3)
    play(state, 100, rng)
    saved, saved_rng = save(state), save(rng)
    assert play(state, 100, rng, begin=101) == play(saved, 100, saved_rng, begin=101)
    np.testing.assert_array_equal(numbers(state), numbers(saved))


@everyone
@pytest.mark.parametrize("arms", [2, 3, pytest.param(20, marks=pytest.mark.compiled)])
def test_extreme_outcomes_stay_finite(text, arms):
    arms = min(arms, choice(text).algorithm.most_arms or arms)
    for outcome in (1, -1, 0):
        state = choice(text).start(arms, ROUNDS)
        duels = play(state, ROUNDS, np.random.default_rng(0), lambda t, duel, y=outcome: y)
        assert np.isfinite(duels).all()
        assert not np.isnan(numbers(state)).any()


@everyone
def test_many_arms_and_a_horizon_that_is_over_before_each_has_played(text):
    """Three rounds for 500 arms, and two more that nobody planned for."""
    arms = choice(text).algorithm.most_arms or 500
    duels = np.array(play(choice(text).start(arms, 3), 5, np.random.default_rng(0)))
    assert np.all((duels[:, :2] >= 0) & (duels[:, :2] < arms))
    assert np.all((duels[:, 2:] > 0) & (duels[:, 2:] <= 1 + 1e-12))


@everyone
def test_late_and_unordered_outcomes_are_accepted(text):
    state, rng, waiting = choice(text).start(6, 300), np.random.default_rng(0), []
    shuffle = np.random.default_rng(1)
    for t in range(1, 301):
        waiting.append((t, choose(state, t, rng)))
        if len(waiting) > 10:
            told, duel = waiting.pop(int(shuffle.random() * len(waiting)))
            update(state, told, duel, nature(told, duel))
    assert not np.isnan(numbers(state)).any()
    assert all(0 <= duel.first < 6 and 0 <= duel.second < 6 for _, duel in waiting)


@pytest.mark.compiled
@pytest.mark.parametrize("text", WEIGHING)
def test_reported_chances_are_those_of_the_draw(text):
    """Where outcomes are weighed: from one state after fifty rounds each arm comes as often as its chance says."""
    state, n, chances = choice(text).start(4, 200), 1500, ({}, {})
    play(state, 51, np.random.default_rng(11))
    seen = np.zeros((2, 4))
    for seed in range(n):
        duel = choose(copy.deepcopy(state), 52, np.random.default_rng([seed, 5]))
        for side, arm, p in ((0, duel.first, duel.p_first), (1, duel.second, duel.p_second)):
            seen[side, arm] += 1
            chances[side].setdefault((int(duel.first), int(arm)) if side else int(arm), float(p))
    for arm in range(4):
        p = chances[0].get(arm, 0.0)
        assert abs(seen[0, arm] - n * p) <= 4.5 * np.sqrt(n * p * (1 - p)) + 1e-6
        if text not in PAIR_CHANCE:  # the second arm's chance may depend on the first
            p = sum(chances[0][i] * q for (i, j), q in chances[1].items() if j == arm)
            assert abs(seen[1, arm] - n * p) <= 4.5 * np.sqrt(n * max(p * (1 - p), 0)) + 0.02 * n * (p < 1e-3) + 1e-6


def trajectory(text):
    """A hundred rounds, with the chances as exact texts."""
    duels = play(choice(text).start(6, 100), 100, np.random.default_rng(2))
    return [[i, j, p.hex(), q.hex()] for i, j, p, q in duels]


def trajectories():
    return {text: trajectory(text) for text in TEXTS}


def simulated():
    """Everybody's regret after each of a hundred rounds, which tells the pairs, and how those end that stop."""
    names = [name for name in PLAYERS if ALGORITHMS.find(name).start.__module__.startswith("duelling.")]
    order = 0.5 + np.subtract.outer(*2 * [np.array([0.4, 0.3, 0.21, 0.13, 0.06, 0])])
    result = du.simulate(du.PreferenceMatrix(order), names, horizon=100, runs=2, seed=2)
    found = {
        name: [*weak.ravel(), *strong.ravel()]
        for name, weak, strong in zip(names, result.weak, result.strong, strict=True)
    }
    easy = du.PreferenceMatrix([[0.5, 0.9, 0.95], [0.1, 0.5, 0.8], [0.05, 0.2, 0.5]])
    for name in (name for name in names if ALGORITHMS.find(name).identify):
        text = "btm:epsilon=0.9" if name == "btm" else name
        stopped = du.identify(easy, text, delta=0.1, runs=2, seed=5)
        found[name] += [*map(float, stopped.duels), *map(float, stopped.arms)]
    return found


def elsewhere(what, **environment):
    """The same in a new process."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.test_contract", what],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="session")
def interpreted():
    return elsewhere("trajectories", NUMBA_DISABLE_JIT="1")


@pytest.mark.compiled
@everyone
def test_compiled_equals_interpreted(text, interpreted):
    """The pairs exactly; the chances up to rounding, since a compiler may reorder a product and a sum."""
    duels, others = trajectory(text), interpreted[text]
    assert [duel[:2] for duel in duels] == [duel[:2] for duel in others]
    for ours, theirs in zip(duels, others, strict=True):
        for x, y in zip(ours[2:], theirs[2:], strict=True):
            assert float.fromhex(x) == pytest.approx(float.fromhex(y), rel=1e-9)


@pytest.mark.slow
@pytest.mark.compiled
def test_another_process_with_another_hash_seed_gives_the_same_bits():
    assert elsewhere("simulated", PYTHONHASHSEED="4711") == simulated()


@pytest.mark.slow
@pytest.mark.compiled
def test_the_compiled_loops_equal_the_interpreted_ones():
    other = elsewhere("simulated", NUMBA_DISABLE_JIT="1")
    for name, regrets in simulated().items():
        assert regrets == pytest.approx(other[name], rel=1e-9, abs=1e-9), name


if __name__ == "__main__":
    print(json.dumps({"trajectories": trajectories, "simulated": simulated}[sys.argv[1]]()))
