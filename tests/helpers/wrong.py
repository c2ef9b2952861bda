"""Values of every kind, most of them wrong for any given argument."""

import decimal
import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl


class Awkward:
    """Whatever Python asks it is answered with an error."""

    def _refuse(self, *_: object) -> Any:
        raise RuntimeError("no answer")

    __repr__ = __str__ = __eq__ = __ne__ = __lt__ = __bool__ = __float__ = __int__ = __index__ = __format__ = _refuse
    __hash__ = None  # type: ignore[assignment]


class Text(str):
    """A kind of text."""


class Whole(int):
    """A kind of whole number."""


def ragged() -> np.ndarray:
    array = np.empty(2, dtype=object)
    array[:] = [[1], [2, 3]]
    return array


WRONG: dict[str, Callable[[], Any]] = {  # made anew for each call: an iterator is used up
    "none": lambda: None,
    "true": lambda: True,
    "numpy true": lambda: np.True_,
    "zero": lambda: 0,
    "three": lambda: 3,
    "kind of three": lambda: Whole(3),
    "numpy three": lambda: np.int64(3),
    "minus one": lambda: -1,
    "huge": lambda: 10**30,
    "too long to show": lambda: 10**5000,
    "half": lambda: 0.5,
    "numpy half": lambda: np.float32(0.5),
    "fraction": lambda: Fraction(1, 2),
    "decimal": lambda: decimal.Decimal("0.5"),
    "decimal nan": lambda: decimal.Decimal("nan"),
    "nan": lambda: math.nan,
    "inf": lambda: math.inf,
    "minus inf": lambda: -math.inf,
    "complex": lambda: 1j,
    "numpy complex": lambda: np.complex128(1),
    "date": lambda: np.datetime64("2020-01-01"),
    "empty text": lambda: "",
    "text": lambda: "x",
    "kind of text": lambda: Text("x"),
    "numpy text": lambda: np.str_("x"),
    "number as text": lambda: "3",
    "two letters": lambda: "ab",
    "lone surrogate": lambda: "\udc80",
    "other surrogate": lambda: "\ud800",
    "nul": lambda: "a\0b",
    "lines": lambda: "a\nb",
    "long text": lambda: "x" * 5000,
    "bytes": lambda: b"x",
    "bytearray": lambda: bytearray(b"ab"),
    "memoryview": lambda: memoryview(b"ab"),
    "path": lambda: Path("x"),
    "array without axes": lambda: np.array(3),
    "text without axes": lambda: np.array("x"),
    "object without axes": lambda: np.array(Awkward(), dtype=object),
    "empty array": lambda: np.zeros(0),
    "array": lambda: np.array([0.5, 0.5, 0.5]),
    "whole array": lambda: np.array([1, 2, 3]),
    "true array": lambda: np.array([True, False]),
    "complex array": lambda: np.array([1j, 2]),
    "text array": lambda: np.array(["a", "b"]),
    "object array": lambda: np.array([Awkward(), 1], dtype=object),
    "ragged array": ragged,
    "nan array": lambda: np.full((2, 2), math.nan),
    "inf array": lambda: np.full(3, math.inf),
    "wide array": lambda: np.zeros((2, 2, 2, 2)),
    "records": lambda: np.zeros(2, dtype=[("a", int)]),
    "dates": lambda: np.array(["2020-01-01"], dtype="datetime64[D]"),
    "empty list": list,
    "nested empty list": lambda: [[]],
    "ragged list": lambda: [[1], [2, 3]],
    "deep list": lambda: [[[[[1]]]]],
    "list of none": lambda: [None],
    "list of numbers": lambda: [1, 2],
    "list of texts": lambda: ["x", "y"],
    "list of numbers as texts": lambda: ["0.5", "0.5"],
    "list of trues": lambda: [True, False],
    "list of awkward": lambda: [Awkward(), Awkward()],
    "list of lists": lambda: [["x", 1], []],
    "list of huge": lambda: [10**30, 10**400],
    "list of dicts": lambda: [{}, {}],
    "empty tuple": lambda: (),
    "tuple": lambda: ("x", {"y": 1}),
    "tuple of awkward": lambda: ("random", {"y": Awkward()}),
    "tuple with a long dict": lambda: (3, {3: 3}),
    "empty dict": dict,
    "dict": lambda: {"x": 1},
    "dict of dicts": lambda: {"x": {}},
    "dict of awkward": lambda: {1: Awkward()},
    "set": lambda: {"x", 1},
    "frozenset": lambda: frozenset({1}),
    "range": lambda: range(2),
    "iterator": lambda: iter(["x", 1]),
    "generator": lambda: (each for each in (1, 2)),
    "lambda": lambda: lambda: None,
    "function that fails": lambda: lambda *_: 1 / 0,
    "built-in": lambda: len,
    "class": lambda: int,
    "class of ours": lambda: Awkward,
    "module": lambda: math,
    "object": object,
    "awkward": Awkward,
    "ellipsis": lambda: ...,
    "slice": lambda: slice(3),
    "error": lambda: ValueError("x"),
    "frame": lambda: pl.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]}),
    "column": lambda: pl.Series("a", [1.0, 2.0]),
    "generator of numbers": lambda: np.random.default_rng(0),
}
