"""SAVAGE: its radius, its tests against a slow twin, scripted opponents, its winners and its proven regret."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import savage, savage_borda
from duelling.algorithms.shared.savage_bounds import borda_gaps, confidence, radius
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.errors import InputError
from duelling.registry.facts import ALGORITHMS
from tests.naive.agreement import same_play
from tests.naive.savage import Savage, SavageBorda

pytestmark = [pytest.mark.edges, pytest.mark.plain]
FAMILY = ("savage", "savage-copeland", "savage-borda")


def twin(name, arms, horizon, delta, epsilon=0):
    if name == "savage-borda":
        return SavageBorda(arms, horizon, delta)
    return Savage(arms, "condorcet" if name == "savage" else "copeland", horizon, delta, epsilon)


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("arms", [2, 3, 5, 8])
def test_equals_the_twin_on_random_preferences(name, arms):
    """With a large chance of error, so that pairs are decided soon; with and without a horizon."""
    rng = np.random.default_rng(arms)
    for trial in range(6):
        P = rng.random((arms, arms))
        play = lambda t, duel: 1 if rng.random() < P[duel.first, duel.second] else -1  # noqa: B023, E731
        state = ALGORITHMS.find(name).start(arms, 60, delta=0.9)
        same_play(state, twin(name, arms, 60, 0.9), play, 600, seed=trial)
        state = ALGORITHMS.find(name).identify(arms, delta=0.5)
        same_play(state, twin(name, arms, None, 0.5), play, 600, seed=trial)


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("arms", [2, 3, 6])
def test_of_arms_that_stand_equal_at_the_horizon_the_first_is_taken(name, arms):
    """Every first arm wins, so that all of them have the same box; who played first is drawn."""
    for seed in range(6):
        state, naive = ALGORITHMS.find(name).start(arms, 20 * arms, delta=0.9), twin(name, arms, 20 * arms, 0.9)
        found = same_play(state, naive, lambda t, duel: 1, 20 * arms + 2, seed=seed)
        assert name != "savage-borda" or found == 0


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("problem", ["arxiv", "cyclic", "copeland_borda"])
def test_equals_the_twin_on_problems_with_ties(name, problem):
    P, rng = du.problem(problem).preference(), np.random.default_rng(5)

    def play(t, duel):
        return 0 if rng.random() < 0.1 else 1 if rng.random() < P[duel.first, duel.second] ** 3 else -1

    state = ALGORITHMS.find(name).start(len(P), 1500, delta=0.5)
    same_play(state, twin(name, len(P), 1500, 0.5), play, 1600)


@pytest.mark.parametrize("epsilon", [1, 2, 3])
def test_a_slack_commits_to_an_arm_that_beats_enough_others(epsilon):
    state, naive = savage.start_condorcet(5, 200, delta=0.5, epsilon=epsilon), Savage(5, "condorcet", 200, 0.5, epsilon)
    assert same_play(state, naive, lambda t, duel: 1, 200) >= 0
    assert state.lo[verdict(state)] >= 4 - epsilon


@pytest.mark.parametrize("name", ["savage", "savage-copeland"])
def test_a_total_order_without_noise(name):
    """All pairs are played equally often until the first sign is known; W only shrinks; the first arm wins."""
    state, rng, T = ALGORITHMS.find(name).start(6, 5000), np.random.default_rng(1), 5000
    n = 1
    while n <= 2 * confidence(15, T, 1 / T)[0]:  # n² > 2 n L
        n += 1
    left = state.now[savage.LEFT]
    for t in range(1, T + 1):
        duel = choose(state, t, rng)
        update(state, t, duel, 1 if duel.first < duel.second else -1)
        if t <= 15 * (n - 1):
            counts = state.counts.T[np.triu_indices(6, 1)]
            assert counts.max() - counts.min() <= 1
            assert state.now[savage.LEFT] == 15
        elif t == 15 * (n - 1) + 1:
            assert state.now[savage.LEFT] < 15
        assert state.now[savage.LEFT] <= left
        left = state.now[savage.LEFT]
    assert verdict(state) == 0
    assert choose(state, T, rng) == Duel(0, 0, 1.0, 1.0)


def test_a_scripted_opponent_sees_every_pair_once_a_pass_and_then_only_the_winner():
    """Three arms without noise: each pass plays what is left of W in the order of the first pass."""
    state, rng = savage.start_condorcet(3, 1000), np.random.default_rng(2)
    need = math.floor(2 * confidence(3, 1000, 1e-3)[0]) + 1
    plays = []
    for t in range(1, 3 * need + 10):
        duel = choose(state, t, rng)
        plays.append((duel.first, duel.second))
        update(state, t, duel, 1 if duel.first < duel.second else -1)
    first = plays[:3]
    assert sorted(first) == [(0, 1), (0, 2), (1, 2)]
    assert plays[: 3 * (need - 1)] == first * (need - 1)
    # In the last pass a pair is decided when it is played, and (1, 2) is left out once either has lost to arm 0.
    last, lost = [], set()
    for pair in first:
        if not lost & set(pair):
            last.append(pair)
            lost.add(pair[1])
    rest = plays[3 * (need - 1) :]
    assert rest[: len(last)] == last
    assert set(rest[len(last) :]) == {(0, 0)}


@pytest.mark.parametrize("name", FAMILY)
def test_late_and_foreign_outcomes_stay_within_the_arms(name):
    """Outcomes come in any order, twice, for pairs in either order, and for an arm against itself."""
    rng, arms = np.random.default_rng(4), 5
    state, pending = ALGORITHMS.find(name).start(arms, 4000, delta=0.9), []
    for t in range(1, 4001):
        duel = choose(state, t, rng)
        assert 0 <= duel.first < arms
        assert 0 <= duel.second < arms
        pending += [duel, Duel(duel.second, duel.first, 1.0, 1.0)]
        if len(pending) > 40:
            update(state, t, pending.pop(int(rng.random() * len(pending))), 1 if rng.random() < 0.7 else -1)
    assert -1 <= verdict(state) < arms


@pytest.mark.parametrize("name", FAMILY)
def test_outcomes_that_change_their_mind_end_with_an_arm(name):
    """Outside the assumptions a box can be empty."""
    arms = 3
    flip = lambda t, duel: (1 if duel.first < duel.second else -1) * (1 if t < 40 else -1)  # noqa: E731
    state, naive = ALGORITHMS.find(name).start(arms, 50, delta=0.9), twin(name, arms, 50, 0.9)
    assert 0 <= same_play(state, naive, flip, 700) < arms


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("horizon", [1, 3])
def test_a_horizon_shorter_than_the_first_pass_commits_after_it(name, horizon):
    state, rng = ALGORITHMS.find(name).start(500, horizon), np.random.default_rng(0)
    for t in range(1, horizon + 1):
        duel = choose(state, t, rng)
        assert duel.first != duel.second
        update(state, t, duel, 1)
        assert verdict(state) == -1
    duel = choose(state, horizon + 1, rng)
    assert duel.first == duel.second == verdict(state)


def test_bad_parameters_are_named_with_their_value():
    for start in (savage.start_condorcet, savage.start_copeland, savage_borda.start):
        for delta in (0, 1, -0.5, math.nan):
            with pytest.raises(InputError, match=f"delta must lie between 0 and 1, got {delta!r}"):
                start(3, 10, delta=delta)
    for epsilon in (-1, 2, 0.5, True):
        with pytest.raises(InputError, match=f"epsilon must be a whole number from 0 to 1, got {epsilon!r}"):
            savage.start_condorcet(3, 10, epsilon=epsilon)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "winner", "problem"),
    [
        ("savage", "condorcet", "arithmetic"),
        ("savage-copeland", "copeland", "copeland_borda"),
        ("savage-borda", "borda", "cyclic"),
    ],
)
def test_mean_regret_stays_under_the_proven_bound(name, winner, problem):
    problem, horizon = du.problem(problem), 1_000_000
    regret = du.simulate(problem, name, horizon=horizon, runs=4, winner=winner).strong[0, :, -1, 0]
    bound = ALGORITHMS.find(name).bound(winner, len(problem.arms), horizon, problem.preference())
    assert regret.mean() < bound < horizon * 0.5


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "problem", "best"),
    [("savage", "cyclic", 0), ("savage-copeland", "copeland_borda", 1), ("savage-borda", "copeland_borda", 0)],
)
def test_the_failure_rate_stays_under_delta(name, problem, best):
    """At most delta; a wrong kernel is wrong in most runs. The duels stay under what the boxes prove."""
    problem, delta = du.problem(problem), 0.1
    found = du.identify(problem, name, delta=delta, runs=200, seed=3)
    assert np.mean(found.arms != best) <= delta
    P = problem.preference()
    i, j = np.triu_indices(len(P), 1)
    gap = borda_gaps(P) / 2 if name == "savage-borda" else abs(P[i, j] - 0.5)
    most = sum(first_known(g, len(gap), delta) for g in gap if g > 0)
    if name == "savage-borda":  # an arm also leaves a turn later
        most += len(P)
    assert np.mean(found.duels <= most) >= 1 - delta


def first_known(gap, parameters, delta):
    """The least n with 2 c(n) < gap, without a horizon."""
    n = 1
    while 2 * radius(n, parameters, None, delta) >= gap:
        n = n + max(1, n // 100)
    return n


@pytest.mark.slow
@pytest.mark.compiled
def test_regret_grows_with_the_logarithm_of_the_horizon():
    """Exploration is proportional to ln(K(K-1)T²): the mean duels at two horizons have the ratio of the logarithms."""
    mean = {}
    for horizon in (10**6, 10**10):
        found = du.identify("cyclic", "savage", horizon=horizon, runs=100, seed=8)
        assert (found.arms == 0).all()
        mean[horizon] = found.duels.mean(), found.duels.std() / 10
    (low, low_error), (high, high_error) = mean.values()
    ratio = math.log(12e20) / math.log(12e12)
    error = high / low * math.hypot(low_error / low, high_error / high)
    assert high / low == pytest.approx(ratio, abs=4 * error + 0.05)
