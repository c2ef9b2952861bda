"""A state as bytes: the same after it was read back, and ignored where it cannot be."""

import pytest

from duelling.live import snapshots
from duelling.live.check import differences
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.manage import Retire
from duelling.live.decisions.tell import Tell
from duelling.live.decisions.undo import Undo
from duelling.live.snapshots import from_bytes, to_bytes
from duelling.live.state import State
from tests.helpers.memory import Follower, arena, eventful

pytestmark = pytest.mark.plain
GOALS = ["best", "rank", "show", "condorcet", "learner"]


@pytest.fixture(params=GOALS)
def made(request):
    return eventful(request.param, **({"learner": "tsallis-sparring"} if request.param == "learner" else {}))


def again(made):
    """Another process, which begins with a snapshot."""
    other = Follower(made.journal)
    other.state = from_bytes(to_bytes(made.state), lambda: State(past=made.journal))
    return other


def test_a_state_comes_back_as_it_was_and_goes_on_alike(made):
    other = again(made)
    assert differences(made.state, other.state) == []
    for _ in range(30):
        ticket = made.do(Ask(1)).tickets[0]
        made.do(Tell(ticket, "left" if ticket.left < ticket.right else "right"))
    other.read()
    assert differences(made.state, other.state) == []


def test_votes_before_the_snapshot_can_be_taken_back(made):
    tickets = []
    for _ in range(30):
        tickets.append(made.do(Ask(1)).tickets[0])
        made.do(Tell(tickets[-1], "left"))
    other = again(made)
    for ticket in tickets[::7]:
        made.do(Undo(ticket))
        other.read()
        assert differences(made.state, other.state) == []


def test_what_the_goal_makes_of_the_votes_is_kept_although_nobody_has_asked_yet():
    made = arena("abcd", repeats=None)
    for _ in range(40):
        made.do(Tell(made.do(Ask(1)).tickets[0], "left"))
    opened = Follower(made.journal)
    opened.read()
    assert again(opened).state.policy.evidence.marks.now[0] == 40


def test_a_copy_does_not_follow_the_state():
    made = eventful("best", 60)
    header, arrays = snapshots.copied(made.state)
    before = snapshots.pack(header, arrays)
    for ticket in made.do(Ask(5)).tickets:
        made.do(Tell(ticket, "left"))
    made.do(Retire(("c",)))
    assert snapshots.pack(header, arrays) == before


def test_an_arena_without_a_pair_can_be_kept():
    made = arena(("fox", "owl"))
    made.do(Retire(("owl",)))
    assert differences(made.state, again(made).state) == []


def test_of_another_version_or_damaged_it_is_not_used(monkeypatch):
    packed = to_bytes(arena().state)
    assert from_bytes(packed[:100], State) is None
    assert from_bytes(b"", State) is None
    monkeypatch.setattr(snapshots, "__version__", "another")
    assert from_bytes(packed, State) is None
