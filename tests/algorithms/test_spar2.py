"""SPAR2: its elimination test against the formula, agreement with a slow twin, and who is left."""

import copy
import itertools
import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import spar2
from duelling.algorithms.shared.spar2_elimination import count_outcome, support_is_known
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.errors import InputError
from tests.naive.agreement import same_play
from tests.naive.spar2 import SPAR2

pytestmark = [pytest.mark.edges, pytest.mark.plain]
ROCK = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])  # rock, paper, scissors


def same_arms(fast, slow):
    assert list(fast.active[: fast.size[0]]) == slow.A


@pytest.mark.parametrize("arms", [2, 3, 4, 6])
def test_equals_the_twin_on_random_preferences(arms):
    """With the printed radius at a large δ, so that arms drop out soon."""
    rng, rho, dropped = np.random.default_rng(arms), 0.51 * math.log(2 / 0.9), 0
    for trial in range(4):
        P = rng.random((arms, arms))
        P = np.triu(P, 1) + np.tril(1 - P.T, -1)
        P = np.triu(np.ones((arms, arms)), 1) if trial == 0 else P
        play = lambda t, duel: int(rng.random() < P[duel.first, duel.second]) * 2 - 1  # noqa: B023, E731
        state = spar2.start(arms, 700, delta=0.9, alpha=0.51, radius="paper")
        same_play(state, SPAR2(arms, 700, 0.9, rho), play, 700, seed=trial, rel=1e-9, each=same_arms)
        dropped += state.size[0] < arms
    assert dropped > 0


@pytest.mark.parametrize("problem", ["cyclic", "copeland_vonneumann"])
def test_equals_the_twin_on_problems_with_ties(problem):
    P, rng = du.problem(problem).preference(), np.random.default_rng(1)

    def play(t, duel):
        return 0 if rng.random() < 0.1 else int(rng.random() < P[duel.first, duel.second]) * 2 - 1

    state = spar2.start(len(P), 800, delta=0.9, alpha=0.51, radius="paper")
    slow = SPAR2(len(P), 800, 0.9, 0.51 * math.log(2 / 0.9))
    same_play(state, slow, play, 800, rel=1e-9, each=same_arms)


def test_one_sure_winner_drops_the_others_exactly_when_every_radius_is_a_third():
    """Scripted: arm 0 wins all its duels, so Q_0i = 1 and it takes N_0i >= 9ρ, whatever the other pairs say."""
    state = spar2.start(4, 10_000)
    need = math.ceil(9 * state.evidence.rho)
    for i in (1, 2, 3):
        for n in range(need):
            assert verdict(state) == -1
            order = Duel(0, i, 0.25, 0.25) if n % 2 else Duel(i, 0, 0.25, 0.25)
            update(state, 1, order, 1 if n % 2 else -1)
    assert verdict(state) == 0
    rng = np.random.default_rng(0)
    for t in range(5):
        assert choose(state, t + 1, rng) == Duel(0, 0, 1.0, 1.0)
    before = state.evidence.met.tolist()
    update(state, 9, Duel(0, 0, 1.0, 1.0), 0)
    update(state, 9, Duel(2, 1, 0.25, 0.25), 1)
    assert (verdict(state), state.evidence.met.tolist()) == (0, before)


def test_an_unplayed_pair_of_the_support_never_lets_anybody_go():
    state = spar2.start(3, 10_000)
    for _ in range(3000):  # ten times what a pair of a known support takes
        update(state, 1, Duel(0, 1, 1 / 3, 1 / 3), 1)
        update(state, 1, Duel(1, 2, 1 / 3, 1 / 3), 1)
    assert state.size[0] == 3


def test_chances_are_at_least_what_the_proof_wants():
    for arms in (2, 3, 10):
        state, rng = spar2.start(arms, 1000), np.random.default_rng(0)
        for t in range(1, 300):
            duel = choose(state, t, rng)
            assert state.p.min() >= (1 - 1e-12) / math.sqrt(arms * 1000)
            assert state.p.sum(axis=1) == pytest.approx([1, 1])
            update(state, t, duel, 1 if duel.first < duel.second else 0 if duel.first == duel.second else -1)


