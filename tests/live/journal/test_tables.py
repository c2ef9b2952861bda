"""Columns that are not there, and what is not a part of every vote."""

import pytest

from duelling.errors import UnknownName
from tests.helpers.journals import ONE_OF_EACH, vote

pytestmark = pytest.mark.plain


def test_an_unknown_column_is_refused(store):
    with pytest.raises(UnknownName, match="did you mean 'answer'"):
        store.columns(store.create("main"), "told", ["answr"])


def test_rare_events_are_those_that_are_not_a_part_of_every_vote(store):
    arena = store.create("main")
    with store.writing(arena) as writing:
        written = writing.append([*ONE_OF_EACH, *vote(3, len(ONE_OF_EACH)), *ONE_OF_EACH])
    rare = [event for event in written if event.kind not in ("drawn", "offered", "told")]
    assert list(store.rare(arena, 0, store.head(arena))) == rare
    assert list(store.rare(arena, 5, 12)) == [event for event in rare if 5 < event.seq <= 12]
