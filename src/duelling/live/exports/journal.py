"""A journal as lines of JSON: its events, then the pictures that they show."""

import base64
import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from duelling import files
from duelling.errors import whole
from duelling.live.journal.events import to_lines
from duelling.live.journal.store import Store

PICTURE = re.compile(r"\bmedia:([0-9a-f]{64})\b")  # in markdown, by the digest of its bytes
Media = Callable[[str], tuple[str, bytes] | None]  # media(digest): the kind and the bytes


class Exported(NamedTuple):
    """What was exported, and what had to be left out, by the reason."""

    format: str
    rows: int  # votes, pairs, items or events
    waiting: int  # rows of questions without an answer, beside the votes
    left_out: dict[str, int]
    content: bytes | None  # None where it was written into a file


def export_journal(store: Store, name: str, path: Path | None, upto: int | None = None) -> Exported:
    """Write the journal of the arena ``name``, up to this event, line by line: it may be larger than the memory."""
    arena = store.made(name)
    if arena is None:
        raise store.no_arena(name)
    head = store.head(arena)
    last = head if upto is None else min(whole("upto", upto), head)
    lines = journal_lines(store.events(arena, 0, last), store.media)
    if path is None:
        return Exported("journal", last, 0, {}, b"".join(lines))
    files.write(path.parent, {path.name: lines})
    return Exported("journal", last, 0, {}, None)


def journal_lines(events: Iterable[Any], media: Media) -> Iterator[bytes]:
    """A line for each event, in order, and after them one for each picture."""
    digests: dict[str, None] = {}

    def watched() -> Iterator[Any]:
        for event in events:
            digests.update(dict.fromkeys(_shown(event)))
            yield event

    for line in to_lines(watched()):
        yield line.encode()
    for digest in digests:
        found = media(digest)
        if found is not None:
            kind, content = found
            record = {"kind": "media", "digest": digest, "media": kind, "base64": base64.b64encode(content).decode()}
            yield json.dumps(record).encode() + b"\n"


def _shown(event: Any) -> list[str]:
    """The digests of the pictures that an event brings."""
    if event.kind == "item-added":
        texts = [event.content or ""]
    elif event.kind == "case-added":
        texts = [event.text, *event.contents.values()]
    elif event.kind == "answers-added":
        return _digests(event.contents.values())
    else:
        return []
    return texts if event.media == "image" else _digests(texts)


def _digests(texts: Iterable[str]) -> list[str]:
    return [digest for text in texts for digest in PICTURE.findall(text)]
