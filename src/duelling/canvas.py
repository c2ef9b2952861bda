"""What all figures share: the colours of frames, texts in any letters, and files that are equal for equal figures."""

import contextlib
import io
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, PALE, FAINT = "#222222", "#dddddd", "#8a8a8a"
DPI = 200
TEXT_STAYS_TEXT: Any = {"pdf.fonttype": 42, "svg.fonttype": "none", "svg.hashsalt": "duelling"}
NO_DATE: dict[str, dict[str, Any]] = {"pdf": {"CreationDate": None}, "png": {"Software": None}, "svg": {"Date": None}}


@contextlib.contextmanager
def any_letters() -> Iterator[None]:
    """Draw without a page of warnings: the figure itself shows a box for each letter that its font lacks."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from|Matplotlib currently does not support")
        yield


@any_letters()
def content(figure: "Figure", form: str) -> bytes:
    """The content of a file of this form: png, pdf or svg; equal figures give equal bytes."""
    from matplotlib import rc_context

    room = io.BytesIO()
    with rc_context(TEXT_STAYS_TEXT):
        figure.savefig(room, format=form, dpi=DPI, metadata=NO_DATE[form])
    return room.getvalue()
