"""RUCB: the pseudo-code as twin, exact sequences, the winner, the bound."""

import itertools
import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import rucb
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from tests.naive.agreement import agree_by_skill
from tests.naive.rucb import Rucb, bound_high

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("version", ["icml", "arxiv"])
@pytest.mark.parametrize("arms", [2, 3, 5, 9])
def test_agrees_with_the_pseudo_code_on_random_transcripts(arms, version):
    def check(fast, slow, t):
        assert len(slow.B) <= 1
        assert slow.B <= set(slow.C)
        assert fast.favourite[0] == (next(iter(slow.B)) if slow.B else -1)

    for seed, alpha in itertools.product(range(4), (0.51, 1.5)):
        s = choice(f"rucb:alpha={alpha},version={version}").start(arms, 1)
        agree_by_skill(s, Rucb(arms, alpha, version), (arms, seed), 250, ties=0.2 * (seed % 2), check=check)


@pytest.mark.parametrize("name", ["cyclic", "arxiv", "copeland_borda"])
def test_agrees_with_the_pseudo_code_on_problems(name):
    problem = du.problem(name)
    arms = len(problem.arms)
    agree_by_skill(choice("rucb").start(arms, 400), Rucb(arms), (1,), 400, problem.start(400))


def test_the_first_pair_is_uniform_over_ordered_pairs_of_different_arms():
    s, n = choice("rucb").start(3, 1), 6000
    rng, drawn = np.random.default_rng(0), dict.fromkeys(itertools.permutations(range(3), 2), 0)
    for _ in range(n):
        duel = choose(s, 1, rng)
        assert (duel.p_first, duel.p_second) == (1 / 3, 1 / 2)
        drawn[duel.first, duel.second] += 1
    assert max(abs(count - n / 6) for count in drawn.values()) < 4.5 * math.sqrt(n * 5 / 36)


@pytest.mark.parametrize("alpha", [0.51, 1.2])
def test_an_arm_meets_itself_exactly_when_all_others_are_below_one_half_against_it(alpha):
    """N wins against each of the others and no loss: (c, c) iff N² > 4 α N ln t."""
    for n, t in itertools.product((1, 3, 6, 9), (2, 3, 5, 17, 40)):
        s = choice(f"rucb:alpha={alpha}").start(4, 1)
        for j in (0, 1, 3):
            for _ in range(n):
                update(s, 1, Duel(2, j, 1.0, 1.0), 1)
        duel = choose(s, t, np.random.default_rng(0))
        if n > 4 * alpha * math.log(t):
            assert duel == Duel(2, 2, 1.0, 1.0)
        else:
            assert duel.second != duel.first


def test_an_exact_sequence_of_pairs():
    """Two arms, the lower always wins, α = 0.51. At t = 2, u_10 = sqrt(0.51 ln 2) = 0.595 > 1/2; from t = 3 on
    everything follows from n > 4 α ln t, the self-duel of arm 0: after 2, 3 and 4 duels until t = 2, 4 and 7."""
    s, rng, pairs = choice("rucb").start(2, 1), np.random.default_rng(0), []
    for t in range(1, 30):
        duel = choose(s, t, rng)
        pairs.append({int(duel.first), int(duel.second)})
        update(s, t, duel, int(np.sign(duel.second - duel.first)))
    expected, n = [], 0
    for t in range(1, 30):
        selfish = n > 4 * 0.51 * math.log(t)
        expected.append({0} if selfish else {0, 1})
        n += not selfish
    assert pairs == expected


def test_the_remembered_arm_has_chance_one_half_and_the_others_share_the_rest():
    s = choice("rucb").start(4, 1)
    s.favourite[0] = 2
    rng, n, drawn = np.random.default_rng(5), 8000, np.zeros(4)
    for _ in range(n):
        duel = choose(s, 1, rng)
        assert duel.p_first == (0.5 if duel.first == 2 else pytest.approx(1 / 6))
        drawn[duel.first] += 1
    assert abs(drawn[2] - n / 2) < 4.5 * math.sqrt(n / 4)
    assert np.abs(drawn[[0, 1, 3]] - n / 6).max() < 4.5 * math.sqrt(n * 5 / 36)


def test_an_arm_that_a_single_other_refutes_is_forgotten():
    s, rng = choice("rucb").start(4, 1), np.random.default_rng(0)
    s.favourite[0] = 2
    for _ in range(30):
        update(s, 1, Duel(0, 2, 1.0, 1.0), 1)
    for _ in range(40):
        duel = choose(s, 2, rng)
        assert (duel.first in (0, 1, 3), duel.p_first, s.favourite[0]) == (True, pytest.approx(1 / 3), -1)


def test_a_cycle_in_which_everybody_is_refuted_draws_from_all_arms():
    s, rng = choice("rucb").start(3, 1), np.random.default_rng(0)
    for i in range(3):
        for _ in range(50):
            update(s, 1, Duel(i, (i + 1) % 3, 1.0, 1.0), 1)
    firsts = set()
    for _ in range(40):
        duel = choose(s, 2, rng)
        assert (duel.p_first, duel.second) == (1 / 3, (duel.first - 1) % 3)
        firsts.add(int(duel.first))
    assert firsts == {0, 1, 2}


def test_bound_by_hand():
    """Two arms, gap 1/4, α = 2: D = 128, burn-in (2·7·4/3)^{1/3}."""
    win = np.array([[0.5, 0.75], [0.25, 0.5]])
    constant = (56 / 3) ** (1 / 3)
    slope = 4 * (0.25 + 1) * 16 * math.log(1000)
    expected = (8 + constant * 3 + 256 * math.log(256)) / 4 + slope
    assert ALGORITHMS.find("rucb").bound("condorcet", 2, 1000, win, alpha=2.0) == pytest.approx(expected)
    assert ALGORITHMS.find("rucb").bound("condorcet", 2, 1000, win) is None
    assert ALGORITHMS.find("rucb").bound("condorcet", 2, 1000, win, alpha=2.0, version="arxiv") is None
    assert ALGORITHMS.find("rucb").bound("condorcet", 2, 1000, np.full((2, 2), 0.5), alpha=2.0) is None


@pytest.mark.parametrize("text", ["rucb:alpha=0.5", "rucb:alpha=nan", "rucb:alpha=inf", "rucb:version=third"])
def test_bad_parameters_are_named(text):
    with pytest.raises(InputError, match="must"):
        choice(text).start(3, 10)


def test_bad_version_in_python():
    with pytest.raises(InputError, match="version must be one of icml, arxiv"):
        rucb.start(3, 10, version="third")


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["rucb", "rucb:version=arxiv"])
def test_the_condorcet_winner_is_played_against_itself_in_the_end(algorithm):
    """In the last tenth of the rounds, mean strong regret is a small part of that of a random pair."""
    result = du.simulate("arithmetic", [algorithm, "random"], horizon=50_000, runs=20, winner="condorcet")
    late = result.strong[:, :, -1, 0] - result.strong[:, :, 89, 0]
    assert (late[0] < 0.1 * late[1].mean()).all()


@pytest.mark.compiled
@pytest.mark.slow
def test_regret_stays_under_the_proven_bound():
    problem = du.problem("cyclic")
    result = du.simulate(problem, "rucb:alpha=1.5", horizon=20_000, runs=20, winner="condorcet")
    win = problem.win
    for t, regret in zip(result.rounds, result.strong[0, :, :, 0].T, strict=True):
        assert regret.mean() < rucb.bound(len(win), int(t), win, alpha=1.5)
        assert regret.max() < bound_high(win, 0, int(t), 1.5, 0.01)
