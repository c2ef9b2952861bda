"""Beat the Mean: its radius, a slow twin, what it forgets, its winner, and its form for identification."""

import math
import re

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import beat_the_mean as btm
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.errors import InputError
from tests.naive.agreement import same_play
from tests.naive.beat_the_mean import BeatTheMean

pytestmark = [pytest.mark.edges, pytest.mark.plain]


def consistent(state):
    """n_b and v_b are sums over the arms that are left; W is in the order of n, its front has the smallest n."""
    size, front = state.now[btm.SIZE], state.now[btm.FRONT]
    W = state.arm[btm.ORDER, :size]
    n, v = state.arm[btm.N], state.arm[btm.V]
    assert sorted(W) == [b for b in range(state.arm.shape[1]) if state.arm[btm.PLACE, b] >= 0]
    assert np.array_equal(state.arm[btm.PLACE, W], np.arange(size))
    assert np.array_equal(n[W], state.met[np.ix_(W, W)][..., 0].sum(axis=1))
    assert np.array_equal(v[W], state.met[np.ix_(W, W)][..., 1].sum(axis=1))
    assert np.all((v[W] >= 0) & (v[W] <= 2 * n[W]))
    assert np.all(np.diff(n[W]) >= 0)
    assert front == np.sum(n[W] == n[W].min())
    return size


def test_radius_of_the_paper():
    assert btm.radius_scale(6, 100_000, 1.0) / 10 == pytest.approx(0.374137, abs=1e-6)
    assert btm.radius_scale(6, 100_000, 1 + 1e-12) / 10 == pytest.approx(1.122410, abs=1e-6)
    assert btm.start(6, 100_000).scale == btm.radius_scale(6, 100_000, 1.0)


@pytest.mark.parametrize(("arms", "delta", "epsilon", "gamma"), [(2, 0.05, 0.1, 1.0), (10, 0.5, 0.9, 1.3)])
def test_enough_duels_is_the_smallest_fixed_point(arms, delta, epsilon, gamma):
    def right(N):
        return math.ceil(36 * gamma**6 / epsilon**2 * math.log(arms**3 * N / delta))

    N = btm.enough_duels(arms, delta, epsilon, gamma)
    assert right(N) == N
    assert all(right(n) > n for n in range(max(1, N - 2000), N))
    state = btm.identify(arms, delta=delta, epsilon=epsilon, gamma=gamma)
    assert state.now[btm.ENOUGH] == N
    # P - c and P + c are at most ε/γ wide at N
    assert 2 * state.scale / math.sqrt(N) <= epsilon / gamma


@pytest.mark.parametrize("arms", [2, 3, 5, 7])
def test_equals_the_twin_on_random_preferences(arms):
    rng = np.random.default_rng(arms)
    for trial in range(4):
        P = rng.random((arms, arms))
        play = lambda t, duel: int(rng.random() < P[duel.first, duel.second]) * 2 - 1  # noqa: B023, E731
        state, scale = btm.start(arms, 350), math.sqrt(math.log(2 * 350 * arms))
        state = state._replace(scale=scale / 2)  # so that arms leave soon
        naive = BeatTheMean(arms, lambda n: scale / 2 / math.sqrt(n), horizon=350)  # noqa: B023
        same_play(state, naive, play, 360, seed=trial)


@pytest.mark.parametrize("problem", ["arxiv", "cyclic", "copeland_borda"])
def test_equals_the_twin_on_problems_with_ties(problem):
    P, rng = du.problem(problem).preference(), np.random.default_rng(1)

    def play(t, duel):
        return 0 if rng.random() < 0.1 else int(rng.random() < P[duel.first, duel.second]) * 2 - 1

    state = btm.start(len(P), 500)._replace(scale=0.8)
    same_play(state, BeatTheMean(len(P), lambda n: 0.8 / math.sqrt(n), horizon=500), play, 510)


def test_equals_the_twin_when_it_identifies():
    arms, rng, enough = 3, np.random.default_rng(2), 40
    for trial in range(3):
        state = btm.identify(arms, delta=0.5, epsilon=0.9)
        state.now[btm.ENOUGH] = enough
        naive = BeatTheMean(arms, lambda n: state.scale / math.sqrt(n), enough=enough)  # noqa: B023
        assert same_play(state, naive, lambda t, duel: int(rng.random() < 0.5) * 2 - 1, 3 * enough + 5, seed=trial) >= 0


