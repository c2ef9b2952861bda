"""PCOMP: planned batches as twin, exact pairs by a script, commitment, and the bound."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import pcomp
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.errors import InputError
from duelling.registry.facts import ALGORITHMS
from tests.naive.agreement import matrices, naive_pairs, pairs_of, same_play, tournament
from tests.naive.pcomp import Pcomp

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("batches", [1, 3, 6, 11])
@pytest.mark.parametrize("arms", [2, 3, 7])
def test_agrees_with_planned_batches(arms, batches):
    rounds = 2_000
    for seed, win in enumerate(matrices(arms, 3)):
        decide = tournament(win, seed, ties=0.1 * seed)
        fast, slow = pcomp.start(arms, rounds, batches=batches), Pcomp(arms, rounds, batches)
        found = same_play(fast, slow, lambda t, duel, decide=decide: decide(t, duel.first, duel.second), rounds)
        assert found in (-1, win.mean(axis=1).argmax()) or seed == 1


def test_agrees_where_lengths_are_whole_powers():
    assert pcomp.start(3, 10**6, batches=6).lengths.tolist() == [10**r for r in range(1, 7)]
    decide = tournament(matrices(4, 0)[0], 1)
    assert pairs_of("pcomp:batches=3", 4, 1000, decide) == naive_pairs(Pcomp(4, 1000, 3), 1000, decide)


def test_pairs_of_a_script():
    """T = 4096, B = 2: 64 duels of each pair. Arm 1 wins all of its duels, 0 and 2 are even, and so both leave."""
    s, rng, pairs = pcomp.start(3, 4096, batches=2), np.random.default_rng(0), []
    assert s.lengths.tolist() == [64, 4096]
    for t in range(1, 3 * 64 + 2):
        assert verdict(s) == -1
        duel = choose(s, t, rng)
        pairs.append((int(duel.first), int(duel.second)))
        update(s, t, duel, {1: 1}.get(duel.first, 0) - {1: 1}.get(duel.second, 0))
    assert pairs == [(0, 1)] * 64 + [(0, 2)] * 64 + [(1, 2)] * 64 + [(1, 1)]
    assert verdict(s) == 1


@pytest.mark.parametrize("ahead", [0, 1])
def test_an_arm_leaves_exactly_above_the_radius(ahead):
    """64 duels: P̂ > 1/2 + γ is wins - losses > sqrt(2 · 64 ln(1/δ))."""
    s, rng = pcomp.start(2, 4096, batches=2), np.random.default_rng(0)
    edge = math.floor(math.sqrt(128 * math.log(6 * 4096 * 4 * 2)))
    edge -= edge % 2  # of 64 outcomes an even number is won by
    wins = (64 + edge) // 2 + ahead
    for t in range(1, 65):
        update(s, t, choose(s, t, rng), 1 if t <= wins else -1)
    choose(s, 65, rng)
    assert verdict(s) == (0 if ahead else -1)


def test_a_cycle_condemns_nobody():
    s, rng = pcomp.start(3, 4096, batches=2), np.random.default_rng(0)
    for t in range(1, 194):
        duel = choose(s, t, rng)
        update(s, t, duel, 1 if (duel.second - duel.first) % 3 == 1 else -1)
    assert s.now[pcomp.SIZE] == 3
    assert s.now[pcomp.BATCH] == 1


def test_outcomes_that_come_after_their_batch_are_dropped():
    s, rng = pcomp.start(2, 4096, batches=2), np.random.default_rng(0)
    duels = [choose(s, t, rng) for t in range(1, 66)]
    for t, duel in enumerate(duels[:64], 1):
        update(s, t, duel, 1)
    assert s.pair.sum() == 0
    update(s, 65, Duel(1, 0, 1.0, 1.0), 1)  # the same pair, named the other way round
    assert s.pair[:, 0, 1].tolist() == [1, -1]


@pytest.mark.parametrize("batches", [0, True, 2.5])
def test_batches_are_checked(batches):
    with pytest.raises(InputError, match="batches must"):
        pcomp.start(3, 10, batches=batches)


@pytest.mark.parametrize(("horizon", "batches"), [(1, None), (5, 10**12), (1000, None)])
def test_lengths_never_pass_the_horizon(horizon, batches):
    lengths = pcomp.start(3, horizon, batches=batches).lengths
    assert lengths[0] >= 1
    assert lengths[-1] == horizon
    assert np.all(np.diff(lengths) >= 0)


def test_bound():
    bound, win, T = ALGORITHMS.find("pcomp").bound, np.array([[0.5, 0.7, 0.6], [0.3, 0.5, 0.8], [0.4, 0.2, 0.5]]), 10**9
    value = 9 * T ** (1 / 4) * math.log(6 * T * 9 * 4) * (1 / 0.2 + 1 / 0.1)
    assert bound("condorcet", 3, T, win, batches=4) == pytest.approx(value)
    assert bound("condorcet", 3, T, win) < bound("condorcet", 3, T, win, batches=4)
    assert bound("condorcet", 3, 100, win) == pytest.approx(100 * 0.2)
    assert bound("condorcet", 3, T, win, batches=21) is None
    assert bound("condorcet", 3, T) is bound("condorcet", 3, T, np.full((3, 3), 0.5)) is None


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("batches", [3, 8])
def test_the_winner_is_found_in_batches_and_regret_stays_under_the_bound(batches):
    """Its proof fails with chance 1/T."""
    win, T, runs = matrices(6, 2)[0], 200_000, 20
    found = du.identify(du.PreferenceMatrix(win), f"pcomp:batches={batches}", horizon=T, runs=runs)
    assert found.summary()["right"] == 1
    assert found.duels.min() > 15 * pcomp.start(6, T, batches=batches).lengths[0]
    regret = du.simulate(du.PreferenceMatrix(win), f"pcomp:batches={batches}", horizon=T, runs=runs, winner="condorcet")
    bound = ALGORITHMS.find("pcomp").bound("condorcet", 6, T, win, batches=batches)
    assert regret.strong[0, :, -1, 0].max() < bound
