"""A race: further runs go to those that may be the best, then to the others."""

from dataclasses import replace

import numpy as np
import pytest

import duelling as du
from duelling.core.jit import interpreted
from duelling.lab.clock import Clock
from duelling.lab.race import contends, race, ranked, regrets

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def result():
    with interpreted():
        return du.simulate("cyclic", "random", horizon=2, runs=2, checkpoints=1)


def part(result, name, *values, seconds=0.0):
    """A result of one algorithm with these regrets."""
    shape = (2, 1, len(values), 1, 1)
    return replace(
        result,
        algorithms=(name,),
        runs=len(values),
        values=np.broadcast_to(np.array(values)[None, None, :, None, None], shape),
        seconds=np.array([seconds]),
    )


def run(result, parts, further, **about):
    """The race, with the regret of further runs by name; also who played how many."""
    told = []

    def play(name, first, more):
        told.append((name, more))
        if further[name] is None:
            return None
        return replace(part(result, name, *[further[name]] * more), first_run=first)

    found = race(parts, "weak", Clock(600), **{"runs": 8, "threads": 1, "play": play} | about)
    return found, told


def test_contenders_come_first_and_then_the_others_if_there_is_time(result):
    parts = [part(result, "far", 90.0, 91.0), part(result, "near", 10.0, 12.0), part(result, "best", 9.0, 11.0)]
    found, told = run(result, parts, {"far": 90.0, "near": 11.0, "best": 9.0})
    assert [each.algorithms[0] for each in found] == ["best", "near", "far"]
    assert {each.runs for each in found} == {8}
    assert [name for name, _ in told][:2] == ["best", "near"]
    first_far = [name for name, _ in told].index("far")
    assert {name for name, _ in told[first_far:]} <= {"far", "near"}  # near may be out of the race by then


def test_who_does_not_fit_into_the_time_has_no_further_runs(result):
    parts = [part(result, "slow", 1.0, 2.0, seconds=1e6), part(result, "quick", 5.0, 6.0)]
    found, told = run(result, parts, {"quick": 5.0})
    assert [each.runs for each in found] == [2, 8]
    assert "slow" not in dict(told)


def test_the_race_ends_when_the_time_is_over_and_keeps_what_it_has(result):
    parts = [part(result, "one", 1.0, 2.0), part(result, "two", 1.0, 3.0)]
    found, told = run(result, parts, {"one": None})
    assert [each.runs for each in found] == [2, 2]
    assert told == [("one", 2)]


def test_who_contends(result):
    best = part(result, "best", 1.0, 2.0, 1.5)
    assert contends(part(result, "x", 2.0, 9.0), best, "weak")
    assert not contends(part(result, "x", 2.1, 2.2), best, "weak")  # all runs are worse
    assert not contends(part(result, "x", *np.linspace(1.9, 20, 50)), best, "weak")  # the intervals are apart
    assert ranked([part(result, "x", 2.0), best], "weak")[0] is best
    assert regrets(best, "weak").tolist() == [1.0, 2.0, 1.5]
