"""Who gets which question."""

import pytest

from duelling.errors import Conflict
from duelling.live.decisions.ask import AHEAD, Ask
from duelling.live.decisions.create import NewItem
from duelling.live.decisions.manage import Add, Bar, Open, Own, Retire
from duelling.live.decisions.tell import Tell
from duelling.live.snapshots import from_bytes, to_bytes
from duelling.live.state import State
from tests.helpers.memory import SECOND, arena

pytestmark = pytest.mark.plain


def ask(made, voter=None, count=1, key=None):
    return made.do(Ask(count, voter, key)).tickets


def pair(ticket):
    return {ticket.left, ticket.right}


def test_a_ticket_shows_two_items_and_has_an_id_that_nobody_guesses():
    (ticket,) = ask(arena(), "ann")
    assert ticket.left != ticket.right
    number, _, code = ticket.id.partition(".")
    assert number.isdigit()
    assert len(code) == 22
    assert ticket.voter == "ann"


def test_a_named_voter_gets_the_same_ticket_until_he_answers_it_or_it_expires():
    made = arena()
    (first,) = ask(made, "ann")
    assert ask(made, "ann") == (first,)
    made.journal.now += 601 * SECOND
    (again,) = ask(made, "ann")
    assert again.id != first.id
    assert pair(again) == pair(first)


@pytest.mark.parametrize("settings", [{"repeats": 1}, {"repeats": None, "most_per_voter": 1}])
@pytest.mark.parametrize("meanwhile", ["nothing", "somebody holds it"])
def test_a_voter_whose_ticket_expired_is_asked_again(settings, meanwhile):
    made = arena(("fox", "owl"), **settings)
    (first,) = ask(made, "ann")
    made.journal.now += 601 * SECOND
    if meanwhile != "nothing":
        ask(made, "bob")
    (again,) = ask(made, "ann")
    assert again.id != first.id
    assert ask(made, "ann", count=2) == (again,)  # one that she holds counts as given
    made.do(Tell(again, "left"))
    assert ask(made, "ann") == ()


def test_whoever_has_no_name_always_gets_a_new_one():
    made = arena()
    assert len({ticket.id for ticket in (*ask(made), *ask(made), *ask(made, count=5))}) == 7


def test_the_same_request_gives_the_same_tickets():
    made = arena()
    tickets = ask(made, count=3, key="k")
    assert ask(made, count=3, key="k") == tickets
    for ticket in tickets:
        made.do(Tell(ticket, "left"))
    assert ask(made, count=3, key="k") == tickets


@pytest.mark.parametrize("forget", [False, True])
def test_the_same_request_gives_the_same_tickets_also_those_that_were_held_before(forget):
    made = arena("abcd")
    (held,) = ask(made, "ann")
    tickets = ask(made, "ann", count=3, key="k")
    assert tickets[0] == held
    assert ask(made, "ann", key="one") == (held,)
    made.do(Tell(held, "left"))
    if forget:
        made.read().keys.clear()
    before = len(made.journal.events)
    assert ask(made, "ann", count=3, key="k") == tickets
    assert ask(made, "ann", key="one") == (held,)
    assert len(made.journal.events) == before


@pytest.mark.parametrize("other", [None, "bob"])
def test_nobody_gets_the_tickets_of_another_by_his_key(other):
    made = arena()
    ask(made, "ann", key="k")
    made.do(Ask(1, "bob"))
    before = len(made.journal.events)
    with pytest.raises(Conflict, match="key 'k' names a request of another voter: take another key"):
        ask(made, other, key="k")
    assert len(made.journal.events) == before


def test_expired_and_skipped_questions_come_first_and_never_go_back_to_who_skipped():
    made = arena(skip="again")
    (first,) = ask(made, "ann")
    (second,) = ask(made, "bob")
    made.do(Tell(second, "skip"))
    (third,) = ask(made, "eve")
    assert pair(third) == pair(second)
    (other,) = ask(made, "bob")
    assert other.id not in (second.id, third.id)
    made.journal.now += 601 * SECOND
    (fourth,) = ask(made, "dan")
    assert pair(fourth) == pair(first)


def test_nobody_is_asked_about_his_own_item_or_a_pair_that_he_has_answered():
    made = arena(("fox", "owl", "hare", "lynx"), repeats=1)
    made.do(Own("ann", ("fox",)))
    seen = []
    while tickets := ask(made, "ann"):
        seen.append(frozenset(pair(tickets[0])))
        made.do(Tell(tickets[0], "left"))
    assert len(seen) == len({*seen}) <= 3
    assert all("fox" not in each for each in seen)


def test_questions_that_a_voter_may_not_answer_wait_for_others_and_are_never_dropped():
    made = arena(("fox", "owl"), repeats=1)
    (ticket,) = ask(made, "ann")
    made.do(Tell(ticket, "left"))
    asked = made.do(Ask(1, "ann"))
    assert asked.tickets == ()
    assert "seen every pair" in asked.why
    assert not made.state.questions.waiting


def test_a_voter_who_may_answer_little_leaves_at_most_a_few_questions_waiting():
    made = arena([f"item {k}" for k in range(12)])
    made.do(Own("ann", tuple(f"item {k}" for k in range(10))))
    asked = made.do(Ask(1, "ann"))
    assert asked.tickets or "other voters" in asked.why
    assert len(made.state.questions.waiting) <= AHEAD


def test_a_cap_on_the_votes_of_one_voter():
    made = arena(most_per_voter=2)
    for _ in range(2):
        made.do(Tell(ask(made, "ann")[0], "tie"))
    assert "all of his 2 votes" in made.do(Ask(1, "ann")).why


@pytest.mark.parametrize(("decision", "says"), [(Open(opened=False), "closed"), (Bar("ann"), "barred")])
def test_a_closed_arena_and_a_barred_voter_get_no_question(decision, says):
    made = arena()
    made.do(Tell(ask(made, "ann")[0], "left"))
    made.do(decision)
    with pytest.raises(Conflict, match=says):
        ask(made, "ann")


def test_one_item_alone_is_no_arena():
    made = arena(("fox", "owl"))
    made.do(Retire(("owl",)))
    with pytest.raises(Conflict, match="at least two items"):
        ask(made)


def test_questions_of_items_that_went_are_not_offered():
    made = arena()
    tickets = ask(made, count=20)
    made.journal.now += 601 * SECOND
    made.do(Retire(("hare",)))
    assert all("hare" not in pair(ticket) for ticket in ask(made, count=20))
    assert any("hare" in pair(ticket) for ticket in tickets)


def test_cases_are_drawn_and_shown():
    made = arena(cases=("one", "two"))
    assert {ticket.case for ticket in ask(made, count=30)} == {"one", "two"}


def test_who_has_no_name_is_asked_again_what_was_skipped_after_some_others_in_turn():
    made = arena("abcdef", skip="again")
    asked = []
    for _ in range(12):
        (ticket,) = made.do(Ask(1)).tickets
        asked.append(made.state.find(ticket)[1].question)
        made.do(Tell(ticket, "skip"))
    assert asked == [1, 2, 3, 4] * 3
    (ticket,) = made.do(Ask(1, "ann")).tickets  # she has skipped none of them
    assert made.state.find(ticket)[1].question == 1


def test_a_ticket_about_an_item_that_went_is_not_shown_again_and_comes_back_with_it():
    made = arena(("fox", "owl", "hare"), repeats=None)
    (held,) = ask(made, "ann")
    made.do(Retire((held.left,)))
    (other,) = ask(made, "ann")
    assert held.left not in pair(other)
    made.do(Tell(other, "tie"))
    made.do(Add((NewItem(held.left),)))
    assert ask(made, "ann") == (held,)


@pytest.mark.parametrize("forget", [False, True])
def test_a_pair_that_somebody_skipped_is_not_asked_of_him_again(forget):
    """Not in another question either: then a skip would seem to have done nothing."""
    made = arena(("fox", "owl", "hare"), repeats=1)
    pairs = []
    for _ in range(3):
        (ticket,) = ask(made, "ann")
        pairs.append(frozenset(pair(ticket)))
        made.do(Tell(ticket, "skip"))
        if forget:
            made.state = from_bytes(to_bytes(made.read()), lambda: State(past=made.journal))
    assert len({*pairs}) == 3
    assert "voter ann has seen every pair" in made.do(Ask(1, "ann")).why
    (ticket,) = ask(made, "bob")
    assert made.do(Tell(ticket, "left")).counted


def test_a_clock_that_goes_back_a_day_keeps_no_question_for_a_day():
    made = arena(("fox", "owl"), repeats=None, late="refuse")
    (held,) = ask(made, "ann")
    made.journal.now -= 86_400 * SECOND
    (again,) = ask(made, "bob")
    assert made.journal.events[-1].question == 1
    assert made.do(Tell(held, "left")).counted  # it is not late
    assert not made.do(Tell(again, "left")).counted