def test_an_arm_that_always_wins_beats_two_others_in_the_exact_number_of_duels():
    """Scripted: arm 0 wins all its duels but those with itself, which are coins; 1 beats 2. Whatever the draws, the
    smallest n of W grows by one in |W| rounds, and with two arms left the worse one leaves in an update."""
    state, rng = btm.start(3, 10_000), np.random.default_rng(0)
    sizes = []
    for t in range(1, 1500):
        duel = choose(state, t, rng)
        sizes.append(consistent(state))
        if verdict(state) < 0 and sizes[-1] == 3:
            assert state.arm[btm.N].min() == (t - 1 + (duel.first == duel.second)) // 3
        update(state, t, duel, 0 if duel.first == duel.second else 1 if duel.first < duel.second else -1)
        consistent(state)
        if verdict(state) >= 0:
            break
    assert verdict(state) == 0
    assert sizes == sorted(sizes, reverse=True)
    assert set(sizes) == {3, 2}
    for later in range(t + 1, t + 5):
        assert choose(state, later, rng) == Duel(0, 0, 1.0, 1.0)


def test_self_duels_are_fair_coins_and_are_counted():
    state, rng = btm.start(2, 10**9), np.random.default_rng(3)
    coins = 0
    for t in range(1, 4001):
        duel = choose(state, t, rng)
        coins += duel.first == duel.second
        update(state, t, duel, 0 if duel.first == duel.second else int(rng.random() < 0.5) * 2 - 1)
    own = state.met[[0, 1], [0, 1]]
    assert own[:, 0].sum() == coins
    assert abs(coins - 2000) < 5 * math.sqrt(1000)
    assert abs(own[:, 1].sum() / 2 - coins / 2) < 5 * math.sqrt(coins) / 2
    assert state.arm[btm.N].sum() == 4000


def test_late_outcomes_keep_the_order_and_the_counts():
    """Outcomes come in any order, and some when an arm of theirs has left."""
    rng, arms = np.random.default_rng(4), 6
    state, pending = btm.start(arms, 10_000)._replace(scale=0.7), []
    for t in range(1, 3001):
        duel = choose(state, t, rng)
        assert 0 <= duel.first < arms
        assert 0 <= duel.second < arms
        pending.append(duel)
        if len(pending) > 50:
            late = pending.pop(int(rng.random() * len(pending)))
            update(state, t, late, int(rng.random() < (0.8 if late.first < late.second else 0.2)) * 2 - 1)
        consistent(state)
    assert verdict(state) >= 0


def test_an_elimination_that_late_outcomes_undo_does_not_happen():
    state = btm.start(3, 10_000)._replace(scale=0.4)
    for b, outcome in ((0, 1), (1, 1), (2, -1)):
        update(state, 1, Duel(b, (b + 1) % 3, 1.0, 1.0), outcome)
    assert state.now[btm.DUE] == 1
    for _ in range(9):
        update(state, 1, Duel(2, 0, 1.0, 1.0), 1)
    choose(state, 5, np.random.default_rng(0))
    assert (state.now[btm.DUE], state.now[btm.SIZE]) == (0, 3)


def test_an_arm_leaves_when_the_range_is_just_wide_enough():
    """After one duel each c* = 1/2, and 0 + c* <= 1 - c* holds with equality; with a little more it does not."""
    for scale, left in ((0.5, 2), (0.5 + 1e-9, 3)):
        state = btm.start(3, 10_000)._replace(scale=scale)
        for b, outcome in ((0, 1), (1, -1), (2, 1)):
            update(state, 1, Duel(b, (b + 1) % 3, 1.0, 1.0), outcome)
        choose(state, 4, np.random.default_rng(0))
        assert state.now[btm.SIZE] == left


def test_of_equal_arms_the_first_is_taken_at_the_horizon():
    state = btm.start(4, 3)
    for b in (3, 1, 2):
        update(state, 1, Duel(b, 0, 1.0, 1.0), 1)
    assert choose(state, 4, np.random.default_rng(0)) == Duel(1, 1, 1.0, 1.0)


