"""What the commands share: options, tables, JSON."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def given_path(text: str) -> Path:
    """Return the path that is written as ``text``. An empty one comes from an unset variable and names no file."""
    if not text:
        raise typer.BadParameter("a path must not be empty")
    return Path(text)


AsJson = Annotated[bool, typer.Option("--json", help="Print data for programs.")]
Load = Annotated[
    list[Path] | None,
    typer.Option(
        "--load",
        parser=given_path,
        metavar="FILE",
        help="A Python file with your own algorithms, problems, winners; can be repeated.",
    ),
]
RegretDrawn = Annotated[
    str, typer.Option("--regret", metavar="weak|strong", help="The regret that the figures show; also your own.")
]
LOADED: list[str] = []  # the files of the user that the command has imported
BETWEEN = 3  # characters between two columns of a table
ProblemName = Annotated[str, typer.Argument(metavar="PROBLEM", help="A name from 'duelling problems', or a file.")]


def whole_number(text: str | int) -> int:
    """Return the whole number that is written as 10000, 10_000 or 1e4."""
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
    """Return a console that cuts no line in a pipe or a file; with ``whole``, not on a narrow terminal either."""
    from rich.console import Console

    fit = (sys.stderr if stderr else sys.stdout).isatty() and not whole
    return Console(stderr=stderr, highlight=False, markup=False, width=None if fit else 400)


def table(*headings: str, numbers: int = 0, title: str | None = None) -> "Table":
    """Return an empty table; its last ``numbers`` columns stand to the right."""
    from rich import box
    from rich.table import Table

    made = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for k, heading in enumerate(headings):
        number = k >= len(headings) - numbers
        made.add_column(heading, justify="right" if number else "left", no_wrap=number or k == 0)
    return made


def print_rows(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    numbers: int = 0,
    title: str | None = None,
    spare: Sequence[int] = (),
) -> None:
    """Print a table without cutting a word off; its last ``numbers`` columns stand to the right.

    Where the terminal is too narrow, the columns ``spare`` are left out, one after another; numbers below 0 count them
    from the end. If that is not enough, the terminal breaks the lines.
    """
    from rich.cells import cell_len

    out, count, left_out = console(), len(headings), [k % len(headings) for k in spare]
    least, most = [0] * count, [0] * count  # the width that a column needs, and the width that it can use; 0: left out
    for k in range(count):
        cells = [row[k] for row in (headings, *rows)]
        parts = " ".join(cells).split() if 0 < k < count - numbers else cells  # where a line may be broken
        least[k], most[k] = (max(map(cell_len, texts)) + BETWEEN for texts in (parts, cells))
    while left_out and sum(least) > out.width:
        k = left_out.pop(0)
        least[k] = most[k] = 0
    fair = out.width  # no column gets wider than this, unless its longest word is wider
    while fair > 0 and sum(min(high, max(low, fair)) for low, high in zip(least, most, strict=True)) > out.width:
        fair -= 1
    shown = [k for k in range(count) if most[k]]
    made = table(*(headings[k] for k in shown), numbers=sum(k >= count - numbers for k in shown), title=title)
    for k, column in zip(shown, made.columns, strict=True):
        column.width = min(most[k], max(least[k], fair)) - BETWEEN
    for row in rows:
        made.add_row(*(row[k] for k in shown))
    out.width = max(out.width, sum(least))
    out.print(made)


def print_json(value: Any) -> None:
    """Print one JSON value. What is not known must be None: NaN is an error, for JSON has none."""
    from duelling.texts import plain

    text = json.dumps(plain(value), indent=2, ensure_ascii=False, allow_nan=False)
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:  # a replaced letter would be another value
        text = json.dumps(json.loads(text), indent=2)
    print(text)


def load_all(files: list[Path] | None) -> None:
    """Import the files of the user."""
    if files:
        from duelling.registry.extensions import load

        for file in files:
            load(file)
            LOADED.append(str(file))


def four_digits(x: float | None) -> str:
    """A number with four digits; an empty text for what is not known."""
    if x is None:
        return ""
    return f"{x:.0f}" if abs(x) >= 1000 else f"{x:#.4g}".rstrip(".")
