"""The votes of an arena as a frame."""

import pytest

from duelling.live.decisions.ask import Ask
from duelling.live.decisions.tell import Tell
from duelling.live.frames import votes_frame
from tests.helpers.memory import arena

pytestmark = pytest.mark.plain


def test_each_vote_is_a_row_with_its_ticket():
    made = arena(cases=("a prompt",))
    tickets = made.do(Ask(3, "ann")).tickets
    for ticket, answer in zip(tickets, ("right", "bad", "tie"), strict=True):
        made.do(Tell(ticket, answer))
    made.do(Ask(2))
    frame = votes_frame(made.state)
    assert frame["ticket"].to_list() == [ticket.id for ticket in tickets]
    assert frame["winner"].to_list() == [tickets[0].right, "both bad", "tie"]
    assert frame["answer"].to_list() == ["right", "bad", "tie"]
    assert frame["case"].to_list() == 3 * ["a prompt"]
    assert frame["voter"].to_list() == 3 * ["ann"]