def test_ties_for_the_worst_are_broken_evenly():
    removed = np.zeros(4)
    for seed in range(300):
        state = btm.start(4, 10_000)._replace(scale=0.4)
        for b, outcome in ((0, 1), (1, -1), (2, -1), (3, -1)):
            update(state, 1, Duel(b, (b + 1) % 4, 1.0, 1.0), outcome)
        choose(state, 2, np.random.default_rng(seed))
        removed += state.arm[btm.PLACE] < 0
    assert removed[0] == 0
    assert np.all(abs(removed[1:] - 100) < 5 * math.sqrt(300 * 2 / 9))


@pytest.mark.parametrize("horizon", [1, 3])
def test_a_short_horizon_commits_to_the_best_so_far(horizon):
    state, rng = btm.start(500, horizon), np.random.default_rng(0)
    for t in range(1, horizon + 1):
        duel = choose(state, t, rng)
        update(state, t, duel, 1)
        assert verdict(state) == -1
    after = choose(state, horizon + 1, rng)
    assert after.first == after.second == verdict(state)
    assert state.arm[btm.N, after.first] == 1


def test_bad_parameters_are_named_with_their_value():
    for start in (lambda gamma: btm.start(3, 10, gamma=gamma), lambda gamma: btm.identify(3, gamma=gamma)):
        for gamma in (0.9, -1.0, math.nan, math.inf, 1e60, 1e160):
            with pytest.raises(InputError, match=re.escape(f"gamma must be from 1 to 1e+50, got {gamma!r}")):
                start(gamma)
    for name in ("delta", "epsilon"):
        for value in (0, 1, math.nan):
            with pytest.raises(InputError, match=f"{name} must lie between 0 and 1, got {value!r}"):
                btm.identify(3, **{name: value})


@pytest.mark.parametrize("parameters", [{"epsilon": 1e-9}, {"epsilon": 1e-100}, {"gamma": 1e50}, {"gamma": 1e4}])
def test_more_duels_than_can_be_counted_are_refused(parameters):
    given = {"delta": 0.05, "epsilon": 0.1, "gamma": 1.0} | parameters
    message = "delta, epsilon and gamma must ask for fewer than 2^62 duels of an arm, got {!r}, {!r} and {!r}"
    with pytest.raises(InputError, match=re.escape(message.format(*given.values()))):
        btm.identify(3, **parameters)


def test_the_largest_numbers_that_are_allowed_can_be_played():
    for state in (btm.identify(3, epsilon=3e-8), btm.start(3, 10, gamma=1e50)):
        assert 0 < state.now[btm.ENOUGH] <= btm.ENDLESS
        update(state, 1, choose(state, 1, np.random.default_rng(0)), 1)
        assert verdict(state) == -1


@pytest.mark.slow
@pytest.mark.compiled
def test_the_best_arm_is_found_in_nearly_all_runs():
    assert du.identify("arithmetic", "btm", horizon=1_000_000, runs=30, seed=1).summary()["right"] > 0.95


@pytest.mark.slow
@pytest.mark.compiled
def test_exploration_grows_with_the_logarithm_of_the_horizon():
    """c* is proportional to sqrt(ln(2TK)), so mean duels at two horizons have the ratio of the logarithms."""
    problem = du.PreferenceMatrix([[0.5, 0.7, 0.8], [0.3, 0.5, 0.6], [0.2, 0.4, 0.5]])
    means, errors = [], []
    for horizon in (10**6, 10**12):
        found = du.identify(problem, "btm", horizon=horizon, runs=200, seed=5)
        assert (found.arms == 0).all()
        means.append(found.duels.mean())
        errors.append(found.duels.std() / math.sqrt(200) / means[-1])
    ratio = math.log(6e12) / math.log(6e6)
    assert means[1] / means[0] == pytest.approx(ratio, abs=4 * ratio * math.hypot(*errors) + 0.05)


@pytest.mark.slow
@pytest.mark.compiled
def test_the_failure_rate_stays_under_delta_and_the_duels_under_their_bound():
    """At most ε worse than the best in all but δ of the runs; a set W of m arms takes at most m (N + 1) duels."""
    problem, delta, epsilon = du.problem("arithmetic"), 0.1, 0.2
    found = du.identify(problem, f"btm:epsilon={epsilon}", delta=delta, runs=40, seed=7)
    assert found.duels.max() <= sum(range(2, 9)) * (btm.enough_duels(8, delta, epsilon, 1.0) + 1)
    assert np.mean(problem.preference()[0, found.arms] - 0.5 > epsilon) <= delta
