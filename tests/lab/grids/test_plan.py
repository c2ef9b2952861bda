"""A plan: every text is looked up once, and the same thing serves all units that name it."""

import pickle

import pytest

from duelling.lab.grids import plan
from duelling.lab.grids.specification import Experiment, Specification
from duelling.problems.sequence import OutcomeSequence

pytestmark = pytest.mark.plain

ONE = Experiment(id="one", problems=["cyclic", "sushi"], algorithms=["ws-w", "rucb:alpha=0.6"], horizons=[100, 200])
TWO = Experiment(id="two", problems="cyclic", algorithms="ws-w", horizons=[20, 40], period=10, seed=3)


def test_each_text_is_looked_up_once(monkeypatch):
    asked = []

    def remember(function):
        def call(text, *rest):
            asked.append(text)
            return function(text, *rest)

        return call

    monkeypatch.setattr(plan, "find", remember(plan.find))
    monkeypatch.setattr(plan, "choice", remember(plan.choice))
    found = plan.resolve(Specification(experiments=(ONE, TWO)))
    assert sorted(asked) == ["cyclic", "rucb:alpha=0.6", "sushi", "ws-w"]
    assert set(found.problems) == {"cyclic", "sushi"}
    for unit in found.units:
        assert unit.origin is found.problems[unit.problem]
        assert unit.chosen is found.choices[unit.algorithm]


def test_a_period_has_one_sequence_and_no_period_none():
    units = plan.resolve(Specification(experiments=(ONE, TWO))).units
    drawn, fixed = [u for u in units if u.experiment == "one"], [u for u in units if u.experiment == "two"]
    assert all(unit.played is unit.origin for unit in drawn)
    (sequence,) = {id(unit.played): unit.played for unit in fixed}.values()
    assert isinstance(sequence, OutcomeSequence)
    assert abs(sequence.preference() - fixed[0].origin.preference()).max() < 1e-12


def test_the_units_of_a_plan_can_be_pickled():
    found = plan.resolve(Specification(experiments=(ONE,)))
    again = [pickle.loads(pickle.dumps(unit)) for unit in found.units]
    assert [unit.key() for unit in again] == [unit.key() for unit in found.units]
