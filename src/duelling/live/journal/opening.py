"""Open a store at a place, whatever kind of place it is."""

from pathlib import Path

from duelling.errors import WrongValue, name_or_path, quoted
from duelling.live.journal.store import Store


def open_store(place: str | Path, *, create: bool = True, durable: bool = True) -> Store:
    """Open the store at a place: the path of a SQLite file, or ``postgresql://...``.

    A file that is not there is made, unless ``create`` is false. With ``durable=False`` votes survive the end of a
    program, but not a power cut, and commits do not wait for the disk.
    """
    where = name_or_path("place", place, "a path or postgresql://...")
    if where.startswith(("postgresql://", "postgres://")):
        from duelling.live.journal.postgres import Postgres

        return Postgres(where, create=create, durable=durable)
    if "://" in where:
        raise WrongValue(f"place must be a path or postgresql://..., got {quoted(where)}")
    from duelling.live.journal.sqlite import SQLite

    return SQLite(where, create=create, durable=durable)
