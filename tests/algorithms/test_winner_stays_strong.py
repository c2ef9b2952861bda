"""WS-S: exact sequences of pairs, lengths of the exploitations, and the bound of the paper."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import winner_stays_strong as wss
from duelling.algorithms.shared import winner_stays_rounds as ws
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from tests.naive.agreement import agree, matrices, script
from tests.naive.winner_stays_strong import WinnerStaysStrong

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("arms", [2, 3, 4, 8])
def test_agrees_with_the_argmax_rule(arms):
    for seed in range(4):
        for win in matrices(arms, seed):
            agree("ws-s:beta=1.3", WinnerStaysStrong(arms, 1.3), arms, 200, seed, win, ties=0.05)


def test_agrees_with_the_argmax_rule_on_a_real_problem():
    win = du.problem("sushi").preference(1)
    agree("ws-s", WinnerStaysStrong(len(win), 1.1), len(win), 500, 3, win)


def test_two_arms_of_which_one_always_wins():
    """One duel, then ⌊1.1^l⌋ = 1, 1, 1, 1, 1, 1, 1, 2, 2, ... times the winner against itself."""
    s, rng = choice("ws-s").start(2, 1), np.random.default_rng(0)
    best = None
    for level in range(1, 30):
        duel = choose(s, 1, rng)
        best = int(duel.first) if best is None else best
        assert sorted((int(duel.first), int(duel.second))) == [0, 1]
        update(s, 1, duel, 1 if duel.first == best else -1)
        assert s.ws.now[[ws.C_A, ws.C_B]].tolist() == [level, -level]
        length = math.floor(1.1**level)
        assert length == [0, 1, 1, 1, 1, 1, 1, 1, 2, 2][level] if level < 10 else length >= 2
        assert script(s, [0] * length, rng) == [(best, best)] * length
        assert s.ws.now[wss.LEFT] == 0


def test_exploration_is_a_whole_round_of_every_arm():
    """K = 4 with the first arm always winning: three duels, one exploitation, then the last pair again."""
    s, rng = choice("ws-s").start(4, 1), np.random.default_rng(5)
    pairs = script(s, [1, 1, 1, 0, 1, 1, 1, 0], rng)
    a = pairs[0][0]
    assert pairs[3] == pairs[7] == (a, a)
    assert {second for _, second in pairs[:3]} == {0, 1, 2, 3} - {a}
    assert pairs[4] == pairs[2]
    assert {second for _, second in pairs[4:7]} == {0, 1, 2, 3} - {a}


def test_exploitation_teaches_nothing():
    s, rng = choice("ws-s:beta=3").start(3, 1), np.random.default_rng(0)
    script(s, [1, 1], rng)
    before = s.ws.now.copy()
    assert script(s, [1, -1, 0], rng) == [(before[ws.A],) * 2] * 3
    assert s.ws.now[: ws.FREE].tolist() == before[: ws.FREE].tolist()


def test_a_late_outcome_that_ends_a_round_adds_its_exploitation():
    s, rng = choice("ws-s:beta=5").start(2, 1), np.random.default_rng(0)
    duels = [choose(s, t, rng) for t in range(1, 5)]
    for t, duel in enumerate(duels, 1):
        update(s, t, Duel(duel.first, duel.second, 1.0, 1.0), 1)
    assert s.ws.now[wss.LEFT] == 5 + 25 + 125 + 625
    assert choose(s, 5, rng).first == duels[0].first


def test_long_exploitation_does_not_overflow():
    s, rng = choice("ws-s:beta=1e9").start(2, 1), np.random.default_rng(0)
    for t in range(1, 9):
        s.ws.now[wss.LEFT] = 0
        duel = choose(s, t, rng)
        update(s, t, duel, 1)
    assert s.ws.now[wss.LEFT] == wss.LONGEST


@pytest.mark.parametrize("beta", [1.0, 0.5, math.inf, math.nan])
def test_beta_is_checked(beta):
    with pytest.raises(InputError, match="beta must"):
        wss.start(3, 10, beta=beta)


def test_bound_by_hand():
    order = np.array([[0.5, 0.7, 0.8], [0.3, 0.5, 0.7], [0.2, 0.3, 0.5]])
    p, K, T = 0.7, 3, 10_000
    explore = K * math.log(T * 0.1) / (0.4 * math.log(1.1))
    duels = explore + min(K**2 * p / 0.4**2, 2 * p**3 / 0.4**6 * K * (math.log(K) + 1))
    bound = ALGORITHMS.find("ws-s").bound
    assert bound("condorcet", K, T, order) == pytest.approx(duels * 0.3)
    assert bound("utility", K, T, order) == pytest.approx(duels * 0.6)
    assert bound("borda", K, T, order) == pytest.approx(duels * (2 / 3 - 1 / 3))
    assert bound("condorcet", K, T) is None
    assert bound("condorcet", K, T, order, beta=7 / 3) is None  # not below p/(1-p)
    assert bound("condorcet", K, 5, order) is None
    assert bound("condorcet", K, T, np.full((3, 3), 0.5)) is None
    differs = np.array([[0.5, 0.51, 0.51], [0.49, 0.5, 1.0], [0.49, 0.0, 0.5]])
    assert bound("borda", K, T, differs, beta=1.01) is None
    assert bound("condorcet", K, T, differs, beta=1.01) > 0


def test_bound_where_the_best_arm_always_wins():
    duels = 2**2 + 2 * math.log(1000 * 0.1) / math.log(1.1)
    assert ALGORITHMS.find("ws-s").bound("condorcet", 2, 1000, [[0.5, 1], [0, 0.5]]) == pytest.approx(duels / 2)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("beta", [1.1, 1.5])
def test_regret_stays_under_the_bound_and_most_rounds_are_the_best_arm_alone(beta):
    win = np.array([[0.5, 0.7, 0.8, 0.9], [0.3, 0.5, 0.7, 0.8], [0.2, 0.3, 0.5, 0.7], [0.1, 0.2, 0.3, 0.5]])
    result = du.simulate(
        du.PreferenceMatrix(win),
        f"ws-s:beta={beta}",
        horizon=20_000,
        runs=400,
        winner="condorcet",
        checkpoints=[100, 1000, 19_000],
    )
    regret = result.strong[0, :, :, 0]
    for c, t in enumerate(result.rounds):
        mean, error = regret[:, c].mean(), regret[:, c].std() / 20
        assert mean + 4 * error < ALGORITHMS.find("ws-s").bound("condorcet", 4, int(t), win, beta=beta)
    assert np.mean(regret[:, -1] - regret[:, -2] < 50) > 0.97


@pytest.mark.compiled
def test_finds_the_best_arm_in_nearly_all_runs():
    win = du.problem("arithmetic").preference(1)
    right = 0
    for seed in range(20):
        s, rng, nature = wss.start(8, 1), np.random.default_rng(seed), np.random.default_rng([seed, 1])
        for t in range(1, 1500):
            duel = choose(s, t, rng)
            update(s, t, duel, 1 if nature.random() < win[duel.first, duel.second] else -1)
        right += s.ws.now[wss.Z] == win.mean(axis=1).argmax()
    assert right >= 17
