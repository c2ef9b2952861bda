"""What all figures share: any letters without a warning, and the contents of files."""

import warnings

import pytest

import duelling as du
from duelling.canvas import content
from tests.helpers.results import make

pytestmark = pytest.mark.plain

HELLO = "\u4f60\u597d \U0001f600 \u0928\u092e"  # not in matplotlib's font
FORMS = {"png": b"\x89PNG", "pdf": b"%PDF", "svg": b"<?xml"}


def curves(name):
    return make(problem={"name": name, "arms": ["x", "y"]}, algorithms=(name,)).plot()


def standing(what):
    return lambda name: du.rank([(name, "b", "left")] * 3).plot(what)


DRAWN = {"curves": curves, "intervals": standing("intervals"), "matrix": standing("matrix")}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("figure", DRAWN.values(), ids=DRAWN)
def test_letters_that_the_font_lacks_make_no_warning(figure, form):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert content(figure(HELLO), form).startswith(FORMS[form])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("figure", DRAWN.values(), ids=DRAWN)
def test_equal_figures_are_equal_files(figure, form):
    assert content(figure("x"), form) == content(figure("x"), form)
