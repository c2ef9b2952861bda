"""The goal condorcet: tests by the prefix of each pair, and questions that spread."""

import numpy as np
import pytest

from duelling.core.states import numbers
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.tell import Tell
from duelling.live.decisions.undo import Restore, Undo, Void
from duelling.live.judgement import glance, judge
from tests.helpers.memory import Follower, arena

pytestmark = pytest.mark.plain


def better(made, ticket):
    made.do(Tell(ticket, "left" if ticket.left < ticket.right else "right"))


def test_questions_at_once_are_about_different_rivals():
    made = arena("abcdef", goal="condorcet")
    pairs = {frozenset((ticket.left, ticket.right)) for ticket in made.do(Ask(8)).tickets}
    assert len(pairs) > 4


def test_a_winner_is_named_and_then_any_pair_is_shown():
    made = arena("abcd", goal="condorcet")
    for _ in range(100):
        better(made, made.do(Ask(1)).tickets[0])
    found = judge(glance(made.state))
    assert (found.state, found.winner) == ("decided", "a")
    assert made.journal.events[-3].chance == 1 / 6


@pytest.mark.parametrize("within", [0.0, 0.1])
def test_what_is_folded_step_by_step_is_what_is_folded_at_once(within):
    """With answers in any order, votes that are taken back and come again, and a voter whose votes go."""
    made, rng = arena("abcde", goal="condorcet", repeats=None, within=within), np.random.default_rng(0)
    tickets, told = [], []
    for k in range(300):
        asked = made.do(Ask(1 + int(rng.random() * 3), f"voter {int(rng.random() * 9)}")).tickets
        tickets += [ticket for ticket in asked if ticket not in tickets]
        ticket = tickets.pop(int(rng.random() * len(tickets)))
        made.do(Tell(ticket, ("left", "right", "tie")[int(rng.random() * 3)] if rng.random() < 0.5 else
                     "left" if ticket.left < ticket.right else "right"))  # fmt: skip
        told.append(ticket)
        if k % 41 == 40:
            made.do(Undo(told[-1 - int(rng.random() * 9)]))
        if k % 97 == 96:
            made.do(Void("voter 1"))
        if k % 97 == 50 and "voter 1" in made.state.people.numbers:
            made.do(Restore(voter="voter 1"))
        if k % 10 == 0:
            fresh = Follower(made.journal).read()
            np.testing.assert_array_equal(numbers(made.state.policy.contest()), numbers(fresh.policy.contest()))
