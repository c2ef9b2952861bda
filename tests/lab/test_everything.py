"""Everything that suits a problem: who is played, in which order, and what is said of the rest."""

import time

import numpy as np
import pytest

import duelling as du
from duelling.core.jit import interpreted
from duelling.errors import WrongValue
from duelling.lab import everything
from duelling.lab.everything import Left, identify_all, simulate_all, suited

pytestmark = pytest.mark.plain

ORDERED = [[0.5, 0.9, 0.9], [0.1, 0.5, 0.9], [0.1, 0.1, 0.5]]
CIRCLE = [[0.5, 0.9, 0.9, 0.9], [0.1, 0.5, 0.9, 0.1], [0.1, 0.1, 0.5, 0.9], [0.1, 0.9, 0.1, 0.5]]


def test_who_suits_is_made_for_the_winner_the_regret_and_so_many_arms():
    few, many = (du.PreferenceMatrix(np.full((k, k), 0.5)) for k in (3, 13))
    names = {each.name for each in suited(few, "utility", "weak")}
    assert {"ctb", "ws-w", "exp3+unif"} <= names
    assert not {"rex3", "vn+unif", "random"} & names
    assert names - {each.name for each in suited(many, "utility", "weak")} == {"ctb"}
    with pytest.raises(WrongValue, match=r"^regret must be one for which an algorithm for the copeland winner is made"):
        suited(few, "copeland", "weak")


def test_the_result_is_that_of_simulate_with_the_smallest_regret_first():
    with interpreted():
        played = simulate_all(ORDERED, horizon=60, runs=3, winner="condorcet", seconds=600, threads=1)
        expected = du.simulate(ORDERED, list(played.result.algorithms), horizon=60, runs=3, winner="condorcet")
    assert played.left == ()
    assert set(played.result.algorithms) == {each.name for each in du.select("condorcet", "weak")}
    assert np.array_equal(played.result.values, expected.values)
    means = played.result.weak[:, :, -1, 0].mean(axis=1)
    assert (np.diff(means) >= 0).all()


def test_what_would_take_too_long_is_left_out_and_said():
    with interpreted():
        with pytest.raises(WrongValue, match=r"^seconds must be more, or horizon and runs less, got 0\.3"):
            simulate_all(ORDERED, horizon=10**9, runs=3, winner="von_neumann", seconds=0.3)
        begun = time.monotonic()
        with pytest.raises(WrongValue, match=r"^seconds must be more"):
            simulate_all(ORDERED, horizon=10**7, runs=3, winner="von_neumann", seconds=2.0)
    assert time.monotonic() - begun < 20


def test_nobody_begins_whose_beginning_would_not_fit_into_the_time(monkeypatch):
    """The slowest beginning takes 4 of 14 seconds, so none begins after second 10; the first is left aside."""
    now = 0.0
    monkeypatch.setattr(everything.time, "monotonic", lambda: now)
    clock = everything.Clock(14)

    def play(name, _):
        nonlocal now
        now += {"a": 5, "b": 4, "c": 1, "d": 1}[name]
        clock.has_begun()
        now += 0.5  # of runs
        return clock.too_short(1.3) or [name]

    done, left = everything._one_after_another(["a", "b", "c", "d"], play, clock, None, 1, 4)
    assert done == [["a"], ["b"]]
    assert left == (Left("c", "would take 1.3 s where 2.5 s are left for all"), Left("d", everything.LATE))
    now = 14.5
    assert clock.too_short(0) == everything.NO_TIME


def test_time_is_kept_for_further_runs_but_no_more_than_its_share(monkeypatch):
    now = 0.0
    monkeypatch.setattr(everything.time, "monotonic", lambda: now)
    clock = everything.Clock(10)
    clock.keep(1)
    now = 8.5
    assert clock.begin()
    clock.keep(100)
    now = 10 * (1 - everything.KEPT) + 0.1
    assert not clock.begin()


