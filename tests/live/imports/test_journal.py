"""What is refused of a journal that comes from elsewhere; nothing of it is kept then."""

import base64
import hashlib
import json

import pytest

import duelling as du
from duelling.live.imports.journal import read_journal, write_journal
from duelling.live.journal.events import to_lines
from duelling.live.journal.opening import open_store
from tests.helpers.histories import Book, kept

pytestmark = pytest.mark.plain

EVENTS = Book(0).events
LINES = [line.encode() for line in to_lines(EVENTS)]
GOOD = {
    "kind": "media",
    "digest": hashlib.sha256(b"x").hexdigest(),
    "media": "image/png",
    "base64": base64.b64encode(b"x").decode(),
}


def media(**changed):
    return json.dumps(GOOD | changed).encode() + b"\n"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "must hold the events of a journal, one a line, got none"),
        (LINES[1:], "line 1: seq must be 1, got 2"),
        ([*LINES[:5], *LINES[6:]], "line 6: seq must be 6, got 7"),
        ([LINES[0], b"nonsense\n"], "line 2: the line: Invalid JSON"),
        ([LINES[0], LINES[1].replace(b'"name"', b'"nom"')], "line 2: item-added.name: Field required"),
        ([LINES[1].replace(b'"seq":2', b'"seq":1')], "line 1: the first event must be 'created', and no other"),
        ([LINES[0], LINES[0].replace(b'"seq":1', b'"seq":2')], "line 2: the first event must be 'created'"),
        ([*LINES, media(digest="0" * 64)], "the digest of a picture must fit its bytes"),
        ([*LINES, media(base64="?")], "must hold a picture with kind, digest, media and base64"),
        ([*LINES, media(digest="../x")], "must hold a picture with kind, digest, media and base64"),
        ([*LINES, media(), LINES[0]], "events must stand before pictures"),
        ([b"\xff\xfe"], "it is not a text file"),
    ],
)
def test_what_is_damaged_is_refused(tmp_path, lines, message):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"".join(lines))
    with pytest.raises(du.DamagedFile, match="journal") as error:
        read_journal(path, lambda event: None)
    assert message in str(error.value)


def test_events_that_do_not_fit_are_refused(tmp_path):
    def fold(event):
        if event.seq == 7:
            raise KeyError(99)

    (tmp_path / "journal.jsonl").write_bytes(b"".join(LINES))
    with pytest.raises(du.DamagedFile, match="line 7: the event 'item-added' must fit the events before it"):
        read_journal(tmp_path / "journal.jsonl", fold)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(du.UnknownName, match="cannot read"):
        read_journal(tmp_path / "no.jsonl", lambda event: None)


def test_an_arena_that_is_there_is_left_alone(tmp_path):
    (tmp_path / "journal.jsonl").write_bytes(b"".join(LINES))
    journal = read_journal(tmp_path / "journal.jsonl", lambda event: None)
    with open_store(tmp_path / "one.db") as store:
        arena = kept(store, Book(1).events)
        before = store.mark(arena)
        with pytest.raises(du.Conflict, match="there is an arena 'main' in "):
            write_journal(store, journal)
        assert store.mark(arena) == before
    with open_store(tmp_path / "two.db") as store:
        empty = store.create("main")  # a program was killed before it could write
        assert write_journal(store, journal) == empty
        assert store.head(empty) == len(EVENTS)
