"""SECS: its radii, agreement with a slow twin, the queue of a step, its winner and its chance of failure."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import secs
from duelling.core import losses
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.errors import InputError
from duelling.registry.facts import ALGORITHMS
from tests.helpers.modes import fewer
from tests.naive.agreement import same_play
from tests.naive.secs import SECS

pytestmark = pytest.mark.edges  # but for what simulates, which is slow


def test_radii_of_the_paper():
    assert secs.sparse_radius(10, 1, 0.1) == pytest.approx(68.1731, abs=1e-4)
    assert secs.sparse_radius(10, 100, 0.1) == pytest.approx(3.03802, abs=1e-5)
    assert secs.sparse_radius(10, 10_000, 0.1) == pytest.approx(0.248958, abs=1e-6)
    assert secs.score_radius(10, 10_000, 0.1) == pytest.approx(0.0776382, abs=1e-7)


@pytest.mark.parametrize("arms", [2, 3, 4, 7])
@pytest.mark.parametrize("constant", [0.002, 0.01, 6])
def test_equals_the_twin_on_random_preferences(arms, constant):
    """Small constants, so that arms leave by the first test too, also when its left side hovers at the right one."""
    rng = np.random.default_rng(arms)
    for trial in range(fewer(3)):
        P = rng.random((arms, arms))
        play = lambda t, duel: int(rng.random() < P[duel.first, duel.second]) * 2 - 1  # noqa: B023, E731
        state = secs.identify(arms, delta=0.9, constant=constant)
        same_play(state, SECS(arms, 0.3, min(5, arms - 2), constant=constant), play, 400, seed=trial)


@pytest.mark.parametrize(("sparsity", "gate"), [(1, 0), (2, 30), (3, math.inf)])
@pytest.mark.parametrize("problem", ["copeland_borda", "borda_vonneumann"])
def test_equals_the_twin_on_problems_with_ties_and_a_horizon(problem, sparsity, gate):
    P, rng = du.problem(problem).preference(), np.random.default_rng(1)

    def play(t, duel):
        return 0 if rng.random() < 0.1 else int(rng.random() < P[duel.first, duel.second]) * 2 - 1

    state = secs.start(5, 900, delta=0.9, sparsity=sparsity, gate=gate, constant=0.005)
    same_play(state, SECS(5, 0.3, sparsity, gate, 0.005, 900), play, 910)


def test_of_equal_differences_the_first_is_in_the_sum():
    """|p_0w - p_1w| is the same for w = 2, 3, 4, with signs +, -, +; twice the counts, so 2 and not -2."""
    cnt = np.zeros((5, 5), np.int64)
    cnt[0, 1:], cnt[1, 3] = (3, 2, 0, 2), 2
    for k, left in ((1, 6 + 2), (2, 6 + 2 - 2), (3, 6 + 2 - 2 + 2)):
        assert secs._sides(cnt, np.zeros(k, np.int64), 0, 1) == (left, 6 + 2 * k)


def test_a_step_is_one_opponent_for_all_that_are_left():
    """Scripted: nobody ever wins, so nobody leaves, and the queue goes through all arms but the opponent."""
    state, rng = secs.start(4, 10_000), np.random.default_rng(0)
    seen = []
    for t in range(1, 2001):
        duel = choose(state, t, rng)
        seen.append((duel.first, duel.second))
        update(state, t, duel, -1)
    k = 0
    while k + 3 <= len(seen):
        against = seen[k][1]
        assert seen[k : k + 3] == [(j, against) for j in range(4) if j != against]
        k += 3
    opponents = np.bincount([w for _, w in seen[::3]], minlength=4)
    assert np.all(abs(opponents - opponents.sum() / 4) < 5 * math.sqrt(opponents.sum() * 3 / 16))


def test_an_order_without_noise_keeps_its_best_arm_and_loses_the_others_from_below():
    """By the second test alone, the arms leave at the first step at which their totals are too far behind."""
    arms, state, rng = 5, secs.start(5, 100_000, gate=math.inf), np.random.default_rng(2)
    totals, t, before = np.zeros(arms), 0, 0
    while verdict(state) < 0:
        t += 1
        active = set(state.arm[secs.ACTIVE, : state.now[secs.SIZE]])
        assert 0 in active
        duel = choose(state, t, rng)
        step = state.now[secs.STEP]
        if step > before:
            before = step
            behind = totals[0] - totals[sorted(active)]
            if step > 1:
                bar = secs.score_radius(arms, step - 1, state.delta) * (step - 1) * (arms - 1) / arms
                assert np.all(behind <= bar)
        totals[duel.first] += duel.first < duel.second
        update(state, t, duel, 1 if duel.first < duel.second else -1)
    assert verdict(state) == 0
    assert choose(state, t + 1, rng) == Duel(0, 0, 1.0, 1.0)


def test_a_step_waits_for_its_outcomes_and_asks_again_for_those_that_are_missing():
    state, rng = secs.start(4, 10_000), np.random.default_rng(3)
    asked = [choose(state, t, rng) for t in range(1, 7)]
    against = asked[0].second
    others = [j for j in range(4) if j != against]
    assert [(duel.first, duel.second) for duel in asked] == [(j, against) for j in others * 2]
    update(state, 1, asked[1], 1)
    assert [choose(state, t, rng).first for t in range(7, 10)] == [others[0], others[2], others[0]]
    update(state, 5, asked[4], -1)  # the second outcome of a pair in one step
    assert state.cnt.sum() == state.cnt[others[1], against] == 2
    update(state, 1, asked[0], 0)
    assert state.now[secs.STEP] == 1
    update(state, 3, asked[2], -1)
    assert state.arm[secs.TOTAL][others].tolist() == [1, 2, 0]
    choose(state, 10, rng)
    assert state.now[secs.STEP] == 2


def test_outcomes_of_other_pairs_and_of_arms_that_have_left_change_nothing():
    state, rng = secs.identify(4, delta=0.9, constant=0.01), np.random.default_rng(3)
    update(state, 1, Duel(1, 0, 1.0, 1.0), 1)
    assert state.cnt.sum() == 0
    for t in range(1, 3000):
        duel = choose(state, t, rng)
        if state.now[secs.SIZE] < 4:
            break
        other = (duel.second + 1) % 4
        for pair in {(duel.second, duel.first), (duel.first, other)} - {(other, other)}:
            before = state.cnt.copy()
            update(state, t, Duel(*pair, 1.0, 1.0), 1)
            assert (state.cnt == before).all()
        update(state, t, duel, 1 if duel.first < duel.second else -1)
    left = state.cnt.copy()
    for j in set(range(4)) - set(state.arm[secs.ACTIVE, : state.now[secs.SIZE]]):
        update(state, t, Duel(j, state.now[secs.AGAINST], 1.0, 1.0), 1)
    assert verdict(state) == -1
    assert (state.cnt == left).all()


@pytest.mark.parametrize("lost", [0.05, 0.5])
def test_it_stops_although_outcomes_are_lost(lost):
    state, rng = secs.identify(3, delta=0.1), np.random.default_rng(0)
    for t in range(1, 20_000):
        if verdict(state) >= 0:
            break
        duel = choose(state, t, rng)
        if rng.random() >= lost:
            update(state, t, duel, 1 if duel.first < duel.second else -1)
    assert verdict(state) == 0


def test_somebody_stays_even_if_everybody_is_beaten():
    """With a tiny constant and arms that all beat each other as first arms."""
    state, naive = secs.identify(3, delta=0.9, constant=1e-6, gate=30), SECS(3, 0.3, 1, gate=30, constant=1e-6)
    assert same_play(state, naive, lambda t, duel: 1, 100) >= 0


@pytest.mark.parametrize("horizon", [1, 5])
def test_a_horizon_shorter_than_a_step_commits_after_it(horizon):
    state, rng = secs.start(500, horizon), np.random.default_rng(0)
    for t in range(1, horizon + 1):
        duel = choose(state, t, rng)
        update(state, t, duel, 1 if t == horizon else -1)
        assert verdict(state) == -1
    after = choose(state, horizon + 1, rng)
    assert after.first == after.second == verdict(state) == duel.first


def test_bad_parameters_are_named_with_their_value():
    for sparsity in (0, 2, -1, 1.5, True):
        with pytest.raises(InputError, match=f"sparsity must be a whole number .*, got {sparsity!r}"):
            secs.start(3, 10, sparsity=sparsity)
    for gate in (-1, math.nan):
        with pytest.raises(InputError, match=f"gate must not be negative, got {gate!r}"):
            secs.start(3, 10, gate=gate)
    for constant in (0, math.inf, math.nan):
        with pytest.raises(InputError, match=f"constant must be a finite number above 0, got {constant!r}"):
            secs.start(3, 10, constant=constant)
    with pytest.raises(InputError, match="delta must lie between 0 and 1, got 2"):
        secs.identify(3, delta=2)


def test_the_bound_needs_a_gap_and_the_proven_constant():
    bound, P = ALGORITHMS.find("secs").bound, du.problem("copeland_borda").preference()
    assert bound("borda", 5, 1000) is None
    assert bound("borda", 3, 1000, np.full((3, 3), 0.5)) is None
    assert bound("borda", 5, 1000, P, constant=0.5) is None
    assert bound("borda", 5, 10**6, P, gate=math.inf) == bound("borda", 5, 10**6, P)


@pytest.mark.parametrize("parameters", [{"constant": 1e9}, {"constant": 1e100}])
def test_a_test_that_no_run_reaches_is_never_due(parameters):
    """The right side of (1) is too large or infinite; the horizon ends the exploration."""
    state, rng = secs.start(4, 50, **parameters), np.random.default_rng(0)
    assert np.all(state.due == secs.ENDLESS)
    for t in range(1, 51):
        update(state, t, choose(state, t, rng), 1)
        assert verdict(state) == -1
    assert choose(state, 51, rng).first == verdict(state) >= 0


def test_the_first_step_is_searched_up_to_the_last_power_of_two():
    assert [secs._first(lambda t, n=n: t >= n) for n in (1, 2, 3, 1000, 2**61)] == [1, 2, 3, 1000, 2**61]
    assert secs._first(lambda t: False) == secs._first(lambda t: t > 2**61) == secs.ENDLESS


def test_the_bound_with_tiny_gaps_is_the_most_that_the_horizon_allows():
    P = 0.5 + 1e-10 * np.array([[0, 1, 1], [-1, 0, 1], [-1, -1, 0]])
    assert ALGORITHMS.find("secs").bound("borda", 3, 1000, P) == pytest.approx(1000 * np.ptp(losses.borda(P)))


@pytest.mark.slow
@pytest.mark.compiled
def test_the_failure_rate_stays_under_delta():
    problem, delta, most = du.problem("copeland_borda"), 0.1, 0
    for gap in secs.borda_gaps(problem.preference()):
        t = 1
        while 2 * secs.score_radius(5, t, delta / 3) >= gap:
            t += 1
        most += t
    found = du.identify(problem, "secs", delta=delta, runs=100, seed=2)
    assert found.duels.max() <= most
    assert np.mean(found.arms != 0) <= delta


@pytest.mark.slow
@pytest.mark.compiled
def test_sparsity_pays_where_one_opponent_tells_the_arms_apart():
    """Only the last arm tells the first from the others; with the constant 1/2 of the paper's experiments."""
    arms = 20
    P = np.full((arms, arms), 0.5)
    P[0, -1], P[-1, 0] = 1.0, 0.0
    P[1:-1, -1], P[-1, 1:-1] = 0.55, 0.45
    problem, duels = du.PreferenceMatrix(P), {}
    assert problem.winners().borda == (0,)
    for gate in (0.0, math.inf):
        text = f"secs:sparsity=1,gate={gate},constant=0.5"
        found = du.identify(problem, text, delta=0.1, runs=3, seed=4)
        assert (found.arms == 0).all()
        duels[gate] = found.duels.mean()
    assert duels[0.0] < 0.6 * duels[math.inf]


@pytest.mark.slow
@pytest.mark.compiled
def test_mean_regret_stays_under_the_proven_bound():
    problem, horizon = du.problem("copeland_borda"), 300_000
    regret = du.simulate(problem, "secs", horizon=horizon, runs=10, winner="borda").strong[0, :, -1, 0]
    bound = ALGORITHMS.find("secs").bound("borda", 5, horizon, problem.preference())
    assert regret.mean() < bound < 0.05 * horizon
