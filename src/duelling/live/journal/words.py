"""Columns of numbers as statements read them: several that take few bits come in one word of 64 bits.

To fetch a value from a database takes longer than to find it there.
"""

from collections.abc import Sequence
from typing import Any, get_args

import numpy as np

from duelling.live.journal.rows import ANSWERS, COLUMNS, MODELS

NONE = -1e308  # a float that is not there, until it is nan
BITS = {  # of a number of a vote, in the state of an arena and so here
    "seq": 32, "question": 32, "ticket": 32, "roster": 32, "t": 32, "case": 32, "voter": 32,
    "first": 16, "second": 16, "out": 16, "answer": 3, "flipped": 2, "late": 2,
}  # fmt: skip
NUMBERS = ("seq", "at", *(name for name, kind in COLUMNS.items() if kind is not str))


def number(kind: str, name: str) -> str:
    """A column of events of one kind as a number that is never NULL: 0 where there is none, else one more than it is.

    A column that no such event lacks is read as it is, which is quicker.
    """
    column = f'"{name}"'
    if name == "answer":
        codes = " ".join(f"when '{answer}' then {code}" for code, answer in enumerate(ANSWERS))
        column = f"cast(case answer {codes} end as bigint)"
    elif COLUMNS.get(name) is bool:
        column = f"cast(cast({column} as integer) as bigint)"
    if COLUMNS.get(name) is float:
        return f"coalesce({column}, {NONE})"
    return column if always(kind, name) else f"coalesce({column} + 1, 0)"


def always(kind: str, name: str) -> bool:
    """Whether every event of this kind has this number."""
    field = MODELS[kind].model_fields.get(name)
    return name in ("seq", "at") or (
        field is not None and field.is_required() and type(None) not in get_args(field.annotation)
    )


def words_of(names: Sequence[str]) -> dict[str, dict[str, int]]:
    """Which columns of integers are read together, under the name of the first of them, and where each begins."""
    words: dict[str, dict[str, int]] = {}
    used: dict[str, int] = {}  # bits
    for name in names:
        if COLUMNS.get(name) is not float:
            bits = BITS.get(name, 64)
            first = next((each for each in words if used[each] + bits <= 64), name)
            words.setdefault(first, {})[name] = used.setdefault(first, 0)
            used[first] += bits
    return words


def word(kind: str, inside: dict[str, int]) -> str:
    """The value that holds these columns."""
    return " | ".join(
        f"({number(kind, name)} << {begin})" if begin else number(kind, name) for name, begin in inside.items()
    )


def unpacked(kind: str, words: np.ndarray[Any, Any], inside: dict[str, int]) -> dict[str, np.ndarray[Any, Any]]:
    """The columns in a column of words; -1 where there is no number, and "" where there is no answer."""
    found, bits = {}, words.view(np.uint64)
    for name, begin in inside.items():
        values = bits >> begin & 2 ** BITS[name] - 1 if len(inside) > 1 else words
        values = values.astype(np.int64) - (not always(kind, name))
        found[name] = np.array([*ANSWERS, ""])[values] if name == "answer" else values.astype(COLUMNS.get(name, int))
    return found
