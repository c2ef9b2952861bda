"""Journals in one file of SQLite.

Every write holds the lock file ``<file>-lock``, and checkpoints of the write-ahead log happen under it too: versions of
SQLite before 3.51.3 can damage a file where two connections write and checkpoint at once. Readers have connections of
their own, which cannot write.
"""

import contextlib
import hashlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np

from duelling.errors import Conflict, DamagedFile, Unavailable, UnknownName, WrongValue, path_of
from duelling.live.journal import faults, locks
from duelling.live.journal.events import Told
from duelling.live.journal.rows import COLUMNS, NAMES, START, Mark, Row, decoded
from duelling.live.journal.schema import SCHEMA, SQLITE, quoted
from duelling.live.journal.store import Store, Writing

LOG_PAGES = 1000  # of the write-ahead log, after which a checkpoint is due
PATIENCE = 30.0  # seconds to wait for a program that writes without the lock file
ROW = f"select {quoted(NAMES)} from event where arena = ?"
NOTE = "select value from meta where key = ?"
INSERT = f"insert into event (arena, {quoted(NAMES)}) values ({', '.join('?' * (len(NAMES) + 1))})"


class SQLite(Store):
    """A file that holds journals."""

    def __init__(self, path: str, *, create: bool = True, durable: bool = True) -> None:
        self.path = Path(os.path.realpath(path_of("place", path)))
        self.place, self.durable = str(self.path), durable
        self.lock = self.path.with_name(self.path.name + "-lock")
        self._free: list[sqlite3.Connection] = []
        self._process, self._inherited = os.getpid(), []  # type: ignore[var-annotated]
        self._connection: sqlite3.Connection | None = None
        self._closed = False
        _check_place(self.path, create)
        with self._locked(), self._translated():
            self._connect(create)

    def _connect(self, create: bool) -> sqlite3.Connection:
        connection = self._connection = _open(self.path, "rwc" if create else "rw")
        (mode,) = connection.execute("pragma journal_mode = wal").fetchone()
        if mode != "wal":
            raise Conflict(
                f"cannot keep a journal in {self.place!r}: SQLite has no write-ahead log there; use a local disk"
            )
        connection.execute("pragma wal_autocheckpoint = 0")
        tables = {name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")}
        if not tables:
            self._commit(connection, [(statement, ()) for statement in SQLITE], durable=True)
        elif "meta" not in tables:
            raise DamagedFile(f"{self.place!r} must be a journal, got a SQLite file of another program")
        (schema,) = connection.execute("select value from meta where key = 'schema'").fetchone()
        if int(schema) > SCHEMA:
            raise Conflict(
                f"the journal {self.place!r} was written by a newer version of duelling (schema {schema}, this one "
                f"knows {SCHEMA}): update the package"
            )
        self._files = self._inodes()
        return connection

    # Connections

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Errors of SQLite as those of this package."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise Unavailable(f"the journal {self.place!r} cannot be used now: {error}") from error
        except sqlite3.DatabaseError as error:
            raise DamagedFile(f"the journal {self.place!r} is damaged: {error}") from error
        except OSError as error:
            raise Unavailable(f"the journal {self.place!r} cannot be used now: {error.strerror}") from error

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        with self._translated(), locks.held(self.lock):
            yield

    def _here(self) -> None:
        """After a fork, leave the parent's connections alone: SQLite must not use or close them in the child."""
        if self._closed:
            raise Unavailable(f"the journal {self.place!r} is closed")
        if self._process != os.getpid():
            self._inherited += [self._connection, *self._free]
            self._connection, self._free, self._process = None, [], os.getpid()

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that nobody else uses, and that cannot write."""
        self._here()
        with self._translated():
            connection = self._free.pop() if self._free else _open(self.path, "ro")
            try:
                yield connection
            finally:
                self._free.append(connection)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """The connection that writes, while nobody else does; raise Unavailable if the file is not in its place."""
        self._here()
        with self._locked():
            connection = self._connection or self._connect(create=False)
            if self._inodes() != self._files:
                raise Unavailable(f"the journal {self.place!r} was moved, deleted or replaced while it was open")
            yield connection

    def _inodes(self) -> list[tuple[int, int] | None]:
        """Which files the journal consists of: its own and those of the log."""
        return [_inode(f"{self.path}{suffix}") for suffix in ("", "-wal", "-shm")]

    def _commit(self, connection: sqlite3.Connection, statements: Sequence[tuple[str, Any]], durable: bool) -> None:
        """Carry out the statements, all or none; one with a list of rows is carried out for each of them."""
        connection.execute(f"pragma synchronous = {'full' if durable and self.durable else 'normal'}")
        connection.execute("begin immediate")
        try:
            faults.point("after begin")
            for statement, values in statements:
                run = connection.executemany if isinstance(values, list) else connection.execute
                if run(statement, values).rowcount == 0:
                    raise Unavailable(f"the journal {self.place!r} was written by another program at the same time")
            faults.point("after insert")
            faults.point("before commit")
            connection.execute("commit")
        except BaseException:
            if connection.in_transaction:
                connection.execute("rollback")
            raise
        faults.point("after commit")

    def _checkpoint(self, connection: sqlite3.Connection) -> None:
        size = _size(f"{self.path}-wal")
        if size > LOG_PAGES * 4096:
            with contextlib.suppress(
                sqlite3.OperationalError
            ):  # no room: the log goes on growing, or the next commit fails
                connection.execute("pragma wal_checkpoint(passive)")

    def close(self) -> None:
        if self._closed or self._process != os.getpid():
            return
        for connection in self._free:
            connection.close()
        if self._connection:
            with contextlib.suppress(Unavailable), self._locked():  # the last one to leave removes the log
                self._connection.close()
        self._connection, self._free, self._closed = None, [], True

    # Arenas

    def arenas(self) -> list[str]:
        with self._reading() as connection:
            return [name for (name,) in connection.execute("select name from arena order by id")]

    def create(self, name: str) -> int:
        with self._writing() as connection:
            if connection.execute("select 1 from arena where name = ?", (name,)).fetchone():
                raise Conflict(f"{self.place!r} has an arena {name!r} already")
            insert = "insert into arena (name, head, chain) values (?, 0, 0)"
            self._commit(connection, [(insert, (name,))], durable=True)
            return int(connection.execute("select id from arena where name = ?", (name,)).fetchone()[0])

    def find(self, name: str) -> int | None:
        with self._reading() as connection:
            found = connection.execute("select id from arena where name = ?", (name,)).fetchone()
        return found and int(found[0])

    # Reading

    def mark(self, arena: int, seq: int | None = None) -> Mark | None:
        if seq == 0:
            return START
        select = (
            "select head, chain from arena where id = ?"
            if seq is None
            else ("select seq, chain from event where arena = ? and seq = ?")
        )
        with self._reading() as connection:
            found = connection.execute(select, (arena,) if seq is None else (arena, seq)).fetchone()
        return found and Mark(*found)

    def rows(self, arena: int, after: int, upto: int, most: int) -> list[Row]:
        with self._reading() as connection:
            select = f"{ROW} and seq > ? and seq <= ? order by seq limit ?"
            return connection.execute(select, (arena, after, upto, most)).fetchall()

    def columns(self, arena: int, kind: str, names: Sequence[str], after: int = 0) -> dict[str, Any]:
        found: dict[str, Any] = {}
        numbers = [name for name in names if COLUMNS.get(name, int) is not str]
        where = "from event where arena = ? and seq > ? and kind = ? order by seq"
        with self._reading() as connection:
            select = ", ".join(f'"{name}"' if name in ("seq", "at") else _filled(name) for name in numbers)
            if numbers:
                values = connection.execute(f"select {select} {where}", (arena, after, kind))
                table = np.fromiter(chain.from_iterable(values), np.float64).reshape(-1, len(numbers))
                table[np.isinf(table)] = np.nan
                for name, column in zip(numbers, table.T, strict=True):
                    found[name] = np.ascontiguousarray(column, COLUMNS.get(name, int))
            for name in names:
                if name not in numbers:
                    values = connection.execute(f'select "{name}" {where}', (arena, after, kind))
                    found[name] = [value for (value,) in values]
        return {name: found[name] for name in names}

    def by_key(self, arena: int, key: str) -> int | None:
        with self._reading() as connection:
            select = "select min(seq) from event where arena = ? and key = ?"
            return connection.execute(select, (arena, key)).fetchone()[0]  # type: ignore[no-any-return]

    def answer_of(self, arena: int, question: int) -> Told | None:
        with self._reading() as connection:
            select = f"{ROW} and question = ? and kind = 'told' order by seq desc limit 1"
            found = connection.execute(select, (arena, question)).fetchall()
        return next(decoded(found, self.place), None)  # type: ignore[return-value]

    # Writing

    @contextlib.contextmanager
    def writing(self, arena: int) -> Iterator[Writing]:
        with self._writing() as connection:
            head, digest = connection.execute("select head, chain from arena where id = ?", (arena,)).fetchone()
            writing = Writing(self, arena, Mark(head, digest))
            yield writing
            if writing.rows:
                move = "update arena set head = ?, chain = ? where id = ? and head = ? and chain = ?"
                rows = [(arena, *row) for row in writing.rows]
                statements = [(INSERT, rows), (move, (*writing.mark, arena, *writing.before))]
                self._commit(connection, statements, writing.durable)
                self._checkpoint(connection)

    def put_snapshot(self, arena: int, seq: int, state: bytes) -> None:
        insert = "insert or replace into snapshot select arena, seq, chain, ?, ? from event where arena = ? and seq = ?"
        with self._writing() as connection:
            self._commit(connection, [(insert, (_digest(state), state, arena, seq))], durable=False)

    def snapshot(self, arena: int, upto: int | None = None) -> tuple[int, bytes] | None:
        select = (
            "select s.seq, s.digest, s.state from snapshot s join event e on e.arena = s.arena and e.seq = s.seq and "
            "e.chain = s.chain where s.arena = ? and s.seq <= coalesce(?, s.seq) order by s.seq desc"
        )
        with self._reading() as connection:
            for seq, digest, state in connection.execute(select, (arena, upto)):
                if _digest(state) == digest:
                    return seq, state
        return None

    def drop_snapshots(self, arena: int, keep: int = 0) -> None:
        delete = (
            "delete from snapshot where arena = ?1 and seq not in "
            "(select seq from snapshot where arena = ?1 order by seq desc limit ?2)"
        )
        with self._writing() as connection:
            connection.execute(delete, (arena, keep))

    def put_media(self, hash: str, kind: str, content: bytes) -> None:
        if hashlib.sha256(content).hexdigest() != hash:
            raise WrongValue("hash must be the SHA-256 digest of the content")
        with self._writing() as connection:
            if not connection.execute("select 1 from media where hash = ?", (hash,)).fetchone():
                self._commit(connection, [("insert into media values (?, ?, ?)", (hash, kind, content))], durable=True)

    def media(self, hash: str) -> tuple[str, bytes] | None:
        with self._reading() as connection:
            found = connection.execute("select kind, content from media where hash = ?", (hash,)).fetchone()
        if found and hashlib.sha256(found[1]).hexdigest() != hash:
            raise DamagedFile(f"the bytes that {self.place!r} keeps under {hash} are damaged")
        return found and tuple(found)

    def note(self, key: str) -> str | None:
        with self._reading() as connection:
            found = connection.execute(NOTE, (f"note:{key}",)).fetchone()
        return found and str(found[0])

    def swap(self, key: str, old: str | None, new: str) -> bool:
        with self._writing() as connection:
            found = connection.execute(NOTE, (f"note:{key}",)).fetchone()
            if (found and found[0]) != old:
                return False
            keep = "insert into meta values (?, ?) on conflict (key) do update set value = excluded.value"
            self._commit(connection, [(keep, (f"note:{key}", new))], durable=True)
            return True

    def backup(self, path: str | Path) -> None:
        target = path_of("path", path)
        if target.exists():
            raise Conflict(f"the copy {str(target)!r} must be a new file, but it is there already")
        with self._reading() as connection, contextlib.closing(sqlite3.connect(target)) as copy:
            connection.backup(copy)


def _check_place(path: Path, create: bool) -> None:
    """Raise an error that says what to change where no journal can be kept."""
    if path.is_dir():
        raise Conflict(f"a journal is a file, but {str(path)!r} is a folder")
    if path.exists() and not path.is_file():
        raise Conflict(f"a journal is a file, but {str(path)!r} is a device, a pipe or a socket")
    if not path.parent.is_dir():
        raise UnknownName(f"there is no folder {str(path.parent)!r} for the journal {path.name!r}")
    if not path.exists() and not create:
        raise UnknownName(f"there is no journal {str(path)!r}")
    if locks.file_system(path.parent) in locks.NETWORK:
        raise Conflict(f"a journal needs a local disk or PostgreSQL, but {str(path)!r} lies on a network file system")


def _open(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"file:{quote(str(path))}?mode={mode}", PATIENCE, isolation_level=None, check_same_thread=False, uri=True
    )
    connection.execute("pragma mmap_size = 0")
    return connection


def _inode(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0


def _digest(state: bytes) -> bytes:
    return hashlib.blake2b(state, digest_size=16).digest()


def _filled(name: str) -> str:
    return f'coalesce("{name}", {"-1" if COLUMNS[name] is not float else "9e999"})'
