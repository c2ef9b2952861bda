"""How a figure looks as a whole: its ground, its ink, the sizes of its letters and lines.

What an algorithm looks like, its colour and its dash, stands in ``styles``.
"""

from typing import Any, Literal, NamedTuple

from duelling.canvas import FAINT, INK, PALE, matplotlib

Looks = Literal["screen", "paper", "dark", "rc"]


class Look(NamedTuple):
    """Colours as #rrggbb, letters in points, lines in points, the figure in inches."""

    ground: str = "#ffffff"
    ink: str = INK
    soft: str = "#666666"  # of words that matter less
    edge: str = "#888888"  # of the frame
    pale: str = PALE  # of the grid
    faint: str = FAINT  # of the guides
    title: float = 11.0
    note: float = 8.0
    axis: float = 10.0  # of what an axis shows
    ticks: float = 8.5  # of the numbers on it
    names: float = 9.0  # of the lines
    line: float = 1.6
    size: tuple[float, float] = (6.4, 3.8)
    seen: float = 1.9  # the contrast that a line has with the ground at least
    read: float = 3.6  # and a name
    heading: bool = True  # whether there is a title without being asked for
    settings: str = "own"  # or "rc": drawn with the user's settings of matplotlib


SCREEN = Look()
PAPER = Look(
    ink="#000000",
    title=8.0,
    note=6.5,
    axis=8.0,
    ticks=7.0,
    names=7.0,
    line=1.1,
    size=(3.4, 2.3),
    heading=False,
)
DARK = Look(
    ground="#17191d",
    ink="#e8e8e8",
    soft="#a9adb3",
    edge="#70757c",
    pale="#33373d",
    faint="#8d939b",
    seen=3.5,
    read=5.0,
)


def look_of(name: Looks) -> Look:
    """The look with this name; that of "rc" is read from matplotlib's settings."""
    return {"screen": SCREEN, "paper": PAPER, "dark": DARK}.get(name) or from_settings()


def from_settings() -> Look:
    """The look that matplotlib's ``rcParams`` ask for."""
    rc = matplotlib().rcParams
    wide, high = rc["figure.figsize"]
    return Look(
        ground=_colour(rc["axes.facecolor"], "#ffffff"),
        ink=_colour(rc["text.color"], INK),
        soft=_colour(rc["axes.labelcolor"], INK),
        edge=_colour(rc["axes.edgecolor"], INK),
        pale=_colour(rc["grid.color"], PALE),
        faint=_colour(rc["grid.color"], FAINT),
        title=_points(rc["axes.titlesize"]),
        note=_points(rc["legend.fontsize"]),
        axis=_points(rc["axes.labelsize"]),
        ticks=_points(rc["xtick.labelsize"]),
        names=_points(rc["legend.fontsize"]),
        line=float(rc["lines.linewidth"]),
        size=(float(wide), float(high)),
        settings="rc",
    )


def _points(size: Any) -> float:
    from matplotlib.font_manager import FontProperties

    return float(FontProperties(size=size).get_size_in_points())


def _colour(value: Any, otherwise: str) -> str:
    from matplotlib.colors import is_color_like, to_hex

    return to_hex(value) if is_color_like(value) and value != "none" else otherwise
