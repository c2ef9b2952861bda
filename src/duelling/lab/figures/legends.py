"""A legend that fits: inside of the frame, or below it.

This module imports matplotlib: import it where something is drawn.
"""

from collections.abc import Callable, Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.transforms import ScaledTranslation

from duelling.lab.figures.ends import SMALLEST, room_of
from duelling.lab.figures.looks import Look
from duelling.lab.figures.texts import fit

SHARE = 0.86  # of the width of the figure, which a legend below the frame may take
STEP = 0.5  # points by which letters become smaller
MOST = 6  # columns


def inside(axes: Axes, shown: Mapping[str, str], formulas: set[str], look: Look) -> None:
    """In the frame, in one column, or in as many as it is low; letters become smaller, then names are cut.

    ``shown`` is what is written for the labels of lines; those among ``formulas`` are read as such.
    """
    figure = _laid_out(axes)
    frame = axes.get_window_extent()

    def fits(box: Any) -> bool:
        return bool(box.width <= frame.width and box.height <= frame.height)

    _fitting(axes, shown, formulas, look, range(1, 4), fits, frame.width, figure, borderaxespad=0.2)


def below(axes: Axes, shown: Mapping[str, str], formulas: set[str], look: Look) -> None:
    """Below the frame, in as many columns as the figure is wide; see ``inside``."""
    figure: Any = axes.get_figure(root=True)
    down = ScaledTranslation(0, -(look.ticks + look.axis + 16) / 72, figure.dpi_scale_trans)
    place = {"loc": "upper center", "bbox_to_anchor": (0.5, 0), "bbox_transform": axes.transAxes + down}
    width = SHARE * room_of(axes)
    _fitting(axes, shown, formulas, look, range(MOST, 0, -1), lambda box: box.width <= width, width, figure, **place)


def grow(figure: Figure) -> None:
    """Make a figure higher by the legend below its frame, which leaves the frame as high as it was."""
    legend = figure.axes[0].get_legend()
    assert legend is not None
    wide, high = figure.get_size_inches()
    figure.set_size_inches(wide, high + legend.get_window_extent().height / figure.dpi)


def _fitting(
    axes: Axes,
    shown: Mapping[str, str],
    formulas: set[str],
    look: Look,
    columns: range,
    fits: Callable[[Any], bool],
    width: float,
    figure: Any,
    **place: Any,
) -> None:
    """The first legend that fits: the largest letters, then the first number of columns. The last resort is to cut."""
    count, renderer = len(axes.get_legend_handles_labels()[0]), figure._get_renderer()
    size = look.names
    while True:
        for each in columns:
            if each <= max(count, 1):
                legend = _make(axes, shown, formulas, look, size, ncols=each, **place)
                if fits(legend.get_window_extent(renderer)):
                    return
        if size <= SMALLEST:
            break
        size = max(size - STEP, SMALLEST)
    legend = _make(axes, shown, formulas, look, size, ncols=1, **place)
    texts = legend.get_texts()
    beside = legend.get_window_extent(renderer).width - max(text.get_window_extent(renderer).width for text in texts)
    for text in texts:
        if text.get_window_extent(renderer).width > width - beside:
            fit(text, renderer, width - beside)


def _make(axes: Axes, shown: Mapping[str, str], formulas: set[str], look: Look, size: float, **more: Any) -> Legend:
    handles, labels = axes.get_legend_handles_labels()
    texts = [shown.get(label, label) for label in labels]
    more = {"borderaxespad": 0, "frameon": False, "handlelength": 2.4, "columnspacing": 1.4, **more}
    legend = axes.legend(handles, texts, fontsize=size, labelcolor=look.ink, **more)
    for text, label in zip(legend.get_texts(), labels, strict=True):
        text.set_parse_math(label in formulas)
    return legend


def _laid_out(axes: Axes) -> Any:
    """The figure, whose frames are where they will be drawn."""
    figure: Any = axes.get_figure(root=True)
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
    return figure
