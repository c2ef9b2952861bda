"""A check folds the journal from zero and finds whatever differs."""

import sqlite3

import pytest

import duelling as du
from duelling.live import loading
from duelling.live.check import check, differences
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.look import Look
from duelling.live.journal import writer
from tests.helpers.memory import eventful

pytestmark = pytest.mark.plain


@pytest.fixture
def place(tmp_path):
    return tmp_path / "arena.db"


def vote(arena, votes=20):
    for ticket in arena.ask(votes):
        arena.tell(ticket, "left" if ticket.left < ticket.right else "right")


@pytest.mark.parametrize("goal", ["best", "show", "condorcet", "rank"])
def test_an_arena_that_nobody_has_touched_is_clean(place, goal):
    with du.Arena(place, list("abcd"), goal=goal) as arena:
        vote(arena)
        arena.undo(arena.votes()["ticket"][3])
        arena.add("e")
        vote(arena)
        found = arena.check()
        assert found.clean
        assert (found.events, found.votes) == (arena.head, 39)
        assert str(found).endswith("everything is as the journal says")


def test_calls_that_are_written_together_with_the_look_are_no_difference(place):
    with du.Arena(place, list("abcd")) as arena:
        vote(arena)
        looks = []

        def beside(see):  # the first two times somebody asks in the same commit
            looks.append(see)
            return arena.submit(*[Ask()] * (len(looks) < 3), Look(see)).result()[-1]

        assert check(arena._keeper.book, beside).clean
        assert len(looks) == 3


def test_a_state_that_stays_ahead_of_the_journal_is_found(place):
    with du.Arena(place, list("abcd")) as arena:
        vote(arena)
        found = check(arena._keeper.book, lambda see: arena.submit(Ask(), Look(see)).result()[-1])
        assert found.problems == ("the state in use differs in head",)


def test_a_state_that_was_changed_by_hand_is_found(place):
    with du.Arena(place, list("abcd")) as arena:
        vote(arena)
        arena._keeper.book.state.questions.table["answer"][3] *= -1
        assert arena.check().problems == ("the state in use differs in questions",)


def test_evidence_that_was_changed_by_hand_is_found(place):
    with du.Arena(place, list("abcd")) as arena:
        vote(arena)
        arena._keeper.book.state.policy.evidence.race().plain.pairs.met[0] += 1
        assert arena.check().problems == ("the state in use differs in evidence",)


def test_a_changed_event_is_named(place, monkeypatch):
    with du.Arena(place, list("abcd")) as arena:
        vote(arena)
    with sqlite3.connect(place) as connection:
        connection.execute("drop trigger event_no_update")
        connection.execute("update event set answer = 'bad' where kind = 'told' and seq < 60")
        (first,) = connection.execute("select min(seq) from event where kind = 'told'").fetchone()
    with pytest.raises(du.DamagedFile, match=f"is damaged: event {first} is missing or was changed"):
        du.Arena(place)
    monkeypatch.setattr(loading, "FEW", 0)  # many events are read in columns, and only the digests of the last compared
    monkeypatch.setattr(writer, "RECENT", 0)
    with du.Arena(place) as arena:
        (problem,) = arena.check().problems
        assert f"event {first} is missing or was changed; events 1 to {first - 1} can be exported" in problem


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (lambda state: state.items.retire(0), "items"),
        (lambda state: state.people.all[0].answered.append(5), "voters"),
        (lambda state: setattr(state, "skips", 99), "counters"),
        (lambda state: state.questions.waiting.pop(next(iter(state.questions.waiting))), "waiting"),
        (lambda state: state.questions.selves.add({"seq": 9}), "self-duels"),
        (lambda state: setattr(state.items.roster, "begin", 1), "roster"),
    ],
)
def test_every_part_of_a_state_is_compared(change, name):
    one, other = eventful("best", 60).state, eventful("best", 60).state
    assert differences(one, other) == []
    change(other)
    assert name in differences(one, other)
