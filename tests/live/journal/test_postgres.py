"""A journal in PostgreSQL, and what can happen to the server."""

import random
import string
import subprocess
import sys

import pytest

from duelling.errors import Conflict, Unavailable, WrongValue
from duelling.live.journal import postgres
from duelling.live.journal.opening import open_store
from duelling.live.journal.writer import Writer
from tests.helpers.journals import Log, Vote

pytestmark = pytest.mark.plain


@pytest.fixture
def address(server):
    return server.cleared()


def test_a_server_that_restarts_loses_no_vote(address, server):
    with open_store(address) as store:
        arena, book = store.create("main"), Log()
        writer = Writer(store, arena, book)
        for n in range(1, 4):
            assert writer.call(Vote()) == n
            server.restart()
        assert writer.call(Vote()) == 4
        writer.close()
        assert list(store.events(arena)) == book.events
        assert store.verify(arena).head == 12


def test_what_will_not_change_by_itself_is_not_waited_for(address, monkeypatch):
    monkeypatch.setattr(postgres.time, "sleep", pytest.fail)
    with open_store(address) as store, pytest.raises(Unavailable, match="index row"):
        store.create("".join(random.Random(1).choices(string.ascii_letters, k=9000)))


def test_a_password_is_not_shown(address):
    with pytest.raises(Conflict) as error:
        open_store("postgresql://ann:secret@127.0.0.1:1/x")
    assert "secret" not in str(error.value)
    with pytest.raises(WrongValue) as error:
        open_store("postgresql://ann:secret@[/x")
    assert "secret" not in str(error.value)


def test_a_copy_is_left_to_the_server(address):
    with open_store(address) as store, pytest.raises(Conflict, match="pg_dump"):
        store.backup("copy")


def test_without_psycopg_one_line_says_what_to_install():
    code = """
import sys
sys.modules["psycopg"] = None
from duelling.errors import Conflict
from duelling.live.journal.opening import open_store
try:
    open_store("postgresql://x/y")
except Conflict as error:
    print(error)
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "a journal in PostgreSQL needs psycopg: pip install 'duelling[postgres]'\n"
