"""The commands of an arena."""

from collections.abc import Callable

import typer

from duelling.cli.arena.asking import ask, tell
from duelling.cli.arena.changing import change, close, reopen, restore, undo, void
from duelling.cli.arena.copying import backup, check, export, include
from duelling.cli.arena.looking import events, standings, verdict
from duelling.cli.arena.members import items, voters
from duelling.cli.arena.new import new
from duelling.cli.arena.vote import vote

COMMANDS: dict[str, tuple[Callable[..., None], str]] = {  # the function, and an example
    "new": (new, "logos.db --items fox,owl,hare"),
    "ask": (ask, "logos.db --voter ann"),
    "tell": (tell, "logos.db 57.k3JxPq0vTz8sWm4RbYc1Ag left"),
    "vote": (vote, "logos.db --voter ann"),
    "standings": (standings, "logos.db --out standings"),
    "verdict": (verdict, "logos.db"),
    "undo": (undo, "logos.db 57.k3JxPq0vTz8sWm4RbYc1Ag"),
    "void": (void, "logos.db --voter ann"),
    "restore": (restore, "logos.db --voter ann"),
    "items": (items, "logos.db --add lynx"),
    "voters": (voters, "logos.db --bar ann"),
    "set": (change, "logos.db delta=0.1 expires=3600"),
    "open": (reopen, "logos.db"),
    "close": (close, "logos.db"),
    "export": (export, "logos.db --format csv --out votes.csv"),
    "import": (include, "logos.db votes.csv"),
    "check": (check, "logos.db"),
    "backup": (backup, "logos.db copy.db"),
    "events": (events, "logos.db --after 100"),
}

arena = typer.Typer()


@arena.callback(invoke_without_command=True)
def overview(context: typer.Context) -> None:
    """Ask people or judges which of two items is better, and know when to stop."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


for name, (command, example) in COMMANDS.items():
    arena.command(name, epilog=f"Example: duelling arena {name} {example}")(command)
