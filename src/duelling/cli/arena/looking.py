"""duelling arena standings, verdict, events: what an arena knows."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from duelling.cli.arena.common import MAIN, Name, Place, opened
from duelling.cli.common import AsJson, given_path, print_json, print_rows, whole_number

if TYPE_CHECKING:
    from duelling.live.judgement import Judgement


def standings(
    place: Place,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=given_path, metavar="DIR", help="Write a page, a CSV file, JSON and figures into this folder."
        ),
    ] = None,
    name: Name = MAIN,
    as_json: AsJson = False,
) -> None:
    """Show who leads: places, scores with intervals that hold at every look, and what may be said now."""
    from duelling.files import check_folder
    from duelling.votes.columns import HEADINGS

    if out is not None:
        check_folder(out)
    with opened(place, name) as arena:
        found = arena.standings()
        if out is not None:
            found.save(out)
    if as_json:
        print_json(found.to_dict())
        return
    print_rows(HEADINGS, found.rows(), spare=(-1,))
    for sentence in found.summary():
        typer.echo(sentence)


def verdict(place: Place, name: Name = MAIN, as_json: AsJson = False) -> None:
    """Say whether one may stop: the winner, or who is still in the race and how many more votes it may take."""
    with opened(place, name) as arena:
        found = arena.verdict()
    print_json(verdict_dict(found)) if as_json else print(found)


def verdict_dict(found: "Judgement") -> dict[str, Any]:
    """A verdict for programs; a forecast without an end has null there."""
    ahead = found.forecast
    more = None if ahead is None else {"low": _finite(ahead.low), "high": _finite(ahead.high), "says": ahead.says}
    return {
        "goal": found.goal,
        "state": found.state,
        "winner": found.winner,
        "race": found.race,
        "says": found.says,
        "forecast": more,
        "votes": found.votes,
        "delta": found.delta,
        "assumes": found.assumes,
        "warnings": found.warnings,
    }


def _finite(count: float) -> int | None:
    return int(count) if count < sys.maxsize else None


def events(
    place: Place,
    after: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="Only the events after number N.")] = 0,
    name: Name = MAIN,
    as_json: AsJson = False,
) -> None:
    """Print the journal: an event a line, in JSON; with --json, as one list."""
    from duelling.live.journal.events import to_lines

    with opened(place, name) as arena:
        if as_json:
            print_json([event.model_dump(mode="json") for event in arena.events(after)])
            return
        for line in to_lines(arena.events(after)):
            typer.echo(line, nl=False)
