"""Bandits as duellers: who learns what from a duel, exact means, the theorems' steps, and agreement with slow twins."""

import itertools
import math

import numpy as np
import pytest

from duelling.algorithms.reductions.pairs import Sparring, Uniform
from duelling.bandits import exp3, tsallis, ucb
from duelling.core.protocol import Duel, choose, learn, update
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS, BANDITS
from tests.helpers.modes import fewer
from tests.naive.agreement import alike
from tests.naive.reductions import TWINS

pytestmark = pytest.mark.edges  # but for what simulates, which is slow
CYCLE = np.array([[0.5, 0.9, 0.2], [0.1, 0.5, 0.6], [0.8, 0.4, 0.5]])  # 0 beats 1 beats 2 beats 0


def names(suffix):
    return sorted(name for name in ALGORITHMS if name.endswith(suffix) and name.removesuffix(suffix) in BANDITS)


def test_every_bandit_is_composed_with_both_reductions():
    assert names("+unif") == sorted(f"{name}+unif" for name in BANDITS)
    assert names("-sparring") == sorted(f"{name}-sparring" for name in BANDITS)


@pytest.mark.parametrize("arms", [2, 5, 18])
@pytest.mark.parametrize("text", TWINS)
def test_agrees_with_its_slow_twin_trajectory_by_trajectory(text, arms):
    """Random outcomes, ties included. Moderate lengths: the division by p makes rounding grow."""
    horizon = fewer(150 if "tsallis" in text else 300)
    fast, slow = choice(text).start(arms, horizon), TWINS[text](arms, horizon)
    ours, theirs, nature = (np.random.default_rng(seed) for seed in (arms, arms, 99))
    for t in range(1, horizon + 1):
        duel, twin = choose(fast, t, ours), slow.choose(t, theirs)
        assert alike(duel, twin), t
        u = nature.random()
        outcome = 0 if duel.first == duel.second or u < 0.05 else 1 if u < 0.5 + (duel.second - duel.first) / 40 else -1
        update(fast, t, duel, outcome)
        slow.update(t, twin, outcome)


# ---- a uniform opponent


def test_exp3_unif_takes_the_rates_of_the_theorems():
    for arms, borda, utility in ((4, 0.0372329741, 0.0372329741), (10, 0.0303485426, 0.0332451627)):
        assert choice("exp3+unif").start(arms, 1000).bandit.eta == pytest.approx(borda, abs=1e-10)
        assert choice("exp3+unif:rate=utility").start(arms, 1000).bandit.eta == pytest.approx(utility, abs=1e-10)
    assert choice("exp3+unif:rate=anytime").start(4, 1).bandit.eta == math.sqrt(2 * math.log(4) / 4)
    assert choice("exp3+unif:eta=0.25").start(4, 1).bandit.eta == 0.25


def test_exp3_unif_first_round_by_hand():
    s = choice("exp3+unif").start(4, 1000)
    update(s, 1, Duel(0, 2, 0.25, 1 / 3), -1)
    assert s.bandit.L.tolist() == [4, 0, 0, 0]
    np.testing.assert_allclose(s.bandit.w / s.bandit.total[0], [0.223125542] + [0.258958153] * 3, atol=1e-9)


def test_a_win_of_the_first_arm_changes_nothing_in_exp3_unif():
    s = choice("exp3+unif").start(4, 1000)
    update(s, 1, Duel(0, 2, 0.25, 1 / 3), 1)
    assert s.bandit.L.tolist() == [0] * 4
    assert s.bandit.w.tolist() == [1] * 4


def test_estimated_loss_against_a_uniform_opponent_is_the_borda_loss_exactly():
    """E[l̃_a] = (K l_a - 1/2) / (K - 1), over both arms and the outcome."""
    p, mean = np.array([0.6, 0.3, 0.1]), np.zeros(3)
    for i, j in itertools.permutations(range(3), 2):
        for outcome, chance in ((1, CYCLE[i, j]), (-1, CYCLE[j, i])):
            s = Uniform(3, exp3.start_fixed(3, 0.1))
            update(s, 1, Duel(i, j, p[i], 0.5), outcome)
            mean += p[i] / 2 * chance * s.bandit.L
    borda = CYCLE.sum(axis=0) / 3
    np.testing.assert_allclose(mean, (3 * borda - 0.5) / 2, rtol=1e-13)


