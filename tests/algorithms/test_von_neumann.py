"""VN+UnifK-1: its estimates, and its trajectory against the slow twin."""

import itertools

import numpy as np
import pytest

from duelling.algorithms.von_neumann import start
from duelling.core.game import incremental
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.lab.stages import set_up
from duelling.problems.utility import UtilityModel
from duelling.registry.choice import choice
from duelling.seeds import streams
from tests.helpers.modes import INTERPRETED
from tests.naive import von_neumann as naive

pytestmark = pytest.mark.edges  # but for what simulates, which is slow


def test_facts():
    picked = choice("vn+unif:estimator=pair")
    assert (picked.algorithm.label, picked.algorithm.winners) == ("VN+UnifK-1", ("von_neumann",))
    assert picked.algorithm.anytime
    assert not picked.algorithm.adversarial
    with pytest.raises(InputError, match="estimator must be one of thesis, pair, got 'both'"):
        start(3, 1, estimator="both")


def test_first_round_is_uniform():
    rng = np.random.default_rng(0)
    s = start(3, 1)
    n = 300 if INTERPRETED else 6000
    counts = np.zeros((3, 3))
    for _ in range(n):
        duel = choose(s, 1, rng)
        assert (duel.p_first, duel.p_second) == pytest.approx((1 / 3, 1 / 2))
        counts[duel.first, duel.second] += 1
    assert not np.diag(counts).any()
    assert np.abs(counts[~np.eye(3, dtype=bool)] / n - 1 / 6).max() < 5 * np.sqrt(5 / 36 / n)


def test_one_step_by_hand():
    s = start(3, 1)
    update(s, 1, Duel(2, 0, 1 / 3, 1 / 2), -1)  # 0 beats 2 with weight 1 / (2 · 1/3)
    assert s.game.A == pytest.approx(np.array([[0, 0, 1.5], [0, 0, 0], [-1.5, 0, 0]]))
    assert s.game.u == pytest.approx([1 / 2, 1 / 2, 0])
    update(s, 2, Duel(0, 1, 1 / 2, 1 / 2), 1)
    assert s.game.u == pytest.approx([1, 0, 0])
    update(s, 3, Duel(0, 1, 1.0, 1 / 2), 0)
    assert s.game.A[0, 1] == 1


def test_one_step_by_hand_pair():
    s = start(3, 1, estimator="pair")
    duel = choose(s, 1, np.random.default_rng(0))
    assert duel.p_second == pytest.approx(1 / 3)  # three pairs, all alike
    update(s, 1, duel, 1)
    assert s.game.A[duel.first, duel.second] == pytest.approx(3)


def with_winner(s, A):
    """The learner after it has seen A."""
    for i, j in itertools.combinations(range(len(A)), 2):
        incremental.change(s.game, i, j, float(A[i, j]))
    return s


def expected_increments(estimator, A, win):
    """E[P̃_{t+1} - P̃_t], over every duel and outcome that can come after A has been seen."""
    K = len(A)
    mean = np.zeros((K, K))
    u = with_winner(start(K, 1, estimator=estimator), A).game.u.copy()
    for i, j in itertools.permutations(range(K), 2):
        if u[i] == 0:
            continue
        p_second = 1 / (K - 1) if estimator == "thesis" else (u[i] + u[j]) / (K - 1)
        for outcome, chance in ((1, win[i, j]), (-1, win[j, i])):
            s = with_winner(start(K, 1, estimator=estimator), A)
            before = s.game.A.copy()
            update(s, 1, Duel(i, j, u[i], p_second), outcome)
            mean += u[i] / (K - 1) * chance * (s.game.A - before)
    return mean, u


@pytest.mark.parametrize("seed", range(4))
def test_pair_estimate_is_unbiased(seed):
    rng = np.random.default_rng(seed)
    K = 5
    A = naive.skew(rng.standard_normal((K, K)))
    win = (1 + naive.skew(rng.uniform(-1, 1, (K, K)))) / 2
    mean, u = expected_increments("pair", A, win)
    seen = u[:, None] + u[None, :] > 0
    assert mean[seen] == pytest.approx((2 * win - 1)[seen], abs=1e-12)
    assert not mean[~seen].any()


