"""Votes from elsewhere stand before those of the arena, without chances."""

import numpy as np
import pytest

from duelling.live.decisions.ask import Ask
from duelling.live.decisions.tell import Tell
from duelling.live.journal.events import Recorded
from duelling.live.records import Records
from duelling.live.standings import asked_of, ballots_of
from tests.helpers.memory import arena

pytestmark = pytest.mark.plain


def test_they_stand_before_the_others():
    made = arena(("fox", "owl", "hare"))
    for answer in ("left", "tie"):
        (ticket,) = made.do(Ask(1)).tickets
        made.do(Tell(ticket, answer))
    made.do(Ask(1))
    (ticket,) = made.do(Ask(1)).tickets
    made.do(Tell(ticket, "right"))
    alone = ballots_of(made.state)
    for first, second, answer in ((0, 1, "right"), (2, 0, "bad")):
        made.state.records.add(Recorded(first=first, second=second, answer=answer, voter=None, time=2.5))
    both = ballots_of(made.state)
    assert len(both) == len(alone) + 2
    assert (both.left[:2].tolist(), both.right[:2].tolist()) == ([0, 2], [1, 0])
    assert (both.outcome[:2].tolist(), both.bad[:2].tolist()) == ([-1, 0], [False, True])
    assert np.isnan(both.chance[:2]).all()
    for name in ("left", "right", "outcome", "voter", "chance", "least", "out", "widest"):
        np.testing.assert_array_equal(getattr(both, name)[2:], getattr(alone, name))
    assert [question.before for question in both.waiting] == [question.before + 2 for question in alone.waiting]
    assert both.settled == alone.settled + 2


def test_items_that_do_not_compete_are_left_out():
    records = Records()
    for first, second in ((0, 1), (1, 2), (0, 2)):
        records.add(Recorded(first=first, second=second, answer="left"))
    ballots = ballots_of(arena(("fox", "hare")).state)
    found = records.before(ballots, np.array([0, -1, 1]))
    assert (found.left.tolist(), found.right.tolist()) == ([0], [1])
    assert len(records) == 3


def test_those_that_were_taken_away_are_left_out():
    records = Records()
    for voter in (1, 2, 1, None):
        records.add(Recorded(first=0, second=1, answer="left", voter=voter))
    assert records.turn(1, void=True) == 2
    assert records.turn(1, void=True) == 0
    assert records.counted.tolist() == [False, True, False, True]
    assert (records.of(1, void=True).tolist(), records.of(1, void=False).tolist()) == ([0, 2], [])
    assert len(records.before(ballots_of(arena(("fox", "owl")).state), np.array([0, 1]))) == 2
    assert records.turn(1, void=False) == 2
    assert records.counted.all()


def test_without_them_nothing_is_copied():
    made = arena(("fox", "owl"))
    asked = asked_of(made.state)
    assert made.state.records.before(asked, made.state.items.roster.arms) is asked
