"""Questions are drawn with their chances; nobody is shown a self-duel, and a learner that fails does no harm."""

import logging
from typing import NamedTuple

import numpy as np
import pytest

import duelling as du
from duelling.core.protocol import Duel, choose, update
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.tell import Tell
from tests.helpers.memory import arena

pytestmark = pytest.mark.plain


class Moody(NamedTuple):
    """Chooses an item against itself, raises, or leaves the items."""

    mood: np.ndarray


def declare(how):
    def start(arms, horizon):
        """A learner with one fault."""
        return Moody(np.zeros(1))

    facts = {"label": "Moody", "reference": "none", "winners": (), "regret": "weak", "adversarial": False}
    du.algorithm("moody", anytime=True, cost="O(1)", folds=True, **facts)(start)
    choose.register(Moody, how)
    update.register(Moody, lambda s, t, duel, outcome: None)


def test_self_duels_are_written_down_and_never_shown():
    declare(lambda s, t, rng: Duel(0, int(rng.random() * 3), 1.0, 1 / 3))
    made = arena(learner="moody", goal="learner")
    tickets = made.do(Ask(30)).tickets
    assert all(ticket.left != ticket.right for ticket in tickets)
    selves = [event for event in made.journal.events if event.kind == "self"]
    assert 5 < len(selves) < 30
    assert [event.t for event in selves] == list(range(1, len(selves) + 1))


def test_a_learner_that_only_duels_itself_is_given_up_for_that_question():
    declare(lambda s, t, rng: Duel(1, 1, 1.0, 1.0))
    made = arena(learner="moody", goal="learner")
    made.do(Ask(1))
    assert [event.kind for event in made.journal.events[5:]] == [*32 * ["self"], "drawn", "offered"]


@pytest.mark.parametrize("fault", ["raises", "leaves"])
def test_a_learner_that_fails_is_replaced_by_a_uniform_pair_with_a_flag(fault, caplog):
    def choose_badly(s, t, rng):
        return Duel(0, 7, 1.0, 1.0) if fault == "leaves" else 1 / 0

    declare(choose_badly)
    made = arena(learner="moody", goal="learner")
    with caplog.at_level(logging.WARNING):
        ticket = made.do(Ask(1)).tickets[0]
    failed, drawn, _ = made.journal.events[-3:]
    assert failed.why.startswith("ZeroDivisionError" if fault == "raises" else "IndexError")
    assert failed.question == drawn.question
    assert drawn.chance == drawn.least == 1 / 3
    assert "a uniform pair is drawn" in caplog.text
    assert made.do(Tell(ticket, "left")).counted
    assert made.state.faults == 1


def test_a_question_knows_who_had_left_and_its_chances():
    made = arena([f"item {k}" for k in range(4)])
    names = made.state.items.numbers
    while not made.state.items.roster.left:
        (ticket,) = made.do(Ask(1)).tickets
        made.do(Tell(ticket, "left" if names[ticket.left] < names[ticket.right] else "right"))
    drawn = next(event for event in made.journal.events[::-1] if event.kind == "drawn")
    inside = 4 - drawn.out
    assert drawn.out == len(made.state.items.roster.left) > 0
    assert drawn.p_first == 1 / inside
    assert drawn.least == pytest.approx(1 / (3 * inside))
    assert drawn.widest == 0.5
    both = {drawn.first, drawn.second}.isdisjoint(made.state.items.roster.left)
    assert drawn.chance == pytest.approx((2 if both else 1) / (3 * inside))
