"""MDB: lists as twin, the sweeps, its numbers by hand, few false alarms, and that a change is seen."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import mdb
from duelling.core.protocol import Duel, choose, update
from duelling.core.states import numbers
from duelling.errors import InputError
from tests.naive.agreement import side_by_side
from tests.naive.beat_the_winner import BeatTheWinner
from tests.naive.mdb import Mdb
from tests.naive.winner_stays import WinnerStays

pytestmark = [pytest.mark.edges, pytest.mark.plain]
BASES = {"beat-the-winner": BeatTheWinner, "ws-w": WinnerStays}


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize(("arms", "together"), [(2, 64), (3, 64), (3, 2), (5, 3)])
def test_agrees_with_lists_through_changes(base, arms, together, monkeypatch):
    """Also when places are drawn in several rounds."""
    monkeypatch.setattr(mdb, "TOGETHER", together)
    horizon = 6000
    fast = mdb.start(arms, horizon, base=base, phases=3, change=0.9)
    slow = Mdb(arms, horizon, lambda: BASES[base](arms), 3, 0.9)
    nature = np.random.default_rng([arms, 1])

    def outcome(t, duel):
        best = t // 2000 % arms
        p = 0.98 if duel.first == best else 0.02 if duel.second == best else 0.5
        return 0 if duel.first == duel.second or nature.random() < 0.02 else 1 if nature.random() < p else -1

    side_by_side(fast, slow, horizon, outcome, [arms, 0])
    assert slow.restarts >= 2


def test_a_cycle_is_a_sweep_and_then_the_base():
    s, rng = mdb.start(4, 10**6, phases=1), np.random.default_rng(0)
    assert s.cycle > 12
    pairs = [choose(s, t, rng)[:2] for t in range(1, 2 * s.cycle + 1)]
    assert sorted(map(tuple, np.array(pairs[:6]).tolist())) == [(i, j) for i in range(4) for j in range(i + 1, 4)]
    assert pairs[s.cycle : s.cycle + 6] == pairs[:6]


def test_the_base_is_not_told_of_sweeps_and_counts_its_own_rounds():
    s, rng = mdb.start(3, 10**5, base="rucb"), np.random.default_rng(0)
    fresh = numbers(s.fresh)
    for t in range(1, 4):
        update(s, t, choose(s, t, rng), 1)
    assert numbers(s.base).tolist() == fresh.tolist()
    assert [mdb._local(s, t) for t in (4, 5, s.cycle, s.cycle + 4)] == [1, 2, s.cycle - 3, s.cycle - 2]


@pytest.mark.parametrize("horizon", [10**4, 10**6])
@pytest.mark.parametrize("change", [0.3, 1.0])
def test_numbers_are_those_of_the_reasons(horizon, change):
    arms, phases = 5, 4
    C = math.log((4 * horizon + 2) * math.sqrt(horizon) / (math.sqrt(phases) * arms))
    w, b, share = mdb.numbers_of(arms, horizon, phases, change)
    assert w % 2 == 0
    assert 0 <= w - 8 * C / change**2 < 2
    assert 2 * math.exp(-2 * b * b / w) == pytest.approx(2 * math.exp(-C))
    assert change * w / 2 >= 2 * b * (1 - 1e-9)
    assert share == min(1, math.sqrt(phases * w / horizon) * 2)


def test_a_short_horizon_is_all_sweeps():
    s = mdb.start(5, 100)
    assert s.cycle == 10
    assert s.outcomes.shape == (10, 0)


def test_a_vote_for_a_place_that_has_no_pair_yet_is_dropped():
    s, rng = mdb.start(14, 10**5), np.random.default_rng(0)
    choose(s, 1, rng)
    for t in range(mdb.TOGETHER + 1, len(s.order) + 1):
        update(s, t, Duel(*s.order[t - 1], 1.0, 1.0), 1)
    assert len(s.order) > mdb.TOGETHER + 5
    assert s.half.sum() == 0


def test_late_outcomes_of_another_phase_are_dropped():
    s, rng = mdb.start(3, 10**5), np.random.default_rng(0)
    duel = choose(s, 1, rng)
    update(s, 1, Duel(duel.second, duel.first, 1.0, 1.0), 1)  # not the pair of this place
    assert s.half.sum() == 0
    update(s, 1, duel, 1)
    assert s.half[0].tolist() == [1, 1, 0]
    s.now[mdb.BEGUN] = 0
    before = numbers(s)
    update(s, 1, duel, 1)
    assert numbers(s).tolist() == before.tolist()


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("phases", {"phases": 0}),
        ("change", {"change": 0.0}),
        ("base", {"base": "mdb"}),
        ("base", {"base": "mdb:phases=2"}),
    ],
)
def test_parameters_are_checked(name, parameters):
    with pytest.raises(InputError, match=f"{name} must"):
        mdb.start(3, 10, **parameters)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_change_is_seen_and_pays():
    """The best arm changes twice: who does not look goes on with the old one."""
    win, T = np.full((3, 3), 0.5), 90_000
    win[0, 1:], win[1:, 0] = 0.95, 0.05
    turned = [win[np.ix_(way, way)] for way in ([0, 1, 2], [1, 0, 2], [2, 1, 0])]
    problem = du.Piecewise(turned, [1, T // 3 + 1, 2 * T // 3 + 1])
    texts = ["mdb:phases=3,change=0.8", "mdb:phases=3,change=0.01"]
    seen, blind = du.simulate(problem, texts, horizon=T, runs=20, winner="borda").strong[:, :, -1, 0].mean(axis=1)
    assert seen < blind - 1000


@pytest.mark.slow
@pytest.mark.compiled
def test_without_a_change_it_costs_the_sweeps():
    """Few false alarms: its regret is that of the base and of a share γ of all pairs."""
    win, T = np.full((4, 4), 0.5), 50_000
    win[0, 1:], win[1:, 0] = 0.9, 0.1
    result = du.simulate(du.PreferenceMatrix(win), ["mdb:phases=1", "ws-s"], horizon=T, runs=30, winner="condorcet")
    ours, base = result.strong[:, :, -1, 0].mean(axis=1)
    sweeps = mdb.numbers_of(4, T, 1, 0.5).share * T * 0.4 * (3 / 6 / 2 + 3 / 6)  # half of the pairs have the best arm
    assert ours < 1.1 * sweeps + 2 * base
