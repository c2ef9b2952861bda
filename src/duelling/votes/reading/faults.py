"""What is wrong with votes: the first row that breaks a rule, and names that look like a slip of the pen."""

import re
import unicodedata
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from duelling.errors import CONTROL, Doubt, WrongValue, quoted
from duelling.votes.reading.outcomes import NOTHING, UNKNOWN
from duelling.votes.reading.values import Column

if TYPE_CHECKING:
    import polars as pl

Fault = tuple[np.ndarray, Callable[[int], WrongValue]]  # which rows break a rule, and the error for one of them
UNSEEN = re.compile("[\\s\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]+")  # blanks, and what takes no room at all
NO_NUMBER = ["nan", "NaN"]
SHOWN = 3  # pairs of names that a warning quotes


def refuse_first(faults: Iterable[Fault]) -> None:
    """Raise the error for the first row that breaks a rule; if it breaks several, for the first of them."""
    found = [(int(rows.argmax()), say) for rows, say in faults if rows.any()]
    if found:
        row, say = min(found, key=lambda fault: fault[0])
        raise say(row)


def in_pairs(left: "pl.Series", right: "pl.Series", columns: dict[str, Column]) -> list[Fault]:
    """Rows that do not compare two different items."""
    one, two = columns["left"], columns["right"]

    def same(row: int) -> WrongValue:
        headings = f"{one.heading} and {two.heading}"
        return WrongValue(f"{one.where(row)}: {headings} must be two different items, got {quoted(left[row])} twice")

    return [
        (_nameless(left), lambda row: one.wrong(row, "name an item")),
        (_nameless(right), lambda row: two.wrong(row, "name an item")),
        ((left == right).fill_null(False).to_numpy(), same),
    ]


def _nameless(names: "pl.Series") -> np.ndarray:
    """Where nothing stands, or what programs write for a number that is none."""
    return (names.is_null() | names.is_in(NO_NUMBER).fill_null(False)).to_numpy()


def in_winners(
    won: np.ndarray, waiting: np.ndarray, left: "pl.Series", right: "pl.Series", winner: Column
) -> list[Fault]:
    """Rows in which nobody won though they do not wait for an answer, or somebody who did not take part."""

    def unknown(row: int) -> WrongValue:
        rule = f"be {quoted(left[row])}, {quoted(right[row])}, left, right, tie or both bad"
        return winner.wrong(row, rule)

    nobody = (won == NOTHING) & ~waiting
    return [(nobody, lambda row: winner.wrong(row, "say who won")), (won == UNKNOWN, unknown)]


def in_chances(given: dict[str, np.ndarray | None], columns: dict[str, Column]) -> list[Fault]:
    """Rows whose chances are none, and those whose least chance is above the chance of the pair itself."""

    def none(meaning: str) -> Callable[[int], WrongValue]:
        return lambda row: columns[meaning].wrong(row, "be above 0 and at most 1")

    known = {meaning: values for meaning, values in given.items() if values is not None}
    found: list[Fault] = [
        (~(np.isnan(values) | ((values > 0) & (values <= 1))), none(meaning)) for meaning, values in known.items()
    ]
    if "chance" in known and "least" in known:
        chance, least = known["chance"], known["least"]
        more = ~np.isnan(least) & ~(least <= chance)
        heading = columns["chance"].heading

        def above(row: int) -> WrongValue:
            known = not np.isnan(chance[row])
            rule = f"at most {heading} = {chance[row]:g}" if known else f"empty where {heading} is"
            return columns["least"].wrong(row, f"be {rule}")

        found.append((more, above))
    return found


def in_first(
    first: np.ndarray | None, left: "pl.Series", right: "pl.Series", columns: dict[str, Column]
) -> list[Fault]:
    """Rows that name another item than the two as the one that was drawn first."""

    def other(row: int) -> WrongValue:
        return columns["first"].wrong(row, f"be {quoted(left[row])}, {quoted(right[row])}, left or right")

    return [] if first is None else [(first == UNKNOWN, other)]


def in_names(names: tuple[str, ...], places: np.ndarray, column: Column) -> Fault:
    """Rows whose name holds a control character, or nothing that can be seen."""
    wrong = [place for place, name in enumerate(names) if CONTROL.search(name) or not UNSEEN.sub("", name)]
    rule = "be a name that can be seen, in one line without control characters"
    return np.isin(places, wrong), lambda row: column.wrong(row, rule)


def warn_of_like_names(names: tuple[str, ...], label: str) -> None:
    """Warn of names that differ by blanks or by capital letters alone: somebody may have meant one item."""
    alike = defaultdict(list)
    for name in names:
        alike[UNSEEN.sub("", unicodedata.normalize("NFKC", name).casefold())].append(name)
    doubtful = [same for same in alike.values() if len(same) > 1]
    if doubtful:
        some = ", ".join(" and ".join(map(quoted, same[:2])) for same in doubtful[:SHOWN])
        more = f" and {len(doubtful) - SHOWN} more" if len(doubtful) > SHOWN else ""
        warnings.warn(f"{label} has names that differ by blanks or capitals alone: {some}{more}", Doubt, stacklevel=2)
