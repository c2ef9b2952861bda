"""Columns of numbers that grow by rows."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from duelling.live.coded import Coded

ROOM = 64  # rows for which there is room at the beginning
FEW = "few"  # the type of a column of real numbers of which few differ, as long as that is so


class Table:
    """Arrays by name, with one place for each row; ``table["t"]`` is a view that holds until the next row comes.

    The view of a column of the type FEW may be read alone.
    """

    def __init__(self, columns: Mapping[str, tuple[str, float]]) -> None:
        """``columns`` have a type each, and what stands there if nothing is said."""
        self.columns = columns
        self._otherwise = {name: otherwise for name, (_, otherwise) in columns.items()}
        self._held: dict[str, Any] = {
            name: Coded(ROOM) if kind == FEW else np.empty(ROOM, kind) for name, (kind, _) in columns.items()
        }
        self._rows = 0

    def __len__(self) -> int:
        return self._rows

    def __getitem__(self, name: str) -> Any:
        held = self._held[name]
        return held.upto(self._rows) if isinstance(held, Coded) else held[: self._rows]

    def cell(self, name: str, row: int) -> Any:
        """One number, as Python has it."""
        if row >= self._rows:
            raise IndexError(row)  # there may be room for it, with anything in it
        return self._held[name].item(row)

    def put(self, row: int, **values: float) -> None:
        """Change numbers of a row, in columns of any type but FEW."""
        for name, value in values.items():
            self._held[name][row] = value

    def add(self, values: Mapping[str, Any]) -> None:
        """Add a row; where a value is None, or there is none, the column says what stands there.

        Values for which there is no column are left out.
        """
        self._grow(1)
        for name, held in self._held.items():
            value = values.get(name)
            if value is None:
                value = self._otherwise[name]
            if not isinstance(held, Coded):
                held[self._rows] = value
            elif not held.add(self._rows, value):
                self._plain(name)[self._rows] = value
        self._rows += 1

    def extend(self, columns: Mapping[str, np.ndarray]) -> None:
        """Add many rows: arrays of one length."""
        count = len(next(iter(columns.values())))
        self._grow(count)
        found: dict[str, Any] = {**self._otherwise, **columns}
        for name, values in found.items():
            held, rows = self._held[name], slice(self._rows, self._rows + count)
            if not isinstance(held, Coded):
                held[rows] = values
            elif not held.extend(self._rows, np.broadcast_to(values, count)):
                self._plain(name)[rows] = values
        self._rows += count

    def _plain(self, name: str) -> np.ndarray:
        """Make the column a plain one, since it has many different numbers after all."""
        held = self._held[name]
        made = np.empty(len(held))
        made[: self._rows] = held.upto(self._rows)
        self._held[name] = made
        return made

    def _grow(self, rows: int) -> None:
        room, wanted = len(next(iter(self._held.values()))), self._rows + rows
        if wanted <= room:
            return
        larger = max(wanted, room + room // 2)
        for name, held in self._held.items():
            if isinstance(held, Coded):
                held.grow(self._rows, larger)
                continue
            grown = np.empty(larger, held.dtype)  # pages that no row has touched yet take no memory
            grown[: self._rows] = held[: self._rows]
            self._held[name] = grown
