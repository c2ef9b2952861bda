"""Questions about stops: decided on made-up numbers by hand, also where runs were given up or wrong."""

import math

import numpy as np
import pytest

from duelling.core.intervals import exact_share
from duelling.lab.grids.measured import Measured
from duelling.lab.grids.specification import Experiment
from duelling.thesis.claims.questions import Findings
from duelling.thesis.claims.stops import Fewer, Place, SeldomWrong
from tests.helpers.stops import stops

pytestmark = pytest.mark.plain

HERE, THERE = Place("cyclic", "here"), Place("sushi", "there")
RUNS = 40
SPREAD = np.linspace(0.9, 1.1, RUNS)
ABOUT = Experiment(
    id="sure", problems=("cyclic", "sushi"), algorithms=("race", "race:pairs=uniform", "savage"), delta=0.05, runs=RUNS
)


def findings(**given):
    """What was measured: ``race`` and ``savage`` on the first problem, ``race_there`` on the second."""
    places = {"race": ("cyclic", "race"), "savage": ("cyclic", "savage"), "race_there": ("sushi", "race")}
    return Findings(Measured(ABOUT, {}, {}, {places[name]: found for name, found in given.items()}))


def ask(first, second, below=0.5, level=0.95):
    return Fewer(HERE, "race", "savage", below).ask(findings(race=first, savage=second), level)


@pytest.mark.parametrize(("share", "says"), [(0.3, "for"), (0.7, "against"), (0.5, "open")])
def test_a_share_is_decided_by_the_whole_interval(share, says):
    reading = ask(stops(share * 1000 * SPREAD), stops(np.full(RUNS, 1000)))
    assert (reading.says, reading.name, reading.expected) == (says, "Race / SAVAGE, here", "below 0.5")
    assert reading.value == pytest.approx(share)
    assert share * 0.9 < reading.low < share < reading.high < share * 1.1


def test_runs_are_compared_one_by_one():
    """Both vary by a factor of a hundred, together: the ratio is the same in every run."""
    wild = np.geomspace(10, 1000, RUNS)
    reading = ask(stops(0.4 * wild), stops(wild))
    assert (reading.low, reading.high) == (pytest.approx(0.4), pytest.approx(0.4))


def test_a_rule_that_was_cut_off_can_lose_and_cannot_win():
    cut = stops(np.full(RUNS, 1000), undecided=RUNS)
    lost = ask(stops(300 * SPREAD), cut)
    assert (lost.says, lost.low, lost.value) == ("for", 0, pytest.approx(0.3))
    assert ask(stops(700 * SPREAD), cut).says == "open"  # it may be anything below 0.7
    assert ask(cut, stops(1000 * SPREAD)).says == "against"  # at least 1
    assert ask(cut, stops(5000 * SPREAD)).says == "open"
    both = ask(cut, cut)
    assert (both.says, both.low, both.high) == ("open", 0, math.inf)


def test_a_few_wrong_or_stuck_runs_change_little_and_many_everything():
    rival = stops(np.full(RUNS, 1000))
    assert ask(stops(300 * SPREAD, wrong=2, undecided=2), rival).says == "for"
    assert ask(stops(300 * SPREAD, wrong=RUNS), rival).says == "against"  # no right verdict ever comes
    assert ask(rival, stops(5000 * SPREAD, wrong=RUNS)).says == "for"


def test_too_few_runs_decide_nothing():
    few = ask(stops([300, 300, 300]), stops([1000, 1000, 1000]))
    assert (few.says, few.value, math.isnan(few.low)) == ("open", pytest.approx(0.3), True)


@pytest.mark.parametrize(
    ("here", "there", "says"), [(0, 0, "for"), (0, 1, "for"), (5, 4, "open"), (12, 0, "against"), (6, 7, "open")]
)
def test_wrong_verdicts_are_few_together_and_nowhere_too_many(here, there, says):
    known = findings(race=stops(np.full(80, 9), wrong=here), race_there=stops(np.full(80, 9), wrong=there))
    reading = SeldomWrong((HERE, THERE), "race").ask(known, 0.95)
    assert reading.says == says
    if says == "against":  # the problem is named
        assert reading.name == "wrong verdicts of Race, here"
        assert reading.low == exact_share(here, 80, 1 - 0.05 / 4)[0] > 0.05
    else:
        assert reading.name == "wrong verdicts of Race, all 160 runs"
        assert (reading.low, reading.high) == exact_share(here + there, 160, 1 - 0.05 / 2)


def test_runs_without_a_verdict_are_not_wrong():
    stuck = stops(np.full(200, 9), undecided=200)
    assert SeldomWrong((HERE,), "race").ask(findings(race=stuck), 0.95).says == "for"


def test_what_was_not_measured_has_no_answer():
    known = findings(race=stops([1] * RUNS))
    for asked in (Fewer(HERE, "race", "savage", 1), SeldomWrong((HERE, THERE), "race")):
        assert asked.ask(known, 0.95) is None
        assert asked.ask(Findings(), 0.95) is None
