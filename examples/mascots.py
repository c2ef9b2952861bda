"""Six mascots, drawn with circles and corners: the items of `make demo`.

python examples/mascots.py FOLDER
"""

import sys
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageDraw

SIDE, FINE = 480, 3  # pixels of the picture; it is drawn larger, and then made smaller, so that edges are smooth
INK, WHITE = "#20242b", "#fbfaf7"


class Sheet:
    """A square from (0, 0) to (100, 100)."""

    def __init__(self, ground: str) -> None:
        self.image = Image.new("RGB", (SIDE * FINE, SIDE * FINE), ground)
        self.draw = ImageDraw.Draw(self.image)

    def round(self, x: float, y: float, rx: float, colour: str, ry: float | None = None) -> None:
        box = [x - rx, y - (ry or rx), x + rx, y + (ry or rx)]
        self.draw.ellipse([self._at(each) for each in box], fill=colour)

    def shape(self, colour: str, *corners: tuple[float, float]) -> None:
        self.draw.polygon([(self._at(x), self._at(y)) for x, y in corners], fill=colour)

    def both(self, colour: str, *corners: tuple[float, float]) -> None:
        """The same shape on both sides of the face."""
        self.shape(colour, *corners)
        self.shape(colour, *((100 - x, y) for x, y in corners))

    def eyes(self, x: float, y: float, size: float, colour: str = INK) -> None:
        self.round(x, y, size, colour)
        self.round(100 - x, y, size, colour)

    def done(self) -> Image.Image:
        return self.image.resize((SIDE, SIDE), Image.Resampling.LANCZOS)

    def _at(self, x: float) -> float:
        return x * SIDE * FINE / 100


def fox() -> Sheet:
    sheet = Sheet("#f7e7d3")
    sheet.both("#d9622b", (16, 18), (44, 40), (18, 44))
    sheet.shape("#d9622b", (14, 46), (20, 38), (80, 38), (86, 46), (50, 90))
    sheet.both(WHITE, (14, 46), (40, 57), (50, 90))
    sheet.both("#8f3a14", (20, 25), (32, 37), (23, 42))
    sheet.eyes(36, 53, 3.6)
    sheet.round(50, 83, 5.5, INK, 4.5)
    return sheet


def hare() -> Sheet:
    sheet = Sheet("#dbe7e4")
    for x in (37, 63):
        sheet.round(x, 27, 8, "#8c9aa0", 24)
        sheet.round(x, 28, 4, "#e9c9c4", 18)
    sheet.round(50, 64, 27, "#8c9aa0")
    sheet.round(50, 76, 16, WHITE, 12)
    sheet.eyes(38, 60, 4)
    sheet.shape("#c76f67", (45, 69), (55, 69), (50, 75))
    return sheet


def mole() -> Sheet:
    sheet = Sheet("#e9e2cf")
    sheet.round(50, 92, 46, "#7a5b3d", 20)
    sheet.round(50, 60, 28, "#3d3a45", 30)
    sheet.round(50, 66, 11, "#e3a49c", 8)
    sheet.round(50, 63, 5, "#b9665f", 4)
    sheet.eyes(38, 50, 2.4, WHITE)
    for x in (24, 76):
        sheet.round(x, 82, 10, "#e3a49c", 7)
    return sheet


def owl() -> Sheet:
    sheet = Sheet("#26324a")
    sheet.both("#c79a52", (20, 14), (46, 34), (22, 48))
    sheet.round(50, 56, 34, "#c79a52", 36)
    sheet.round(50, 74, 20, "#e9d3a4", 18)
    for x in (36, 64):
        sheet.round(x, 46, 15, WHITE)
        sheet.round(x, 46, 8, INK)
        sheet.round(x + 3, 43, 2.4, WHITE)
    sheet.shape("#e07b26", (44, 56), (56, 56), (50, 68))
    return sheet


def toad() -> Sheet:
    sheet = Sheet("#e6efd2")
    sheet.round(50, 62, 38, "#5d8a3a", 28)
    for x in (28, 72):
        sheet.round(x, 36, 14, "#5d8a3a")
        sheet.round(x, 35, 9, "#f3d864")
        sheet.round(x, 35, 3, INK, 7)
    sheet.round(50, 70, 26, "#3f6427", 9)
    sheet.round(50, 66, 27, "#5d8a3a", 9)
    for x, y in ((26, 62), (74, 62), (50, 48)):
        sheet.round(x, y, 3.2, "#7fae56")
    return sheet


def wren() -> Sheet:
    sheet = Sheet("#cfe0ee")
    sheet.shape("#7a4a2b", (66, 52), (94, 18), (84, 60))
    sheet.round(50, 58, 28, "#9a623c", 26)
    sheet.round(46, 66, 19, "#ecd6bd", 16)
    sheet.round(32, 40, 17, "#9a623c")
    sheet.round(28, 38, 3.4, INK)
    sheet.shape("#e0a026", (17, 38), (3, 43), (17, 46))
    sheet.shape("#6b3f22", (52, 50), (80, 58), (56, 74))
    for x in (42, 54):
        sheet.shape("#5a4636", (x, 82), (x + 2.5, 82), (x + 2.5, 94), (x, 94))
    return sheet


MASCOTS: dict[str, Callable[[], Sheet]] = {each.__name__: each for each in (fox, hare, mole, owl, toad, wren)}


def write(folder: Path) -> None:
    """Write a picture of each mascot."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in MASCOTS.items():
        drawn().done().save(folder / f"{name}.png")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
