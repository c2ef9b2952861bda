"""The first rounds of runs: they are those of the whole, and bound it from below."""

import numpy as np
import pytest

import duelling as du
from duelling.core.jit import interpreted
from duelling.lab.heats import ROUNDS, Heats, hopeless, only_grows, promising

pytestmark = pytest.mark.plain


ORDERED = du.PreferenceMatrix([[0.5, 0.9, 0.9], [0.1, 0.5, 0.9], [0.1, 0.1, 0.5]])


def test_regret_only_grows_where_chances_stay():
    swap = du.Piecewise([ORDERED.win, 1 - ORDERED.win], starts=[1, 11])
    assert only_grows(ORDERED, "condorcet", 100)
    assert not only_grows(swap, "borda", 100)
    assert not only_grows(du.Shadow(3), "borda", 100)


@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize("name", ["rucb", "savage", "single-elimination"])
def test_a_heat_is_the_beginning_of_the_run_even_where_the_horizon_matters(name, shuffle):
    heats = Heats(ORDERED, "condorcet", "strong", 400, 5, shuffle)
    with interpreted():
        early = heats.play(name, 40, 3, 2)
        whole = du.simulate(
            ORDERED, name, horizon=400, runs=3, winner="condorcet", seed=5, checkpoints=[40, 400], shuffle=shuffle
        ).strong[0, :, :, 0]
    assert np.array_equal(early, whole[:, 0])
    assert (whole[:, 1] >= early).all()


def test_heats_in_python_leave_out_who_takes_too_long_or_fails(monkeypatch):
    heats = Heats(ORDERED, "condorcet", "strong", 10 * ROUNDS, 0, False)
    now, played = 0.0, []

    def play(self, name, rounds, runs, threads):
        nonlocal now
        if name == "bad":
            raise du.InputError("no")
        now += rounds * {"quick": 1e-4, "slow": 1.0}[name]
        played.append((name, rounds))
        return np.array([float(rounds)])

    monkeypatch.setattr("duelling.lab.heats.time.monotonic", lambda: now)
    monkeypatch.setattr(Heats, "play", play)
    assert heats.in_python(["bad", "quick", "slow", "quick"], 2.0) == {"quick": float(ROUNDS)}
    assert ("slow", ROUNDS) not in played


def test_who_did_well_comes_first_and_who_is_not_known_in_the_middle():
    assert promising(["a", "b", "c", "d"], {"a": 9.0, "c": 1.0, "d": 5.0}) == ["c", "b", "d", "a"]
    assert promising(["b", "a"], {}) == ["b", "a"]


def test_hopeless_is_whose_every_run_is_worse_already():
    best = np.array([3.0, 5.0])
    assert hopeless(np.array([6.0, 7.0]), best)
    assert not hopeless(np.array([5.0, 70.0]), best)
