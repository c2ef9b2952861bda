"""The look of an algorithm. It follows from its name alone, so it is the same in every figure.

The colours can be told apart with any common form of colour blindness (after Okabe and Ito, and Tol). Relatives have
shades of one colour, and differ in their dashes too; the fact ``family`` of an algorithm says which.
"""

import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple

from duelling.lab.figures.colours import shade
from duelling.registry.facts import ALGORITHMS
from duelling.registry.vocabulary import Colour

COLOURS: dict[Colour, str] = {
    "blue": "#0072b2",
    "sky": "#56b4e9",
    "vermilion": "#d55e00",
    "orange": "#e69f00",
    "green": "#009e73",
    "pink": "#cc79a7",
    "wine": "#882255",
    "indigo": "#332288",
    "olive": "#999933",
    "brown": "#8b5a2b",
    "black": "#000000",
    "grey": "#7f7f7f",
}
DASHES: tuple[Any, ...] = (
    "-",
    (0, (7, 1.5)),
    (0, (7, 1.5, 1.5, 1.5)),
    (0, (1.5, 1.2)),
    (0, (4, 1.2, 1.2, 1.2, 1.2, 1.2)),
)


class Style(NamedTuple):
    colour: str
    dash: int  # a position in DASHES


def style(text: str) -> Style:
    """Colour and dash of an algorithm, whatever its parameters; the same in every process, for unknown names too."""
    name = text.partition(":")[0]
    family = ALGORITHMS.find(name).family if name in ALGORITHMS else None
    if family is not None:
        return Style(shade(COLOURS[family[0]], family[1]), family[1] % len(DASHES))
    colours = [code for colour, code in COLOURS.items() if colour not in ("black", "grey")]
    return Style(colours[zlib.crc32(name.encode()) % len(colours)], 0)


def styles(texts: Iterable[str]) -> list[Style]:
    """The styles of the algorithms of one figure."""
    return apart(map(style, texts))


def apart(wanted: Iterable[Style]) -> list[Style]:
    """The styles of curves that share a figure; one that is taken passes to the next free shade and dash."""
    taken: list[Style] = []
    for colour, first in wanted:
        free = [Style(shade(colour, k), (first + k) % len(DASHES)) for k in range(len(DASHES))]
        taken.append(next((s for s in free if s not in taken), free[0]))
    return taken
