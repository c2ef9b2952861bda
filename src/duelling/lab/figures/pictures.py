"""Figures as files: a drawing is first numbers, then a figure, then the contents of files.

Drawings do not depend on one another, so several processes can draw them. This module has all that they need.
"""

import contextlib
import io
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING, NamedTuple

from duelling.canvas import DPI, content, image
from duelling.lab.figures import plots
from duelling.lab.figures.dots import dot_sheet
from duelling.lab.figures.lines import Panel
from duelling.lab.figures.stops import DotDrawing
from duelling.lab.processes import Crew

if TYPE_CHECKING:
    from PIL import Image

COLUMNS = 2  # frames in a row, as in the thesis
COMPRESSION = 4  # of PNG files: the usual 6 takes half as long again for a hundredth of the bytes
WORTH = 3  # figures for which another process is worth its start


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
    sheet = image(figure)
    frames = list(_cut(sheet, columns, len(drawing.panels)))
    return Picture(
        _png(sheet), content(figure, "pdf"), [_png(fewer_colours(frame)) for frame in frames], frames[0].size
    )


def _cut(sheet: "Image.Image", columns: int, count: int) -> "Iterator[Image.Image]":
    """The frames of a sheet with their margins."""
    top, wide = round(plots.HEADING / 72 * DPI), sheet.width / columns
    high = (sheet.height - top) / -(-count // columns)
    for k in range(count):
        x, y = k % columns * wide, top + k // columns * high
        yield sheet.crop((round(x), round(y), round(x + wide), round(y + high)))


def fewer_colours(frame: "Image.Image") -> "Image.Image":
    """The same with 256 colours, which make a third of the bytes; the ground, in the corners, keeps its very colour.

    An octree takes an eighth of the time of the median cut, and with twice the colours it is nearer to the frame.
    """
    from PIL import Image

    found = frame.quantize(256, method=Image.Quantize.FASTOCTREE)
    palette, ground = found.getpalette() or [], found.getpixel((0, 0))
    assert isinstance(ground, int)
    palette[3 * ground : 3 * ground + 3] = frame.getpixel((0, 0))
    found.putpalette(palette)
    return found


def _png(picture: "Image.Image") -> bytes:
    """The content of a PNG file."""
    room = io.BytesIO()
    picture.save(room, "png", dpi=(DPI, DPI), compress_level=COMPRESSION)
    return room.getvalue()


class Drawer:
    """Draws figures that come bit by bit: other processes do where there are many, this one at the end where not."""

    def __init__(self) -> None:
        self.todo: list[Drawing | DotDrawing] = []
        self._coming: list[Future[Picture]] = []
        self._most = os.cpu_count() or 1
        self._crew = Crew(self._most)

    def close(self) -> None:
        """End the other processes, whatever they do."""
        self._crew.close()

    def add(self, drawings: "Iterable[Drawing | DotDrawing]") -> None:
        """Begin to draw these."""
        self.todo += drawings
        processes = min(self._most, len(self.todo) // WORTH)
        if processes > 1:
            self._crew.grow(processes)
            self._coming += [self._crew.ask(draw, drawing) for drawing in self.todo[len(self._coming) :]]

    def drawn(self) -> Iterator[Drawn]:
        """All figures, in the order in which they came."""
        found = (each.result() for each in self._coming) if self._coming else map(draw, self.todo)
        return zip(self.todo, found, strict=True)


def draw_all(todo: "Iterable[Drawing | DotDrawing]") -> Iterator[Drawn]:
    """Draw all figures; they come back in the given order."""
    with contextlib.closing(Drawer()) as drawer:
        drawer.add(todo)
        yield from drawer.drawn()


def contents(pictures: Iterable[Drawn]) -> dict[str, bytes]:
    """Each figure as PNG and as PDF, by the names of their files."""
    return {f"{drawing.name}.{form}": getattr(made, form) for drawing, made in pictures for form in ("png", "pdf")}
