"""Votes from elsewhere are taken in all at once, with their voters, and not twice."""

import pytest

from duelling.errors import Conflict, UnknownName
from duelling.live.decisions.include import Include
from duelling.votes.reading.read import read_votes
from tests.helpers.memory import arena

pytestmark = pytest.mark.plain

ROWS = [
    {"left": "owl", "right": "fox", "winner": "owl", "voter": "ann", "case": "why?"},
    {"left": "fox", "right": "owl", "winner": "bad", "voter": None, "case": "what?"},
]


def test_events_say_where_they_came_from():
    made = arena(("fox", "owl"), cases=("why?", "why?"))
    before = made.state.head
    assert made.do(Include(read_votes(ROWS), "old.csv", "digest")) == 1
    imported, known, *recorded = made.journal.events[before:]
    assert (imported.kind, imported.source, imported.digest, imported.rows) == ("imported", "old.csv", "digest", 2)
    assert (known.kind, known.voter, known.name) == ("voter-known", 0, "ann")
    fields = ("first", "second", "answer", "voter", "case", "time")
    assert [tuple(getattr(event, name) for name in fields) for event in recorded] == [
        (1, 0, "left", 0, 0, None),
        (0, 1, "bad", None, None, None),
    ]
    assert len(made.state.records) == 2


def test_the_same_source_is_refused_unless_again():
    made = arena(("fox", "owl"))
    votes = Include(read_votes(ROWS), "old.csv", "digest")
    made.do(votes)
    head = made.state.head
    with pytest.raises(Conflict, match=r"the votes of old\.csv were taken in before"):
        made.do(votes)
    assert made.state.head == head
    made.do(Include(read_votes(ROWS), "old.csv", "digest", again=True))
    made.do(Include(read_votes(ROWS), "old.csv", "another"))
    assert len(made.state.records) == 6
    assert list(made.state.people.numbers) == ["ann"]


def test_an_item_that_is_not_there_is_refused_before_anything_is_written():
    made = arena(("fox", "hare"))
    head = made.state.head
    with pytest.raises(UnknownName, match="names 'owl', which is no item of arena main: add it first"):
        made.do(Include(read_votes(ROWS), "old.csv", "digest"))
    assert made.state.head == head
