"""Regret at the horizon as a frame that prints all of its columns. Import it where a frame is made: it needs polars."""

from typing import Any

import polars as pl

from duelling.forms import plain_table
from duelling.lab.raw_result import RawResult

MOST = 80  # characters in a printed line of a summary


class Summary(pl.DataFrame):
    """A polars frame in every way, but printing it leaves out no column; what is computed from it is a plain frame."""

    def __str__(self) -> str:
        return printed(self)

    __repr__ = __str__


def summary_of(result: RawResult) -> Summary:
    """What ``Result.summary`` promises."""
    rows = result.rows()
    numbers = dict.fromkeys(list(rows[0])[2:], pl.Float64)
    table = pl.DataFrame(rows, schema={"winner": pl.String, "algorithm": pl.String, **numbers})
    return Summary(table if len(result.winners) > 1 else table.drop("winner"))


def printed(frame: pl.DataFrame) -> str:
    """All columns of a summary, in blocks that are at most ``MOST`` characters wide; each begins with the names."""
    names = [column for column, kind in frame.schema.items() if not kind.is_numeric()]
    rest = [column for column in frame.columns if column not in names]
    texts = {column: [_shown(x) for x in frame[column].to_list()] for column in frame.columns}

    def block(columns: list[str]) -> str:
        shown = [*names, *columns]
        rows = [[texts[column][n] for column in shown] for n in range(frame.height)]
        return plain_table(shown, rows, len(columns))

    blocks: list[list[str]] = []
    for column in rest:
        if blocks and max(map(len, block([*blocks[-1], column]).split("\n"))) <= MOST:
            blocks[-1].append(column)
        else:
            blocks.append([column])
    return "\n\n".join(map(block, blocks))


def _shown(x: Any) -> str:
    return "" if x is None else x if isinstance(x, str) else f"{x:.0f}" if abs(x) >= 1e4 else f"{x:.4g}"