@pytest.mark.parametrize("estimator", ["iw", "rv"])
def test_tsallis_estimates_the_borda_loss_too_and_ties_count_half(estimator):
    t, mean = 400, np.zeros(3)
    for i, j in itertools.permutations(range(3), 2):
        for outcome, chance in ((1, 0.8 * CYCLE[i, j]), (-1, 0.8 * CYCLE[j, i]), (0, 0.2)):
            s = Uniform(3, tsallis.start(3, 1, estimator=estimator))
            update(s, t, Duel(i, j, 1 / 3, 0.5), outcome)
            mean += chance / 6 * s.bandit.L
    np.testing.assert_allclose(mean, 0.8 * (CYCLE.sum(axis=0) - 0.5) / 2 + 0.1, rtol=1e-12)


def test_first_arm_follows_p_and_second_is_uniform_over_the_rest():
    s, rng, n = Uniform(3, exp3.start_fixed(3, 1.0)), np.random.default_rng(0), 30_000
    p = np.array([0.6, 0.3, 0.1])
    for i in range(3):
        learn(s.bandit, 1, i, 1.0, -math.log(p[i]))
    counts = np.zeros((3, 3))
    for t in range(n):
        duel = choose(s, t, rng)
        counts[duel.first, duel.second] += 1
    expected = n * p[:, None] * (1 - np.eye(3)) / 2
    assert np.all(np.diag(counts) == 0)
    assert np.abs((counts - expected) / np.sqrt(np.maximum(expected, 1))).max() < 4.5


@pytest.mark.parametrize("ties", ["lowest", "random"])
def test_ucb_unif_tries_every_arm_first_and_never_against_itself(ties):
    s, rng = choice(f"ucb+unif:ties={ties}").start(5, 100), np.random.default_rng(0)
    firsts = []
    for t in range(1, 6):
        duel = choose(s, t, rng)
        assert duel.first != duel.second
        update(s, t, duel, 1)
        firsts.append(duel.first)
    assert sorted(firsts) == list(range(5))
    assert s.bandit.N.tolist() == [1] * 5  # second arms are not counted
    assert ties == "random" or firsts == list(range(5))
    assert s.bandit.alpha == 0.51


# ---- Sparring


@pytest.mark.parametrize("outcome", [1, 0, -1])
def test_the_two_losses_of_a_duel_sum_to_one(outcome):
    s = Sparring(ucb.start(3, 1), ucb.start(3, 1))
    update(s, 1, Duel(0, 2, 1.0, 1.0), outcome)
    assert s.left.G[0] + s.right.G[2] == 1
    assert s.left.G[0] == (1 + outcome) / 2


@pytest.mark.parametrize("text", ["exp3-sparring", "exp3-sparring:rate=fixed"])
def test_exp3_sparring_charges_the_loser_alone_with_its_own_chance(text):
    s = choice(text).start(3, 100)
    update(s, 1, Duel(0, 1, 0.5, 0.2), 1)
    assert (s.left.L.tolist(), s.right.L.tolist()) == ([0, 0, 0], [0, 5, 0])
    update(s, 2, Duel(2, 1, 0.25, 0.2), -1)
    assert (s.left.L.tolist(), s.right.L.tolist()) == ([0, 0, 4], [0, 5, 0])
    update(s, 3, Duel(1, 1, 0.5, 0.25), 0)
    assert (s.left.L.tolist(), s.right.L.tolist()) == ([0, 1, 4], [0, 7, 0])


def test_exp3p_sparring_after_a_self_duel():
    s, K = choice("exp3p-sparring").start(3, 100), 3
    update(s, 1, Duel(1, 1, 1 / 3, 1 / 3), 0)
    for side in s:
        np.testing.assert_allclose(side.G, [K * side.beta, K * (0.5 + side.beta), K * side.beta], rtol=1e-12)
        assert side.beta == pytest.approx(math.sqrt(math.log(3 / 0.05) / 300))


