"""What is laid out when it is drawn: names at the ends of lines, a heading, numbers on an axis.

A figure may be resized, zoomed or saved at another size at any time, so the places are found anew in each drawing. This
module imports matplotlib: import it where something is drawn.
"""

import math
from collections.abc import Sequence
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Bbox, IdentityTransform

from duelling.lab.figures.colours import readable
from duelling.lab.figures.labels import GAP, REACH, End, height_of, name_of, spread
from duelling.lab.figures.looks import Look
from duelling.lab.figures.texts import fit, wrap

MOST, UTMOST = 0.42, 0.6  # shares of the width: names become smaller to fit into the first, and are cut at the second
SMALLEST = 4.5  # points, of names that become smaller


class OnAxes(Artist):
    """Texts beside a frame, whose places depend on where the frame is and how large."""

    axes: Axes

    def __init__(self, axes: Axes, parts: Sequence[Artist]) -> None:
        super().__init__()
        self.set_clip_on(False)
        self.set_zorder(5)
        self.parts = list(parts)
        for part in self.parts:
            part.set_figure(axes.get_figure())  # type: ignore[arg-type]
            part.set_transform(IdentityTransform())
        axes.add_artist(self)

    def get_children(self) -> list[Artist]:
        return self.parts

    @property
    def point(self) -> float:
        """A point in pixels."""
        return float(self.get_figure(root=True).dpi / 72)  # type: ignore[union-attr]

    @property
    def frame(self) -> Bbox:
        """The frame, in pixels."""
        return self.axes.get_window_extent()

    def place(self, renderer: Any) -> None:
        """Give all parts their places."""
        raise NotImplementedError

    def get_window_extent(self, renderer: Any = None) -> Bbox:
        """The box around all texts: layouts and ``bbox_inches="tight"`` make room for it."""
        renderer = renderer or self.get_figure(root=True)._get_renderer()  # type: ignore[union-attr]
        self.place(renderer)
        return Bbox.union([part.get_window_extent(renderer) for part in self.parts if isinstance(part, Text)])

    def draw(self, renderer: Any) -> None:
        if self.get_visible():
            self.place(renderer)
            for part in self.parts:
                part.draw(renderer)
        self.stale = False


class EndNames(OnAxes):
    """The names of lines to the right of the frame, each at the height where its line ends, and no two overlap.

    Names that take too much of the figure become smaller, and those that still do are cut in their middle.
    """

    def __init__(self, axes: Axes, ends: Sequence[End], look: Look, *, roomy: bool = False) -> None:
        """``roomy``: the figure is wide enough for all names, so that none becomes smaller."""
        self.ends, self.look, self.roomy = sorted(ends, key=lambda end: end.value[-1]), look, roomy
        self.names = [
            Text(color=readable(end.colour, look.ground, look.read), verticalalignment="center", parse_math=end.formula)
            for end in self.ends
        ]
        self.leaders = [Line2D([], [], color=end.colour, linewidth=0.7, alpha=0.7) for end in self.ends]
        super().__init__(axes, [*self.leaders, *self.names])

    def widest(self, renderer: Any, size: float) -> float:
        """The width of the longest name at this size, in pixels, with its distance from the frame."""
        self._write(renderer, size)
        return max(text.get_window_extent(renderer).width for text in self.names) + REACH * self.point

    def _write(self, renderer: Any, size: float) -> None:
        for end, text in zip(self.ends, self.names, strict=True):
            text.set_text(name_of(self.axes, end))
            text.set_fontsize(size)

    def place(self, renderer: Any) -> None:
        frame, room = self.frame, math.inf if self.roomy else room_of(self.axes)
        tall = frame.height / self.point
        size = min(self.look.names, tall / max(len(self.names) - 1, 1) / GAP)
        wide = self.widest(renderer, size)
        if wide > MOST * room:
            size = max(size * MOST * room / wide, min(size, SMALLEST))
            self._write(renderer, size)
        for text in self.names:
            if text.get_window_extent(renderer).width > UTMOST * room:
                fit(text, renderer, UTMOST * room)
        targets = [height_of(self.axes, end) * tall for end in self.ends]
        for text, line, target, height in zip(
            self.names, self.leaders, targets, spread(targets, size * GAP, tall), strict=True
        ):
            text.set_position((frame.x1 + REACH * self.point, frame.y0 + height * self.point))
            x = frame.x1 + 1.5 * self.point, frame.x1 + (REACH - 2) * self.point
            line.set_data(x, (frame.y0 + target * self.point, frame.y0 + height * self.point))


def room_of(axes: Axes) -> float:
    """The width of the figure in pixels, or that of the columns in which the axes stand."""
    whole, place = float(axes.get_figure(root=True).bbox.width), axes.get_subplotspec()  # type: ignore[union-attr]
    return whole if place is None else whole * len(place.colspan) / place.get_gridspec().ncols


class Heading(OnAxes):
    """A title and a note above the frame, in as many lines as the figure is narrow."""

    def __init__(self, axes: Axes, title: str, note: str, look: Look, *, formula: bool = False) -> None:
        written = [(note, look.note, look.soft), (title, look.title, look.ink)]
        self.lines = [text for text, _, _ in written if text]
        parts = [
            Text(fontsize=size, color=colour, parse_math=formula and text == title)
            for text, size, colour in written
            if text
        ]
        super().__init__(axes, parts)

    def place(self, renderer: Any) -> None:
        frame, y = self.frame, self.frame.y1 + 7 * self.point
        right = float(self.get_figure(root=True).bbox.x1) - 4 * self.point  # type: ignore[union-attr]
        for text, part in zip(self.lines, self.parts, strict=True):
            assert isinstance(part, Text)
            part.set_position((frame.x0, y))
            wrap(part, text, renderer, right - frame.x0)
            y += part.get_window_extent(renderer).height + 4 * self.point

    def get_window_extent(self, renderer: Any = None) -> Bbox:
        """Its height only: it may stand above names, which have made room at the right."""
        box, frame = super().get_window_extent(renderer), self.frame
        return Bbox.from_extents(frame.x0, box.y0, frame.x1, box.y1)


class RoomyLocator(MaxNLocator):
    """Round numbers on the x axis, as many as fit beside each other."""

    def __init__(self, longest: int, size: float) -> None:
        super().__init__(nbins=5, steps=[1, 2, 2.5, 5, 10], integer=True)
        self.wide = 0.62 * size * longest + 10  # points that a number needs, with the blank beside it

    def tick_values(self, vmin: float, vmax: float) -> Any:
        axes: Any = self.axis.axes  # type: ignore[union-attr]
        points = axes.get_window_extent().width * 72 / axes.get_figure(root=True).dpi
        self.set_params(nbins=min(max(int(points / self.wide), 1), 5))
        return super().tick_values(vmin, vmax)
