"""Votes in rows: each a mapping, or left, right, winner in this order."""

from collections.abc import Callable, Iterable, Mapping, Sized
from typing import Any

from duelling.errors import WrongValue, quoted
from duelling.votes.reading.columns import NEEDED
from duelling.votes.reading.table import Table


def from_rows(votes: Iterable[Any], label: str, where: Callable[[int], str]) -> Table:
    """The table of rows that are all mappings, or all left, right, winner; ``where`` names a row."""
    rows = list(votes)
    if rows and isinstance(rows[0], Mapping):
        return _from_mappings(rows, label, where)
    for number, row in enumerate(rows):
        single = isinstance(row, str | bytes | Mapping) or not isinstance(row, Sized) or not isinstance(row, Iterable)
        if single or len(row) != len(NEEDED):
            advice = "; more columns need rows that are dicts" if not single and len(row) > len(NEEDED) else ""
            raise WrongValue(f"{where(number)} must be {', '.join(NEEDED)}, got {quoted(row)}{advice}")
    columns = list(zip(*rows, strict=True)) or [()] * len(NEEDED)
    return Table(label, NEEDED, len(rows), lambda place: columns[place], where)


def _from_mappings(rows: list[Any], label: str, where: Callable[[int], str]) -> Table:
    for number, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise WrongValue(f"{where(number)} must be an object with names and values, got {quoted(row)}")
    keys = list(dict.fromkeys(key for row in rows for key in row))
    return Table(label, list(map(str, keys)), len(rows), lambda place: [row.get(keys[place]) for row in rows], where)
