"""A column of numbers of which few differ: it takes an eighth of the place of an array, or a quarter."""

import struct
from typing import Any

import numpy as np

MOST = 4096  # different numbers: with many of them a plain array is smaller, and quicker
BYTE = 256  # different numbers whose codes have one byte
BITS = struct.Struct("=d")


class Coded:
    """A short code for each row, and the numbers by their codes. ``upto`` is what reads like an array."""

    def __init__(self, room: int) -> None:
        self._codes: np.ndarray = np.empty(room, np.uint8)
        self._numbers = np.empty(MOST)  # by their codes
        self._known: dict[bytes, int] = {}  # codes, by the bits of the number: NaN is one like the others

    def __len__(self) -> int:
        return len(self._codes)

    def upto(self, rows: int) -> "Decoded":
        """The numbers of the first rows."""
        return Decoded(self._codes[:rows], self._numbers)

    def item(self, row: int) -> float:
        """The number of a row."""
        return self._numbers.item(self._codes.item(row))

    def add(self, row: int, number: float) -> bool:
        """Set the number of a row; False if there are too many different ones."""
        code = self._code(BITS.pack(number))
        if code is None:
            return False
        self._widen(row)
        self._codes[row] = code
        return True

    def extend(self, row: int, numbers: np.ndarray) -> bool:
        """Set the numbers of many rows, from ``row`` on; False if there are too many different ones."""
        bits = np.ascontiguousarray(numbers, np.float64).view(np.int64)
        different, places = np.unique(bits, return_inverse=True)
        if len(different) > MOST:
            return False
        found = [self._code(BITS.pack(number)) for number in different.view(np.float64).tolist()]
        if None in found:
            return False
        self._widen(row)
        self._codes[row : row + len(bits)] = np.array(found, np.uint16)[places]
        return True

    def _code(self, bits: bytes) -> int | None:
        found = self._known.get(bits)
        if found is None and len(self._known) < MOST:
            found = self._known[bits] = len(self._known)
            self._numbers[found] = BITS.unpack(bits)[0]
        return found

    def _widen(self, rows: int) -> None:
        """Let codes have two bytes where one is no longer enough; the first ``rows`` are set."""
        if self._codes.itemsize == 1 and len(self._known) > BYTE:
            self._copy(rows, len(self), np.uint16)

    def grow(self, rows: int, room: int) -> None:
        """Make place for so many rows, of which the first ``rows`` are set."""
        self._copy(rows, room, self._codes.dtype)

    def _copy(self, rows: int, room: int, kind: Any) -> None:
        codes = np.empty(room, kind)  # pages that no row has touched yet take no memory
        codes[:rows] = self._codes[:rows]
        self._codes = codes


class Decoded:
    """Numbers that are looked up when they are read, and never written; what is taken out of it is an array."""

    def __init__(self, codes: np.ndarray, numbers: np.ndarray) -> None:
        self._codes, self._numbers = codes, numbers

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, which: Any) -> Any:
        return self._numbers[self._codes[which]]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self.copy(), dtype)

    def copy(self) -> np.ndarray:
        """All of them."""
        return np.asarray(self[:])
