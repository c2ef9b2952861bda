"""Older journals are brought up to date, with a copy kept; newer ones are refused; those of every release are read."""

import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from duelling.errors import Conflict, DamagedFile
from duelling.live.journal import migrations
from duelling.live.journal.events import to_lines
from duelling.live.journal.migrations import SCHEMA_OF, steps_of
from duelling.live.journal.opening import open_store
from duelling.live.journal.schema import SCHEMA
from tests.helpers.journals import ONE_OF_EACH

pytestmark = pytest.mark.plain

OLD = Path(__file__).parent / "data"  # a journal of each schema, with its export: python -m tests.helpers.journals


@pytest.fixture
def place_of(store):
    """Where the store of a test can be opened a second time."""
    with store.writing(store.create("main")) as writing:
        writing.append(ONE_OF_EACH)
    return getattr(store, "_address", store.place)


def later(monkeypatch, **steps):
    """A later version of the package, with these steps."""
    known = {int(name[2:]): step for name, step in steps.items()}
    monkeypatch.setattr(migrations.steps_of, "__defaults__", (max(known), known))


def rename(connection):
    connection.execute("alter table media rename column content to bytes")


def widen(connection):
    connection.execute("alter table media add column size integer")


def fail(connection):
    connection.execute("drop table media")
    raise ZeroDivisionError


def test_all_steps_are_taken_each_after_a_copy(store, place_of, monkeypatch):
    later(monkeypatch, to2=rename, to3=widen)
    events = list(store.events(1))
    with open_store(place_of) as newer:
        assert newer._fetch(SCHEMA_OF) == [("3",)]
        assert newer._fetch("select bytes, size from media") == []
        assert list(newer.events(1)) == events
    if not place_of.startswith("postgresql"):
        for number, column in ((2, "content"), (3, "bytes")):
            with contextlib.closing(sqlite3.connect(f"{place_of}.before-{number}")) as copy:
                assert copy.execute(SCHEMA_OF).fetchone() == (str(number - 1),)
                assert copy.execute("select count(*) from event").fetchone() == (len(events),)
                assert copy.execute(f"select {column} from media").fetchall() == []


def test_a_step_that_fails_changes_nothing_and_can_be_tried_again(store, place_of, monkeypatch):
    later(monkeypatch, to2=fail)
    with pytest.raises(ZeroDivisionError):
        open_store(place_of)
    assert store._fetch(SCHEMA_OF) == [("1",)]
    assert store._fetch("select content from media") == []
    later(monkeypatch, to2=rename)
    with open_store(place_of) as newer:
        assert newer._fetch(SCHEMA_OF) == [("2",)]


def test_a_newer_schema_is_refused(store, place_of):
    store._change("update meta set value = ? where key = 'schema'", (str(SCHEMA + 1),), durable=True)
    with pytest.raises(Conflict, match="newer version of duelling"):
        open_store(place_of)


@pytest.mark.parametrize("found", [None, (), ("x",)])
def test_a_schema_that_is_no_number_is_damage(found):
    with pytest.raises(DamagedFile, match="does not say its schema"):
        steps_of(found, "x")


def test_there_is_a_step_to_every_schema():
    assert sorted(migrations.STEPS) == list(range(2, SCHEMA + 1))


@pytest.mark.parametrize("schema", range(1, SCHEMA + 1))
def test_a_journal_of_every_schema_is_read(schema, tmp_path):
    path = tmp_path / "old.db"
    shutil.copyfile(OLD / f"schema-{schema}.db", path)
    with open_store(path, create=False) as store:
        lines = (OLD / f"schema-{schema}.jsonl").read_text().splitlines(keepends=True)
        assert len(lines) > len(ONE_OF_EACH)
        assert list(to_lines(store.events(store.find("main")))) == lines
