"""Journals in one file of SQLite.

Every write holds the lock file ``<file>-lock``, and checkpoints of the write-ahead log happen under it too: versions of
SQLite before 3.51.3 can damage a file where two connections write and checkpoint at once. Readers have connections of
their own, which cannot write.
"""

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np

from duelling.errors import Conflict, DamagedFile, InputError, Unavailable, UnknownName, path_of
from duelling.errors import quoted as shown
from duelling.live.journal import faults, locks, migrations
from duelling.live.journal.connections import Connections
from duelling.live.journal.rows import LAYOUTS, Mark
from duelling.live.journal.schema import SQLITE, quoted
from duelling.live.journal.store import MAKES, Writing
from duelling.live.journal.tables import MOVE, Tables

LOG_PAGES = 1000  # of the write-ahead log, after which a checkpoint is due
PATIENCE = 30.0  # seconds to wait for a program that writes without the lock file
INSERT = {  # by kind: a column that is left out costs nothing, and most are
    kind: f"insert into event (arena, {quoted(each.names)}) values ({', '.join('?' * (len(each.names) + 1))})"
    for kind, each in LAYOUTS.items()
}
SHARED = 2**15  # bytes of the memory that connections share, which is a file beside the journal
OLDEST = (3, 37, 0)  # tables with strict types
FILES = ("", "-wal", "-shm")  # those that a journal consists of: its own and those of the log
BESIDE = ("-wal", "-shm", "-journal", "-lock")  # what may lie beside it, and is opened
DAMAGE = ("SQLITE_CORRUPT", "SQLITE_FORMAT")


