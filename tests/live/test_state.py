"""The state of an arena is a fold of its journal."""

import pytest

from duelling.live.decisions.ask import Ask
from duelling.live.decisions.tell import Tell
from duelling.live.journal.events import from_lines, to_lines
from duelling.live.state import State
from tests.helpers.memory import SECOND, Follower, arena

pytestmark = pytest.mark.plain


def test_a_state_from_the_lines_of_a_journal_gives_the_same_tickets():
    made = arena()
    first, second = made.do(Ask(2, "ann")).tickets
    made.do(Tell(first, "left"))
    state = State(past=made.journal)
    for event in from_lines(to_lines(made.journal.events), "a file"):
        state.fold(event)
    assert state.head == made.state.head
    assert state.ticket(state.offer(int(first.id.split(".")[0]))) == first
    assert state.find(second.id)[0] == second.id
    assert state.answer(1) == made.state.answer(1)


def test_two_processes_on_one_journal_see_each_other():
    one = arena()
    other = Follower(one.journal)
    ticket = one.do(Ask(1, "ann")).tickets[0]
    assert other.do(Ask(1, "ann")).tickets == (ticket,)
    assert other.do(Tell(ticket, "left")).counted
    assert one.do(Tell(ticket, "left")).counted
    assert one.state.questions.counted == 1


def test_the_round_counts_votes_and_self_duels():
    made = arena(goal="learner", learner="exp3-sparring")
    made.do(Tell(made.do(Ask(1)).tickets[0], "left"))
    assert made.state.t == 2 + len(made.state.questions.selves)


def test_a_ticket_lives_as_long_as_the_settings_say():
    made = arena(expires=10)
    ticket = made.do(Ask(1)).tickets[0]
    offer = made.state.find(ticket)[1]
    assert ticket.expires == made.journal.now / 1e6 + 10
    assert made.state.alive(offer, made.journal.now + 10 * SECOND)
    assert not made.state.alive(offer, made.journal.now + 11 * SECOND)
