"""Columns of numbers that grow by rows."""

from collections.abc import Mapping

import numpy as np

ROOM = 64  # rows for which there is room at the beginning


class Table:
    """Arrays by name, with one place for each row; ``table["t"]`` is a view that holds until the next row comes."""

    def __init__(self, columns: Mapping[str, tuple[str, float]]) -> None:
        """``columns`` have a type each, and what stands there if nothing is said."""
        self.columns = columns
        self._otherwise = {name: otherwise for name, (_, otherwise) in columns.items()}
        self._held = {name: np.empty(ROOM, kind) for name, (kind, _) in columns.items()}
        self._rows = 0

    def __len__(self) -> int:
        return self._rows

    def __getitem__(self, name: str) -> np.ndarray:
        return self._held[name][: self._rows]

    def add(self, values: Mapping[str, float | None]) -> None:
        """Add a row; where a value is None, or there is none, the column says what stands there."""
        self._grow(1)
        given = {name: value for name, value in values.items() if value is not None}
        for name, value in {**self._otherwise, **given}.items():
            self._held[name][self._rows] = value
        self._rows += 1

    def extend(self, columns: Mapping[str, np.ndarray]) -> None:
        """Add many rows: arrays of one length."""
        count = len(next(iter(columns.values())))
        self._grow(count)
        for name, values in {**self._otherwise, **columns}.items():
            self._held[name][self._rows : self._rows + count] = values
        self._rows += count

    def _grow(self, rows: int) -> None:
        room, wanted = len(next(iter(self._held.values()))), self._rows + rows
        if wanted <= room:
            return
        larger = max(wanted, room + room // 2)
        for name, (kind, _) in self.columns.items():
            grown = np.empty(larger, kind)  # pages that no row has touched yet take no memory
            grown[: self._rows] = self[name]
            self._held[name] = grown
