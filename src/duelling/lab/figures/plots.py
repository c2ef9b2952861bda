"""Figures: a function that returns the numbers, and a function that draws them.

Nothing here touches pyplot, so no window, no global figure and no backend are involved.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from duelling.canvas import DPI, INK, drawing
from duelling.core.intervals import student
from duelling.errors import WrongValue, plain_text, quoted, real
from duelling.lab.figures.frames import fill
from duelling.lab.figures.labels import ABOVE, GAP, display_names, leaves
from duelling.lab.figures.lines import Curve, Line, Panel
from duelling.lab.figures.looks import SCREEN
from duelling.lab.figures.styles import style
from duelling.registry.choice import choice

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    from duelling.lab.figures.ends import EndNames

LEFT, BOTTOM, HEADING = 60.0, 42.0, 44.0  # points


BoundLine = float | str | Callable[[int], float] | None  # a level, a function of t, or an algorithm with a proven bound


def bound_line(bound: BoundLine, t: np.ndarray, winner: Any, regret: str, arms: int) -> Line | None:
    """The line that stands for ``bound`` at the rounds t, the last of which is the horizon."""
    if bound is None:
        return None
    if callable(bound):
        return Line("bound", t, np.array([real(f"bound({x})", bound(x)) for x in t.tolist()]))
    if not isinstance(bound, str):
        return Line("bound", t, np.full(t.size, real("bound", bound)))
    known = choice(plain_text("bound", bound))
    algorithm = known.algorithm
    values: list[float | None] = [None]
    if algorithm.regret in (regret, "strong"):  # weak regret is never above strong regret
        # a rate tuned to the horizon has its bound there, and nowhere before
        at = t.tolist() if algorithm.anytime else [int(t[-1])] * t.size
        values = [algorithm.bound(winner, arms, x, **known.parameters) for x in at]
    if None in values:
        rule = f"name an algorithm with a proven bound on {regret} {winner} regret"
        raise WrongValue(f"bound must {rule}, got {quoted(bound)}")
    return Line(f"bound of {display_names([bound])[bound]}", t, np.array(values, dtype=float))


def curves(labels: Sequence[str], t: np.ndarray, values: np.ndarray) -> list[Curve]:
    """Means of values[label, run, t] over the runs, with Student's 95% interval; a single run has no band."""
    found = []
    for label, x in zip(labels, values, strict=True):
        mean, _, low, high = student(x)
        found.append(Curve(label, t, mean, *((mean, mean) if len(x) == 1 else (low, high)), style(label)))
    return found


LEFT_THE_FRAME = f"{ABOVE} a line that leaves the frame, and where it ends"


@drawing()
def sheet(
    panels: Sequence[Panel],
    *,
    columns: int = 1,
    width: float = 4.9,
    height: float = 2.8,
    log: bool = False,
    title: str = "",
    note: str = "",
    ylabel: str = "regret",
    label: Callable[[str], str] = str,
) -> "Figure":
    """Frames of one size in rows, under one heading.

    ``width`` and ``height`` are those of one frame with its margins, in inches. Many names make the frames higher, and
    long texts make them wider. ``label`` turns the labels of curves into names.
    """
    from duelling.canvas.figure import OwnFigure
    from duelling.lab.figures.ends import EndNames

    check_log(log, panels)
    figure = OwnFigure(dpi=DPI)
    frames = [figure.add_axes((0, 0, 1, 1), label=str(k)) for k in range(len(panels))]
    ends = [fill(axes, panel, log, label) for axes, panel in zip(frames, panels, strict=True)]
    names = [EndNames(axes, own, SCREEN, roomy=True) for axes, own in zip(frames, ends, strict=True)]
    if any(leaves(axes, end) for axes, own in zip(frames, ends, strict=True) for end in own):
        note += f"; {LEFT_THE_FRAME}"
    heading = [
        figure.text(0, 0, text, fontsize=size, color=colour, parse_math=False)  # a name may have a $
        for text, size, colour in ((title, SCREEN.title, INK), (note, SCREEN.note, SCREEN.soft))
    ]
    # titles and labels at fixed positions, otherwise matplotlib would measure every number on the axes several times
    titles = [
        axes.set_title(panel.title, loc="left", fontsize=10, color=INK, y=1.0, parse_math=False)
        for axes, panel in zip(frames, panels, strict=True)
    ]
    size = measure(figure, panels, columns, width, height, heading, titles, names)
    arrange(figure, size, columns, heading, frames)
    for axes in frames:
        axes.set_xlabel("rounds t", color=INK)
        axes.set_ylabel(ylabel, color=INK)
        axes.xaxis.set_label_coords(0.5, -20 / size.tall)
        axes.yaxis.set_label_coords((18 - LEFT) / size.across, 0.5)
    return figure


def check_log(log: bool, panels: Sequence[Panel]) -> None:
    """Raise WrongValue where nothing could be shown on logarithmic axes."""
    if log and not any((curve.mean > 0).any() for panel in panels for curve in panel.curves):
        raise WrongValue("log must be false where no regret is positive")


class Size(NamedTuple):
    """How large the frames of a sheet are, in points."""

    wide: float  # a frame with its margins
    high: float
    across: float  # the frame alone
    tall: float


def measure(
    figure: "Figure",
    panels: Sequence[Panel],
    columns: int,
    width: float,
    height: float,
    heading: "Sequence[Text]",
    titles: "Sequence[Text]",
    names: "Sequence[EndNames]",
) -> Size:
    """The size that all frames have: at least ``width`` and ``height`` in inches, and enough for all texts."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    above = 18.0 if any(panel.title for panel in panels) else 0.0
    most = max(len(panel.curves) + (panel.bound is not None) for panel in panels)
    high = max(72 * height - (0 if above else HEADING), (most + 1) * GAP * SCREEN.names + BOTTOM + above)
    renderer = FigureCanvasAgg(figure).get_renderer()  # otherwise every text would make one of its own
    longest, titled = (
        max(text.get_window_extent(renderer).width for text in some) * 72 / DPI + 22 for some in (heading, titles)
    )
    right = max(own.widest(renderer, SCREEN.names) for own in names) * 72 / DPI + 8
    wide = max(72 * width, (LEFT + longest) / columns, LEFT + titled)
    across = max(wide - LEFT - right, 0.55 * wide - LEFT)
    return Size(LEFT + across + right, high, across, high - BOTTOM - above)


def arrange(figure: "Figure", size: Size, columns: int, heading: "Sequence[Text]", frames: "Sequence[Axes]") -> None:
    """Put the frames in rows under the heading, and cut the figure to their size."""
    rows = -(-len(frames) // columns)
    width, height = columns * size.wide, rows * size.high + HEADING
    figure.set_size_inches(width / 72, height / 72)
    for text, down in zip(heading, (18, 33), strict=True):
        text.set_position((LEFT / width, 1 - down / height))
    for k, axes in enumerate(frames):
        x, y = k % columns * size.wide + LEFT, (rows - 1 - k // columns) * size.high + BOTTOM
        axes.set_position((x / width, y / height, size.across / width, size.tall / height))
