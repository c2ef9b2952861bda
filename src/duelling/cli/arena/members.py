"""duelling arena items, voters: who competes, and who votes."""

from typing import Annotated

import typer

from duelling.cli.arena.common import MAIN, Name, Place, opened
from duelling.cli.common import AsJson, print_json, print_rows

Names = list[str] | None


def items(
    place: Place,
    add: Annotated[
        str | None, typer.Option(metavar="ITEMS", help="Items that come, or come back: as in 'arena new --items'.")
    ] = None,
    retire: Annotated[
        Names, typer.Option(metavar="NAME", help="An item that competes no more; can be repeated.")
    ] = None,
    name: Name = MAIN,
    as_json: AsJson = False,
) -> None:
    """List the items, after those that come and go. Votes are kept; scores start anew, for they mean something else."""
    from duelling.live.reading.items import read_items

    coming = read_items(add) if add is not None else []
    with opened(place, name) as arena:
        if coming or retire:
            arena.change_items(coming, retire or [])
        found = arena.item_table()
    if as_json:
        print_json(found)
        return
    rows = [(row["item"], "yes" if row["competes"] else "no", row["media"], str(row["votes"])) for row in found]
    print_rows(("item", "competes", "shows", "votes"), rows, numbers=1)


def voters(
    place: Place,
    bar: Annotated[Names, typer.Option(metavar="NAME", help="Ask this voter no more; can be repeated.")] = None,
    admit: Annotated[Names, typer.Option(metavar="NAME", help="Ask a barred voter again; can be repeated.")] = None,
    name: Name = MAIN,
    as_json: AsJson = False,
) -> None:
    """List the voters with their votes, after those that are barred or admitted."""
    with opened(place, name) as arena:
        for voter in bar or ():
            arena.bar(voter)
        for voter in admit or ():
            arena.admit(voter)
        found = arena.voter_table()
    if as_json:
        print_json(found)
        return
    rows = [(row["voter"], "yes" if row["barred"] else "no", str(row["votes"])) for row in found]
    print_rows(("voter", "barred", "votes"), rows, numbers=1)
