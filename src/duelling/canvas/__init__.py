"""What all figures share: how they are drawn, the colours of frames, and files that are equal for equal figures."""

import contextlib
import importlib
import io
import logging
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from duelling.errors import Conflict

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from PIL import Image

INK, PALE, FAINT = "#222222", "#dddddd", "#8a8a8a"
DPI = 200
LAYOUT = ["GDEF", "GPOS", "GSUB", "kern"]  # tables of a font
TEXT_STAYS_TEXT = {"pdf.fonttype": 42, "svg.fonttype": "none", "svg.hashsalt": "duelling"}
NO_DATE: dict[str, dict[str, Any]] = {"pdf": {"CreationDate": None}, "png": {"Software": None}, "svg": {"Date": None}}


def matplotlib() -> Any:
    """Return matplotlib; raise Conflict where it does not start, such as for a wrong ``MPLBACKEND``.

    While it is imported it tells about its own files and settings, which change nothing here.
    """
    own = logging.getLogger("matplotlib")
    before = own.level
    own.setLevel(logging.CRITICAL)
    try:
        importlib.import_module("matplotlib.figure")
        return importlib.import_module("matplotlib")
    except Exception as error:
        raise Conflict(f"figures cannot be drawn, matplotlib does not start: {error}") from None
    finally:
        own.setLevel(before)


@contextlib.contextmanager
def drawing() -> Iterator[None]:
    """Draw with the settings that matplotlib comes with, not with those of the user, which may not suit any name.

    Letters stay letters in PDF and SVG files, as publishers ask for.

    There is no page of warnings: the figure itself shows a box for each letter that its font lacks.
    """
    drawn_by = matplotlib()
    with warnings.catch_warnings(), drawn_by.rc_context():
        warnings.filterwarnings("ignore", "Glyph .* missing from|Matplotlib currently does not support")
        drawn_by.rcdefaults()
        drawn_by.rcParams.update(TEXT_STAYS_TEXT)
        yield


def settings_of(figure: "Figure") -> contextlib.AbstractContextManager[None]:
    """The settings with which a figure is drawn: matplotlib's own, or the user's where the figure asks for them."""
    return contextlib.nullcontext() if getattr(figure, "settings", "own") == "rc" else drawing()


@contextlib.contextmanager
def _canvas(figure: "Figure", form: str, dpi: float) -> Iterator[Any]:
    """A canvas of this form for the figure, which then has its own again."""
    with settings_of(figure):
        from matplotlib.backend_bases import get_registered_canvas_class

        before = figure.canvas, figure.dpi
        try:
            canvas = get_registered_canvas_class(form)(figure)
            figure.set_dpi(dpi)
            yield canvas
        finally:
            figure.set_canvas(before[0])
            figure.set_dpi(before[1])


def content(figure: "Figure", form: str, dpi: float = DPI) -> bytes:
    """The content of a file of this form: png, pdf or svg; equal figures give equal bytes.

    ``savefig`` would draw everything twice, the first time only to find the places of the parts.
    """
    room = io.BytesIO()
    with _canvas(figure, form, dpi) as canvas, fonts_without_layout() if form == "pdf" else contextlib.nullcontext():
        getattr(canvas, f"print_{form}")(room, metadata=NO_DATE[form])
    return room.getvalue()


def image(figure: "Figure", dpi: float = DPI) -> "Image.Image":
    """The pixels of a figure on an opaque ground."""
    from PIL import Image

    with _canvas(figure, "png", dpi) as canvas:
        canvas.draw()
        pixels = canvas.buffer_rgba()
        return Image.frombuffer("RGBA", pixels.shape[1::-1], pixels).convert("RGB")


@contextlib.contextmanager
def fonts_without_layout() -> Iterator[None]:
    """Leave out of the fonts in a file how letters are put side by side: there each has its place.

    To cut these tables to the letters of a figure took two thirds of the time that fonts take.
    """
    from fontTools import subset

    load = subset.load_font

    def lean(*given: Any, **named: Any) -> Any:
        font = load(*given, **named)
        for name in LAYOUT:
            if name in font:
                del font[name]  # before anybody decodes it
        return font

    subset.load_font = lean
    try:
        yield
    finally:
        subset.load_font = load
