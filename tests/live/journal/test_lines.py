"""An export can be imported into either store, and is the same when it is exported again."""

import pytest

from duelling.errors import Conflict, DamagedFile
from duelling.live.journal import postgres
from duelling.live.journal.events import to_lines
from duelling.live.journal.lines import exported, take_in
from duelling.live.journal.opening import open_store
from duelling.live.journal.rows import numbered
from tests.helpers.journals import ONE_OF_EACH, vote

pytestmark = pytest.mark.plain

EVENTS = ONE_OF_EACH + [event for n in range(100) for event in vote(n + 3, 27 + 3 * n)]
LINES = list(to_lines(numbered(EVENTS, 0, 1_790_000_000_000_000)))


def test_what_is_imported_is_exported_again(store, tmp_path, monkeypatch):
    monkeypatch.setattr(postgres, "LARGEST", 50)
    arena = take_in(store, "main", LINES, "a file")
    assert list(exported(store, arena)) == LINES
    assert store.head(arena) == len(LINES)
    with open_store(tmp_path / "other.db") as other:
        again = take_in(other, "copy", exported(store, arena), "a store")
        assert list(exported(other, again)) == LINES
        assert other.mark(again) == store.mark(arena)


def test_a_bad_line_leaves_nothing(store):
    with pytest.raises(DamagedFile, match="line 3"):
        take_in(store, "main", [*LINES[:2], "{}"], "a file")
    assert store.arenas() == []


def test_an_arena_with_events_takes_no_import_but_an_empty_one_does(store):
    arena = store.create("main")
    assert take_in(store, "main", LINES[:5], "a file") == arena
    with pytest.raises(Conflict, match="with events already"):
        take_in(store, "main", LINES, "a file")
    assert store.head(arena) == 5
