"""What every problem answers: descriptions and fingerprints of its content."""

import json
import pickle

import numpy as np
import pytest

import duelling as du
from duelling.core.fields import walk
from duelling.core.losses import Steps
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.named import problem
from duelling.problems.sequence import OutcomeSequence
from duelling.problems.utility import UtilityModel
from tests.helpers.problems import KINDS, ROUNDS, SHARP

MADE = (
    "random:bradley-terry,arms=4",
    "contexts:arms=4",
    "continuous:quadratic,body=ball,dimension=3",
    "corrupted:sushi,budget=10",
    "drift:arms=4",
    "flips:arms=4",
    "shadow:arms=4",
)


@pytest.mark.edges
@pytest.mark.parametrize("given", [given for given, _ in KINDS] + [OutcomeSequence(ROUNDS), problem("sushi")])
def test_descriptions_are_json_and_tell_content_apart(given):
    facts = given.describe()
    assert json.loads(json.dumps(facts)) == facts
    assert {"kind", "name", "arms", "source", "sha256"} <= set(facts)
    assert given.name in repr(given)
    assert f"{len(given.arms)} arms" in repr(given)


@pytest.mark.plain
@pytest.mark.parametrize("given", [given for given, _ in KINDS] + [OutcomeSequence(ROUNDS), *map(problem, MADE)])
def test_a_problem_from_another_process_needs_no_other_kernels(given):
    """The compiler tells arrays that may be written from those that may not."""

    def forms(asked):
        horizon = 10 * asked.multiple
        states = asked.start(horizon), asked.losses(asked.concepts(horizon)[:1], horizon)
        parts = [part for state in states for _, part in walk(state)]
        return [(part.dtype, part.flags.writeable) if isinstance(part, np.ndarray) else type(part) for part in parts]

    assert forms(pickle.loads(pickle.dumps(given))) == forms(given)


@pytest.mark.edges
def test_fingerprints_follow_the_content_only():
    same, other = PreferenceMatrix(SHARP, name="else"), PreferenceMatrix(SHARP.T)
    print_of = {given: given.describe()["sha256"] for given in (PreferenceMatrix(SHARP), same, other)}
    assert len(set(print_of.values())) == 2
    assert UtilityModel([0.1, 0.2]).describe()["sha256"] != UtilityModel([0.1, 0.2], "probit").describe()["sha256"]


def test_an_own_problem_that_would_leave_its_arrays_is_refused(loaded):
    tides = type(du.problem("tides:arms=3"))

    class Narrow(tides):
        def matrices(self):
            return np.full((2, 2), 0.5)

    class Short(tides):
        def timeline(self, rows):
            return Steps(rows, np.array([1, 5]))

    with pytest.raises(
        du.InputError, match=r"matrices of tides.* must have 3 rows and columns, .*, got shape \(2, 2\)"
    ):
        du.simulate(Narrow(3), "random", horizon=9, runs=1)
    with pytest.raises(du.InputError, match=r"timeline of tides.* must have 24 rounds, one for each row, got 2"):
        du.simulate(Short(3), "random", horizon=9, runs=1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (np.full((500, 3), 0.5), r" must have 3 rows and columns, one for each arm, got shape \(500, 3\)"),
        (np.zeros((0, 3, 3)), r" must have 3 rows and columns, one for each arm, got shape \(0, 3, 3\)"),
        ("no matrix", " must have 3 rows and columns, one for each arm, got 'no matrix'"),
        ([[0.5, 1.5, 0.5], [-0.5, 0.5, 0.5], [0.5, 0.5, 0.5]], r": P\[0, 1\] must be between 0 and 1, got 1\.5"),
        (np.full((3, 3), 0.6), r": P\[0, 0\] must be 0\.5, an arm against itself, got 0\.6"),
        (
            [np.full((3, 3), 0.5), [[0.5, 0.75, 0.5], [0.75, 0.5, 0.5], [0.5, 0.5, 0.5]]],
            r": matrices\[1\]\[0, 1\] \+ matrices\[1\]\[1, 0\] must be 1, got 0\.75 \+ 0\.75 = 1\.5",
        ),
        ([[0.5, np.nan, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]], r": P\[0, 1\] must be between 0 and 1, got nan"),
    ],
)
def test_matrices_of_an_own_problem_must_be_chances(loaded, wrong, message):
    class Wrong(type(du.problem("tides:arms=3"))):
        def matrices(self):
            return wrong

    for ask in (lambda p: du.simulate(p, "random", horizon=9, runs=1), lambda p: p.facts(9), du.check_problem):
        with pytest.raises(du.WrongValue, match=r"^matrices of tides:arms=3,\S*" + message):
            ask(Wrong(3))


@pytest.mark.parametrize("starts", [[2, 5], [1, 1], [5, 1], [1.0, 2.5]])
def test_the_timeline_of_an_own_problem_ascends_from_1(loaded, starts):
    class Late(type(du.problem("tides:arms=3"))):
        def timeline(self, rows):
            return Steps(rows, np.array(starts))

    for ask in (lambda p: du.simulate(p, "random", horizon=9, runs=1), lambda p: p.preference(9), du.check_problem):
        with pytest.raises(du.WrongValue, match=r"^timeline of tides.* must have whole rounds that ascend from 1, got"):
            ask(Late(3, rounds=2))
