"""The one format of results on disk: a Parquet file with rows of regret, and metadata that says what they are.

What a file holds is one of

    simulation   what ``simulate`` found, as ``Result.save`` writes it
    unit         one algorithm of a grid on one problem for one horizon
    grid         all units of a grid
"""

import contextlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from duelling.errors import DamagedFile, unreadable
from duelling.texts import first_line

if TYPE_CHECKING:
    import polars as pl

FORMAT = 3  # raised when an older program could not read the files
NOTE = "duelling"  # the name of our entry in the metadata
GROUP = 2**16  # rows that are compressed together
Holds = Literal["simulation", "unit", "grid"]


@contextlib.contextmanager
def _reading(path: str | Path) -> Iterator[None]:
    import polars as pl

    try:
        yield
    except OSError as error:
        raise unreadable(path, error) from None
    except (pl.exceptions.PolarsError, UnicodeDecodeError) as error:
        raise DamagedFile(f"{str(path)!r} is not a whole Parquet file: {first_line(error)}") from None


def content(table: "pl.LazyFrame", holds: Holds, note: dict[str, Any]) -> bytes:
    """The bytes of a file with these rows and this metadata; equal arguments give equal bytes."""
    import polars as pl

    text = json.dumps({"format": FORMAT, "holds": holds, **note}, sort_keys=True)
    room = io.BytesIO()  # if polars wrote the file, its errors would not say that the disk is full
    try:
        table.sink_parquet(room, metadata={NOTE: text}, row_group_size=GROUP)
    except pl.exceptions.PolarsError as error:  # it reads the units while it writes, and one of them is damaged
        raise DamagedFile(f"cannot make a Parquet file: {first_line(error)}") from None
    return room.getvalue()


def note(path: str | Path, holds: Holds) -> dict[str, Any]:
    """The metadata of a file that holds this; without the two entries that every file has."""
    import polars as pl

    with _reading(path):
        text = pl.read_parquet_metadata(path).get(NOTE)
    if text is None:
        raise DamagedFile(f"{str(path)!r} is a Parquet file, but not a result of duelling")
    try:
        found = dict(json.loads(text))
        form, held = found.pop("format"), found.pop("holds", None)
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedFile(f"{str(path)!r} is a damaged result: {first_line(error)}") from None
    if form != FORMAT:
        raise DamagedFile(f"{str(path)!r} has format {form!r}, this version reads {FORMAT}")
    if held != holds:
        raise DamagedFile(f"{str(path)!r} must hold a {holds}, it holds a {held}")
    return found


def rows(path: str | Path) -> "pl.DataFrame":
    """The rows of a file."""
    import polars as pl

    with _reading(path):
        return pl.read_parquet(path)
