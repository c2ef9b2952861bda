"""Dots with whiskers: everything lies in its frame, what is not known is hollow, and words say the numbers."""

import io
import math

import numpy as np
import pytest
from PIL import Image

from duelling.core.intervals import Median
from duelling.lab.figures import dots, pictures
from duelling.lab.figures.stops import stop_drawings
from tests.helpers.stops import measured

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def drawing():
    (found,) = stop_drawings(measured())
    return found


def markers(axes):
    """The marks of a frame without those of its legend: x, whether it is hollow."""
    lines = [line for line in axes.lines if line.get_marker() != "None" and line.get_clip_on()]
    return [(float(line.get_xdata()[0]), line.get_markerfacecolor() == "white") for line in lines]


def test_every_number_has_its_mark_and_what_was_given_up_is_hollow(drawing):
    figure = dots.dot_sheet(drawing, 2)
    for axes, panel in zip(figure.axes, drawing.panels, strict=True):
        expected = [(mark.duels.value, mark.duels.more) for row in panel.rows for mark in row.marks]
        assert markers(axes) == expected
        low, high = axes.get_xlim()
        assert low < min(x for x, _ in expected) <= max(x for x, _ in expected) < high
        arrows = [text for text in axes.texts if text.arrow_patch is not None]
        assert len(arrows) == sum(hollow for _, hollow in expected)
    assert figure.axes[0].get_xlim() == figure.axes[1].get_xlim()
    assert any(hollow for _, hollow in markers(figure.axes[0]))


def test_nothing_is_cut_off_and_names_do_not_overlap(drawing):
    figure = dots.dot_sheet(drawing, 2)
    figure.canvas.draw()
    inside, boxes = figure.bbox, []
    for axes in figure.axes:
        for text in axes.texts:
            if text.get_text():
                box = text.get_window_extent()
                assert inside.x0 <= box.x0
                assert box.x1 <= inside.x1
                assert not any(box.overlaps(other) for other in boxes)
                boxes.append(box)


def with_mark(drawing, duels):
    """The drawing with one mark alone."""
    panel = drawing.panels[0]
    row = panel.rows[0]
    changed = row._replace(marks=[row.marks[0]._replace(duels=duels)])
    return drawing._replace(panels=[panel._replace(rows=[changed])])


@pytest.mark.slow
@pytest.mark.parametrize(
    "duels",
    [
        Median(100, math.nan, math.nan),  # too few runs for an interval
        Median(100, 80, math.inf),
        Median(100, 100, math.inf, more=True),
        Median(math.inf, math.inf, math.inf, more=True),  # every run was wrong
        Median(0, 0, 0),  # sure from the start: a logarithmic axis has no zero
    ],
)
def test_whatever_is_not_known_can_be_drawn(drawing, duels):
    picture = pictures.draw(with_mark(drawing, duels))
    assert len(picture.frames) == 1


def test_the_picture_is_cut_into_its_frames(drawing):
    picture = pictures.draw(drawing)
    sheet = Image.open(io.BytesIO(picture.png))
    assert [Image.open(io.BytesIO(frame)).size for frame in picture.frames] == [picture.size] * 2
    assert abs(2 * picture.size[0] - sheet.width) <= 2
    for frame in picture.frames:
        pixels = np.asarray(Image.open(io.BytesIO(frame)).convert("RGB"))
        edges = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
        assert (edges == 255).all()


def test_words_say_all_numbers(drawing):
    text = dots.summary(drawing.panels[0], drawing.names)
    assert text.startswith("Borda winner. Cycles, K = 4: Race 110, Race pairs=uniform 210, Borda stop 310; sushi")
    assert text.endswith("Borda stop more than 5\N{THIN SPACE}000.")
    assert dots.written(math.inf, True) == "more than any number"
    assert dots.height(drawing.panels[0]) > dots.height(drawing.panels[1])
