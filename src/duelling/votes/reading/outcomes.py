"""Who won: the column of winners, read against the two items of each row."""

from typing import TYPE_CHECKING

import numpy as np

from duelling.votes.reading.values import Column

if TYPE_CHECKING:
    import polars as pl

LEFT, TIE, RIGHT = 1, 0, -1  # as ``update`` takes them
BAD = 2  # a tie that said that both are bad
UNKNOWN, NOTHING = 3, 4
SIDES = {"left": LEFT, "right": RIGHT, "tie": TIE}
BOTH_BAD = ("both bad", "bothbad", "both_bad", "tie (bothbad)", "tie(bothbad)", "tie (both bad)", "bad")


def who_was_first(left: "pl.Series", right: "pl.Series", first: "pl.Series") -> np.ndarray:
    """LEFT or RIGHT for each row, by the name of the item that was drawn first or by its side; UNKNOWN otherwise."""
    word = first.str.to_lowercase()
    rows = (first == left, first == right, word == "left", word == "right")
    return np.select([each.fill_null(False).to_numpy() for each in rows], [LEFT, RIGHT, LEFT, RIGHT], UNKNOWN)


def who_won(left: "pl.Series", right: "pl.Series", winner: "pl.Series", columns: dict[str, Column]) -> np.ndarray:
    """LEFT, RIGHT, TIE or BAD for each row, UNKNOWN for another word, NOTHING for none.

    The name of an item goes first, so that an item may be called "tie". Then the headings: a file with the columns
    model_a and model_b says model_a where the left item won.
    """
    import polars as pl

    headings = {columns["left"].heading.lower(): LEFT, columns["right"].heading.lower(): RIGHT}
    words = dict.fromkeys(BOTH_BAD, BAD) | SIDES | headings
    said = winner.str.to_lowercase().replace_strict(words, default=UNKNOWN, return_dtype=pl.Int64)
    nobody, one, two = (
        rows.fill_null(False).to_numpy() for rows in (winner.is_null(), winner == left, winner == right)
    )
    return np.select([nobody, one, two], [NOTHING, LEFT, RIGHT], said.fill_null(NOTHING).to_numpy())
