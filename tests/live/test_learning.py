"""Learners are folded over votes in the order of telling; newcomers are seated."""

import numpy as np
import pytest

from duelling.core.states import numbers
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.create import NewItem
from duelling.live.decisions.manage import Add, Retire
from duelling.live.decisions.tell import Tell
from duelling.live.decisions.undo import Restore, Undo, Void
from tests.helpers.memory import Follower, arena

pytestmark = pytest.mark.plain

CHANGES = {
    41: lambda told: Undo(told[-3]),
    60: lambda told: Void("voter 1"),
    80: lambda told: Restore(voter="voter 1"),
    90: lambda told: Restore(ticket=told[39]),
    100: lambda told: Add((NewItem("f"),)),
    120: lambda told: Retire(("b",)),
    150: lambda told: Add((NewItem("b"),)),
}


def better(made, ticket):
    made.do(Tell(ticket, "left" if ticket.left < ticket.right else "right"))


@pytest.mark.parametrize("learner", ["tsallis+unif", "exp3-sparring", "ctb", "d-ts", "exp3+unif:rate=anytime"])
def test_what_is_folded_step_by_step_is_what_is_folded_at_once(learner):
    """With answers in any order, votes that are taken back and come again, items that come and go."""
    made, rng = arena("abcde", goal="learner", learner=learner, repeats=None), np.random.default_rng(0)
    tickets, told = [], []
    for k in range(200):
        asked = made.do(Ask(1 + int(rng.random() * 2), f"voter {int(rng.random() * 9)}")).tickets
        tickets += [ticket for ticket in asked if ticket not in tickets]
        told.append(tickets.pop(int(rng.random() * len(tickets))))
        made.do(Tell(told[-1], ("left", "right", "tie", "bad")[int(rng.random() * 4)]))
        if k in CHANGES:
            made.do(CHANGES[k](told))
        if k % 7 == 0:
            fresh = Follower(made.journal).read()
            mine, other = (numbers(state.policy.learning.learner(state)) for state in (made.state, fresh))
            np.testing.assert_array_equal(mine, other)


def test_a_newcomer_takes_the_least_loss_of_the_others_and_is_shown():
    made = arena("abcde", goal="show", repeats=None)
    for _ in range(300):
        better(made, made.do(Ask(1)).tickets[0])
    made.do(Add((NewItem("A"),)))
    learner = made.state.policy.learning.learner(made.state)
    assert learner.bandit.L[5] == learner.bandit.L[:5].min()
    assert any("A" in (ticket.left, ticket.right) for ticket in made.do(Ask(40)).tickets)


def test_a_learner_that_fails_in_the_middle_is_folded_again_from_the_last_good_copy():
    made = arena("abc", goal="show")
    for _ in range(5):
        better(made, made.do(Ask(1)).tickets[0])
    learning = made.state.policy.learning
    learning.learner(made.state)
    better(made, made.do(Ask(1)).tickets[0])
    good = learning.marks.now[1]
    learning.marks._kept[-1] = (learning.marks.now[0], None)
    with pytest.raises(Exception, match="None"):
        learning.learner(made.state)
    assert good is not None
    again = learning.learner(made.state)
    fresh = Follower(made.journal).read()
    np.testing.assert_array_equal(numbers(again), numbers(fresh.policy.learning.learner(fresh)))
