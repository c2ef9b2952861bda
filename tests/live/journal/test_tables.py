"""Columns that are not there, and what is not a part of every vote."""

import pytest

from duelling.errors import DamagedFile, UnknownName
from duelling.live.journal.postgres import Postgres
from duelling.live.journal.sqlite import SQLite
from tests.helpers.journals import ONE_OF_EACH, vote

pytestmark = pytest.mark.plain

ALLOW = {  # what has to be done before an event can be changed
    SQLite: ("drop trigger event_no_update",),
    Postgres: ("drop trigger event_kept on duelling.event",),
}


def test_an_unknown_column_is_refused(store):
    with pytest.raises(UnknownName, match="did you mean 'answer'"):
        store.columns(store.create("main"), "told", ["answr"])


def test_rare_events_are_those_that_are_not_a_part_of_every_vote(store):
    arena = store.create("main")
    with store.writing(arena) as writing:
        written = writing.append(
            [*ONE_OF_EACH, *vote(3, len(ONE_OF_EACH)), *(each.model_copy() for each in ONE_OF_EACH)]
        )
    rare = [event for event in written if event.kind not in ("drawn", "offered", "told")]
    assert list(store.rare(arena, 0, store.head(arena))) == rare
    assert list(store.rare(arena, 5, 12)) == [event for event in rare if 5 < event.seq <= 12]


@pytest.mark.parametrize("lost", [1, 3])
def test_an_event_without_a_number_that_its_kind_always_has_is_not_believed(store, lost):
    arena = store.create("main")
    with store.writing(arena) as writing:
        writing.append([event for n in range(5) for event in vote(n + 1, 3 * n)])
    for statement in ALLOW[type(store)]:
        store._change(statement, (), durable=True)
    store._change("update event set first = null where kind = 'drawn' and question <= ?", (lost,), durable=True)
    with pytest.raises(DamagedFile, match="lacks a number"):
        store.columns(arena, "drawn", ["at", "first"])
    assert store.columns(arena, "drawn", ["question"])["question"].size == 5
