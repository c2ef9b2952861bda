"""Older journals are brought up to date, with a copy kept; newer ones are refused."""

import contextlib
import sqlite3

import pytest

from duelling.errors import Conflict, DamagedFile
from duelling.live.journal import migrations
from duelling.live.journal.migrations import bring_up, schema_of
from duelling.live.journal.schema import SCHEMA
from duelling.live.journal.store import open_store

pytestmark = pytest.mark.plain


@pytest.fixture
def old(tmp_path):
    """A file of a made-up schema 1, and a connection to it."""
    path = tmp_path / "old.db"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("create table meta (key text primary key, value text)")
        connection.execute("insert into meta values ('schema', '1')")
        connection.execute("create table vote (answer text)")
        connection.execute("insert into vote values ('left')")
        yield path, connection


def rename(connection):
    connection.execute("alter table vote rename column answer to told")


def widen(connection):
    connection.execute("alter table vote add column took integer")


def fail(connection):
    connection.execute("drop table vote")
    raise ZeroDivisionError


def test_all_steps_are_taken_each_after_a_copy(old):
    path, connection = old
    bring_up(connection, path, 3, {2: rename, 3: widen})
    assert schema_of(connection, path) == 3
    assert connection.execute("select told, took from vote").fetchall() == [("left", None)]
    for number, columns in ((2, "answer"), (3, "told")):
        with contextlib.closing(sqlite3.connect(f"{path}.before-{number}")) as copy:
            assert schema_of(copy, path) == number - 1
            assert copy.execute(f"select {columns} from vote").fetchall() == [("left",)]


def test_a_step_that_fails_changes_nothing_and_can_be_tried_again(old):
    path, connection = old
    with pytest.raises(ZeroDivisionError):
        bring_up(connection, path, 2, {2: fail})
    assert schema_of(connection, path) == 1
    assert connection.execute("select answer from vote").fetchall() == [("left",)]
    bring_up(connection, path, 2, {2: rename})
    assert schema_of(connection, path) == 2


def test_a_newer_schema_is_refused(store):
    store._change("update meta set value = ? where key = 'schema'", (str(SCHEMA + 1),), durable=True)
    address = getattr(store, "_address", store.place)
    with pytest.raises(Conflict, match="newer version of duelling"):
        open_store(address)


def test_a_schema_that_is_no_number_is_damage(old):
    path, connection = old
    connection.execute("update meta set value = 'x'")
    with pytest.raises(DamagedFile, match="does not say its schema"):
        bring_up(connection, path)


def test_there_is_a_step_to_every_schema():
    assert sorted(migrations.STEPS) == list(range(2, SCHEMA + 1))
