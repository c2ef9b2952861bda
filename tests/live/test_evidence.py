"""Evidence by the votes before the oldest open question."""

import numpy as np
import pytest

from duelling.core.states import numbers
from duelling.live import evidence
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.tell import Tell
from duelling.live.decisions.undo import Undo, Void
from tests.helpers.memory import Follower, arena

pytestmark = pytest.mark.plain


def better(made, ticket):
    made.do(Tell(ticket, "left" if ticket.left < ticket.right else "right"))


def test_votes_behind_an_open_question_are_not_evidence_until_it_is_answered():
    made = arena("abc")
    first = made.do(Ask(1)).tickets[0]
    for _ in range(20):
        made.do(Tell(made.do(Ask(1)).tickets[0], "left"))
    assert made.state.policy.evidence.race().score.sum() == 0
    better(made, first)
    assert made.state.policy.evidence.race().score[:, 0].sum() == 2 * 21


@pytest.mark.parametrize("goal", ["best", "rank", "show"])
def test_what_is_folded_step_by_step_is_what_is_folded_in_large_pieces(goal, monkeypatch):
    monkeypatch.setattr(evidence, "PIECE", 40)
    made, rng, tickets, told = arena("abcde", goal=goal), np.random.default_rng(0), [], []
    for k in range(250):
        tickets += made.do(Ask(1 + int(rng.random() * 3))).tickets
        told.append(tickets.pop(int(rng.random() * len(tickets))))
        better(made, told[-1])
        if k % 41 == 40:
            made.do(Undo(told[-1 - int(rng.random() * 9)]))
        if k % 10 == 0:
            fresh = Follower(made.journal).read()
            np.testing.assert_array_equal(
                numbers(made.state.policy.evidence.race()), numbers(fresh.policy.evidence.race())
            )


@pytest.mark.parametrize("goal", ["best", "condorcet", "rank", "show"])
def test_a_few_questions_are_told_as_many_are(goal):
    """Some count, some were taken away, some were drawn without known chances or while an item had left."""
    made, rng = arena("abcd", goal=goal, delta=0.5, repeats=None), np.random.default_rng(1)
    for k in range(150):
        ticket = made.do(Ask(1, f"voter {k % 5}" if k % 3 else None)).tickets[0]
        better(made, ticket) if rng.random() < 0.9 else made.do(Tell(ticket, "tie"))
    made.do(Void("voter 1"))
    found = made.state.policy.evidence
    assert goal != "best" or made.state.items.roster.left
    for begin in range(len(made.state.questions) - found.roster.begin - evidence.FEW):
        few, countable = found._raced(begin, begin + evidence.FEW)
        many = found.tickets(begin, begin + evidence.FEW).raced
        assert countable == np.isin(many[3:5], evidence.COUNTABLE).all()
        for one, other in zip(few, many, strict=True):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one, other)
