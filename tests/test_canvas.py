"""What all figures share: any letters without a warning, and the contents of files."""

import io
import os
import subprocess
import sys
import warnings

import pytest
from matplotlib import rc_context, rcParams

import duelling as du
from duelling.canvas import DPI, NO_DATE, TEXT_STAYS_TEXT, content, drawing, fonts_without_layout
from tests.helpers.results import make

pytestmark = pytest.mark.plain

HELLO = "\u4f60\u597d \U0001f600 \u0928\u092e"  # not in matplotlib's font
FORMS = {"png": b"\x89PNG", "pdf": b"%PDF", "svg": b"<?xml"}


def curves(name):
    return make(problem={"name": name, "arms": ["x", "y"]}, algorithms=(name,)).plot()


def standing(what):
    return lambda name: du.rank([(name, "b", "left")] * 3).plot(what)


DRAWN = {"curves": curves, "intervals": standing("intervals"), "matrix": standing("matrix")}


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("figure", DRAWN.values(), ids=DRAWN)
def test_letters_that_the_font_lacks_make_no_warning(figure, form):
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "Glyph|Matplotlib currently")
        assert content(figure(HELLO), form).startswith(FORMS[form])


@pytest.mark.parametrize("figure", DRAWN.values(), ids=DRAWN)
def test_settings_of_the_user_change_nothing_and_stay(figure):
    plain = content(figure("x_1 $"), "png")
    own = {"text.usetex": True, "savefig.bbox": "tight", "font.family": ["no such font"], "font.size": 30.0}
    with rc_context(own):
        assert content(figure("x_1 $"), "png") == plain
        assert {key: rcParams[key] for key in own} == own


def started(**changes):
    """Import matplotlib in a fresh process, with these changes to the environment."""
    code = "from duelling.canvas import matplotlib; matplotlib()"
    return subprocess.run([sys.executable, "-c", code], env=os.environ | changes, capture_output=True, text=True)


@pytest.mark.slow
def test_matplotlib_says_nothing_of_its_own_files(tmp_path):
    """Neither of a folder in which it cannot write, nor of settings that it does not know."""
    (tmp_path / "matplotlibrc").write_text("no such key: 1\nfigure.dpi: x\n")
    run = started(MPLCONFIGDIR="/dev/null", MATPLOTLIBRC=str(tmp_path))
    assert (run.returncode, run.stderr) == (0, "")


def test_where_matplotlib_does_not_start_one_line_says_so():
    last = started(MPLBACKEND="no such").stderr.splitlines()[-1]
    assert "Conflict: figures cannot be drawn, matplotlib does not start: " in last
    assert "'no such' is not a valid value for backend" in last


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("figure", DRAWN.values(), ids=DRAWN)
def test_contents_are_what_savefig_writes_of_an_equal_figure_and_the_figure_stays_as_it_was(figure, form):
    one, two, room = figure("x"), figure("x"), io.BytesIO()
    before = one.canvas, one.dpi
    found = content(one, form)
    assert (one.canvas, one.dpi) == before
    with drawing(), rc_context(TEXT_STAYS_TEXT), fonts_without_layout():
        two.savefig(room, format=form, dpi=DPI, metadata=NO_DATE[form])
    assert found == room.getvalue()
