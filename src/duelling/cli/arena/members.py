"""duelling arena items, voters: who competes, and who votes."""

from typing import Annotated, Any

import typer

from duelling.cli.arena.common import MAIN, Name, Place, opened
from duelling.cli.common import AsJson, print_json, print_rows


def items(
    place: Place,
    add: Annotated[
        str | None, typer.Option(metavar="ITEMS", help="Items that come, or come back: as in 'arena new --items'.")
    ] = None,
    retire: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="An item that competes no more; can be repeated.")
    ] = None,
    cases: Annotated[
        str | None, typer.Option(metavar="FILE", help="With --add: the cases, and a column with each item's answers.")
    ] = None,
    name: Name = MAIN,
    as_json: AsJson = False,
) -> None:
    """List the items; or let some come or go first. Votes are kept, and scores start anew: they mean something else."""
    from duelling.errors import WrongValue, quoted
    from duelling.live.members import item_rows
    from duelling.live.reading.items import read_items

    _one_at_most(add=add, retire=retire)
    if cases is not None and add is None:
        raise WrongValue(f"--cases must come with --add, got {quoted(cases)}")
    coming = None if add is None else read_items(add)
    with opened(place, name) as arena:
        if coming:
            arena.add(coming, cases=cases)
        if retire:
            arena.retire(retire)
        found = arena.look(item_rows)
    _show(found, ("item", "competes", "media", "votes"), as_json)


def voters(
    place: Place,
    bar: Annotated[str | None, typer.Option(metavar="NAME", help="Ask this voter no more.")] = None,
    admit: Annotated[str | None, typer.Option(metavar="NAME", help="Ask a barred voter again.")] = None,
    name: Name = MAIN,
    as_json: AsJson = False,
) -> None:
    """List the voters with the number of their votes; or bar or admit one first."""
    from duelling.live.members import voter_rows

    _one_at_most(bar=bar, admit=admit)
    with opened(place, name) as arena:
        if bar is not None:
            arena.bar(bar)
        if admit is not None:
            arena.admit(admit)
        found = arena.look(voter_rows)
    _show(found, ("voter", "barred", "votes"), as_json)


def _one_at_most(**options: Any) -> None:
    from duelling.errors import WrongValue

    given = [name for name, value in options.items() if value]
    if len(given) > 1:
        raise WrongValue(f"--{given[0]} and --{given[1]} must be given in two commands, got both")


def _show(rows: list[dict[str, Any]], headings: tuple[str, ...], as_json: bool) -> None:
    if as_json:
        print_json(rows)
        return
    print_rows(headings, [[_word(row[key]) for key in headings] for row in rows], numbers=1)


def _word(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
