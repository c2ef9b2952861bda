"""Columns of questions: entered one by one or at once, they are the same."""

import numpy as np
import pytest

from duelling.errors import InputError
from duelling.votes.questions import COLUMNS, FORGOTTEN, OPEN, Questions

pytestmark = pytest.mark.plain

TOLD = {"flipped": 0, "bad": 0, "time": 5.0, "voter": "ann", "case": None}


def some() -> Questions:
    asked = Questions(("a", "b", "c"))
    asked.ask(0, 1, 0.5, 0.25, (), 1.0)
    asked.ask(2, 1, 0.25, 0.25, [0], 0.5)
    asked.ask(0, 2, np.nan, np.nan, (), 1.0)
    asked.ask(1, 0, 0.5, 0.25, [0], 1.0)
    asked.tell(1, -1, {**TOLD, "flipped": 1})
    asked.tell(2, 0, {**TOLD, "voter": "bob", "case": "rain", "bad": 1})
    asked.change(3, FORGOTTEN)
    return asked


def test_votes_and_what_waits():
    held = some().ballots()
    assert (held.left.tolist(), held.right.tolist(), held.outcome.tolist()) == ([1, 0], [2, 2], [1, 0])
    assert (held.bad.tolist(), held.voters, held.cases, held.case.tolist()) == (
        [False, True], ("ann", "bob"), ("rain",), [-1, 0],
    )  # fmt: skip
    assert [each[:5] for each in held.waiting] == [(0, 0, 1, 0.5, 0.25)]
    assert (held.outs, held.out.tolist(), held.widest.tolist()) == (((0,),), [0, -1], [0.5, 1.0])
    assert held.settled == 0
    assert held.settled_in_pair.all()


def test_tickets_are_those_that_say_something_about_scores():
    asked = some()
    found = asked.tickets(0, len(asked))
    assert (found.first.tolist(), found.second.tolist()) == ([0, 2], [1, 1])
    assert np.isnan(found.share).tolist() == [True, False]
    assert (found.weight.tolist(), found.widest.tolist()) == ([0.5, 1.0], [1.0, 0.5])
    assert found.outs[found.gone].tolist() == [[False] * 3, [True, False, False]]
    assert [asked.first_open(begin) for begin in (0, 1)] == [0, 4]


def test_many_at_once_are_the_same_as_one_by_one():
    one, many = some(), Questions(("a", "b", "c"))
    many.ask(0, 1, 0.5, 0.25, (), 1.0)
    columns = {name: np.array(each)[1:] for name, each in one.columns.items()}
    columns["voter"] = np.array([1, 0, -1])
    many.enter(columns, ("bob", "ann"), ("rain",), ((0,),))
    assert many.voters == {"bob": 0, "ann": 1}
    whose = {0: 1, 1: 0, -1: -1}
    for name in COLUMNS:
        expected = np.array(one.columns[name])
        if name == "voter":
            expected = np.array([whose[voter] for voter in expected])
        np.testing.assert_array_equal(np.array(many.columns[name]), expected, err_msg=name)


def test_an_answer_that_was_taken_back_leaves_nothing():
    asked = some()
    asked.change(1, OPEN)
    assert asked.answer(1) == OPEN
    assert asked.ballots().voter.tolist() == [1]
    with pytest.raises(InputError, match="was not taken back"):
        asked.change(3, OPEN)
