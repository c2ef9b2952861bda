"""Journals in a PostgreSQL database, in tables of the schema ``duelling``.

A group of events is one statement: it moves the head of the journal from the mark that the writer knows to the next,
and adds the rows only if that succeeded. So writers need no lock as long as one of them writes alone; where several do,
they queue at a lock of the server. A statement whose answer was lost is sent again: the digest of the last event tells
whether it is there already.
"""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from duelling.errors import Conflict, DamagedFile, Unavailable, UnknownName, WrongValue
from duelling.live.journal import faults, migrations
from duelling.live.journal.connections import Connections
from duelling.live.journal.rows import COLUMNS, NAMES, Mark
from duelling.live.journal.schema import HOME, LARGE, POSTGRES, quoted
from duelling.live.journal.store import MAKES, Behind, Writing
from duelling.live.journal.tables import Tables

try:
    import psycopg
    from psycopg import conninfo, errors
    from psycopg.types.string import TextLoader
except ImportError:
    raise Conflict("a journal in PostgreSQL needs psycopg: pip install 'duelling[postgres]'") from None

PATIENCE = 20.0  # seconds to wait for a server that is restarting
LARGEST = 20_000  # rows in one statement
LOCK = 0x6475656C  # our part of the server's advisory locks
TYPES = {"seq": "bigint", "at": "bigint", "kind": "text", "chain": "bigint", "data": "json"}
ARRAYS = ", ".join(f"%s::{TYPES.get(name) or LARGE[COLUMNS[name]]}[]" for name in NAMES)
APPEND = f"""
with moved as (update arena set head = %s, chain = %s where id = %s and head = %s and chain = %s
               and (%s or pg_try_advisory_xact_lock({LOCK}, id)) returning id),
     added as (insert into event (arena, {quoted(NAMES)})
               select moved.id, new.* from moved, unnest({ARRAYS}) as new)
select count(*), set_config('synchronous_commit', %s, true) from moved
"""
LASTING = (errors.DiskFull, errors.OutOfMemory, errors.ProgramLimitExceeded, errors.SystemError, errors.IoError)
T = TypeVar("T")


