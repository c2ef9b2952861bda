"""A question on a terminal: both sides beside each other if it is wide, below each other if it is not."""

import io
import os
import sys
from typing import TYPE_CHECKING, NamedTuple

from duelling.errors import CONTROL

if TYPE_CHECKING:
    from rich.box import Box
    from rich.console import RenderableType

WIDE = 72  # columns from which on two sides fit beside each other
HINTS = "1 or ← left   2 or → right   t tie   b both bad   s skip   u undo   q quit"
PLAIN_HINTS = HINTS.replace("← ", "").replace("→ ", "").replace(" or", "")
OPEN, CLOSE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"  # a screen of its own without a cursor, and back
CLEAR = "\x1b[H\x1b[2J"


class Side(NamedTuple):
    """What one side shows."""

    media: str
    text: str


class Sheet(NamedTuple):
    """What a voter sees."""

    title: str
    case: str | None
    left: Side
    right: Side


class Size(NamedTuple):
    columns: int
    lines: int


class Screen:
    """The terminal that the program writes to."""

    def __init__(self) -> None:
        self.simple = os.environ.get("TERM", "dumb") in ("", "dumb")
        self.letters = "utf" in (sys.stdout.encoding or "").lower()

    @property
    def size(self) -> Size:
        """How large the terminal is now."""
        try:
            found = os.get_terminal_size(sys.stdout.fileno())
        except OSError:
            return Size(80, 24)
        return Size(found.columns or 80, found.lines or 24)

    def open(self) -> None:
        """Take a screen of its own, if the terminal has one."""
        self._write("" if self.simple else OPEN)

    def close(self) -> None:
        """Give back what was there before."""
        self._write("" if self.simple else CLOSE)

    def show(self, lines: list[str], note: str, offset: int, hints: str | None = None) -> int:
        """Show the lines from ``offset`` on, as many as fit, above a note and the keys; return the offset used."""
        size = self.size
        below = fold(hints or (HINTS if self.letters else PLAIN_HINTS), size.columns)
        room = len(lines) if self.simple else max(size.lines - len(below) - 1, 1)
        offset = max(min(offset, len(lines) - room), 0)
        if len(lines) > room:
            note = f"{note}  lines {offset + 1}-{offset + room} of {len(lines)}: up, down".strip()
        told = clean(note)[: size.columns - 1]
        page = [*lines[offset : offset + room], told, *below]
        self._write(("" if self.simple else CLEAR) + "\n".join(page) + ("\n" if self.simple else ""))
        return offset

    def draw(self, sheet: Sheet) -> list[str]:
        """The lines of a sheet, as wide as the terminal."""
        return draw(sheet, self.size.columns, self.simple, self.letters)

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def draw(sheet: Sheet, columns: int, simple: bool = False, letters: bool = True) -> list[str]:
    """The lines of a sheet; without colours on a ``simple`` terminal, with ASCII frames where it has no ``letters``."""
    from rich import box
    from rich.console import Console
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    out = Console(file=io.StringIO(), width=columns, force_terminal=not simple, highlight=False, markup=False)
    frame: Box = box.SQUARE if letters else box.ASCII
    out.print(Text(clean(sheet.title), "dim"))
    if sheet.case is not None:
        out.print(Text(clean(sheet.case), "bold"))
    sides = [
        Panel(_shown(side), title=name, title_align="left", box=frame, expand=True)
        for name, side in (("left", sheet.left), ("right", sheet.right))
    ]
    if columns >= WIDE:
        beside = Table.grid(expand=True)
        beside.add_column(ratio=1)
        beside.add_column(ratio=1)
        beside.add_row(*sides)
        out.print(beside)
    else:
        out.print(*sides, sep="\n")
    text: str = out.file.getvalue()  # type: ignore[attr-defined]
    return text.rstrip("\n").split("\n")


def _shown(side: Side) -> "RenderableType":
    from rich.markdown import Markdown
    from rich.text import Text

    return Markdown(clean(side.text), hyperlinks=False) if side.media == "markdown" else Text(clean(side.text))


def clean(text: str) -> str:
    """The text without anything that steers a terminal; its lines stay."""
    lines = text.expandtabs(4).split("\n")
    return "\n".join(CONTROL.sub(lambda found: ascii(found[0])[1:-1], line) for line in lines)


def fold(text: str, columns: int) -> list[str]:
    """The text in lines that fit; three blanks separate what belongs together."""
    lines = [""]
    for part in text.split("   "):
        longer = f"{lines[-1]}   {part}".strip()
        if len(longer) < columns or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines
