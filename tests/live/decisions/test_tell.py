"""What becomes of an answer."""

import pytest

from duelling.errors import Conflict, UnknownName
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.manage import Bar, Open
from duelling.live.decisions.tell import Tell
from duelling.live.decisions.undo import Undo, Void
from tests.helpers.memory import SECOND, arena

pytestmark = pytest.mark.plain


def ask(made, voter=None):
    return made.do(Ask(1, voter)).tickets[0]


@pytest.mark.parametrize("answer", ["left", "right", "tie", "bad"])
def test_an_answer_counts_once_and_the_same_again_is_fine(answer):
    made = arena()
    ticket = ask(made)
    assert made.do(Tell(ticket, answer)).counted
    before = len(made.journal.events)
    assert made.do(Tell(ticket.id, answer)).counted
    assert len(made.journal.events) == before
    assert made.state.questions.counted == 1
    with pytest.raises(Conflict, match=f"has the answer {answer}"):
        made.do(Tell(ticket, "left" if answer != "left" else "tie"))


def test_the_answer_is_about_the_side_on_which_the_item_stood():
    made = arena()
    for _ in range(20):
        ticket = ask(made)
        made.do(Tell(ticket, "left"))
        row = len(made.state.questions) - 1
        table = made.state.questions.table
        winner = table["first"][row] if table["answer"][row] == 1 else table["second"][row]
        assert made.state.items.name(int(winner)) == ticket.left


def test_a_late_answer_counts_while_nobody_else_has_answered():
    made = arena()
    ticket = ask(made, "ann")
    made.journal.now += 601 * SECOND
    assert made.do(Tell(ticket, "left")).counted
    assert made.journal.events[-1].late


def test_an_answer_after_somebody_elses_is_written_down_and_does_not_count():
    made = arena()
    late = ask(made, "ann")
    made.journal.now += 601 * SECOND
    made.do(Tell(ask(made, "bob"), "left"))
    receipt = made.do(Tell(late, "right"))
    assert (receipt.counted, receipt.why) == (False, "somebody else has answered this question")
    assert made.journal.events[-1].kind == "refused"
    assert made.state.questions.counted == 1


def test_an_arena_may_refuse_late_answers():
    made = arena(late="refuse")
    ticket = ask(made, "ann")
    made.journal.now += 601 * SECOND
    assert not made.do(Tell(ticket, "left")).counted
    assert made.state.questions.counted == 0


def test_a_skip_asks_somebody_else_or_is_a_tie_as_fixed_at_the_beginning():
    again, tie = arena(skip="again"), arena(skip="tie")
    for made, counted in ((again, False), (tie, True)):
        ticket = ask(made, "ann")
        assert made.do(Tell(ticket, "skip")).counted is counted
        assert made.do(Tell(ticket, "skip")).counted is counted
        assert made.state.questions.counted == counted
        with pytest.raises(Conflict):
            made.do(Tell(ticket, "left"))
    assert len(again.state.questions.waiting) == 1
    assert tie.state.answer(1) == "skip"


def test_a_ticket_without_a_name_is_skipped_once_and_stays_skipped():
    made = arena(skip="again")
    ticket, other = ask(made), ask(made)
    for _ in range(2):
        assert not made.do(Tell(ticket, "skip")).counted
        assert made.state.skips == 1
    with pytest.raises(Conflict, match="was skipped"):
        made.do(Tell(ticket, "left"))
    assert made.do(Tell(other, "left")).counted


def test_who_skipped_a_question_is_not_asked_it_after_somebody_took_his_answer_back():
    made = arena(("fox", "owl"), skip="again", repeats=None)
    skipped = ask(made, "ann")
    made.do(Tell(skipped, "skip"))
    answered = ask(made, "bob")
    assert made.state.find(answered)[1].question == made.state.find(skipped)[1].question == 1
    made.do(Tell(answered, "left"))
    made.do(Undo(answered))
    made.do(Tell(answered, "skip"))
    assert made.state.find(ask(made, "ann"))[1].question == 2
    with pytest.raises(Conflict, match="was skipped"):
        made.do(Tell(skipped, "left"))


@pytest.mark.parametrize(
    ("decision", "why"), [(Bar("ann"), "barred"), (Open(opened=False), "closed"), (Void("ann"), "taken away")]
)
def test_answers_that_do_not_count_any_more(decision, why):
    made = arena()
    ticket = ask(made, "ann")
    if isinstance(decision, Void):
        made.do(Tell(ticket, "left"))
    made.do(decision)
    receipt = made.do(Tell(ticket, "left"))
    assert not receipt.counted
    assert why in receipt.why


@pytest.mark.parametrize("change", [lambda text: text[:-1] + "!", lambda text: text.replace(".", ""), lambda text: "9"])
def test_a_ticket_that_nobody_was_given_is_not_known(change):
    made = arena()
    with pytest.raises(UnknownName, match=r"not known any more|is no id of a ticket"):
        made.do(Tell(change(ask(made).id), "left"))


def test_a_ticket_of_another_arena_is_not_known():
    with pytest.raises(UnknownName, match="not known any more"):
        arena().do(Tell(ask(arena(seed=8)).id, "left"))
