"""Journals of older versions of the package are brought up to the tables of this one."""

from collections.abc import Callable
from typing import Any

from duelling.errors import Conflict, DamagedFile
from duelling.live.journal.schema import SCHEMA

Step = Callable[[Any], object]  # takes a connection, of SQLite or of psycopg
STEPS: dict[int, Step] = {}  # by the schema that a step leads to
SCHEMA_OF = "select value from meta where key = 'schema'"


def steps_of(found: Any, place: str, newest: int = SCHEMA, steps: dict[int, Step] = STEPS) -> dict[int, Step]:
    """The steps to the newest schema from what was ``found``; raise Conflict if the journal is newer than this."""
    if not found or not str(found[0]).isdecimal():
        raise DamagedFile(f"the journal {place!r} is damaged: it does not say its schema")
    schema = int(found[0])
    if schema > newest:
        raise Conflict(
            f"the journal {place!r} was written by a newer version of duelling (schema {schema}, this one knows "
            f"{newest}): update the package"
        )
    return {number: steps[number] for number in range(schema + 1, newest + 1)}


def take(connection: Any, number: int, step: Step) -> None:
    """Take a step, inside a transaction."""
    step(connection)
    connection.execute(f"update meta set value = '{number}' where key = 'schema'")
