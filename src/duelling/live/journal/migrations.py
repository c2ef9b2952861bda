"""Journals of older versions of the package are brought up to the tables of this one; a copy is kept."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from duelling.errors import Conflict, DamagedFile
from duelling.live.journal.schema import SCHEMA

Step = Callable[[sqlite3.Connection], None]
STEPS: dict[int, Step] = {}  # by the schema that a step leads to


def schema_of(connection: sqlite3.Connection, path: Path) -> int:
    """The number of the schema of a journal."""
    found = connection.execute("select value from meta where key = 'schema'").fetchone()
    if found is None or not found[0].isdecimal():
        raise DamagedFile(f"the journal {str(path)!r} is damaged: it does not say its schema")
    return int(found[0])


def bring_up(connection: sqlite3.Connection, path: Path, newest: int = SCHEMA, steps: dict[int, Step] = STEPS) -> None:
    """Carry out the steps to the newest schema, each in one transaction, after a copy of the file was made.

    A step that fails changes nothing; the copy of a former attempt is written anew.
    """
    schema = schema_of(connection, path)
    if schema > newest:
        raise Conflict(
            f"the journal {str(path)!r} was written by a newer version of duelling (schema {schema}, this one knows "
            f"{newest}): update the package"
        )
    for number in range(schema + 1, newest + 1):
        copy = path.with_name(f"{path.name}.before-{number}")
        copy.unlink(missing_ok=True)
        connection.execute("vacuum into ?", (str(copy),))
        connection.execute("pragma synchronous = full")
        connection.execute("begin exclusive")
        try:
            steps[number](connection)
            connection.execute("update meta set value = ? where key = 'schema'", (str(number),))
            connection.execute("commit")
        finally:
            if connection.in_transaction:
                connection.execute("rollback")
