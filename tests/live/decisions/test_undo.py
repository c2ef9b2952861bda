"""Votes that are taken back, and that count again."""

import pytest

from duelling.errors import Conflict, UnknownName
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.tell import Tell
from duelling.live.decisions.undo import Restore, Undo, Void
from tests.helpers.memory import SECOND, arena

pytestmark = pytest.mark.plain


def ask(made, voter=None):
    return made.do(Ask(1, voter)).tickets[0]


def vote(made, voter, answer="left"):
    ticket = ask(made, voter)
    made.do(Tell(ticket, answer))
    return ticket


def better(made, ticket):
    """The item that comes first in the list of items wins."""
    names = made.state.items.numbers
    made.do(Tell(ticket, "left" if names[ticket.left] < names[ticket.right] else "right"))


def test_a_vote_that_was_taken_back_can_be_told_anew():
    made = arena()
    ticket = vote(made, "ann")
    assert made.do(Undo(ticket)) == 1
    assert made.state.questions.counted == 0
    assert ask(made, "ann") == ticket
    assert made.do(Tell(ticket, "right")).counted
    assert made.state.answer(1) == "right"


def test_taking_back_twice_is_fine_and_writes_nothing():
    made = arena()
    ticket = vote(made, "ann")
    made.do(Undo(ticket))
    before = len(made.journal.events)
    assert made.do(Undo(ticket)) == 0
    assert len(made.journal.events) == before


def test_only_a_vote_can_be_taken_back():
    made = arena()
    ticket = ask(made, "ann")
    with pytest.raises(Conflict, match="no vote"):
        made.do(Undo(ticket))
    made.journal.now += 601 * SECOND
    vote(made, "bob")
    with pytest.raises(Conflict, match="no vote"):
        made.do(Undo(ticket))


def test_a_question_that_was_taken_back_goes_to_others_once_its_ticket_expired():
    made = arena()
    ticket = vote(made, "ann")
    made.do(Undo(ticket))
    made.journal.now += 601 * SECOND
    other = vote(made, "bob", "tie")
    assert {other.left, other.right} == {ticket.left, ticket.right}
    assert not made.do(Tell(ticket, "left")).counted


def test_all_votes_of_a_voter_go_and_come_back():
    made = arena(repeats=None)
    for k in range(10):
        vote(made, ("ann", "bob")[k % 2], ("left", "right", "tie")[k % 3])
    before = made.state.questions.table["answer"].tolist()
    assert made.do(Void("ann")) == 5
    assert made.state.questions.counted == 5
    assert made.do(Void("ann")) == 0
    assert not made.state.questions.waiting
    assert made.do(Restore(voter="ann")) == 5
    assert made.state.questions.counted == 10
    assert made.state.questions.table["answer"].tolist() == before
    with pytest.raises(UnknownName, match="voter"):
        made.do(Void("eve"))


def test_one_vote_counts_again_as_it_was():
    made = arena()
    ticket = vote(made, "ann", "bad")
    made.do(Undo(ticket))
    assert made.do(Restore(ticket=ticket)) == 1
    assert made.do(Restore(ticket=ticket)) == 0
    assert made.state.answer(1) == "bad"
    assert not made.state.questions.waiting


def test_a_new_roster_begins_where_somebody_would_come_back_into_the_race():
    made = arena([f"item {k}" for k in range(4)])
    tickets = []
    while not made.state.items.roster.left:
        tickets.append(ask(made))
        better(made, tickets[-1])
    assert made.state.items.roster.number == 1
    made.do(Undo(tickets[0]))
    assert made.state.items.roster.number == 2
    assert made.state.items.roster.left == []
    assert "out of the race" in made.journal.events[-1].why


def test_a_vote_that_came_after_all_who_left_changes_nobody():
    made = arena([f"item {k}" for k in range(4)])
    while not made.state.items.roster.left:
        better(made, ask(made))
    ticket = ask(made)
    better(made, ticket)
    left = [*made.state.items.roster.left]
    made.do(Undo(ticket))
    assert (made.state.items.roster.number, made.state.items.roster.left) == (1, left)
