"""The one format of results on disk: a Parquet file with rows of regret, and metadata that says what they are.

What a file holds is one of

    simulation   what ``simulate`` found, as ``Result.save`` writes it
    unit         one algorithm of a grid on one problem for one horizon
    grid         all units of a grid

Each file carries a digest of all its other bytes. It is compared before anything is decoded: a file in which one bit
has changed is refused, and no decoder ever meets it. Other programs read these files like any Parquet file, since the
digest is one more entry of the metadata.
"""

import contextlib
import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from duelling import files
from duelling.errors import DamagedFile
from duelling.texts import first_line

if TYPE_CHECKING:
    import polars as pl

FORMAT = 5  # raised when an older program could not read the files
READS = (4, 5)  # 4 has no shuffle and no records
NOTE = "duelling"  # the name of our entry in the metadata
MARK = b"duelling-sha256:"  # the digest stands behind it, in hexadecimal digits
DIGITS = 64
MAGIC = b"PAR1"  # at both ends of a Parquet file
GROUP = 2**16  # rows that are compressed together
UNLIKE = (AttributeError, LookupError, TypeError, ValueError)  # what is raised where another value was expected
Holds = Literal["simulation", "unit", "grid"]


class Table(NamedTuple):
    """A file that was read and is whole."""

    path: Path
    note: dict[str, Any]  # the metadata, without the two entries that every file has
    data: bytes

    def types(self) -> dict[str, str]:
        """The names of the columns and of their types."""
        import polars as pl

        with reading(self.path):
            return types(pl.read_parquet_schema(io.BytesIO(self.data)))

    def rows(self, count: int, where: "pl.Expr | bool" = True) -> "pl.DataFrame":
        """The rows for which ``where`` holds; refused before memory is taken if the file has not ``count`` in all."""
        import polars as pl

        with reading(self.path):
            table = pl.scan_parquet(self.data)
            found = table.select(pl.len()).collect().item()  # of the metadata alone
            if found != count:
                raise DamagedFile(f"{str(self.path)!r} must have {count} rows, got {found}")
            return table.filter(where).collect()


def types(schema: "Mapping[str, pl.DataType]") -> dict[str, str]:
    """The names of columns and of their types, in order."""
    return {name: str(kind) for name, kind in schema.items()}


def content(table: "pl.LazyFrame", holds: Holds, note: dict[str, Any]) -> bytes:
    """The bytes of a file with these rows and this metadata; equal arguments give equal bytes."""
    import polars as pl

    text = json.dumps({"format": FORMAT, "holds": holds, **note}, sort_keys=True)
    entries = {NOTE: text, "digest": MARK.decode() + "0" * DIGITS}
    room = io.BytesIO()  # if polars wrote the file, its errors would not say that the disk is full
    try:
        table.sink_parquet(room, metadata=entries, row_group_size=GROUP)
    except pl.exceptions.PolarsError as error:
        raise DamagedFile(f"cannot make a Parquet file: {first_line(error)}") from None
    data = room.getvalue()
    place = data.rfind(MARK) + len(MARK)
    return data[:place] + _digest(data, place) + data[place + DIGITS :]


def read(path: str | Path, holds: Holds) -> Table:
    """The file at this path, which must hold this and be as it was written."""
    data, named = files.read(path), repr(str(path))
    if not (data.startswith(MAGIC) and data.endswith(MAGIC) and len(data) > 2 * len(MAGIC)):
        raise DamagedFile(f"{named} is not a whole Parquet file")
    place = data.rfind(MARK) + len(MARK)
    if place < len(MARK):
        raise DamagedFile(f"{named} has no digest: it is not a result of duelling, or an older version wrote it")
    if data[place : place + DIGITS] != _digest(data, place):
        raise DamagedFile(f"{named} is damaged: its content does not fit its digest")
    note = _note(path, data)
    form, held = note.pop("format", None), note.pop("holds", None)
    if form not in READS:
        raise DamagedFile(f"{named} has format {form!r}, this version reads {FORMAT}")
    if held != holds:
        raise DamagedFile(f"{named} must hold a {holds}, it holds a {held}")
    return Table(Path(path), note, data)


def _digest(data: bytes, place: int) -> bytes:
    """The digest of all bytes but the digest itself, which stands at ``place``."""
    view, digest = memoryview(data), hashlib.sha256()
    digest.update(view[:place])
    digest.update(view[place + DIGITS :])
    return digest.hexdigest().encode()


def _note(path: str | Path, data: bytes) -> dict[str, Any]:
    import polars as pl

    with reading(path):
        return dict(json.loads(pl.read_parquet_metadata(io.BytesIO(data))[NOTE]))


@contextlib.contextmanager
def reading(path: str | Path) -> Iterator[None]:
    """Say that the file is damaged where something else is found in it than the caller looks for."""
    import polars as pl

    try:
        yield
    except DamagedFile:
        raise
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, *UNLIKE) as error:
        raise DamagedFile(f"{str(path)!r} is damaged: {first_line(error)}") from None
