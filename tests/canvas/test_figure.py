"""A figure that shows itself in a notebook and is drawn with settings of its own."""

import io
import re
import zlib

import pytest
from fontTools import subset
from fontTools.ttLib import TTFont
from matplotlib import rc_context
from PIL import Image

from duelling.canvas import LAYOUT, content
from duelling.canvas.figure import SHARP, OwnFigure
from tests.helpers.results import make

pytestmark = pytest.mark.plain


def test_a_notebook_shows_a_sharp_picture_at_the_size_of_the_figure():
    data, about = make().plot(size=(3, 2))._repr_png_()
    assert about == {"width": 288, "height": 192}
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.size == (288 * SHARP, 192 * SHARP)


def saved(figure, form):
    room = io.BytesIO()
    figure.savefig(room, format=form)
    return room.getvalue()


def test_saving_keeps_letters_and_looks_at_no_settings():
    figure = make().plot()
    with rc_context({"svg.fonttype": "path", "font.family": ["no such font"], "font.size": 30.0}):
        assert b"weak regret</text>" in saved(figure, "svg")
    assert b"/Type3" not in saved(figure, "pdf")


def test_settings_of_the_user_are_kept_where_the_figure_asks_for_them():
    def title(settings):
        figure = OwnFigure(settings=settings)
        figure.text(0, 0, "hello")
        return saved(figure, "svg")

    with rc_context({"svg.fonttype": "path"}):
        assert b">hello</text>" in title("own")
        assert b">hello</text>" not in title("rc")


def fonts_in(pdf):
    """The fonts in a PDF file, read."""
    streams = (
        zlib.decompressobj().decompress(pdf[at.end() :]) for at in re.finditer(rb"/Length1 .*?stream\n", pdf, re.S)
    )
    return [TTFont(io.BytesIO(stream)) for stream in streams]


def test_fonts_in_a_file_have_letters_and_no_layout():
    """Fails where matplotlib cuts its fonts in another way: then the tables have to be left out there."""
    figure = make().plot()
    (plain, *_), fonts = fonts_in(saved(figure, "pdf")), fonts_in(content(figure, "pdf"))
    assert set(LAYOUT) & set(plain.keys())
    assert fonts
    for font in fonts:
        assert not set(LAYOUT) & set(font.keys())
        assert "glyf" in font
    assert subset.load_font.__module__ == "fontTools.subset"  # nobody else gets such fonts
