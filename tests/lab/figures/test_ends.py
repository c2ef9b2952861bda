"""Names at the ends of lines, headings and numbers find their places whenever a figure is drawn."""

import itertools

import numpy as np
import pytest
from matplotlib.figure import Figure

from duelling.lab.figures.ends import EndNames, Heading, RoomyLocator
from duelling.lab.figures.labels import GAP, End
from duelling.lab.figures.looks import PAPER, SCREEN
from tests.helpers.figures import drawn

pytestmark = pytest.mark.plain

T = np.array([1.0, 100.0])


def ends(*heights, name="line"):
    return [End(f"{name} {k}", T, np.array([0.0, height]), "#0072b2") for k, height in enumerate(heights)]


def figure_with(own, size=(3.4, 2.4), look=PAPER):
    figure = Figure(size, layout="constrained")
    axes = figure.subplots()
    axes.set(xlim=(0, 100), ylim=(0, 10))
    return figure, axes, EndNames(axes, own, look)


@pytest.mark.parametrize("size", [(3.4, 2.4), (6.4, 3.8), (12, 2), (2.4, 5)])
def test_names_stay_at_the_ends_of_their_lines_whatever_the_size(size):
    figure, axes, names = figure_with(ends(2, 5, 9))
    drawn(figure)
    figure.set_size_inches(size)
    drawn(figure)
    for text, height in zip(names.names, (2, 5, 9), strict=True):
        box, (_, y) = text.get_window_extent(), axes.transData.transform((100, height))
        assert (box.y0 + box.y1) / 2 == pytest.approx(y, abs=box.height)
        assert axes.get_window_extent().x1 < box.x0 < box.x1 <= figure.bbox.x1
    for text, line in zip(names.names, names.leaders, strict=True):
        assert line.get_ydata()[1] == pytest.approx(text.get_position()[1])


def test_names_follow_when_the_frame_is_zoomed():
    figure, axes, names = figure_with(ends(2, 5))
    drawn(figure)
    before = names.names[1].get_position()[1]
    axes.set_ylim(0, 6)
    drawn(figure)
    assert names.names[1].get_position()[1] > before
    axes.set_ylim(0, 4)
    drawn(figure)
    assert names.names[1].get_text() == "line 1 ↑ 5"


@pytest.mark.parametrize("count", [3, 12, 40])
def test_names_do_not_overlap_and_become_smaller_where_they_are_many(count):
    figure, _, names = figure_with(ends(*np.full(count, 5.0)))
    drawn(figure)
    boxes = [text.get_window_extent() for text in names.names]
    middles = sorted((box.y0 + box.y1) / 2 for box in boxes)
    size = names.names[0].get_fontsize() * figure.dpi / 72
    assert np.diff(middles).min() >= 0.99 * GAP * size
    assert names.names[0].get_fontsize() <= PAPER.names
    if count < 13:
        assert names.names[0].get_fontsize() == PAPER.names
        assert not any(a.overlaps(b) for a, b in itertools.combinations(boxes, 2))


def test_long_names_leave_room_for_the_lines():
    figure, axes, names = figure_with(ends(2, 5, name="a name that is much too long for one column of a paper " * 3))
    drawn(figure)
    assert axes.get_window_extent().width > 0.15 * figure.bbox.width
    assert all("…" in text.get_text() for text in names.names)
    assert all(text.get_window_extent().x1 <= figure.bbox.x1 for text in names.names)


def test_a_heading_takes_as_many_lines_as_it_needs():
    figure, axes, _ = figure_with(ends(2))
    heading = Heading(axes, "some words " * 12, "and a note " * 12, SCREEN)
    drawn(figure)
    low, high = (part.get_window_extent() for part in heading.parts)
    assert axes.get_window_extent().y1 < low.y0 < low.y1 < high.y0 < high.y1 <= figure.bbox.y1
    assert max(low.x1, high.x1) <= figure.bbox.x1
    lines = heading.parts[1].get_text().count("\n")
    assert lines > 1
    figure.set_size_inches(12, 3)
    drawn(figure)
    assert heading.parts[1].get_text().count("\n") < lines


def test_numbers_on_the_axis_have_room():
    figure, axes, _ = figure_with(ends(2))
    axes.set_xlim(0, 1_000_000)
    axes.xaxis.set_major_locator(RoomyLocator(9, 7))
    drawn(figure)
    narrow = len(axes.get_xticks())
    figure.set_size_inches(9, 3)
    drawn(figure)
    assert 2 <= narrow < len(axes.get_xticks()) <= 6
