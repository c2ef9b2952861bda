"""A journal in a file of SQLite, and what can happen to the file."""

import os

import pytest

from duelling.errors import Conflict, Unavailable
from duelling.live.journal import locks
from duelling.live.journal.store import open_store
from tests.helpers.journals import ONE_OF_EACH

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("happens", [os.unlink, lambda path: os.rename(path, path + ".moved")])
def test_a_file_that_goes_away_is_not_made_again(tmp_path, happens):
    path = str(tmp_path / "journal.db")
    with open_store(path) as store:
        arena = store.create("main")
        happens(path)
        with pytest.raises(Unavailable, match="moved, deleted or replaced"), store.writing(arena) as writing:
            writing.append(ONE_OF_EACH)
        assert not os.path.exists(path)


def test_a_network_file_system_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(locks, "file_system", lambda folder: "nfs4")
    with pytest.raises(Conflict, match="needs a local disk or PostgreSQL"):
        open_store(tmp_path / "journal.db")
    assert list(tmp_path.iterdir()) == []
