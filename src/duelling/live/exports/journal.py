"""A journal as lines of JSON: its events, then the pictures that they show."""

import base64
import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from duelling.live.journal.events import to_lines

PICTURE = re.compile(r"\bmedia:([0-9a-f]{64})\b")  # in markdown, by the digest of its bytes
Media = Callable[[str], tuple[str, bytes] | None]  # media(digest): the kind and the bytes


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
    else:
        return []
    return texts if event.media == "image" else [digest for text in texts for digest in PICTURE.findall(text)]
