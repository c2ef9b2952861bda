"""Events stay as they were written."""

import sqlite3

import pytest

from duelling.live.journal.schema import quoted
from tests.helpers.journals import ONE_OF_EACH

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("statement", ["update event set at = 0", "delete from event"])
def test_events_cannot_be_changed_or_deleted(store, statement):
    with store.writing(store.create("main")) as writing:
        writing.append(ONE_OF_EACH)
    with sqlite3.connect(store.path) as other, pytest.raises(sqlite3.IntegrityError, match="events are kept"):
        other.execute(statement)
    other.close()


def test_names_are_quoted():
    assert quoted(["case", "at"]) == '"case", "at"'