def test_equal_ucbs_with_one_rule_for_ties_learn_nothing_for_ever():
    """Why ``ucb-sparring`` refuses ties=lowest; random ties escape."""
    s, rng = Sparring(ucb.start(4, 1, ties="lowest"), ucb.start(4, 1, ties="lowest")), np.random.default_rng(0)
    for t in range(1, 200):
        duel = choose(s, t, rng)
        assert duel.first == duel.second
        assert t > 4 or duel.first == t - 1
        update(s, t, duel, 0)
    s, different = choice("ucb-sparring").start(4, 1), 0
    for t in range(1, 200):
        duel = choose(s, t, rng)
        different += duel.first != duel.second
        update(s, t, duel, np.sign(duel.second - duel.first))
    assert different > 0
    assert s.sparring.left.N.argmax() == s.sparring.right.N.argmax() == 0


def test_ucb_sparring_refuses_one_rule_for_ties():
    with pytest.raises(InputError, match="ties of ucb-sparring must be one of random, got 'lowest'"):
        choice("ucb-sparring:ties=lowest")
    with pytest.raises(InputError, match="ties must be random where two equal bandits meet, got 'lowest'"):
        ALGORITHMS.find("ucb-sparring").start(3, 10, ties="lowest")


# ---- parameters and facts


def test_composed_algorithms_have_the_parameters_of_their_bandit():
    assert {n: p.default for n, p in ALGORITHMS.find("ucb+unif").parameters.items()} == {
        "alpha": 0.51,
        "ties": "random",
    }
    assert ALGORITHMS.find("exp3-sparring").parameters["rate"].default == "anytime"
    assert choice("exp3p-sparring:delta=none").start(3, 100).left.beta == math.sqrt(math.log(3) / 300)
    with pytest.raises(TypeError, match="unexpected keyword"):
        ALGORITHMS.find("exp3p+unif").start(3, 10, delat=0.1)


def test_labels_and_facts():
    labels = {name: ALGORITHMS.find(name).label for name in [*names("+unif"), *names("-sparring")]}
    assert labels["exp3+unif"] == "Exp3+UnifK-1"
    assert labels["ucb+unif"] == "UCB+UnifK-1"
    assert labels["exp3-sparring"] == "Exp3-Sparring"
    assert labels["exp3p-sparring"] == "Exp3.P-Sparring"
    assert labels["ucb-sparring"] == "Sparring"
    assert ALGORITHMS.find("exp3-sparring").anytime
    assert not ALGORITHMS.find("exp3+unif").anytime
    assert all(ALGORITHMS.find(name).regret == "weak" for name in names("+unif"))
    assert all(ALGORITHMS.find(name).regret == "strong" for name in names("-sparring"))
    assert all(ALGORITHMS.find(name).summary and ALGORITHMS.find(name).reference for name in labels)


@pytest.mark.parametrize(("text", "message"), [
    ("exp3+unif:eta=nan", "eta must be a finite number above 0"),
    ("exp3p-sparring:delta=2", "delta must lie between 0 and 1"),
    ("ucb+unif:alpha=-1", "alpha must be a finite number above 0"),
    ("fixed:first=7", "first must be a whole number from 0 to 2, got 7"),
    ("fixed:second=-1", "second must be a whole number from 0 to 2, got -1"),
])  # fmt: skip
def test_values_out_of_range_are_refused(text, message):
    with pytest.raises(InputError, match=message):
        choice(text).start(3, 100)
    with pytest.raises(InputError, match="rate must be one of borda, utility, anytime, got 'x'"):
        ALGORITHMS.find("exp3+unif").start(3, 10, rate="x")
    with pytest.raises(InputError, match="eta must be left out"):
        choice("exp3+unif:rate=anytime,eta=0.1").start(3, 10)


def test_fixed_plays_its_pair():
    s = choice("fixed:first=2,second=0").start(3, 10)
    for t in range(3):
        assert choose(s, t, np.random.default_rng(0)) == Duel(2, 0, 1.0, 1.0)
        update(s, t, Duel(2, 0, 1.0, 1.0), 1)
