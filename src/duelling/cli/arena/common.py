"""What the commands of an arena share: where it is, its name, and how it is opened."""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from duelling.cli.long_work import finishing

if TYPE_CHECKING:
    from duelling.live.arena import Arena

Place = Annotated[str, typer.Argument(metavar="FILE", help="The arena's file, or postgresql://...")]
Name = Annotated[str, typer.Option(metavar="NAME", help="Which arena, where a place holds several.")]
Voter = Annotated[str, typer.Option(metavar="NAME", help="Who votes.")]
Ticket = Annotated[str, typer.Argument(metavar="TICKET", help="The id of a ticket, as 'arena ask' prints it.")]
MAIN = "main"


@contextlib.contextmanager
def opened(place: str, name: str, **settings: Any) -> Iterator["Arena"]:
    """The arena ``name`` at this place. Ctrl-C ends a command when what it writes is written."""
    from duelling.live.arena import Arena

    with finishing(), Arena(place, name=name, **settings) as arena:
        yield arena
