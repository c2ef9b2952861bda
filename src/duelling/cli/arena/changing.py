"""duelling arena undo, void, restore, set, open, close: what its owner may change."""

import json
from typing import Annotated, Any

import typer

from duelling.cli.arena.common import MAIN, Name, Place, Ticket, Voter, opened
from duelling.cli.common import AsJson, print_json


def undo(place: Place, ticket: Ticket, name: Name = MAIN, as_json: AsJson = False) -> None:
    """Take the vote on a ticket back. Its question waits for another answer, on the same ticket or a new one."""
    with opened(place, name) as arena:
        done = arena.undo(ticket)
    _report(as_json, {"ticket": ticket, "undone": done}, "taken back" if done else "it was taken back before")


def void(place: Place, voter: Voter, name: Name = MAIN, as_json: AsJson = False) -> None:
    """Take away all votes of a voter. They stay in the journal, and 'arena restore' lets them count again."""
    with opened(place, name) as arena:
        count = arena.void(voter=voter)
    _report(as_json, {"voter": voter, "voided": count}, f"{count} votes of {voter} no longer count")


def restore(place: Place, voter: Voter, name: Name = MAIN, as_json: AsJson = False) -> None:
    """Let the votes of a voter that were taken away count again."""
    with opened(place, name) as arena:
        count = arena.restore(voter=voter)
    _report(as_json, {"voter": voter, "restored": count}, f"{count} votes of {voter} count again")


def change(
    place: Place,
    settings: Annotated[
        list[str] | None, typer.Argument(metavar="SETTING=VALUE", help="As in delta=0.1 goal=show; none to see all.")
    ] = None,
    name: Name = MAIN,
    as_json: AsJson = False,
) -> None:
    """Change settings of an arena, or show all of them."""
    wanted = dict(map(_setting, settings or ()))
    with opened(place, name) as arena:
        found = (arena.set(**wanted) if wanted else arena.settings).model_dump(mode="json")
    if as_json:
        print_json(found)
        return
    for key, value in found.items():
        print(f"{key} = {'none' if value is None else value}")


def _setting(text: str) -> tuple[str, Any]:
    """A name and a value: a number, none, or a word."""
    from duelling.errors import WrongValue, quoted

    key, equals, value = text.partition("=")
    if not equals or not key.isidentifier():
        raise WrongValue(f"a setting must be written as name=value, got {quoted(text)}")
    try:
        return key, json.loads("null" if value == "none" else value)
    except ValueError:
        return key, value


def reopen(place: Place, name: Name = MAIN, as_json: AsJson = False) -> None:
    """Take questions and votes again."""
    with opened(place, name) as arena:
        arena.open()
    _report(as_json, {"arena": name, "open": True}, f"arena {name} is open")


def close(place: Place, name: Name = MAIN, as_json: AsJson = False) -> None:
    """Take no more questions and votes, until 'arena open'."""
    with opened(place, name) as arena:
        arena.shut()
    _report(as_json, {"arena": name, "open": False}, f"arena {name} is closed")


def _report(as_json: bool, found: dict[str, Any], says: str) -> None:
    print_json(found) if as_json else print(says)
