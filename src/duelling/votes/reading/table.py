"""Votes as they came: columns with their headings, and where each row stands."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class Table(NamedTuple):
    """Rows of votes whose columns have no meaning yet."""

    label: str  # how messages name the whole: a file, "standard input", or "votes"
    headings: Sequence[str]
    rows: int
    column: Callable[[int], Any]  # the values of the column at this place, as a list or a polars series
    where: Callable[[int], str]  # how messages name a row, counted from 0: "votes.csv line 7" or "votes[5]"
    source: str = ""  # the path of the file, if it is one
