"""Votes as CSV, JSON lines or Parquet."""

import io
import warnings
from typing import TYPE_CHECKING, Any

from duelling.errors import Doubt, quoted

if TYPE_CHECKING:
    import polars as pl

TIME = "%Y-%m-%dT%H:%M:%S%.6fZ"
NAMES = ("left", "right", "winner", "voter", "case")
FORMULA = r"^[=+\-@\t\r]"  # with which a formula begins in a spreadsheet


def hidden(votes: "pl.DataFrame") -> "pl.DataFrame":
    """The votes without the winners of those that do not count: whoever reads the file must not count them."""
    import polars as pl

    return votes.with_columns(pl.when("counted").then(pl.col("winner", "chance")))


def as_csv(votes: "pl.DataFrame") -> bytes:
    """A line for each vote. Names stand there as they are, so that they can be read back; see ``warn_of_formulas``."""
    warn_of_formulas(votes)
    return votes.write_csv(datetime_format=TIME).encode()


def as_jsonl(votes: "pl.DataFrame") -> bytes:
    """An object a line."""
    import polars as pl

    return votes.with_columns(pl.col("asked", "told").dt.to_string(TIME)).write_ndjson().encode()


def as_parquet(votes: "pl.DataFrame") -> bytes:
    """A Parquet file."""
    room = io.BytesIO()
    votes.write_parquet(room)
    return room.getvalue()


def warn_of_formulas(votes: "pl.DataFrame") -> None:
    """Warn of names that a spreadsheet would take for formulas. To change them would make other items of them."""
    import polars as pl

    for column in NAMES:
        values = votes[column].drop_nulls().unique(maintain_order=True)
        found = values.filter(values.str.contains(FORMULA) & values.cast(pl.Float64, strict=False).is_null())
        if len(found):
            what = f"{quoted(found[0])} in the column {column}"
            warnings.warn(f"a spreadsheet takes {what} for a formula: import the file as text", Doubt, stacklevel=3)
            return


TABLES: dict[str, Any] = {"csv": as_csv, "jsonl": as_jsonl, "parquet": as_parquet}
