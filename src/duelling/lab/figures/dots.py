"""Dots with whiskers in rows, on one logarithmic axis: the picture of ``stops``."""

import math
from typing import TYPE_CHECKING, Any

from duelling.canvas import DPI, INK, PALE
from duelling.canvas import drawing as drawn
from duelling.lab.figures.labels import power, thousands
from duelling.lab.figures.looks import SCREEN
from duelling.lab.figures.plots import BOTTOM, HEADING
from duelling.lab.figures.stops import DotDrawing, DotPanel, Mark
from duelling.lab.figures.styles import Style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

STEP, BETWEEN = 9.0, 8.0  # points from one mark of a row to the next, and more between two rows
ABOVE, SIDE = 20.0, 14.0  # points over a frame, for its title, and beside its texts
ACROSS = 250.0  # points, the width of the axis
SHAPES = ("o", "s", "D", "^", "v")  # as many as there are dashes
GIVEN_UP = 1.5  # how far the arrow of a number that is not known reaches on the axis


@drawn()
def dot_sheet(drawing: DotDrawing, columns: int) -> "Figure":
    """Frames of one size in rows, under one heading; the axis is the same in all of them."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(dpi=DPI)
    renderer = FigureCanvasAgg(figure).get_renderer()

    def width(texts: "list[Text]") -> float:
        return max(text.get_window_extent(renderer).width for text in texts) * 72 / DPI

    frames = [figure.add_axes((0, 0, 1, 1), label=str(k)) for k in range(len(drawing.panels))]
    limits = axis_limits(drawing)
    left, right = [], []
    for axes, panel in zip(frames, drawing.panels, strict=True):
        left += fill_dots(axes, panel, limits)
        right += _legend(axes, panel, drawing.names)
    heading = [
        figure.text(0, 0, text, fontsize=size, color=colour, parse_math=False)
        for text, size, colour in ((drawing.title, 11, INK), (drawing.note, 8, "#666666"))
    ]
    before, after = width(left) + SIDE, width(right) + 2 * SIDE
    across = max(ACROSS, (width(heading) + SIDE) / columns - before - after)
    wide, tall = before + across + after, max(map(height, drawing.panels))
    high, lines = ABOVE + tall + BOTTOM, -(-len(frames) // columns)
    size = columns * wide, lines * high + HEADING
    figure.set_size_inches(size[0] / 72, size[1] / 72)
    for text, down in zip(heading, (18, 33), strict=True):
        text.set_position((before / size[0], 1 - down / size[1]))
    for k, axes in enumerate(frames):
        x, y = k % columns * wide + before, (lines - 1 - k // columns) * high + BOTTOM
        axes.set_position((x / size[0], y / size[1], across / size[0], tall / size[1]))
        axes.set_ylim(tall, 0)
        axes.xaxis.set_label_coords(0.5, -24 / tall)
    return figure


def height(panel: DotPanel) -> float:
    """Of a frame, in points."""
    return sum(len(row.marks) * STEP + BETWEEN for row in panel.rows)


def axis_limits(drawing: DotDrawing) -> tuple[float, float]:
    """The ends of the axis: all that is drawn fits, arrows too."""
    ends = [
        max(x, 1) * (GIVEN_UP if mark.duels.more or mark.duels.high == math.inf else 1)
        for panel in drawing.panels
        for row in panel.rows
        for mark in row.marks
        for x in (mark.duels.value, mark.duels.low, mark.duels.high)
        if math.isfinite(x)
    ]
    return (min(ends) / 1.3, max(ends) * 1.3) if ends else (1.0, 10.0)


def fill_dots(axes: "Axes", panel: DotPanel, limits: tuple[float, float]) -> "list[Text]":
    """Draw the marks and set the frame; y is in points from above. Returns the names of the rows."""
    axes.set(xscale="log", xlim=limits)
    names, y = [], 0.0
    for k, row in enumerate(panel.rows):
        high = len(row.marks) * STEP + BETWEEN
        if k % 2 == 0:
            axes.axhspan(y, y + high, color="#f6f6f4", linewidth=0, zorder=0)
        for n, mark in enumerate(row.marks):
            _draw(axes, mark, panel.looks[mark.algorithm], y + BETWEEN / 2 + (n + 0.5) * STEP, limits)
        names.append(_name(axes, row.title, (0, y + high / 2), -6, "right"))
        y += high
    axes.xaxis.set_major_formatter(lambda x, _: power(x))
    axes.set_xlabel("duels until a right verdict", color=INK)
    axes.set_title(panel.title, loc="left", fontsize=10, color=INK, parse_math=False)
    axes.set_yticks([])
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color("#888888")
    axes.tick_params(colors=INK, labelsize=8.5, which="both")
    axes.grid(color=PALE, linewidth=0.6, which="major", axis="x")
    axes.set_axisbelow(True)
    return names


def _draw(axes: "Axes", mark: Mark, look: Style, y: float, limits: tuple[float, float]) -> None:
    value, low, high, more = mark.duels
    shown = min(max(value, 1), limits[1] / GIVEN_UP)  # infinitely many are drawn at the end, none at the beginning
    colour, shape = look.colour, SHAPES[look.dash]
    face = "white" if more else colour
    if more or high == math.inf:
        begin = shown if more or math.isnan(low) else low
        arrow: dict[str, Any] = {"arrowstyle": "-|>,head_width=0.22,head_length=0.4", "color": colour, "lw": 1.2}
        end = max(begin, shown) * GIVEN_UP if more else limits[1]
        axes.annotate("", (end, y), (begin, y), arrowprops=arrow | {"shrinkA": 0, "shrinkB": 0}, zorder=2)
    elif not math.isnan(low):
        axes.plot((low, high), (y, y), color=colour, linewidth=1.4, solid_capstyle="butt", zorder=2)
    size = 5.2 if shape in "o^v" else 4.4
    axes.plot(shown, y, shape, markersize=size, color=colour, markerfacecolor=face, markeredgewidth=1.1, zorder=3)


def _name(axes: "Axes", text: str, at: tuple[float, float], shift: float, align: str, colour: str = INK) -> "Text":
    """A name at the left end of the axis (0) or the right one (1), at this height in points from above."""
    return axes.annotate(
        text,
        at,
        (shift, 0),
        xycoords=axes.get_yaxis_transform(),
        textcoords="offset points",
        annotation_clip=False,
        fontsize=SCREEN.names,
        color=colour,
        horizontalalignment=align,
        verticalalignment="center",
        parse_math=False,
    )


def _legend(axes: "Axes", panel: DotPanel, names: dict[str, str]) -> "list[Text]":
    """The algorithms with their marks at the right, in the order of the marks in a row."""
    texts = []
    for n, (text, look) in enumerate(panel.looks.items()):
        y = BETWEEN / 2 + (n + 0.5) * 1.5 * STEP
        texts.append(_name(axes, names[text], (1, y), SIDE + 8, "left", look.colour))
        at: dict[str, Any] = {"transform": axes.get_yaxis_transform(), "clip_on": False, "zorder": 3}
        axes.plot(1 + 9 / ACROSS, y, SHAPES[look.dash], color=look.colour, markersize=5, **at)
    return texts


def summary(panel: DotPanel, names: dict[str, str]) -> str:
    """The numbers of a frame in words, for somebody who cannot see it."""
    rows = []
    for row in panel.rows:
        marks = [f"{names[mark.algorithm]} {written(mark.duels.value, mark.duels.more)}" for mark in row.marks]
        rows.append(f"{row.title}: {', '.join(marks)}")
    return f"{panel.title}. {'; '.join(rows)}."


def written(value: float, more: bool) -> str:
    """A number of duels; one that is only a lower bound with the words "more than"."""
    text = "any number" if math.isinf(value) else thousands(math.ceil(value))
    return f"more than {text}" if more else text
