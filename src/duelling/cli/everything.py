"""--all: what the commands share that play everything that suits a problem."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from duelling.cli.common import console

if TYPE_CHECKING:
    from duelling.lab.clock import Left

SECONDS = 120  # on a machine that has to compile most algorithms first
Everything = Annotated[bool, typer.Option("--all", help="Everything that suits the problem, ranked.")]
Seconds = Annotated[
    float | None,
    typer.Option(
        metavar="S",
        help="The time for --all, compilation included; what is not played in it is named.",
        show_default=str(SECONDS),
    ),
]


def one_or_all(algorithms: list[str] | None, everything: bool, seconds: float | None) -> list[str]:
    """The algorithms that were named, none with --all; refuses both, neither, and a time without --all."""
    if bool(algorithms) == everything:
        raise typer.BadParameter("ALGORITHM must be given, or --all" if not everything else "--all takes no algorithm")
    if seconds is not None and not everything:
        raise typer.BadParameter("--seconds must be left out without --all")
    return algorithms or []


def timed(about: dict[str, Any], seconds: float | None) -> dict[str, Any]:
    """What is asked, with the time that is given for it."""
    return about | {"seconds": SECONDS if seconds is None else seconds}


def left_out(left: "Sequence[Left] | None") -> dict[str, Any]:
    """What --json adds with --all."""
    return {} if left is None else {"left_out": [each._asdict() for each in left]}


def say_left(left: "Sequence[Left] | None") -> None:
    """Name those that were not played, together where the reason is the same."""
    from duelling.lab.clock import reasons

    for line in reasons(left or ()):
        console().print(f"Not played: {line}.")
