"""duelling arena new: make an arena of names, a table or a folder."""

import os
from typing import Annotated, Any

import typer

from duelling.cli.arena.common import MAIN, Name, Place, opened
from duelling.cli.common import AsJson, print_json, whole_number

Whole = {"parser": whole_number, "metavar": "N"}


def new(
    place: Place,
    items: Annotated[
        str,
        typer.Option(metavar="ITEMS", help="Names as in a,b,c, a file with a row for each, or a folder."),
    ],
    cases: Annotated[
        str | None, typer.Option(metavar="FILE", help="Prompts or queries, one a line, or a table with answers.")
    ] = None,
    media: Annotated[str, typer.Option(metavar="text|markdown", help="What the answers to the cases are.")] = "text",
    goal: Annotated[
        str | None, typer.Option(metavar="best|condorcet|show|rank", help="What the arena is to find out; best.")
    ] = None,
    learner: Annotated[
        str | None, typer.Option(metavar="NAME", help="The algorithm that chooses the pairs, in place of a goal.")
    ] = None,
    delta: Annotated[float, typer.Option(metavar="D", help="The chance with which a verdict may be wrong.")] = 0.05,
    within: Annotated[float, typer.Option(metavar="E", help="An item so little below the best is good enough.")] = 0.0,
    skip: Annotated[
        str, typer.Option(metavar="again|tie", help="What a skip means: ask somebody else, or a tie.")
    ] = "again",
    expires: Annotated[float, typer.Option(metavar="S", help="Seconds after which somebody else is asked.")] = 600.0,
    repeats: Annotated[
        int, typer.Option(**Whole, help="How often one voter may be asked about one pair; 0: any number.")
    ] = 1,
    by_voter: Annotated[
        int | None, typer.Option(**Whole, help="1: count each voter once, with his first answer.")
    ] = None,
    seed: Annotated[int | None, typer.Option(**Whole, help="Equal seeds give equal pairs.")] = None,
    name: Name = MAIN,
    as_json: AsJson = False,
) -> None:
    """Make an arena: items that people or judges compare, a goal, and a journal of everything that happens."""
    from duelling.errors import Conflict, quoted

    found, answered = contents(items, cases, media)
    if arena_exists(place, name):
        raise Conflict(f"there is an arena {quoted(name)} in {quoted(place)} already: choose another name")
    settings: dict[str, Any] = {"delta": delta, "within": within, "skip": skip, "expires": expires, "seed": seed}
    settings |= {"goal": goal, "learner": learner, "repeats": repeats or None, "by_voter": by_voter}
    with opened(place, name, items=found, cases=answered, **settings) as arena:
        made = {"arena": name, "place": place, "items": list(arena.items), "cases": len(answered or ())}
        if as_json:
            print_json(made | arena.settings.model_dump(mode="json"))
        else:
            print(f"{place}: arena {name} with {len(found)} items, goal {arena.settings.goal}")


def contents(items: str, cases: str | None, media: str) -> tuple[list[Any], list[Any] | None]:
    """Return the items that an option names, and the cases with their answers, if there are any."""
    from duelling.errors import WrongValue, one_of, quoted
    from duelling.live.journal.events import Media
    from duelling.live.reading.cases import read_cases
    from duelling.live.reading.items import MEDIA, read_items

    found = read_items(items)
    if len(found) < 2:
        raise WrongValue(f"--items must be at least two names, a file or a folder, got {quoted(items)}")
    kind: Media = one_of("media", media, MEDIA[:2])
    return found, read_cases(cases, [item.name for item in found], kind) if cases is not None else None


def arena_exists(place: str, name: str) -> bool:
    """Whether there is an arena of this name at the place; no file is made to find out."""
    from duelling.live.journal.opening import open_store

    if "://" not in place and not (os.path.exists(place) and os.path.getsize(place)):
        return False  # an empty file becomes a journal, as in Python
    with open_store(place, create=False) as store:
        return store.made(name) is not None
