"""SCB: nested loops as twin, its epochs and limits, and the Copeland winners."""

import itertools
import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import scb
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.registry.choice import choice
from tests.helpers.identifying import fails_at_most, order
from tests.naive import scb as naive
from tests.naive.agreement import agree_by_skill
from tests.naive.scb import Scb

pytestmark = [pytest.mark.edges, pytest.mark.plain]


def check(fast, slow, t):
    assert fast.now[scb.EPOCH] == slow.epoch
    assert fast.now[scb.WINNER] == (-1 if slow.winner is None else slow.winner)
    assert 0 < fast.now[scb.USED] <= fast.epoch[scb.LENGTH]


@pytest.mark.parametrize("arms", [2, 3, 5, 8])
def test_agrees_with_the_nested_loops_on_random_transcripts(arms):
    for seed in range(3):
        agree_by_skill(choice("scb").start(arms, 1), Scb(arms), (arms, seed), 1500, ties=0.1 * seed, check=check)
    slow = Scb(arms)
    agree_by_skill(choice("scb").start(arms, 1), slow, (arms, 9), 2500, check=check, skill=0.5)
    assert slow.winner == 0


@pytest.mark.parametrize("name", ["cyclic", "copeland_borda", "different_winners"])
def test_agrees_with_the_nested_loops_on_problems(name):
    problem = du.problem(name)
    arms = len(problem.arms)
    agree_by_skill(choice("scb").start(arms, 1), Scb(arms), (1,), 3000, problem.start(3000), check=check)


def test_epochs():
    """δ = 0.3466, 0.1733, 0.02166, 1.692e-4 in the first four, and none has more than T_r duels."""
    s, rng, seen = choice("scb").start(3, 1), np.random.default_rng(0), {}
    for t in range(1, 4 + 16 + 256 + 2):
        duel = choose(s, t, rng)
        update(s, t, duel, int(np.sign(duel.second - duel.first)))
        seen.setdefault(int(s.now[scb.EPOCH]), []).append(float(s.epoch[scb.DELTA]))
    assert [len(rounds) for rounds in seen.values()] == [4, 16, 256, 1]
    expected = [0.3466, 0.1733, 0.02166, 1.692e-4]
    assert [rounds[0] for rounds in seen.values()] == pytest.approx(expected, rel=5e-4)


def test_the_last_epoch_is_repeated():
    s = choice("scb").start(2, 1)
    for _ in range(20):
        scb._next_epoch(s)
    assert s.now[scb.EPOCH] == scb.LAST_EPOCH
    assert np.isfinite(s.epoch).all()


@pytest.mark.parametrize("mean", [0.0, 0.2, 0.5, 0.99, 1.0])
def test_limits_hold_the_mean_and_lie_at_the_distance(mean):
    for distance in (1e-3, 0.1, 1.0, 30.0):
        low, high = (scb.confidence_limit(mean, distance, upwards) for upwards in (False, True))
        assert 0 <= low <= mean <= high <= 1
        for limit, inside in ((low, 0 < mean), (high, mean < 1)):
            if inside and 1e-9 < limit < 1 - 1e-9:
                assert scb.divergence(mean, limit) == pytest.approx(distance, rel=1e-6)


def test_allowance_by_hand():
    assert scb.allowance(1, 5, 0.1) == pytest.approx(math.log(4 * 2 * 5 / 0.1) + 2 * math.log(math.log(2)))
    assert scb.divergence(0.4, 0.5) == pytest.approx(0.0201355, abs=1e-7)
    assert scb.divergence(0.0, 0.5) == pytest.approx(math.log(2))


def test_a_pair_is_played_until_its_sign_is_known_and_the_winner_then_meets_itself():
    """Two arms, arm 1 always wins. In epoch r the pair is known after the first n with n² > 2n ln(π² 4 n²/(3δ))."""
    s, rng, n, t = choice("scb").start(2, 1), np.random.default_rng(0), 0, 0
    for length in (4, 16, 256, 2000):
        delta = math.log(length) / length if length < 2000 else math.log(65536) / 65536
        for _ in range(length):
            t += 1
            duel = choose(s, t, rng)
            if n == 0 or n <= 2 * math.log((2 * math.pi * n) ** 2 / (3 * delta)):
                assert {duel.first, duel.second} == {0, 1}
                n += 1
            else:
                assert duel == Duel(1, 1, 1.0, 1.0)
            update(s, t, duel, int(np.sign(duel.first - duel.second)))


@pytest.mark.parametrize("arms", [3, 5])
def test_scores_that_cannot_differ_by_one_win_end_the_search(arms):
    """max lo > max hi - 1/(K-1), from the first such sweep on; all pairs but those of arms 0 and 1 are unknown."""
    n = next(n for n in itertools.count(1) if gap(arms, n) < 1 / (arms - 1))
    for sweeps, found in ((n - 1, False), (n, True)):
        s = choice("scb").start(arms, 1)
        s.arm[scb.ACTIVE, 2:], s.arm[scb.REWARDS, :2], s.now[scb.SWEEPS] = 0, sweeps, sweeps - 1
        assert (scb._end_sweep(s, np.random.default_rng(0)) in (0, 1)) == found
        assert s.arm[scb.ACTIVE, :2].tolist() == [1, 1]


