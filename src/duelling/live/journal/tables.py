"""A store whose tables are asked in SQL: the statements that SQLite and PostgreSQL have in common."""

import hashlib
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from duelling.errors import Conflict, DamagedFile, WrongValue, unknown
from duelling.live.journal.events import Event, Told
from duelling.live.journal.rows import COLUMNS, NAMES, START, Mark, Row, decoded
from duelling.live.journal.schema import RARE, quoted
from duelling.live.journal.store import BLOCK, Store
from duelling.live.journal.words import NONE, NUMBERS, number, unpacked, word, words_of

ROW = f"select {quoted(NAMES)} from event where arena = ?"
MOVE = "update arena set head = ?, chain = ? where id = ? and head = ? and chain = ?"


class Tables(Store):
    """A store that can carry out statements, with a question mark for each value."""

    _rare = "event"  # the table, for a statement that is to use the index of what is rare

    @abstractmethod
    def _fetch(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows that a statement finds."""

    @abstractmethod
    def _change(self, statement: str, values: Sequence[Any], durable: bool) -> int:
        """Carry out one statement that changes something, in a transaction of its own; return how many rows."""

    @abstractmethod
    def _table(self, statement: str, values: Sequence[Any], types: np.dtype[Any]) -> np.ndarray[Any, Any]:
        """The numbers that a statement finds as an array of these types; raise ``_lacks`` where one is NULL."""

    def _lacks(self) -> DamagedFile:
        """The error for a journal with an event that lacks a number which every event of its kind has."""
        return DamagedFile(f"the journal {self.place!r} is damaged: an event lacks a number; check the journal")

    def arenas(self) -> list[str]:
        return [name for (name,) in self._fetch("select name from arena where head > 0 order by id")]

    def create(self, name: str) -> int:
        insert = "insert into arena (name, head, chain) values (?, 0, 0) on conflict (name) do nothing"
        if not self._change(insert, (name,), durable=True):
            raise Conflict(f"{self.place!r} has an arena {name!r} already")
        return self._fetch("select id from arena where name = ?", (name,))[0][0]  # type: ignore[no-any-return]

    def find(self, name: str) -> int | None:
        found = self._fetch("select id from arena where name = ?", (name,))
        return found[0][0] if found else None

    def mark(self, arena: int, seq: int | None = None) -> Mark | None:
        if seq == 0:
            return START
        if seq is None:
            found = self._fetch("select head, chain from arena where id = ?", (arena,))
        else:
            found = self._fetch("select seq, chain from event where arena = ? and seq = ?", (arena, seq))
        return Mark(*found[0]) if found else None

    def rows(self, arena: int, after: int, upto: int, most: int) -> list[Row]:
        return self._fetch(f"{ROW} and seq > ? and seq <= ? order by seq limit ?", (arena, after, upto, most))

    def columns(self, arena: int, kind: str, names: Sequence[str], after: int = 0) -> dict[str, Any]:
        where, values = "from event where arena = ? and seq > ? and kind = ? order by seq", (arena, after, kind)
        for name in names:
            if name not in NUMBERS and name not in COLUMNS:
                raise unknown("column", name, [*NUMBERS, *COLUMNS])
        texts = [name for name in names if name not in NUMBERS and (name != "answer" or kind == "refused")]
        numbers = [name for name in names if name not in texts]
        found: dict[str, Any] = {}
        if numbers:
            words, floats = words_of(numbers), [name for name in numbers if COLUMNS.get(name) is float]
            wanted = [*(word(kind, inside) for inside in words.values()), *(number(kind, name) for name in floats)]
            types = np.dtype([*((name, np.int64) for name in words), *((name, np.float64) for name in floats)])
            table = self._table(f"select {', '.join(wanted)} {where}", values, types)
            for name, inside in words.items():
                found |= unpacked(kind, table[name], inside)
            found |= {name: np.where(table[name] == NONE, np.nan, table[name]) for name in floats}
        for name in texts:
            found[name] = [text for (text,) in self._fetch(f'select "{name}" {where}', values)]
        return {name: found[name] for name in names}

    def rare(self, arena: int, after: int, upto: int) -> Iterator[Event]:
        row = ROW.replace("from event", f"from {self._rare}")
        between = f"{row} and {RARE} and seq > ? and seq <= ? order by seq limit ?"
        while rows := self._fetch(between, (arena, after, upto, BLOCK)):
            yield from decoded(rows, self.place)
            after = rows[-1][0]

    def by_key(self, arena: int, key: str) -> int | None:
        return self._fetch("select min(seq) from event where arena = ? and key = ?", (arena, key))[0][0]  # type: ignore[no-any-return]

    def answer_of(self, arena: int, question: int) -> Told | None:
        select = f"{ROW} and question = ? and kind = 'told' order by seq desc limit 1"
        return next(decoded(self._fetch(select, (arena, question)), self.place), None)  # type: ignore[return-value]

    def put_snapshot(self, arena: int, seq: int, state: bytes) -> None:
        insert = (
            "insert into snapshot select arena, seq, chain, ?, ? from event where arena = ? and seq = ? "
            "on conflict (arena, seq) do update set chain = excluded.chain, digest = excluded.digest, "
            "state = excluded.state"
        )
        self._change(insert, (_digest(state), state, arena, seq), durable=False)

    def snapshot(self, arena: int, upto: int | None = None) -> tuple[int, bytes] | None:
        numbers = "select seq from snapshot where arena = ? order by seq desc"
        select = (
            "select s.digest, s.state from snapshot s join event e on e.arena = s.arena and e.seq = s.seq "
            "and e.chain = s.chain where s.arena = ? and s.seq = ?"
        )
        for (seq,) in self._fetch(numbers, (arena,)):
            found = self._fetch(select, (arena, seq)) if upto is None or seq <= upto else []
            if found and _digest(found[0][1]) == found[0][0]:
                return seq, found[0][1]
        return None

    def drop_snapshots(self, arena: int, keep: int = 0) -> None:
        newest = "select seq from snapshot where arena = ? order by seq desc limit ?"
        delete = f"delete from snapshot where arena = ? and seq not in ({newest})"
        self._change(delete, (arena, arena, keep), durable=False)

    def put_media(self, hash: str, kind: str, content: bytes) -> None:
        if hashlib.sha256(content).hexdigest() != hash:
            raise WrongValue("hash must be the SHA-256 digest of the content")
        insert = "insert into media (hash, kind, content) values (?, ?, ?) on conflict (hash) do nothing"
        self._change(insert, (hash, kind, content), durable=True)

    def media(self, hash: str) -> tuple[str, bytes] | None:
        found = self._fetch("select kind, content from media where hash = ?", (hash,))
        if found and hashlib.sha256(found[0][1]).hexdigest() != hash:
            raise DamagedFile(f"the bytes that {self.place!r} keeps under {hash} are damaged")
        return tuple(found[0]) if found else None

    def note(self, key: str) -> str | None:
        found = self._fetch("select value from meta where key = ?", (f"note:{key}",))
        return found[0][0] if found else None

    def swap(self, key: str, old: str | None, new: str) -> bool:
        if old is None:
            insert = "insert into meta (key, value) values (?, ?) on conflict (key) do nothing"
            return bool(self._change(insert, (f"note:{key}", new), durable=True))
        update = "update meta set value = ? where key = ? and value = ?"
        return bool(self._change(update, (new, f"note:{key}", old), durable=True))


def _digest(state: bytes) -> bytes:
    return hashlib.blake2b(state, digest_size=16).digest()
