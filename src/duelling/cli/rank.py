"""duelling rank: who leads by a file of votes, how sure that is, and whether one may stop."""

from pathlib import Path
from typing import Annotated

import typer

from duelling.cli.common import AsJson, given_path, print_json, print_rows, whole_number
from duelling.cli.long_work import finishing

BY_VOTER = "--by-voter"


def one_voice(arguments: list[str]) -> list[str]:
    """The arguments, with 1 behind ``--by-voter`` where it stands alone: each voter has one voice."""
    found: list[str] = []
    for each, following in zip(arguments, [*arguments[1:], ""], strict=True):
        found += [each, "1"] if each == BY_VOTER and not following.lstrip("+-").isdigit() else [each]
    return found


def rank(
    votes: Annotated[str, typer.Argument(metavar="FILE", help="CSV, TSV, JSONL or Parquet; - for standard input.")],
    delta: Annotated[float, typer.Option(metavar="D", help="The chance with which a verdict may be wrong.")] = 0.05,
    within: Annotated[float, typer.Option(metavar="E", help="An item so little below the best is good enough.")] = 0.0,
    pairs: Annotated[
        str | None,
        typer.Option(
            metavar="any|uniform|first|balanced|logged", help="How pairs were chosen; logged if the file has chances."
        ),
    ] = None,
    top: Annotated[
        int | None, typer.Option(parser=whole_number, metavar="M", help="Say also who the best M items are.")
    ] = None,
    by_voter: Annotated[
        int | None,
        typer.Option(
            BY_VOTER,
            parser=whole_number,
            metavar="[B]",
            help="Count each voter once, with the first B answers, or one.",
        ),
    ] = None,
    columns: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Names of the columns, as in left=a,right=b,winner=vote.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=given_path, metavar="DIR", help="Write a page, a CSV file, JSON and figures into this folder."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Rank items by votes: places, scores with intervals that hold at every look, and what may be said now."""
    from duelling.files import check_folder
    from duelling.votes.columns import HEADINGS
    from duelling.votes.rank import rank as by_votes

    if out is not None:
        check_folder(out)
    standings = by_votes(
        votes,
        delta=delta,
        within=within,
        pairs=pairs,  # type: ignore[arg-type]
        top=top,
        by_voter=by_voter,
        columns=columns,
    )
    if out is not None:
        with finishing():
            standings.save(out)
    if as_json:
        print_json(standings.to_dict())
        return
    print_rows(HEADINGS, standings.rows(), spare=(-1,))
    for sentence in standings.summary():
        typer.echo(sentence)