class SQLite(Tables):
    """A file that holds journals."""

    _rare = "event indexed by event_rare"  # else it goes through all events

    def __init__(self, path: str, *, create: bool = True, durable: bool = True) -> None:
        self.path = Path(os.path.realpath(path_of("place", path)))
        self.place, self.durable = str(self.path), durable
        self._lock = Path(f"{self.path}-lock")
        self._readers = Connections(lambda: _open(self.path, "ro"), self.place)
        self._writer = Connections(self._connect, self.place)  # one, which is lent to who has the lock
        self._pages = self._log = 0  # of the log, since it was brought into the file; and its size then
        try:
            _check_place(self.path, create)
        except OSError as error:
            raise Conflict(f"the journal {shown(self.place)} cannot be used: {error.strerror}") from None
        missing = [each for each in _files(self.path) if not each.exists()]
        with self._locked():
            self._made = [] if self.path.exists() else missing
            try:
                self._writer.free.append(self._connect("rwc" if create else "rw"))
            except BaseException as error:
                _remove(self._made or {self._lock}.intersection(missing))  # no lock stays beside what is no journal
                if isinstance(error, Unavailable):
                    raise Conflict(str(error)) from error  # nothing will change by itself
                raise

    def _fetch(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        with self._reading() as connection:
            return connection.execute(statement, values).fetchall()

    def _table(self, statement: str, values: Sequence[Any], types: np.dtype[Any]) -> np.ndarray[Any, Any]:
        with self._reading() as connection:
            try:
                return np.fromiter(connection.execute(statement, values), types)
            except TypeError:
                raise self._lacks() from None

    def _change(self, statement: str, values: Sequence[Any], durable: bool) -> int:
        with self._writing() as connection:
            (count,) = self._commit(connection, [(statement, values)], durable)
        return count

    @contextlib.contextmanager
    def writing(self, arena: int, known: Mark | None = None) -> Iterator[Writing]:
        with self._writing() as connection:
            with self._translated():
                found = connection.execute("select head, chain from arena where id = ?", (arena,)).fetchone()
            writing = Writing(self, arena, Mark(*found))
            yield writing
            if writing.rows:
                inserts: dict[str, list[Any]] = {}
                for row in writing.rows:
                    inserts.setdefault(row[2], []).append((arena, *LAYOUTS[row[2]].filled(row)))
                changes = [(INSERT[kind], rows) for kind, rows in inserts.items()]
                move = MOVE, (*writing.mark, arena, *writing.before)
                self._commit(connection, [*changes, move], writing.durable)

    def backup(self, path: str | Path) -> None:
        target = path_of("path", path)
        with self._reading() as connection:
            try:
                if target.exists():
                    raise Conflict(f"the copy {shown(str(target))} must be a new file, but it is there already")
                with tempfile.TemporaryDirectory(dir=target.parent, prefix=".copying-") as room:
                    half = Path(room) / "copy"  # it gets its name when it is whole
                    with contextlib.closing(sqlite3.connect(half)) as copy:
                        connection.backup(copy)
                    os.replace(half, target)
            except (OSError, sqlite3.Error) as error:
                reason = getattr(error, "strerror", None) or error
                raise Conflict(f"the copy {shown(str(target))} cannot be written: {reason}") from None

    def close(self) -> None:
        self._readers.close()
        with contextlib.suppress(Unavailable), self._locked():
            self._check_files(self._files)  # the last one to leave removes the log, by its name
            self._writer.close()

    def discard(self) -> None:
        with contextlib.suppress(InputError), self._locked():
            if self._made and not self._fetch("select 1 from event limit 1"):
                self._readers.close()
                self._writer.close()
                _remove(self._made)
                return
        self.close()

    # Connections

    def _connect(self, mode: str = "rw") -> sqlite3.Connection:
        """A connection that writes, to tables that are as they must be; the lock is held."""
        with self._translated():
            connection = _open(self.path, mode)
            try:
                self._prepare(connection, create=mode == "rwc")
            except BaseException:
                connection.close()
                raise
            self._files = [_inode(f"{self.path}{suffix}") for suffix in FILES]
            return connection

    def _prepare(self, connection: sqlite3.Connection, create: bool) -> None:
        """Make the tables, or see that they are those of this version. A file that is refused stays as it is."""
        tables = {name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")}
        if tables and not tables >= {"meta", "arena", "event"}:
            raise DamagedFile(f"{self.place!r} must be a journal, got a SQLite file of another program")
        if not tables and not create:
            raise UnknownName(f"there is no journal in {self.place!r}, which is empty: {MAKES}")
        (answer,) = connection.execute("pragma journal_mode = wal").fetchone()
        if answer != "wal":
            raise Conflict(f"a journal needs a write-ahead log, which SQLite cannot keep for {self.place!r} there")
        connection.execute("pragma wal_autocheckpoint = 0")
        if not tables:
            self._commit(connection, [(statement, ()) for statement in SQLITE], durable=True)
        self._migrate(connection)

    def _migrate(self, connection: sqlite3.Connection) -> None:
        """Bring an older file up to date, each step in one transaction, after a copy of the file was made."""
        found = connection.execute(migrations.SCHEMA_OF).fetchone()
        for number, step in migrations.steps_of(found, self.place).items():
            copy = self.path.with_name(f"{self.path.name}.before-{number}")
            copy.unlink(missing_ok=True)  # of a former attempt
            connection.execute("vacuum into ?", (str(copy),))
            connection.execute("pragma synchronous = full")
            connection.execute("begin exclusive")
            try:
                migrations.take(connection, number, step)
                connection.execute("commit")
            finally:
                if connection.in_transaction:
                    connection.execute("rollback")

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Errors of SQLite and of the system as those of this package."""
        try:
            yield
        except sqlite3.Error as error:
            kind = getattr(error, "sqlite_errorname", "")
            if kind == "SQLITE_NOTADB":
                said = "is no journal, or its beginning is damaged: it is not a file of SQLite"
                raise DamagedFile(f"{self.place!r} {said}") from error
            if kind.startswith(DAMAGE):
                raise DamagedFile(f"the journal {self.place!r} is damaged: {error}") from error
            reason = "the disk is full" if _without_room(self.path, error) else error
            raise Unavailable(f"the journal {self.place!r} cannot be used: {reason}") from error
        except OSError as error:
            raise Unavailable(f"the journal {self.place!r} cannot be used: {error.strerror}") from error

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            with self._translated():
                stack.enter_context(locks.held(self._lock))
            yield

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that nobody else uses, and that cannot write."""
        with self._translated(), self._readers.lent() as connection:
            yield connection

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """The connection that writes, while nobody else does; raise Unavailable if the file is not in its place."""
        with self._locked():
            self._check_files(self._files[:1])
            with self._writer.lent() as connection:
                self._check_files(self._files)
                yield connection

    def _check_files(self, files: list[tuple[int, int] | None]) -> None:
        if [_inode(f"{self.path}{suffix}") for suffix in FILES[: len(files)]] != files:
            raise Unavailable(f"the journal {self.place!r} was moved, deleted or replaced while it was open")

    def _commit(self, connection: sqlite3.Connection, changes: Sequence[tuple[str, Any]], durable: bool) -> list[int]:
        """Carry out statements, all or none, each with its values or for each row of a list; how many rows changed."""
        with self._translated():
            connection.execute(f"pragma synchronous = {'full' if durable and self.durable else 'normal'}")
            connection.execute("begin immediate")
            try:
                faults.point("after begin")
                counts = [_run(connection, *change) for change in changes]
                faults.point("after insert")
                if changes[-1][0] == MOVE and counts[-1] != 1:
                    raise Unavailable(f"the journal {self.place!r} was changed by another program")
                faults.point("before commit")
                connection.execute("commit")
            finally:
                if connection.in_transaction:
                    connection.execute("rollback")
            faults.point("after commit")
        self._checkpoint(connection, max(sum(counts), 0))
        return counts

    def _checkpoint(self, connection: sqlite3.Connection, rows: int) -> None:
        """Bring the log into the file after about so many pages. Where that fails it grows on, until a commit fails.

        Afterwards the log is written again from its start, but keeps its size, which does not tell how full it is.
        """
        self._pages += 4 + rows // 10
        with contextlib.suppress(OSError, sqlite3.Error):
            size = os.stat(f"{self.path}-wal").st_size
            if self._pages > LOG_PAGES or size > self._log + 4096 * LOG_PAGES:
                connection.execute("pragma wal_checkpoint(passive)")
                self._pages, self._log = 0, size


def _run(connection: sqlite3.Connection, statement: str, values: Any) -> int:
    return (connection.executemany if isinstance(values, list) else connection.execute)(statement, values).rowcount


def _files(path: Path) -> list[Path]:
    """The file of a journal, and those that may lie beside it."""
    return [path, *(Path(f"{path}{end}") for end in BESIDE)]


def _remove(made: Iterable[Path]) -> None:
    """Take away what was not there before a store made it; the lock is held."""
    for each in made:
        with contextlib.suppress(OSError):
            each.unlink(missing_ok=True)


def _check_place(path: Path, create: bool) -> None:
    """Raise an error that says what to change where no journal can be kept."""
    if sqlite3.sqlite_version_info < OLDEST:
        raise Conflict(f"a journal needs SQLite 3.37 or newer, but Python was built with {sqlite3.sqlite_version}")
    if path.is_symlink():  # all others were followed
        raise Conflict(f"a journal is a file, but {str(path)!r} is a link that leads to itself")
    for each in _files(path):  # to open a pipe would wait for ever
        if each.exists() and not each.is_file():
            what = "a folder" if each.is_dir() else "a device, a pipe or a socket"
            raise Conflict(f"a journal is a file, but {str(each)!r} is {what}")
    if not path.parent.is_dir():
        raise UnknownName(f"there is no folder {str(path.parent)!r} for the journal {path.name!r}")
    if not path.exists() and not create:
        raise UnknownName(f"there is no journal {str(path)!r}: {MAKES}")
    closed = [str(each) for each in (path, path.parent) if each.exists() and not os.access(each, os.W_OK)]
    if closed:
        raise Conflict(f"the journal {str(path)!r} cannot be used: {closed[0]!r} may not be written")
    if locks.file_system(path.parent) in locks.NETWORK:
        raise Conflict(f"a journal needs a local disk or PostgreSQL, but {str(path)!r} lies on a network file system")


def _open(path: Path, mode: str) -> sqlite3.Connection:
    address = f"file:{quote(str(path))}?mode={mode}"
    return sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True)


def _without_room(path: Path, error: sqlite3.Error) -> bool:
    """Whether there is no room for the memory that connections share: SQLite says no more than "disk I/O error"."""
    if not getattr(error, "sqlite_errorname", "").startswith("SQLITE_IOERR"):
        return False
    with contextlib.suppress(OSError):
        return shutil.disk_usage(path.parent).free < SHARED
    return False


def _inode(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
