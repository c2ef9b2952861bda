"""The values of one column: names, numbers, times."""

import contextlib
import datetime
import json
import math
from collections.abc import Callable, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from duelling.errors import WrongValue, quoted
from duelling.votes.reading.table import Table

if TYPE_CHECKING:
    import polars as pl


class Column(NamedTuple):
    """A column of a table that has a meaning."""

    heading: str
    values: Any
    where: Callable[[int], str]

    def wrong(self, row: int, rule: str) -> WrongValue:
        """The error that the value in this row breaks ``rule``."""
        value = self.values[row]
        got = "nothing" if value is None or (isinstance(value, str) and not value.strip()) else quoted(value)
        return WrongValue(f"{self.where(row)}: {self.heading} must {rule}, got {got}")


def column_of(table: Table, place: int) -> Column:
    """The column at this place."""
    return Column(table.headings[place].strip(), table.column(place), table.where)


def names(column: Column) -> "pl.Series":
    """The column as texts without blanks around them; null where there is nothing. Whole numbers are names too."""
    import polars as pl

    values = column.values
    if not isinstance(values, pl.Series):
        values = _series(column)
    elif values.dtype.is_float():
        column = column._replace(values=values.to_list())
        values = _series(column)
    elif values.dtype.is_integer() or isinstance(values.dtype, pl.Categorical | pl.Enum | pl.Null):
        values = values.cast(pl.String)
    elif values.dtype != pl.String:
        known = values.is_not_null().arg_max()
        raise column.wrong(known or 0, "be a text or a whole number")
    if (values.str.len_bytes() != values.str.len_chars()).any():
        values = values.str.normalize("NFC")  # an é may be written in two ways
    bare = values.str.strip_chars()
    return bare.set(bare == "", None)


def _series(column: Column) -> "pl.Series":
    """Values of Python as texts."""
    import polars as pl

    values: Sequence[Any] = column.values
    if not set(map(type, values)) <= {str, type(None)}:
        values = [_name(column, row, value) for row, value in enumerate(values)]
    try:
        return pl.Series(values, dtype=pl.String)
    except UnicodeEncodeError:  # half of a pair of surrogates, which JSON can spell
        row = next(row for row, value in enumerate(values) if value and value != value.encode(errors="ignore").decode())
        raise column.wrong(row, "be UTF-8") from None


def _name(column: Column, row: int, value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Integral) and not isinstance(value, bool):
        with contextlib.suppress(ValueError):  # too many digits
            return str(int(value))
    if isinstance(value, float | np.floating):
        if math.isnan(value):
            return None
        if float(value).is_integer():  # where a value is missing pandas keeps whole numbers like this
            return str(int(value))
    raise column.wrong(row, "be a text or a whole number")


def numbers(column: Column, rule: str = "be a finite number") -> np.ndarray:
    """The column as numbers; NaN where there is nothing."""
    import polars as pl

    texts = _texts(column.values).str.strip_chars()
    read = texts.cast(pl.Float64, strict=False)
    wrong = (texts.is_not_null() & (texts != "") & read.is_null()) | read.is_infinite().fill_null(False)
    if wrong.any():
        raise column.wrong(wrong.arg_max() or 0, rule)
    return read.fill_null(math.nan).to_numpy()


def _texts(values: Any) -> "pl.Series":
    """Numbers as texts; what is no number becomes a text that is none."""
    import polars as pl

    if isinstance(values, pl.Series):
        if values.dtype.is_numeric() or values.dtype in (pl.String, pl.Null):
            return values.cast(pl.String)
        values = values.to_list()
    return pl.Series([None if value is None else _spelled(value) for value in values], dtype=pl.String)


def _spelled(value: Any) -> str:
    """The digits of a number; of one that has too many, and of what is not UTF-8, what messages show of it."""
    try:
        return str(value).encode().decode()
    except ValueError:
        return quoted(value)


def times(column: Column) -> np.ndarray:
    """The column in seconds since 1970; NaN where there is nothing. A date without a zone is in UTC."""
    import polars as pl

    values = column.values
    if isinstance(values, pl.Series) and values.dtype in (pl.Date, pl.Datetime):
        return (values.dt.epoch("us") / 1e6).fill_null(math.nan).to_numpy()
    rule = "be seconds, or a date and time in ISO 8601"
    with contextlib.suppress(WrongValue):
        return numbers(column, rule)
    return numbers(column._replace(values=[_seconds(value) for value in values]), rule)


def _seconds(value: Any) -> Any:
    """A date as seconds; anything else as it is."""
    with contextlib.suppress(ValueError, OverflowError):
        date = datetime.datetime.fromisoformat(str(value).strip())
        return (date if date.tzinfo else date.replace(tzinfo=datetime.UTC)).timestamp()
    return value


def places(values: "pl.Series") -> tuple[tuple[str, ...], np.ndarray]:
    """The different names in the order of appearance, and the place of each value among them; -1 where it is null."""
    import polars as pl

    known = values.drop_nulls().unique(maintain_order=True)
    index = pl.DataFrame({"name": known, "place": np.arange(len(known))})
    found = pl.DataFrame({"name": values}).join(index, on="name", how="left", maintain_order="left")
    return tuple(known), found["place"].fill_null(-1).to_numpy()


def item_sets(column: Column, items: tuple[str, ...]) -> tuple[tuple[tuple[int, ...], ...], np.ndarray]:
    """The different sets of items in a column of JSON lists, as places in ``items``, and the place of each row's set.

    Nothing is the empty set.
    """
    place = {name: k for k, name in enumerate(items)}
    values = column.values if isinstance(column.values, list | tuple) else column.values.to_list()
    lists = [json.dumps(value) if isinstance(value, list) else value for value in values]
    texts, found = places(names(column._replace(values=lists)).fill_null("[]"))
    sets: list[tuple[int, ...]] = []
    for number, text in enumerate(texts):
        with contextlib.suppress(ValueError, TypeError, KeyError, RecursionError):
            if text.startswith("["):
                sets.append(tuple(sorted({place[name] for name in json.loads(text)})))
        if len(sets) == number:
            raise column.wrong(int((found == number).argmax()), 'be a JSON list of items, as in ["tea", "milk"]')
    return tuple(sets), found