def gap(arms, n):
    """hi - lo of an arm that won all of n rewards."""
    return 1 - naive.limit(1.0, 0.0, scb.allowance(n, arms, math.log(4) / 4))


def test_a_pair_that_is_unknown_goes_on_even_if_one_arm_of_it_is_out():
    s, rng = choice("scb").start(4, 1), np.random.default_rng(0)
    s.arm[scb.ACTIVE, 3], s.arm[scb.REWARDS, :3], s.arm[scb.UNKNOWN] = 0, 2, [1, 0, 0, 1]
    s.now[scb.SWEEPS] = 1
    assert scb._end_sweep(s, rng) == -1
    s.arm[scb.UNKNOWN] = [0, 0, 0, 1]
    s.arm[scb.SCORE] = [1, 2, 1, 0]
    assert scb._end_sweep(s, rng) == 1


def test_all_pairs_at_one_half_only_cost_time():
    s, rng = choice("scb").start(4, 1), np.random.default_rng(0)
    for t in range(1, 2000):
        duel = choose(s, t, rng)
        assert duel.first != duel.second
        update(s, t, duel, 1 if t % 2 else -1)


def test_several_winners_are_accepted_when_all_pairs_are_known():
    """Rock, paper, scissors with sure results: each arm has score 1, so any of them is found."""
    found = set()
    for seed in range(12):
        s, rng = choice("scb").start(3, 1), np.random.default_rng(seed)
        for t in range(1, 600):
            duel = choose(s, t, rng)
            update(s, t, duel, {0: 0, 1: 1, 2: -1}[int(duel.second - duel.first) % 3])
        assert s.now[scb.WINNER] >= 0
        found.add(int(s.now[scb.WINNER]))
    assert len(found) > 1


def test_many_arms_whose_results_are_told_at_once_do_not_hold_up_a_choice():
    """Every pair of 60 arms in one great cycle is known: no arm is best, and yet one is chosen at once."""
    arms = 60
    s, rng = choice("scb").start(arms, 1), np.random.default_rng(0)
    for i, j in itertools.combinations(range(arms), 2):
        s.wins[(i, j) if (j - i) < arms / 2 else (j, i)] = 1000
    duel = choose(s, 1, rng)
    assert duel.first == duel.second
    scores = (s.wins > 0).sum(axis=1)
    assert scores[duel.first] == scores.max()


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("name", ["cyclic", "copeland_borda"])
def test_a_copeland_winner_is_found_in_nearly_all_runs(name):
    """At the end of the fourth epoch it meets itself, which costs nothing."""
    end = 4 + 16 + 256 + 65_536
    regret = du.simulate(name, "scb", horizon=end, runs=40, winner="copeland", checkpoints=[end - 1]).strong[0, :, :, 0]
    assert np.mean(regret[:, 0] == regret[:, 1]) >= 0.95


@pytest.mark.slow
@pytest.mark.compiled
def test_fails_at_most_as_often_as_delta():
    assert fails_at_most(order(4, 0.55), "scb", 0.3, 200)


@pytest.mark.parametrize("epsilon", [0.0, 3.0])
def test_identifies_by_one_search_as_the_nested_loops_do(epsilon):
    """Until they return an arm; then it is the verdict, and played."""
    took = 0
    for seed in range(3):
        fast, slow = choice(f"scb:epsilon={epsilon}", identify=True, delta=0.3).start(5), Scb(5)
        found = []

        def solve(slow=slow, found=found):
            found.append((yield from slow.solve(0.3, epsilon)))

        search, rng, nature = solve(), np.random.default_rng(seed), np.random.default_rng(9)
        slow.rng = np.random.default_rng(seed)
        for t in itertools.count(1):
            duel = choose(fast, t, rng)
            twin = next(search, None)
            if twin is None:
                break
            assert verdict(fast) == -1
            assert (duel.first, duel.second) == (twin.first, twin.second)
            outcome = 1 if nature.random() < 0.5 + 0.45 * np.sign(duel.second - duel.first) else -1
            update(fast, t, duel, outcome)
            slow.update(t, twin, outcome)
            took += 1
        assert (verdict(fast), *duel[:2]) == (found[0], found[0], found[0])
    assert took > 100


def test_more_tolerance_takes_fewer_duels():
    problem = du.PreferenceMatrix(np.where(np.triu(np.ones((8, 8)), 1), 0.8, 0.2) + 0.3 * np.eye(8))
    exact, near = (du.identify(problem, f"scb:epsilon={e}", runs=5).duels.mean() for e in (0, 7))
    assert near <= exact
