"""Events stay as they were written."""

import pytest

from duelling.errors import InputError
from duelling.live.journal.schema import quoted
from tests.helpers.journals import ONE_OF_EACH

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("statement", ["update event set at = 0", "delete from event"])
def test_events_cannot_be_changed_or_deleted(store, statement):
    with store.writing(store.create("main")) as writing:
        written = writing.append(ONE_OF_EACH)
    with pytest.raises(InputError, match="events are kept"):
        store._change(statement, (), durable=True)
    assert list(store.events(1)) == written


def test_names_are_quoted():
    assert quoted(["case", "at"]) == '"case", "at"'
