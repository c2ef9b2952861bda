"""Figures as files: a drawing is first numbers, then a figure, then the contents of files.

Drawings do not depend on one another, so several processes can draw them. This module has all that they need.
"""

import io
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from duelling.canvas import DPI, content
from duelling.lab.figures import plots
from duelling.lab.figures.dots import dot_sheet
from duelling.lab.figures.lines import Panel
from duelling.lab.figures.stops import DotDrawing
from duelling.lab.processes import spread

if TYPE_CHECKING:
    from PIL import Image

COLUMNS = 2  # frames in a row, as in the thesis


class Drawing(NamedTuple):
    """The numbers of one figure."""

    name: str  # of its files, without ending
    experiment: str
    log: bool
    title: str
    note: str
    axis: str  # the label of the upright axis
    names: dict[str, str]  # of the algorithms, by their texts
    panels: list[Panel]
    bound: str = ""  # what the dashed lines are, where they are of one kind
    again: bool = False  # another figure shows the same on straight axes


class Picture(NamedTuple):
    """A figure as the contents of its files, and its frames one by one."""

    png: bytes
    pdf: bytes
    frames: list[bytes]  # PNG
    size: tuple[int, int]  # of a frame, in pixels


Drawn = tuple[Drawing | DotDrawing, Picture]


def draw(drawing: Drawing | DotDrawing) -> Picture:
    """One figure in all its forms."""
    from PIL import Image

    columns = min(COLUMNS, len(drawing.panels))
    if isinstance(drawing, DotDrawing):
        figure = dot_sheet(drawing, columns)
    else:
        figure = plots.sheet(
            drawing.panels,
            columns=columns,
            log=drawing.log,
            title=drawing.title,
            note=drawing.note,
            ylabel=drawing.axis,
            label=drawing.names.__getitem__,
        )
    png, pdf = content(figure, "png"), content(figure, "pdf")
    with Image.open(io.BytesIO(png)) as sheet:
        frames = list(_cut(sheet.convert("RGB"), columns, len(drawing.panels)))
    return Picture(png, pdf, [_png(frame) for frame in frames], frames[0].size)


def _cut(sheet: "Image.Image", columns: int, count: int) -> "Iterator[Image.Image]":
    """The frames of a sheet with their margins."""
    top, wide = round(plots.HEADING / 72 * DPI), sheet.width / columns
    high = (sheet.height - top) / -(-count // columns)
    for k in range(count):
        x, y = k % columns * wide, top + k // columns * high
        yield sheet.crop((round(x), round(y), round(x + wide), round(y + high)))


def _png(frame: "Image.Image") -> bytes:
    """The content of a PNG file; few colours make a third of the bytes."""
    room = io.BytesIO()
    frame.quantize(128).save(room, "png")
    return room.getvalue()


def draw_all(todo: "Sequence[Drawing | DotDrawing]") -> Iterator[Drawn]:
    """Draw all figures, in several processes where there are many; they come back in the given order."""
    processes = min(os.cpu_count() or 1, len(todo) // 3)
    if processes < 2:
        yield from ((drawing, draw(drawing)) for drawing in todo)
        return
    yield from zip(todo, spread(draw, todo, processes), strict=True)


def contents(pictures: Iterable[Drawn]) -> dict[str, bytes]:
    """Each figure as PNG and as PDF, by the names of their files."""
    return {f"{drawing.name}.{form}": getattr(made, form) for drawing, made in pictures for form in ("png", "pdf")}
