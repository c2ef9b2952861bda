"""Votes in frames of polars or pandas, and in Parquet files."""

import contextlib
import io
import os
import threading
from collections.abc import Iterator
from typing import Any

from duelling.errors import DamagedFile, WrongValue
from duelling.texts import first_line
from duelling.votes.reading.table import Table

PARQUET = b"PAR1"  # with which a file begins
MOST_ROWS = 20_000_000  # equal rows take no room in the file, but they do in memory


def from_frame(votes: Any) -> Table | None:
    """The table of a frame; None if this is no frame."""
    import polars as pl

    if isinstance(votes, pl.LazyFrame):
        try:
            votes = votes.collect()
        except (pl.exceptions.PolarsError, OSError) as error:
            raise WrongValue(f"votes must be a frame that can be collected, got: {first_line(error)}") from None
    if isinstance(votes, pl.DataFrame):
        frame = votes
        return Table("votes", frame.columns, len(frame), frame.to_series, lambda row: f"votes[{row}]")
    if hasattr(votes, "columns") and hasattr(votes, "iloc"):
        return _from_pandas(votes)
    return None


def _from_pandas(frame: Any) -> Table:
    def column(place: int) -> list[Any]:
        values = frame.iloc[:, place]
        gone = values.isna().tolist()
        return [None if missing else value for value, missing in zip(values.tolist(), gone, strict=True)]

    return Table("votes", [str(name) for name in frame.columns], len(frame), column, lambda row: f"votes[{row}]")


def from_parquet(data: bytes, label: str) -> Table:
    """The table of a Parquet file."""
    import polars as pl

    with _whole(label):
        rows = pl.scan_parquet(io.BytesIO(data)).select(pl.len()).collect().item()
    if rows > MOST_ROWS:
        raise WrongValue(f"{label} must have at most {MOST_ROWS} rows, got {rows}")
    with _whole(label):
        frame = pl.read_parquet(io.BytesIO(data))
    return Table(label, frame.columns, len(frame), frame.to_series, lambda row: f"{label} row {row + 1}")


@contextlib.contextmanager
def _no_page_of_a_panic() -> Iterator[None]:
    """Close the standard error of this process to polars, which writes a page there where it panics.

    Only where no other thread could have something to say meanwhile.
    """
    before = None
    with contextlib.suppress(OSError):  # it is closed already
        before = os.dup(2) if threading.active_count() == 1 else None
    if before is None:
        yield
        return
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)


@contextlib.contextmanager
def _whole(label: str) -> Iterator[None]:
    """Say that a file is damaged, whatever polars raises; what it has not expected is no Exception."""
    import polars as pl

    try:
        with _no_page_of_a_panic():
            yield
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError) as error:
        raise DamagedFile(f"{label} is not a whole Parquet file: {first_line(error)}") from None
