"""A whole journal from lines of JSON: the same events, ids and states, in this store or in another."""

import base64
import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from duelling.errors import Conflict, DamagedFile, path_of, quoted, unreadable
from duelling.files import check_file
from duelling.live.imports.fitting import check_fit
from duelling.live.journal.events import from_lines
from duelling.live.journal.opening import open_store
from duelling.live.journal.store import Store
from duelling.live.state import State

BEGIN = b'{"seq":1,'
LONGEST = 1000  # bytes of the first line that are looked at


class MediaLine(BaseModel):
    """A line with the bytes of a picture."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Literal["media"]
    digest: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    media: str
    base64: str


class Journal(NamedTuple):
    """What a file of lines holds."""

    events: list[Any]
    media: dict[str, tuple[str, bytes]]  # kind and bytes, by digest

    @property
    def name(self) -> str:
        """The name of the arena."""
        name: str = self.events[0].name
        return name


def is_journal(path: str) -> bool:
    """Whether the file begins as a journal does, and not as votes."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.readline(LONGEST).startswith(BEGIN)


def import_journal(path: str | Path, place: str | Path) -> Journal:
    """Make the arena of this journal at ``place``, with the same events, states and ids; all of it or nothing."""
    state = State()

    def fold(event: Any) -> None:
        check_fit(state, event)
        state.fold(event)

    journal = read_journal(path, fold)
    with open_store(place) as store:
        write_journal(store, journal)
    return journal


def read_journal(path: str | Path, fold: Callable[[Any], None]) -> Journal:
    """The journal in a file; ``fold`` is given each event, and may raise anything where it does not fit the others."""
    where = path_of("journal", path)
    media: dict[str, tuple[str, bytes]] = {}
    events: list[Any] = []
    for event in from_lines(_events(where, media), str(where)):
        if (event.kind == "created") != (event.seq == 1):
            raise DamagedFile(f"{where}, line {event.seq}: the first event must be 'created', and no other")
        try:
            fold(event)
        except Exception as error:
            fits = f"the event {event.kind!r} must fit the events before it"
            raise DamagedFile(f"{where}, line {event.seq}: {fits}, got {quoted(error)}") from None
        events.append(event)
    if not events:
        raise DamagedFile(f"{where} must hold the events of a journal, one a line, got none")
    return Journal(events, media)


def _events(path: Path, media: dict[str, tuple[str, bytes]]) -> Iterator[str]:
    """The lines of events; what stands in the others goes into ``media``."""
    check_file(path)
    try:
        with open(path, encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, 1):
                if line.startswith('{"kind": "media"'):
                    digest, found = _media(line, f"{path}, line {number}")
                    media[digest] = found
                elif media:
                    raise DamagedFile(f"{path}, line {number}: events must stand before pictures")
                else:
                    yield line
    except UnicodeDecodeError:
        raise DamagedFile(f"cannot read {str(path)!r}: it is not a text file") from None
    except OSError as error:
        raise unreadable(path, error) from None


def _media(line: str, place: str) -> tuple[str, tuple[str, bytes]]:
    try:
        found = MediaLine.model_validate_json(line)
        content = base64.b64decode(found.base64, validate=True)
    except (ValidationError, ValueError):
        raise DamagedFile(f"{place} must hold a picture with kind, digest, media and base64") from None
    if hashlib.sha256(content).hexdigest() != found.digest:
        raise DamagedFile(f"{place}: the digest of a picture must fit its bytes")
    return found.digest, (found.media, content)


def write_journal(store: Store, journal: Journal) -> int:
    """Keep a journal as a new arena, all of it or nothing; return the number of the arena."""
    name = journal.name
    number = store.find(name)
    if number is not None and store.head(number):
        raise Conflict(f"there is an arena {quoted(name)} in {store.place!r} already: take another place")
    if number is None:
        number = store.create(name)
    for digest, (kind, content) in journal.media.items():
        store.put_media(digest, kind, content)
    with store.writing(number) as writing:
        if writing.mark.head:
            raise Conflict(f"there is an arena {quoted(name)} in {store.place!r} already: take another place")
        writing.append(journal.events, durable=True)
    return number
