"""What the commands share: options, tables, JSON."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

AsJson = Annotated[bool, typer.Option("--json", help="Print data for programs.")]
Load = Annotated[
    list[Path] | None, typer.Option("--load", metavar="FILE", help="A Python file with algorithms; can be repeated.")
]
ProblemName = Annotated[str, typer.Argument(metavar="PROBLEM", help="A name from 'duelling problems', or a file.")]


def whole_number(text: str | int) -> int:
    """Read 10000, 10_000 or 1e4."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        if float(text).is_integer():
            return int(float(text))
    except ValueError:
        pass
    raise typer.BadParameter(f"{text!r} is not a whole number")


def console(stderr: bool = False, whole: bool = False) -> "Console":
    """A console that cuts nothing off: in a pipe, in a file and, if ``whole``, on a terminal that is too narrow."""
    from rich.console import Console

    fit = (sys.stderr if stderr else sys.stdout).isatty() and not whole
    return Console(stderr=stderr, highlight=False, markup=False, width=None if fit else 400)


def table(*headings: str, numbers: int = 0, title: str | None = None) -> "Table":
    """A table whose last ``numbers`` columns stand to the right."""
    from rich import box
    from rich.table import Table

    made = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for k, heading in enumerate(headings):
        number = k >= len(headings) - numbers
        made.add_column(heading, justify="right" if number else "left", no_wrap=number or k == 0)
    return made


def print_json(value: Any) -> None:
    """One JSON value, with null for what is no number."""
    from duelling.results import plain

    typer.echo(json.dumps(plain(value), indent=2, ensure_ascii=False, allow_nan=False))


def load_all(files: list[Path] | None) -> None:
    """Import the users' algorithms."""
    if files:
        from duelling.extensions import load

        for file in files:
            load(file)
