"""A figure that shows itself in a notebook. This module imports matplotlib: import it where something is drawn."""

from typing import Any

from matplotlib import rc_context
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure

from duelling.canvas import TEXT_STAYS_TEXT, content, settings_of

SHARP = 2  # pixels of the picture in a notebook for each pixel of the page


class OwnFigure(Figure):
    """A matplotlib figure outside of pyplot: no window, no global state.

    It is drawn with the settings that matplotlib comes with, also when a user saves it later, unless ``settings`` is
    "rc". Text in PDF and SVG files stays text.
    """

    def __init__(self, *args: Any, settings: str = "own", **options: Any) -> None:
        super().__init__(*args, **options)
        self.settings = settings

    def draw(self, renderer: RendererBase) -> None:
        with settings_of(self):
            super().draw(renderer)

    def savefig(self, fname: Any, **options: Any) -> None:
        """As matplotlib's; the ending of the name is the form of the file."""
        kept: Any = TEXT_STAYS_TEXT if self.settings == "own" else {}
        with rc_context(kept):
            super().savefig(fname, **options)

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        """What a notebook shows: the picture, and its size on the page in pixels."""
        wide, high = (round(96 * inches) for inches in self.get_size_inches())
        return content(self, "png", dpi=96 * SHARP), {"width": wide, "height": high}
