"""The look of an algorithm in every figure: its name decides, never the company it is in.

The colours can be told apart with any common form of colour blindness (after Okabe and Ito, and Tol). Relatives share a
colour and differ in their dashes.
"""

import zlib
from typing import Any, NamedTuple

GREY = "#7f7f7f"
FAMILIES = {
    "#0072b2": ("exp3+unif", "exp3p+unif", "exp3ix+unif", "tsallis+unif"),
    "#56b4e9": ("ucb+unif", "ucb-sparring", "ucb-doubler", "spar2"),
    "#d55e00": ("exp3-sparring", "tsallis-sparring", "exp3ix-sparring", "sparring-fpl", "versatile-db"),
    "#e69f00": ("exp3p-sparring", "rex3", "ctb", "dbgd", "d-exp3"),
    "#009e73": ("ws-w", "ws-s", "projected-gd", "beat-the-winner-reset", "detect"),
    "#cc79a7": ("rucb", "merge-rucb", "rcs", "ccb", "scb"),
    "#882255": ("rmed1", "rmed2", "rmed2fh", "ecw-rmed"),
    "#332288": ("btm", "if2", "if1", "secs"),
    "#999933": ("savage", "savage-borda", "savage-copeland", "borda-reduction"),
    "#8b5a2b": ("vn+unif", "ucb-multisbm", "d-ts", "d-ts+", "sparring-exp4p"),
    GREY: ("random", "fixed"),
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


def style(name: str) -> Style:
    """Colour and dash of the algorithm ``name``, the same everywhere, also for a name that nobody knows."""
    for colour, names in FAMILIES.items():
        if name in names:
            return Style(colour, names.index(name))
    colours = [colour for colour in FAMILIES if colour != GREY]
    return Style(colours[zlib.crc32(name.encode()) % len(colours)], 0)


def styles(texts: list[str]) -> list[Style]:
    """The styles of curves that share a figure; one that is taken passes to the next free dash of its colour."""
    taken: list[Style] = []
    for text in texts:
        colour, first = style(text.partition(":")[0])
        free = [Style(colour, (first + k) % len(DASHES)) for k in range(len(DASHES))]
        taken.append(next((s for s in free if s not in taken), free[0]))
    return taken