def test_thesis_estimate_counts_pairs_inside_the_support_twice():
    """u = (1/2, 1/2, 0) after arm 2 has lost to both; all preferences equal."""
    A = naive.skew([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    win = np.array([[0.5, 1, 1], [0, 0.5, 1], [0, 0, 0.5]])
    mean, u = expected_increments("thesis", A, win)
    assert u == pytest.approx([1 / 2, 1 / 2, 0])
    assert mean[[0, 0, 1], [1, 2, 2]] * 4 == pytest.approx([2, 1, 1])  # (1{u_i > 0} + 1{u_j > 0}) / (K-1)²


@pytest.mark.parametrize("estimator", ["thesis", "pair"])
def test_choose_carries_the_chances_of_the_duel(estimator):
    s = with_winner(start(3, 1, estimator=estimator), naive.skew([[0, 2, -3], [0, 0, 5], [0, 0, 0]]))
    u = [0.5, 0.3, 0.2]
    rng = np.random.default_rng(1)
    for _ in range(50):
        duel = choose(s, 1, rng)
        assert duel.p_first == pytest.approx(u[duel.first])
        pair = (u[duel.first] + u[duel.second]) / 2
        assert duel.p_second == pytest.approx(1 / 2 if estimator == "thesis" else pair)


@pytest.mark.parametrize("estimator", ["thesis", "pair"])
@pytest.mark.parametrize("arms", [2, 3, 4, 5, 8])
@pytest.mark.parametrize("bias", [0.0, 0.6])
def test_plays_like_the_slow_twin(estimator, arms, bias):
    """Equal pairs, estimates and winners, while outcomes are coins or lean towards a cycle."""
    fast, slow = start(arms, 1, estimator=estimator), naive.VonNeumannUniform(arms, estimator)
    rng, twin, nature = (np.random.default_rng(arms) for _ in range(3))
    for t in range(1, 41 if INTERPRETED else 301):
        duel = choose(fast, t, rng)
        assert slow.choose(twin) == (duel.first, duel.second)
        assert fast.game.u == pytest.approx(slow.u, abs=1e-8)
        lean = bias if (duel.second - duel.first) % arms <= arms // 2 else -bias
        outcome = 1 if nature.random() < (1 + lean) / 2 else -1
        update(fast, t, duel, outcome)
        slow.update(duel.first, duel.second, outcome)
        assert fast.game.A == pytest.approx(slow.P, rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("estimator", ["thesis", "pair"])
def test_late_outcomes_are_weighed_by_the_chances_of_their_duel(estimator):
    """Outcomes told in reverse order lead to the same estimates and so to the same winner."""
    rng = np.random.default_rng(4)
    K = 4
    A = naive.skew(rng.standard_normal((K, K)))
    prompt, late = (with_winner(start(K, 1, estimator=estimator), A) for _ in range(2))
    told = []
    for t in range(1, 31):
        duel = choose(prompt, t, rng)
        told.append((t, duel, int(rng.choice([-1, 1]))))
        update(prompt, *told[-1])
    for entry in reversed(told):
        update(late, *entry)
    assert late.game.A == pytest.approx(prompt.game.A, abs=1e-9)
    assert late.game.u == pytest.approx(prompt.game.u, abs=1e-9)


@pytest.mark.parametrize("estimator", ["thesis", "pair"])
def test_finds_the_arm_that_beats_all(estimator):
    s, rng = start(4, 1, estimator=estimator), np.random.default_rng(5)
    for t in range(1, 301):
        duel = choose(s, t, rng)
        win = 1.0 if duel.first == 2 else (0.0 if duel.second == 2 else 0.5)
        update(s, t, duel, 1 if rng.random() < win else -1)
    assert s.game.u == pytest.approx([0, 0, 1, 0])


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("estimator", ["thesis", "pair"])
def test_the_winner_of_many_arms_is_one_after_hundreds_of_rounds(estimator):
    """Few pairs are known then, with weights of many sizes."""
    stage = set_up(UtilityModel(np.linspace(0.9, 0.2, 136)), ["borda"], np.array([10**5]))
    for seed in range(6):
        s = choice(f"vn+unif:estimator={estimator}").start(136, 10**5)
        stage.run(s, np.array([700]), streams(0, seed), np.zeros((2, 1, 1)))
        assert s.game.u.sum() == pytest.approx(1)
        assert (s.game.u @ s.game.A).min() >= -1e-12 * np.abs(s.game.A).max()