def test_runs_end_when_the_time_is_over_and_the_first_ones_stay(monkeypatch):
    """Further runs are cut, so that all algorithms have the first two; those of simulate."""
    watch = everything.Clock.watch

    def cut(self, report):
        def watched(done, total):
            if total > 2 * 60:  # more than the first runs
                raise everything.TimeIsOverError
            watch(self, report)(done, total)

        return watched

    monkeypatch.setattr(everything.Clock, "watch", cut)
    with interpreted():
        played = simulate_all(ORDERED, horizon=60, runs=9, winner="von_neumann", seconds=600, threads=1)
        alone = du.simulate(ORDERED, played.result.algorithms, horizon=60, runs=2, winner="von_neumann")
    assert played.result.runs == 2
    assert np.array_equal(played.result.values, alone.values)


def test_who_is_slow_waits_for_the_others_and_is_played_then(monkeypatch):
    monkeypatch.setattr(everything, "SLOW", 1e9)  # so that everybody is
    monkeypatch.setattr(everything, "KEPT", 0.0)
    with interpreted():
        played = simulate_all(ORDERED, horizon=20, runs=2, winner="von_neumann", seconds=600)
    assert set(played.result.algorithms) == {each.name for each in du.select("von_neumann", "weak")}
    assert played.left == ()


def test_further_runs_are_as_many_as_fit(monkeypatch):
    """First runs that seem to take three seconds of a hundred each leave time for some more, but not for all."""
    now = 0.0

    def monotonic():
        nonlocal now
        now += 1
        return now

    monkeypatch.setattr(everything.time, "monotonic", monotonic)
    with interpreted():
        played = simulate_all(ORDERED, horizon=20, runs=100, winner="von_neumann", seconds=100, threads=1)
    assert everything.FEW < played.result.runs < 100


def test_a_report_ends_work_when_the_time_is_over():
    told = []
    everything.Clock(1e-9).watch(lambda *each: told.append(each))(2, 2)  # all is done
    with pytest.raises(everything.TimeIsOverError):
        everything.Clock(1e-9).watch(lambda *each: told.append(each))(1, 2)
    assert told == [(2, 2), (1, 2)]


def test_those_with_a_theorem_on_regret_come_before_those_that_look_for_a_verdict_or_expect_an_adversary():
    names = [each.name for each in suited(du.PreferenceMatrix(ORDERED), "condorcet", "strong")]
    places = [names.index(name) for name in ("d-ts", "scb", "rcs", "champion", "klucb-sparring", "exp3-sparring")]
    assert places == sorted(places)


def test_the_report_counts_all_of_them():
    told = []
    with interpreted():
        simulate_all(
            ORDERED, horizon=10, runs=2, winner="von_neumann", threads=1, progress=lambda *each: told.append(each)
        )
    assert told == [(10, 40), (20, 40), (30, 40), (40, 40)]


def test_identification_leaves_out_what_assumes_too_much():
    with interpreted():
        every = identify_all(CIRCLE, runs=2, delta=0.2, seconds=600, limit=3000, threads=1)
    left, found = dict(every.left), [each.algorithm for each in every.found]
    assert "total order" not in left  # reasons, not assumptions
    assert "promises nothing here: it assumes every arm beats" in left["mallows-mpi"]
    assert "must play where the arms have an order" in left["merge-rank"]
    assert {"savage", "pocowista", "race"} <= set(found)
    assert {"multisort", "single-elimination"}.isdisjoint(found)
    sure = [each.duels.mean() for each in every.found if (each.arms != -1).all()]
    assert sure == sorted(sure)
    same = du.identify(CIRCLE, "savage", runs=2, delta=0.2, limit=3000)
    assert np.array_equal(every.found[found.index("savage")].duels, same.duels)


def test_with_a_budget_those_play_that_end_by_one():
    with interpreted():
        every = identify_all(ORDERED, runs=2, budget=50, seconds=600)
    assert {each.algorithm for each in every.found} | {each.algorithm for each in every.left} == {
        each.name for each in du.select() if each.identify and each.budgeted
    }


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seconds": 0}, "^seconds must be a finite number above 0, got 0"),
        ({"winner": ["borda", "utility"]}, "^winner must be one concept where all that suits is played, got 2"),
        ({"regret": "mine"}, "regret"),
        ({"horizon": 0}, "^horizon must be"),
        ({"runs": 0}, "^runs must be"),
    ],
)
def test_bad_values_are_refused_before_anything_is_played(wrong, message):
    with pytest.raises(du.InputError, match=message):
        simulate_all(ORDERED, **{"horizon": 10, "runs": 2} | wrong)
