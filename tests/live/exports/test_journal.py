"""A journal that is written as lines and read back is the same journal."""

import hashlib
import json

import pytest

from duelling.live.exports.journal import journal_lines
from duelling.live.imports.journal import read_journal, write_journal
from duelling.live.journal.events import AnswersAdded, CaseAdded, Created, ItemAdded
from duelling.live.journal.opening import open_store
from tests.helpers.histories import Book, kept

pytestmark = pytest.mark.plain

PICTURES = [b"one", b"two", b"three", b"four"]
DIGESTS = [hashlib.sha256(each).hexdigest() for each in PICTURES]
EVENTS = [
    Created(name="logos", settings={}, secret="00", version="0"),
    ItemAdded(item=0, name="a", media="image", content=DIGESTS[0]),
    ItemAdded(item=1, name="b", media="markdown", content=f"![x](media:{DIGESTS[1]})"),
    ItemAdded(item=2, name="c"),
    CaseAdded(case=0, text="?", media="image", contents={"0": DIGESTS[2]}),
    AnswersAdded(item=2, contents={"0": f"![x](media:{DIGESTS[3]})"}),
]


def lines_of(store, arena):
    return list(journal_lines(store.events(arena), store.media))


@pytest.mark.parametrize("seed", range(3))
def test_it_comes_back_with_the_same_events_and_marks(tmp_path, seed):
    with open_store(tmp_path / "one.db") as one, open_store(tmp_path / "two.db") as two:
        arena = kept(one, Book(seed).events)
        (tmp_path / "journal.jsonl").write_bytes(b"".join(lines_of(one, arena)))
        seen = []
        other = write_journal(two, read_journal(tmp_path / "journal.jsonl", seen.append))
        assert two.mark(other) == one.mark(arena)
        assert list(two.events(other)) == list(one.events(arena)) == seen
        assert lines_of(two, other) == lines_of(one, arena)


def test_pictures_come_after_the_events(tmp_path):
    with open_store(tmp_path / "one.db") as one, open_store(tmp_path / "two.db") as two:
        for digest, content in zip(DIGESTS, PICTURES, strict=True):
            one.put_media(digest, "image/png", content)
        lines = lines_of(one, kept(one, EVENTS, "logos"))
        assert [json.loads(line)["kind"] for line in lines[-5:]] == ["answers-added", *4 * ["media"]]
        (tmp_path / "journal.jsonl").write_bytes(b"".join(lines))
        write_journal(two, read_journal(tmp_path / "journal.jsonl", lambda event: None))
        assert [two.media(digest) for digest in DIGESTS] == [("image/png", content) for content in PICTURES]