def test_the_copies_start_anew_with_the_rounds_that_are_left():
    """The duel of round 700 tells that the fourth arm is off the support; three arms have 300 rounds then."""
    state, rates = spar2.start(4, 1000, delta=0.9, alpha=0.51, radius="paper"), np.zeros(3)
    spar2.spar_rates(3, 300, 0.9, rates)
    while not support_is_known(state.evidence):
        before = copy.deepcopy(state)
        for i, j in itertools.combinations(range(4), 2):
            count_outcome(state.evidence, i, j, ROCK[i, j] if j < 3 else 1)
    for i, j in itertools.combinations(range(4), 2):
        update(before, 700, Duel(i, j, 0.25, 0.25), ROCK[i, j] if j < 3 else 1)
    assert list(before.active[: before.size[0]]) == [0, 1, 2]
    np.testing.assert_allclose(before.rates, rates)


def test_late_outcomes_of_arms_that_dropped_out_count_for_the_estimate_only():
    state = spar2.start(4, 10_000)
    state.evidence.game.u[:] = [0.2, 0.3, 0.5, 0]
    spar2._drop(state, 100)
    assert list(state.active[:3]) == [0, 1, 2]
    assert np.all(state.G == 0)
    assert np.allclose(state.p[:, :3], 1 / 3)
    update(state, 5, Duel(3, 1, 0.25, 0.25), 1)
    assert np.all(state.G == 0)
    assert (state.evidence.game.A[1, 3], state.evidence.met.tolist()) == (-1, [0, 0, 0, 0, 1, 0])
    for winner in ([0, 0, 0, 1], [0.2, 0.3, 0.5, 0]):  # nobody or everybody would be left
        state.evidence.game.u[:] = winner
        spar2._drop(state, 100)
        assert state.size[0] == 3


def test_any_order_of_outcomes_stays_within_the_arms():
    rng, arms = np.random.default_rng(4), 5
    state, pending = spar2.start(arms, 2000, delta=0.9, alpha=0.6, radius="paper"), []
    for t in range(1, 2001):
        duel = choose(state, t, rng)
        assert 0 <= duel.first < arms
        assert 0 <= duel.second < arms
        pending.append(duel)
        if len(pending) > 30:
            late = pending.pop(int(rng.random() * len(pending)))
            update(state, t, late, 0 if late.first == late.second else 1 if late.first < late.second else -1)
    assert verdict(state) == 0


def test_bad_parameters_are_named_with_their_value():
    for delta in (0, 1, math.nan):
        with pytest.raises(InputError, match=f"delta must lie between 0 and 1, got {delta!r}"):
            spar2.start(3, 10, delta=delta)
    for alpha in (0.5, math.inf, math.nan):
        with pytest.raises(InputError, match=f"alpha must be a finite number above 0.5, got {alpha!r}"):
            spar2.start(3, 10, alpha=alpha)
    with pytest.raises(InputError, match="radius must be one of union, paper, got 'none'"):
        spar2.start(3, 10, radius="none")


@pytest.mark.slow
@pytest.mark.compiled
def test_the_condorcet_winner_is_left_in_nearly_all_runs_and_costs_nothing_from_then_on():
    problem = du.PreferenceMatrix([[0.5, 0.95, 0.95], [0.05, 0.5, 0.9], [0.05, 0.1, 0.5]])
    result = du.simulate(problem, ["spar2", "exp3p-sparring"], horizon=1_000_000, runs=6, winner="von_neumann")
    assert np.all(result.strong[0, :, -1, 0] < result.strong[1, :, -1, 0])
    assert np.all(np.ptp(result.strong[0, :, -20:, 0], axis=1) < 1e-6)  # any other arm would cost something
