"""Votes, whatever they come in, as arrays."""

import math
import sys
from collections.abc import Mapping
from os import PathLike
from typing import Any

import numpy as np

from duelling import files
from duelling.errors import WrongValue, path_of, several
from duelling.votes.ballots import Ballots, Question
from duelling.votes.reading import faults
from duelling.votes.reading.columns import find_columns
from duelling.votes.reading.frames import PARQUET, from_frame, from_parquet
from duelling.votes.reading.outcomes import BAD, NOTHING, TIE, who_was_first, who_won
from duelling.votes.reading.rows import from_rows
from duelling.votes.reading.table import Table
from duelling.votes.reading.texts import decode, from_text
from duelling.votes.reading.values import Column, column_of, item_sets, names, numbers, places, times

MOST_ITEMS = 1_000_000
LARGEST = 2**30  # bytes of a file
STDIN = "-"  # as a path: the standard input


def read_votes(votes: Any, columns: Mapping[str, str] | str | None = None) -> Ballots:
    """The votes of a file, a frame or rows.

    ``votes`` is a path (CSV with commas, semicolons or tabs, JSON lines, Parquet), "-" for the standard input, a frame
    of polars or pandas, a list of dicts, or a list of rows (left, right, winner). Columns are found by their headings:
    left, right and winner, or model_a, model_b and winner; voter, case, time, chance and least where there are such.
    ``columns`` says it for other headings: ``{"left": "a", "right": "b"}``, or as a text "left=a,right=b".

    The winner is the name of one of the two items, the heading of its column, left, right, tie or both bad. A row with
    a chance and without a winner is a question that nobody has answered yet.

    >>> read_votes([("tea", "coffee", "tea"), ("coffee", "tea", "tie")]).outcome.tolist()
    [1, 0]
    """
    if isinstance(votes, Ballots):
        return votes
    return _ballots(table_of(votes), columns)


def votes_in(text: str, label: str) -> Ballots:
    """What ``read_votes`` makes of the ``text`` of a file; ``label`` is its path."""
    return _ballots(from_text(text, label)._replace(source=label), None)


def table_of(votes: Any) -> Table:
    """The rows of a file, a frame or a list, before their columns have a meaning."""
    if isinstance(votes, Table):
        return votes
    if isinstance(votes, str | PathLike):
        label = "standard input" if votes == STDIN else str(votes)
        if votes == STDIN:
            data = files.read_open(sys.stdin.buffer, label, LARGEST)
        else:
            data = files.read(path_of("votes", votes), LARGEST)
        table = from_parquet(data, label) if data.startswith(PARQUET) else from_text(decode(data, label), label)
        return table if votes == STDIN else table._replace(source=label)
    frame = from_frame(votes)
    if frame is not None:
        return frame
    rows = several("votes", votes, "the path of a file, a frame, or rows of left, right, winner")
    return from_rows(rows, "votes", lambda row: f"votes[{row}]")


def _ballots(table: Table, said: Mapping[str, str] | str | None) -> Ballots:
    import polars as pl

    columns = {meaning: column_of(table, place) for meaning, place in find_columns(table, said).items()}
    left, right, winner = (names(columns[meaning]) for meaning in ("left", "right", "winner"))
    won = who_won(left, right, winner, columns)
    chance, least, widest, among = (
        numbers(columns[meaning]) if meaning in columns else None for meaning in ("chance", "least", "widest", "among")
    )
    first = who_was_first(left, right, names(columns["first"])) if "first" in columns else None
    waiting = (won == NOTHING) & (False if chance is None else ~np.isnan(chance))
    faults.refuse_first(
        [
            *faults.in_pairs(left, right, columns),
            *faults.in_winners(won, waiting, left, right, columns["winner"]),
            *faults.in_chances({"chance": chance, "least": least, "widest": widest}, columns),
            *faults.in_first(first, left, right, columns),
        ]
    )
    votes = np.flatnonzero(~waiting)
    if not votes.size:
        raise WrongValue(f"{table.label} must hold at least one vote, got none")
    pairs = pl.DataFrame({"left": left, "right": right}).select(pl.concat_list("left", "right").explode()).to_series()
    items, place = places(pairs)
    shown = place.reshape(-1, 2)
    (voters, voter), (cases, case) = (_who(columns.get(meaning), votes, table.rows) for meaning in ("voter", "case"))
    named = [(items, shown[:, 0], "left"), (items, shown[:, 1], "right"), (voters, voter, "voter")]
    faults.refuse_first(
        faults.in_names(known, where, columns[meaning]) for known, where, meaning in named if meaning in columns
    )
    if len(items) > MOST_ITEMS:
        raise WrongValue(f"{table.label} must name at most {MOST_ITEMS} items, got {len(items)}")
    time = times(columns["time"]) if "time" in columns else np.full(table.rows, np.nan)
    outs, out = ((), None) if chance is None or "out" not in columns else item_sets(columns["out"], items)
    faults.warn_of_like_names(items, table.label)
    before = np.cumsum(~waiting)[waiting]  # votes
    return Ballots(
        items=items,
        left=shown[votes, 0],
        right=shown[votes, 1],
        outcome=np.where(won == BAD, TIE, won)[votes],
        bad=won[votes] == BAD,
        voters=voters,
        voter=voter[votes],
        cases=cases,
        case=case[votes],
        time=time[votes],
        chance=None if chance is None else chance[votes],
        least=None if least is None else least[votes],
        source=table.source,
        outs=outs,
        out=None if out is None else out[votes],
        first=None if first is None else first[votes],
        waiting=tuple(
            Question(*each)
            for each in zip(
                before.tolist(),
                *shown[waiting].T.tolist(),
                *(_at(values, waiting) for values in (chance, least)),
                [-1] * len(before) if out is None else out[waiting].tolist(),
                [1.0] * len(before) if widest is None else np.nan_to_num(widest[waiting], nan=1.0).tolist(),
                strict=True,
            )
        ),
        widest=None if widest is None else np.nan_to_num(widest[votes], nan=1.0),
        known=among is not None and chance is not None and bool((among[~np.isnan(chance)] == len(items)).all()),
    )


def _at(values: np.ndarray | None, rows: np.ndarray) -> list[float]:
    """The values in these rows; NaN where nobody wrote any down."""
    return [math.nan] * int(rows.sum()) if values is None else values[rows].tolist()


def _who(column: Column | None, votes: np.ndarray, rows: int) -> tuple[tuple[str, ...], np.ndarray]:
    """The names in a column that need not be there, and the place of each row's; -1 in rows that are no votes."""
    import polars as pl

    if column is None:
        return (), np.full(rows, -1)
    wanted = np.isin(np.arange(rows), votes)
    return places(names(column).set(pl.Series(~wanted), None))
