"""A journal as lines of JSON, the canonical form, out of one store and into another."""

from collections.abc import Iterable, Iterator
from itertools import islice

from duelling.errors import Conflict
from duelling.live.journal.events import from_lines, to_lines
from duelling.live.journal.store import BLOCK, Store


def exported(store: Store, arena: int) -> Iterator[str]:
    """A line for each event. Where the journal is damaged, those of the good part come before the error."""
    return to_lines(store.events(arena))


def take_in(store: Store, name: str, lines: Iterable[str], source: str) -> int:
    """Return the number of the arena ``name``, which has the events in these lines; it must be new or empty.

    All of them are kept in one commit, or none. ``source`` names the lines in errors.
    """
    arena = store.find(name)
    if arena is not None and store.head(arena):
        raise Conflict(f"{store.place!r} has an arena {name!r} with events already: import into one with another name")
    events = from_lines(lines, source)
    first = list(islice(events, BLOCK))  # so that lines that are none at all leave no trace
    if arena is None:
        arena = store.create(name)
    with store.writing(arena) as writing:
        if writing.before.head:
            raise Conflict(f"somebody else has written into the arena {name!r}")
        while first:
            writing.append(first)
            first = list(islice(events, BLOCK))
    return arena
