"""Colours: contrast as the web defines it, shades that differ, names that can be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelling.lab.figures import colours
from duelling.lab.figures.looks import DARK, SCREEN
from duelling.lab.figures.styles import COLOURS

pytestmark = pytest.mark.plain

any_colour = st.integers(0, 256**3 - 1).map(lambda x: f"#{x:06x}")


def test_contrasts_that_are_known():
    assert colours.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert colours.contrast("#777777", "#777777") == 1
    assert colours.contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)  # the lightest grey that passes AA


@given(any_colour, st.sampled_from([SCREEN, DARK]))
def test_whatever_the_colour_it_can_be_read(colour, look):
    found = colours.readable(colour, look.ground, look.read)
    assert colours.contrast(found, look.ground) >= look.read
    if colours.contrast(colour, look.ground) >= look.read:
        assert found == colour


def test_the_shades_of_a_colour_differ():
    for colour in COLOURS.values():
        assert len({colours.shade(colour, k) for k in range(len(colours.SHADES))}) == len(colours.SHADES)
        assert colours.shade(colour, 0) == colour
