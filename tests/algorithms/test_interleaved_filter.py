"""IF1 and IF2: the pass by hand, the exact round of an elimination, and the pseudo-code as twin."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import interleaved_filter as ifs
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from tests.naive import interleaved_filter as naive
from tests.naive.agreement import CYCLE, agree, matrices, script

pytestmark = [pytest.mark.edges, pytest.mark.plain]
both = pytest.mark.parametrize("text", ["if1", "if2"])


@both
@pytest.mark.parametrize("arms", [2, 3, 5, 9])
def test_agrees_with_the_pseudo_code(text, arms):
    """With so little confidence that arms leave and candidates change within a few passes."""
    committed = 0
    for seed in range(3):
        for win in matrices(arms, seed):
            slow = naive.InterleavedFilter(arms, 0.5, text == "if2")
            fast = agree(f"{text}:delta=0.5", slow, arms, 60 * arms, seed, win, ties=0.1, each=same_verdict)
            committed += verdict(fast) >= 0
    assert committed >= 3


def same_verdict(fast, slow):
    assert verdict(fast) == slow.verdict()


@both
def test_agrees_with_the_pseudo_code_on_real_problems(text):
    for name in ("sushi", "cyclic"):
        win = du.problem(name).preference(1)
        arms = len(win)
        agree(f"{text}:delta=0.5", naive.InterleavedFilter(arms, 0.5, text == "if2"), arms, 400, 1, win)
        agree(text, naive.InterleavedFilter(arms, 1 / (400 * arms**2), text == "if2"), arms, 400, 1, win)


def first_candidate(text, arms, horizon, wanted=0):
    """A learner whose first candidate is ``wanted``, and its stream."""
    for seed in range(1000):
        s, rng = choice(text).start(arms, horizon), np.random.default_rng(seed)
        if int(np.random.default_rng(seed).random() * arms) == wanted:
            return s, rng
    raise AssertionError("no seed begins with this candidate")


@both
def test_an_arm_that_loses_every_duel_is_out_after_155_passes(text):
    """n > 16 ln(T K²) = 154.6 for T = 1000, K = 4."""
    assert 154 < 16 * math.log(1000 * 4**2) < 155
    s, rng = first_candidate(text, 4, 1000)
    for n in range(1, 156):
        assert script(s, (1, 0, 0), rng) == [(0, 1), (0, 2), (0, 3)]
        assert (s.table[2, ifs.DUELS] == ifs.OUT) == (n == 155)
    assert script(s, (0, 0, 0), rng) == [(0, 2), (0, 3), (0, 2)]
    assert verdict(s) == -1


def with_counts(text, leads, duels):
    """K = 3, candidate 0; arms 1 and 2 have met it ``duels`` times but for the last one of arm 2."""
    s, rng = first_candidate(text, 3, 1000)
    choose(s, 1, rng)
    choose(s, 2, rng)
    s.table[2, 1:3] = duels, leads[0]
    s.table[3, 1:3] = duels - 1, leads[1] - 1
    s.table[0, ifs.SEEN] = 1
    update(s, 2, Duel(0, 2, 1.0, 1.0), 1)
    return s, rng


def test_a_beaten_candidate_takes_with_it_whom_it_led_in_if2_only():
    """After 1000 duels arm 1 has won all, and P̂_{0,2} = 0.51."""
    s, rng = with_counts("if2", (-1000, 20), 1000)
    assert verdict(s) == 1
    assert script(s, (0, 1, -1), rng) == [(1, 1)] * 3
    s, rng = with_counts("if1", (-1000, 20), 1000)
    assert verdict(s) == -1
    assert script(s, (1, -1), rng) == [(1, 2)] * 2
    assert s.table[3, 1:3].tolist() == [2, 0]  # counts start from zero


def test_of_several_that_beat_the_candidate_the_surest_follows():
    for leads, follower in (((-900, -1000), 2), ((-1000, -900), 1), ((-1000, -1000), 1)):
        s, rng = with_counts("if1", leads, 1000)
        assert script(s, (0,), rng) == [(follower, 3 - follower)]


def test_an_arm_at_one_half_stays_in_if2():
    s, rng = with_counts("if2", (-1000, 0), 1000)
    assert verdict(s) == -1
    assert script(s, (0,), rng) == [(1, 2)]


@both
def test_late_outcomes_count_for_the_candidate_that_still_plays_and_for_nobody_else(text):
    s, rng = first_candidate(text, 4, 100)
    duels = [choose(s, t, rng) for t in range(1, 8)]
    assert [int(d.second) for d in duels] == [1, 2, 3, 1, 2, 3, 1]  # the passes go on without outcomes
    before = s.table.copy()
    update(s, 8, Duel(2, 1, 1.0, 1.0), 1)
    update(s, 8, Duel(0, 0, 1.0, 1.0), 0)
    np.testing.assert_array_equal(s.table, before)
    update(s, 8, duels[1], 1)
    assert s.table[1 + 2, 1:3].tolist() == [1, 1]


@both
def test_nothing_is_learnt_after_the_commitment(text):
    s, rng = first_candidate(text, 2, 3, wanted=1)
    script(s, [1] * 100, rng)
    assert verdict(s) == 1
    before = s.table.copy()
    assert choose(s, 101, rng) == (1, 1, 1.0, 1.0)
    update(s, 101, Duel(1, 0, 1.0, 1.0), -1)
    np.testing.assert_array_equal(s.table, before)


@both
def test_many_arms_and_a_horizon_shorter_than_one_pass(text):
    s, rng = choice(text).start(500, 10), np.random.default_rng(0)
    pairs = script(s, [1, -1] * 5, rng)
    assert len({first for first, _ in pairs}) == 1
    assert len({second for _, second in pairs}) == 10
    assert verdict(s) == -1


def test_first_candidate_is_uniform():
    n, seen = 3000, np.zeros(3)
    for seed in range(n):
        duel = choose(ifs.start_if2(3, 10), 1, np.random.default_rng(seed))
        assert (duel.p_first, duel.p_second) == (1 / 3, 1.0)
        seen[duel.first] += 1
    assert np.abs(seen - n / 3).max() < 4.5 * math.sqrt(n * 2 / 9)


def test_delta_replaces_the_confidence_of_the_horizon():
    assert ifs.start_if1(4, 1000, delta=0.1).log == pytest.approx(16 * math.log(10))
    for delta in (0, 1, math.nan):
        with pytest.raises(InputError, match="delta must"):
            ifs.start_if2(4, 1000, delta=delta)


def test_facts():
    for name in ("if1", "if2"):
        facts = ALGORITHMS.find(name)
        assert (facts.regret, facts.anytime, facts.adversarial) == ("strong", False, False)
        assert "condorcet" in facts.winners


def test_a_cycle_does_not_stop_it():
    for text in ("if1", "if2"):
        s, rng, nature = choice(text).start(3, 3000), np.random.default_rng(0), np.random.default_rng(1)
        for t in range(1, 3001):
            duel = choose(s, t, rng)
            update(s, t, duel, 1 if nature.random() < CYCLE[duel.first, duel.second] else -1)
        assert verdict(s) in (-1, 0, 1, 2)


@pytest.mark.slow
@pytest.mark.compiled
@both
@pytest.mark.parametrize("horizon", [1000, 10_000])
def test_commits_to_the_best_arm(text, horizon):
    """Gaps of 0.4: every run ends with the best arm, but for a chance of 1/T at most."""
    problem = du.PreferenceMatrix([[0.5, 0.9, 0.95], [0.1, 0.5, 0.9], [0.05, 0.1, 0.5]])
    result = du.simulate(problem, text, horizon=horizon, runs=300, winner="condorcet", checkpoints=[horizon - 1])
    assert np.count_nonzero(np.diff(result.strong[0, :, :, 0], axis=1)) <= 3