class Postgres(Tables):
    """A database that holds journals."""

    def __init__(self, address: str, *, create: bool = True, durable: bool = True) -> None:
        try:
            parts = conninfo.conninfo_to_dict(address)
        except psycopg.ProgrammingError:
            raise WrongValue("place must be postgresql://user:password@host:port/database") from None
        self.durable = durable
        where = "/".join(str(parts[key]) for key in ("host", "dbname") if parts.get(key))
        self.place = f"postgresql://{where}"
        self._address = address
        self._connections = Connections(self._connect, self.place, (psycopg.OperationalError,))
        try:
            with self._translated(), self._connections.lent() as connection:
                self._prepare(connection, create)
        except Unavailable as error:
            raise Conflict(str(error)) from error

    def _connect(self) -> "psycopg.Connection[Any]":
        with self._translated():
            connection = psycopg.connect(
                self._address,
                autocommit=True,
                connect_timeout=10,
                application_name="duelling",
                client_encoding="utf8",
                options=f"-c search_path={HOME}",
            )
        connection.adapters.register_loader("json", TextLoader)  # its very text, which the digest was made of
        return connection

    def _prepare(self, connection: "psycopg.Connection[Any]", create: bool) -> None:
        """Make the tables, or see that they are those of this version."""
        there = "select to_regclass(%s) is not null"
        with connection.transaction():
            connection.execute("select pg_advisory_xact_lock(%s, 0)", (LOCK,))
            if not connection.execute(there, (f"{HOME}.meta",)).fetchone()[0]:  # type: ignore[index]
                if not create:
                    raise UnknownName(f"there is no journal in {self.place!r}: {MAKES}")
                for statement in POSTGRES:
                    connection.execute(statement)
            found = connection.execute(migrations.SCHEMA_OF).fetchone()
            for number, step in migrations.steps_of(found, self.place).items():
                migrations.take(connection, number, step)

    # Statements

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Errors of PostgreSQL as those of this package."""
        try:
            yield
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            raise DamagedFile(f"the journal {self.place!r} is damaged: {_said(error)}") from error
        except psycopg.Error as error:
            raise Unavailable(f"the journal {self.place!r} cannot be used: {_said(error)}") from error

    def _patiently(self, run: "Callable[[psycopg.Connection[Any]], T]") -> T:
        """Do something that may be done twice, again if the connection is lost while the server restarts."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with self._translated(), self._connections.lent() as connection:
                    return run(connection)
            except Unavailable as error:
                if not _passes(error.__cause__) or time.monotonic() > end:
                    raise
                self._connections.drop()
                time.sleep(0.05)

    def _fetch(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        return self._patiently(lambda connection: connection.execute(_own(statement), values).fetchall())

    def _change(self, statement: str, values: Sequence[Any], durable: bool) -> int:
        def change(connection: "psycopg.Connection[Any]") -> int:
            with connection.transaction():
                connection.execute("select set_config('synchronous_commit', %s, true)", (self._sync(durable),))
                return connection.execute(_own(statement), values).rowcount

        return self._patiently(change)

    def _table(self, statement: str, values: Sequence[Any], types: np.dtype[Any]) -> np.ndarray[Any, Any]:
        """The numbers that a statement finds, from the binary form of COPY: fields of a fixed length."""

        def copied(connection: "psycopg.Connection[Any]") -> bytes:
            with connection.cursor().copy(f"copy ({_own(statement)}) to stdout (format binary)", values) as copy:
                return b"".join(copy)

        content = self._patiently(copied)
        fields: list[Any] = [("count", ">i2")]
        for name in types.names or ():
            fields += [(f"{name} size", ">i4"), (name, types[name].newbyteorder(">"))]
        row = np.dtype(fields)
        if (len(content) - 21) % row.itemsize:  # a NULL has no bytes
            raise self._lacks()
        raw = np.frombuffer(content[19:-2], row)
        if any((raw[f"{name} size"] != types[name].itemsize).any() for name in types.names or ()):
            raise self._lacks()
        table = np.empty(raw.size, types)
        for name in types.names or ():
            table[name] = raw[name]
        return table

    # Writing

    def _sync(self, durable: bool) -> str:
        return "on" if durable and self.durable else "off"

    @contextlib.contextmanager
    def writing(self, arena: int, known: Mark | None = None) -> Iterator[Writing]:
        with contextlib.ExitStack() as stack:
            if known is None:
                stack.enter_context(self._locked(arena))
            writing = Writing(self, arena, known or self.mark(arena))  # type: ignore[arg-type]
            faults.point("after lock")
            yield writing
            faults.point("after begin")
            if writing.rows:
                self._append(writing, known is None)
            elif known and self.mark(arena) != known:
                raise Behind(f"somebody else has written into {self.place!r}")

    @contextlib.contextmanager
    def _locked(self, arena: int) -> Iterator[None]:
        """Hold the lock of an arena, in a transaction of its own.

        If the server goes away meanwhile, so does the lock; then the mark decides whether this writer was the first.
        """
        self._fetch("select 1")  # waits for a server that is restarting
        ended = False
        try:
            with self._connections.lent() as connection, connection.transaction():
                connection.execute("select pg_advisory_xact_lock(%s, %s)", (LOCK, arena))
                yield
                ended = True
        except psycopg.Error as error:
            if not ended:
                raise Unavailable(f"the journal {self.place!r} cannot be used: {_said(error)}") from error

    def _append(self, writing: Writing, locked: bool) -> None:
        """Add the rows. Without the lock step back for whoever has it: a fast writer could keep it waiting for ever."""
        statements, before = [], writing.before
        for begin in range(0, len(writing.rows), LARGEST):
            rows = writing.rows[begin : begin + LARGEST]
            mark = Mark(rows[-1][0], rows[-1][3])
            columns = map(list, zip(*rows, strict=True))
            statements.append((*mark, writing.arena, *before, locked, *columns, self._sync(writing.durable)))
            before = mark
        faults.point("after insert")

        def append(connection: "psycopg.Connection[Any]") -> bool:
            faults.point("before commit")
            with connection.transaction() if len(statements) > 1 else contextlib.nullcontext():
                return all(connection.execute(APPEND, values).fetchone()[0] for values in statements)  # type: ignore[index]

        moved = self._patiently(append)
        faults.point("after commit")
        if not moved and self.mark(writing.arena, writing.mark.head) != writing.mark:  # else its answer was lost
            raise Behind(f"somebody else has written into {self.place!r}")

    def backup(self, path: str | Path) -> None:
        raise Conflict(f"{self.place!r} is copied by PostgreSQL itself: pg_dump --schema={HOME} --file={path} DATABASE")

    def close(self) -> None:
        self._connections.close()


def _own(statement: str) -> str:
    """A statement with the placeholders of psycopg."""
    return statement.replace("?", "%s")


def _passes(error: BaseException | None) -> bool:
    """Whether it may be gone soon: the connection was lost. A full disk, or a value that is too large, is not."""
    return isinstance(error, psycopg.OperationalError) and not isinstance(error, LASTING)


def _said(error: Exception) -> str:
    """What the server or the library says, in one line."""
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
