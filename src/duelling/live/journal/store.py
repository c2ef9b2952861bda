"""Where journals are kept: what every store can do, and which one a place stands for.

A place holds several arenas by name. Each has its own journal: events 1, 2, ... without gaps, never changed.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Self

from duelling.errors import Advice, Unavailable, UnknownName, quoted
from duelling.live.journal.events import Event, Told
from duelling.live.journal.events import durable as must_last
from duelling.live.journal.rows import START, Mark, Row, checked, damaged, decoded, numbered, to_row

MAKES = Advice("duelling arena new and duelling serve make one, with --items", "items= makes one")
BLOCK = 8192  # rows that are read at once: readers must not hold a journal for long


class Behind(Unavailable):
    """Somebody else has written since the mark that a writer knew; nothing was kept, and it may try again."""


class Writing:
    """The one who writes into a journal now. What is appended is kept when the block ends, all of it or nothing."""

    def __init__(self, store: "Store", arena: int, mark: Mark) -> None:
        self.store, self.arena = store, arena
        self.before = self.mark = mark
        self.rows: list[Row] = []
        self.durable = False

    def holds(self, mark: Mark) -> bool:
        """Whether the journal goes as far as ``mark``, with the same events up to there."""
        return mark in (self.before, START) or self.store.mark(self.arena, mark.head) == mark

    def tail(self, after: int) -> Iterator[Event]:
        """The events that others have written after number ``after``."""
        if after < self.before.head:
            yield from self.store.events(self.arena, after, self.before.head)

    def append(self, events: Iterable[Event], *, at: int = 0, durable: bool | None = None) -> list[Event]:
        """Give the events their numbers, and the time ``at`` where they have none; return them. Append each once.

        ``durable`` says whether they must be on the disk when the block ends; by default their kinds say it.
        """
        found = numbered(events, self.mark.head, at)
        rows, chain = [], self.mark.chain
        for event in found:
            rows.append(to_row(event, chain))
            chain = rows[-1][3]
        self.rows += rows
        self.mark = Mark(self.mark.head + len(rows), chain)
        self.durable |= any(map(must_last, found)) if durable is None else durable
        return found


class Store(ABC):
    """A place for journals; ``open_store`` opens one. All its methods may be called from any thread."""

    place: str  # as messages show it, without a password

    @abstractmethod
    def arenas(self) -> list[str]:
        """The names of all arenas with events, in the order in which they were made."""

    @abstractmethod
    def create(self, name: str) -> int:
        """Make an arena with an empty journal and return its number; raise Conflict if the name is taken."""

    @abstractmethod
    def find(self, name: str) -> int | None:
        """The number of the arena with this name, also where its journal is still empty."""

    @abstractmethod
    def mark(self, arena: int, seq: int | None = None) -> Mark | None:
        """How far the journal goes; or its mark at event ``seq``, which at 0 is its start. None if there is none."""

    @abstractmethod
    def rows(self, arena: int, after: int, upto: int, most: int) -> list[Row]:
        """At most so many rows after the number ``after``, in order."""

    @abstractmethod
    def columns(self, arena: int, kind: str, names: Sequence[str], after: int = 0) -> dict[str, Any]:
        """Columns of all events of one kind after number ``after``, in order; they are not compared with their digests.

        Numbers are arrays; where there is none stands -1 or nan. Answers of votes are an array of texts, and other
        texts are lists.
        """

    @abstractmethod
    def rare(self, arena: int, after: int, upto: int) -> Iterator[Event]:
        """The events from ``after`` to ``upto`` that are not of the kinds of every vote, ``VOTE``; in order."""

    @abstractmethod
    def by_key(self, arena: int, key: str) -> int | None:
        """The number of the first ``offered`` event with this key."""

    @abstractmethod
    def answer_of(self, arena: int, question: int) -> Told | None:
        """The latest vote on a question."""

    @abstractmethod
    def writing(self, arena: int, known: Mark | None = None) -> AbstractContextManager[Writing]:
        """Take the lock of the journal; at the end of the block commit what was appended, or nothing on an error.

        Whoever has folded the journal up to ``known``, and expects that nobody else writes, may say so. Then a store
        may do without the lock, and raises Behind at the end of the block where somebody has written.
        """

    @abstractmethod
    def put_snapshot(self, arena: int, seq: int, state: bytes) -> None:
        """Keep the state after event ``seq``."""

    @abstractmethod
    def snapshot(self, arena: int, upto: int | None = None) -> tuple[int, bytes] | None:
        """The newest state, at most of event ``upto``, with the number of its event. A damaged one is ignored."""

    @abstractmethod
    def drop_snapshots(self, arena: int, keep: int = 0) -> None:
        """Forget all snapshots but the newest ``keep``."""

    @abstractmethod
    def put_media(self, hash: str, kind: str, content: bytes) -> None:
        """Keep bytes under their SHA-256 digest, in hexadecimal digits; once is enough."""

    @abstractmethod
    def media(self, hash: str) -> tuple[str, bytes] | None:
        """The kind and the bytes that were kept under this digest."""

    @abstractmethod
    def note(self, key: str) -> str | None:
        """A text that is kept beside the journals and is not part of them, such as the digest of a token."""

    @abstractmethod
    def swap(self, key: str, old: str | None, new: str) -> bool:
        """Let the note be ``new`` if it is still ``old``, None if there is none; say whether it was."""

    @abstractmethod
    def backup(self, path: str | Path) -> None:
        """Copy the whole place, as it is now, into a new file."""

    @abstractmethod
    def close(self) -> None:
        """Give everything back to the system. Closing twice is fine."""

    def discard(self) -> None:
        """Close; a file that this store made, and in which nothing was written, is taken away again."""
        self.close()

    def made(self, name: str) -> int | None:
        """The number of the arena with this name, once it has its first event: until then it is none for anybody."""
        number = self.find(name)
        return number if number is not None and self.head(number) else None

    def no_arena(self, name: str) -> UnknownName:
        """The error for a name that no arena here has."""
        here = ", ".join(self.arenas()) or "none"
        return UnknownName(f"there is no arena {quoted(name)} in {self.place!r}, which holds {here}: {MAKES}")

    def head(self, arena: int) -> int:
        """The number of the last event; 0 if there is none."""
        mark = self.mark(arena)
        return mark.head if mark else 0

    def event(self, arena: int, seq: int) -> Event | None:
        """The event with this number."""
        return next(decoded(self.rows(arena, seq - 1, seq, 1), self.place), None)

    def events(self, arena: int, after: int = 0, upto: int | None = None) -> Iterator[Event]:
        """The events after number ``after``, in order; raise DamagedFile at the first that was changed."""
        for rows in self._blocks(arena, after, upto):
            yield from decoded(rows, self.place)

    def verify(self, arena: int, after: int = 0) -> Mark:
        """Return how far the journal goes; raise DamagedFile that names the first event that is missing or changed."""
        for _ in self._blocks(arena, after, None):
            pass
        return self.mark(arena) or START

    def _blocks(self, arena: int, after: int, upto: int | None) -> Iterator[list[Row]]:
        """Rows in blocks, each compared with its digests; those before a bad row come first."""
        last = self.mark(arena) or START
        end = last.head if upto is None else min(upto, last.head)
        at = self.mark(arena, after) if after < end else last
        if at is None:
            raise damaged(self.place, after)
        while at.head < end:
            found = self.rows(arena, at.head, end, BLOCK)
            rows, at = checked(found, at)
            if rows:
                yield rows
            if not rows or len(rows) < len(found):
                raise damaged(self.place, at.head + 1)
        if at.head == last.head and at != last:
            raise damaged(self.place, at.head)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close() if kind is None else self.discard()
