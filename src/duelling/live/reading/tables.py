"""Rows of a file about items or cases: CSV, JSON or Parquet, with columns of texts that are found by their headings."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from duelling import files
from duelling.errors import WrongValue, quoted
from duelling.votes.reading.columns import plain
from duelling.votes.reading.read import LARGEST, table_of
from duelling.votes.reading.table import Table
from duelling.votes.reading.values import Column, names

Texts = list[str | None]
NOTHING = (b"", b"[]")  # contents of files that hold no row


class Rows(NamedTuple):
    """A table whose columns are texts."""

    table: Table

    @property
    def where(self) -> Callable[[int], str]:
        """How messages name a row."""
        return self.table.where

    def find(self, headings: Mapping[str, Sequence[str]], needed: Sequence[str]) -> dict[str, Texts]:
        """The texts of each column that has one of the headings of its meaning; those of ``needed`` in every row."""
        found: dict[str, Texts] = {}
        for meaning, words in headings.items():
            places = [place for place, heading in enumerate(self.table.headings) if plain(heading) in words]
            if len(places) > 1:
                raise WrongValue(f"{self.table.label} must have one column for {meaning}, got {len(places)}")
            if places:
                read = self.contents if meaning == "content" else self.names
                found[meaning] = read(places[0], meaning in needed)
        for meaning in needed:
            if meaning not in found:
                got = quoted(",".join(self.table.headings))
                raise WrongValue(f"{self.table.label} must have a column {' or '.join(headings[meaning])}, got {got}")
        return found

    def names(self, place: int, needed: bool) -> Texts:
        """The texts of a column without blanks around them; raise WrongValue for a row that needs one and has none."""
        column = Column(self.table.headings[place].strip(), self.table.column(place), self.where)
        found: Any = names(column)
        if needed and found.null_count():
            raise column.wrong(found.is_null().arg_max() or 0, "be a text")
        values: Texts = found.to_list()
        return values

    def contents(self, place: int, needed: bool) -> Texts:
        """As ``names``, but every text as it was written: blanks may mean something."""
        pairs = zip(self.table.column(place), self.names(place, needed), strict=True)
        return [raw if isinstance(raw, str) and text else text for raw, text in pairs]


def rows_of(path: str | Path, heading: str) -> Rows:
    """The rows of a file; ``heading`` is that of the column which it must have, for the message about an empty one."""
    if files.read(path, LARGEST).strip() in NOTHING:
        raise WrongValue(f"{path} must have a column {heading}, got an empty file")
    return Rows(table_of(path))
