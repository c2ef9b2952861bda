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

INK, PALE, FAINT = "#222222", "#dddddd", "#8a8a8a"
DPI = 200
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


def content(figure: "Figure", form: str, dpi: float = DPI) -> bytes:
    """The content of a file of this form: png, pdf or svg; equal figures give equal bytes.

    ``savefig`` would draw everything twice, the first time only to find the places of the parts.
    """
    with settings_of(figure):
        from matplotlib.backend_bases import get_registered_canvas_class

        room, before = io.BytesIO(), (figure.canvas, figure.dpi)
        try:
            canvas: Any = get_registered_canvas_class(form)(figure)
            figure.set_dpi(dpi)
            getattr(canvas, f"print_{form}")(room, metadata=NO_DATE[form])
        finally:
            figure.set_canvas(before[0])
            figure.set_dpi(before[1])
        return room.getvalue()
