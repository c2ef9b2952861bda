"""Looks: three of our own, and the one that the user's settings ask for."""

from typing import get_args

import pytest
from matplotlib import rc_context

from duelling.lab.figures.colours import contrast
from duelling.lab.figures.looks import Look, Looks, look_of

pytestmark = pytest.mark.plain


def test_words_can_be_read_in_every_look():
    for name in get_args(Looks):
        look = look_of(name)
        assert contrast(look.ink, look.ground) > 7
        assert contrast(look.soft, look.ground) > 4.5


def test_paper_is_one_column_wide_and_has_no_title():
    paper = look_of("paper")
    assert paper.size[0] == 3.4
    assert not paper.heading
    assert paper.names >= 7


def test_the_look_of_the_users_settings():
    asked = {"figure.figsize": (5, 4), "legend.fontsize": 13, "text.color": "navy", "axes.facecolor": "none"}
    with rc_context(asked):
        look = look_of("rc")
    assert look.size == (5, 4)
    assert look.names == 13
    assert look.ink == "#000080"
    assert look.ground == Look().ground  # there is no colour to be read
    assert look.settings == "rc"
