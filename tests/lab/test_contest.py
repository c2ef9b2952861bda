"""A contest of all algorithms: who waits, who is left out, who has further runs, and what is said of it."""

import re

import numpy as np
import pytest

import duelling as du
from duelling.core.jit import interpreted
from duelling.lab import clock as clocks
from duelling.lab import contest, heats
from duelling.lab.ahead import Next
from duelling.lab.clock import Clock
from duelling.lab.everything import shared, simulate_all

pytestmark = pytest.mark.plain


ORDERED = [[0.5, 0.9, 0.9], [0.1, 0.5, 0.9], [0.1, 0.1, 0.5]]


def test_runs_end_when_the_time_is_over_and_the_first_ones_stay(monkeypatch):
    """Further runs are cut, so that all algorithms have the first two; those of simulate."""
    watch, watches = Clock.watch, []

    def cut(self, report):
        watches.append(report)
        return watch(self if len(watches) == 1 else Clock(1e-9), report)  # that of the first runs of the second one

    monkeypatch.setattr(Clock, "watch", cut)
    with interpreted():
        played = simulate_all(ORDERED, horizon=60, runs=9, winner="von_neumann", seconds=600, threads=1)
        alone = du.simulate(
            ORDERED, [part.algorithms[0] for part in played.parts], horizon=60, runs=2, winner="von_neumann"
        )
    assert {part.runs for part in played.parts} == {2}
    assert np.array_equal(shared(played.parts).values, alone.values)


def test_who_is_slow_waits_for_the_others_and_is_played_then(monkeypatch):
    monkeypatch.setattr(contest, "SLOW", 1e9)  # so that everybody is
    with interpreted():
        played = simulate_all(ORDERED, horizon=20, runs=2, winner="von_neumann", seconds=600)
    assert {part.algorithms[0] for part in played.parts} == {each.name for each in du.select("von_neumann", "weak")}
    assert played.left == ()


def test_further_runs_are_as_many_as_fit(monkeypatch):
    """First runs that seem to take three seconds of a hundred each leave time for some more, but not for all."""
    now = 0.0

    def monotonic():
        nonlocal now
        now += 1
        return now

    monkeypatch.setattr(clocks.time, "monotonic", monotonic)
    with interpreted():
        played = simulate_all(ORDERED, horizon=20, runs=100, winner="von_neumann", seconds=100, threads=1)
    assert contest.FEW < max(part.runs for part in played.parts) < 100


def test_the_report_counts_all_of_them():
    told = []
    with interpreted():
        simulate_all(
            ORDERED, horizon=10, runs=2, winner="von_neumann", threads=1, progress=lambda *each: told.append(each)
        )
    assert told == [(10, 40), (20, 40), (30, 40), (40, 40)]


def test_who_is_slow_and_hopeless_after_a_tenth_is_left_out(monkeypatch):
    """All wait. The first plays; the others have paid more in a tenth of the rounds, since the test says so."""
    monkeypatch.setattr(contest, "SLOW", 1e9)
    monkeypatch.setattr(contest, "hopeless", lambda early, best: len(early) == len(best))
    with interpreted():
        played = simulate_all(ORDERED, horizon=40, runs=2, winner="von_neumann", seconds=600)
    (first,) = (part.algorithms[0] for part in played.parts)
    assert [why for _, why in played.left] == [f"its regret after 4 rounds is above that of {first} after 40"]


def test_where_kernels_are_compiled_heats_say_who_comes_first_and_what_is_hopeless(monkeypatch):
    """The first beginning takes long, so heats are played; then there is no time for the worst of them."""
    heat = {"opt-max": 1.0, "pcomp": 1e9, "rucb": 2.0}
    monkeypatch.setattr(heats.Heats, "in_python", lambda *_: heat)
    monkeypatch.setattr(Clock, "has_begun", lambda self: setattr(self, "compiles", True))
    begun = []

    def begin(self):
        begun.append(self)
        return len(begun) < 4

    monkeypatch.setattr(Clock, "begin", begin)
    names = ["d-ts", "pcomp", "rucb", "opt-max"]
    monkeypatch.setattr("duelling.lab.everything.suited", lambda *_: [du.choice(name).algorithm for name in names])
    with interpreted():
        played = simulate_all(ORDERED, horizon=40, runs=2, winner="condorcet", regret="strong", seconds=600, threads=1)
    assert {part.algorithms[0] for part in played.parts} == {"d-ts", "opt-max", "rucb"}
    best = played.parts[0].algorithms[0]
    assert played.left == (("pcomp", f"its regret after 40 rounds is above that of {best} after 40"),)


def test_where_kernels_are_compiled_another_process_does_so_as_well(monkeypatch):
    """It has compiled the third one, which therefore comes second; who is not compiled in time is left out."""
    monkeypatch.setattr(Clock, "has_begun", lambda self: setattr(self, "compiles", True))
    names, told, begun = ["d-ts", "pcomp", "rucb", "btm"], [], []

    class Fixed:
        def __init__(self, problem, names, briefly, helped):
            told.append((sorted(names), briefly["horizon"], helped))
            self.coming = iter([Next("rucb", True), Next("pcomp", False), None])

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def next(self, seconds):
            return next(self.coming)

    def begin(self):
        begun.append(self.at_once)
        return len(begun) < 4

    monkeypatch.setattr(contest, "Ahead", Fixed)
    monkeypatch.setattr(Clock, "begin", begin)
    monkeypatch.setattr("duelling.lab.everything.suited", lambda *_: [du.choice(name).algorithm for name in names])
    with interpreted():
        played = simulate_all(ORDERED, horizon=40, runs=2, winner="condorcet", regret="strong", seconds=600, threads=2)
    assert told == [(["btm", "pcomp", "rucb"], 40, True)]
    assert begun == [False, True, False, False]
    assert {part.algorithms[0] for part in played.parts} == {"d-ts", "pcomp", "rucb"}
    assert [each.algorithm for each in played.left] == ["btm"]


def test_what_was_slow_and_not_begun_says_how_long_it_would_take(monkeypatch):
    monkeypatch.setattr(contest.Contest, "_speed", lambda self, name: 1.0 if name == "soda" else 0.0)
    monkeypatch.setattr(Clock, "release", lambda self: setattr(self, "_stop", 0.0))  # all others took that long
    with interpreted():
        played = simulate_all(ORDERED, horizon=40, runs=3, winner="von_neumann", seconds=600, threads=1)
    ((name, why),) = played.left
    assert name == "soda"
    assert re.fullmatch(r"its first 2 runs would take about \d+ s", why)  # 80, and more on a busy machine


def test_who_was_compiled_when_the_time_was_over_is_said_to_be(monkeypatch):
    speed = contest.Contest._speed

    def late(self, name):
        if name == "soda":
            self.clock._stop = 0.0
        return speed(self, name)

    monkeypatch.setattr(contest.Contest, "_speed", late)
    with interpreted():
        played = simulate_all(ORDERED, horizon=40, runs=3, winner="von_neumann", seconds=600, threads=1)
    assert played.left == (("soda", clocks.NO_TIME),)
