"""duelling next: which pairs to show next, as CSV that can be filled in."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from duelling.cli.common import AsJson, given_path, print_json, whole_number
from duelling.cli.long_work import finishing
from duelling.errors import one_of

Columns = Annotated[
    str | None, typer.Option(metavar="left=A,right=B", help="Which column means what, where headings are different.")
]


def next_pairs(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Votes: CSV, JSON lines or Parquet; - reads a pipe.")],
    n: Annotated[int, typer.Option("-n", parser=whole_number, metavar="N", help="How many pairs.")] = 10,
    goal: Annotated[
        str, typer.Option(metavar="best|condorcet|rank", help="Who is best, who beats everybody, or an order of all.")
    ] = "best",
    pairs: Annotated[
        str | None,
        typer.Option(
            metavar="any|uniform|first|balanced|logged",
            help="How the pairs of the votes were chosen; by default as the file says.",
        ),
    ] = None,
    delta: Annotated[float, typer.Option(metavar="D", help="The chance of a wrong verdict that may be taken.")] = 0.05,
    within: Annotated[
        float, typer.Option(metavar="E", help="How much worse than the best item the winner may be.")
    ] = 0.0,
    seed: Annotated[int, typer.Option(parser=whole_number, metavar="S", help="Equal seeds give equal pairs.")] = 0,
    columns: Columns = None,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=given_path,
            metavar="FILE",
            help="Write the votes, and the pairs to be filled in below them, into this CSV file.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say which pairs to show next, with the chances with which they were drawn, as CSV with an empty winner."""
    from duelling.votes import next_pairs as asking
    from duelling.votes.reading.read import table_of

    votes, aim = table_of(file), one_of("goal", goal, asking.GOALS)
    found = asking.next_pairs(votes, n, aim, seed=seed, delta=delta, within=within, pairs=pairs, columns=columns)
    if not len(found):
        print("duelling: nothing to ask, the question is decided", file=sys.stderr)
    if out is not None:
        with finishing():
            asking.write_pairs(votes, found, out, columns)
    if as_json:
        rows = found.drop("winner").to_dicts()
        print_json([row | {"out": json.loads(row["out"] or "[]")} for row in rows])
    elif out is None:
        typer.echo(found.write_csv().encode(), nl=False)  # UTF-8 whatever the terminal has: it is read back
    else:
        typer.echo(f"{len(found)} pairs wait for a winner in {out}")
