"""Preference matrices in frames of polars or pandas: the numbers, and the names that rows and columns have."""

from typing import Any

from duelling.errors import WrongValue, quoted

VOTES = {"left", "right", "winner"}


def is_frame(value: Any) -> bool:
    """Whether ``value`` is a table of polars or pandas. Neither is imported."""
    kind = type(value)
    return kind.__name__ in ("DataFrame", "LazyFrame") and kind.__module__.split(".")[0] in ("polars", "pandas")


def unframed(label: str, value: Any) -> tuple[Any, list[Any] | None]:
    """The numbers of a frame and the names of the arms; anything else as it is, without names.

    Columns name the arms, and a first column of texts, or the index of pandas, may name the rows. Where both do, they
    must be the same, in the same order. Columns and an index that are only counted name nothing.
    """
    if not is_frame(value):
        return value, None
    frame = value.collect() if hasattr(value, "collect") else value
    columns = list(frame.columns)
    if {str(name).lower() for name in columns} >= VOTES:
        raise WrongValue(f"{label} must be a square matrix, got votes: du.from_votes(frame) counts them")
    rows = None if not hasattr(frame, "index") or _counted(frame.index) else list(frame.index)
    if len(columns) == len(frame) + 1:
        first = frame[columns[0]].to_list()
        if all(isinstance(name, str) for name in first):
            rows, columns, frame = first, columns[1:], frame[columns[1:]]
    names = None if _counted(columns) else columns
    if rows is not None and rows != columns:
        rule = "have rows that are named like its columns, in the same order"
        raise WrongValue(f"{label} must {rule}, got the rows {quoted(rows)} and the columns {quoted(columns)}")
    return frame.to_numpy(), names


def _counted(names: Any) -> bool:
    """Whether these are the names that pandas, or polars, gives where nobody named anything."""
    return all(name == (f"column_{k}" if isinstance(name, str) else k) for k, name in enumerate(names))
