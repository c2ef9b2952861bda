"""Frames of figures: their limits, axes, guides and labels."""

import math

import numpy as np
import pytest

from duelling.lab.figures import frames, labels, lines, plots
from duelling.lab.figures.looks import SCREEN
from tests.helpers.figures import drawn, names_at_ends

pytestmark = pytest.mark.plain


def curve(label, *mean, t=None):
    mean = np.array(mean, dtype=float)
    return lines.Curve(label, np.arange(1, mean.size + 1) if t is None else t, mean, mean, mean)


def test_a_few_lines_far_above_the_bound_leave_the_frame():
    low = [curve(f"low{k}", 0, 50 + k) for k in range(4)]
    bound = lines.Line("bound", np.array([1, 2]), np.array([100.0, 100.0]))
    high = frames.limits(lines.Panel([*low, curve("high", 0, 1000)], bound))[1]
    assert 100 < high < 150
    many = [curve(f"high{k}", 0, 1000) for k in range(3)]
    assert frames.limits(lines.Panel([*low, *many], bound))[1] > 1000  # too many to be left out
    assert frames.limits(lines.Panel([*low, curve("high", 0, 1000), curve("below", 0, -9)], bound))[1] > 1000


def test_without_a_bound_the_middle_curve_is_the_measure():
    low = [curve(f"low{k}", 0, 50) for k in range(4)]
    assert frames.limits(lines.Panel([*low, curve("high", 0, 1000)]))[1] < 100
    assert frames.limits(lines.Panel([*low, curve("high", 0, 190)]))[1] > 190


def test_of_three_lines_none_leaves_the_frame():
    assert frames.limits(lines.Panel([curve("a", 0, 10), curve("b", 0, 11), curve("c", 0, 900)]))[1] > 900


def test_a_bound_that_says_little_leaves_the_frame_too():
    bound = lines.Line("bound", np.array([1, 2]), np.array([500.0, 500.0]))
    assert frames.limits(lines.Panel([curve("a", 0, 100)], bound))[1] < 200
    assert frames.limits(lines.Panel([curve("a", 0, 400)], bound))[1] > 500


def test_a_line_that_leaves_says_where_it_ends_and_the_note_explains():
    shown = [*(curve(f"low{k}", 0, 50) for k in range(4)), curve("high", 0, 12345)]
    figure = plots.sheet([lines.Panel(shown)], note="note")
    drawn(figure)
    names = [text.get_text() for text in names_at_ends(figure)]
    assert "high ↑ 12\N{THIN SPACE}345" in names
    assert "low1" in names
    assert any("↑" in text.get_text() for text in figure.texts)


def test_negative_regret_gets_logarithms_on_both_sides_of_zero():
    t = np.array([1, 10, 100])
    figure = plots.sheet([lines.Panel([curve("up", 1, 10, 100, t=t), curve("down", 1, -10, -100, t=t)])], log=True)
    assert figure.axes[0].get_yscale() == "symlog"
    low, high = figure.axes[0].get_ylim()
    assert low < -100
    assert high > 100
    figure = plots.sheet([lines.Panel([curve("up", 1, 10, 100, t=t)])], log=True)
    assert figure.axes[0].get_yscale() == "log"


@pytest.mark.parametrize(("power", "level"), [(1.0, 1.0), (0.5, 10.0)])
def test_guides_show_the_slopes_of_t_and_its_root(power, level):
    t = np.geomspace(1, 1000, 30)
    figure = plots.sheet([lines.Panel([curve("a", *(level * t**power), t=t)])], log=True)
    axes = figure.axes[0]
    decades = [math.log10(high / low) for low, high in (axes.get_xlim(), axes.get_ylim())]
    slopes = []
    for line in axes.get_lines()[1:]:
        (x, right), (y, up) = line.get_data()
        slopes.append((up - y) * decades[1] / ((right - x) * decades[0]))
    np.testing.assert_allclose(slopes, [1, 0.5])


def test_guides_need_room():
    t = np.geomspace(1, 1000, 30)
    figure = plots.sheet([lines.Panel([curve("a", *np.full(30, 10.0), t=t), curve("b", *t / 100, t=t)])], log=True)
    assert len(figure.axes[0].get_lines()) == 2


def test_frames_of_a_sheet_have_one_size_and_do_not_overlap():
    figure = plots.sheet([lines.Panel([curve("a", 0, 5)], title=f"{k}") for k in range(3)], columns=2)
    boxes = [axes.get_position() for axes in figure.axes]
    assert len({(round(box.width, 9), round(box.height, 9)) for box in boxes}) == 1
    assert boxes[0].x1 < boxes[1].x0
    assert boxes[2].y1 < boxes[0].y0
    assert boxes[2].x0 == pytest.approx(boxes[0].x0)
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["0", "1", "2"]


def test_numbers_on_axes():
    assert labels.power(1e4) == "10⁴"
    assert labels.power(-0.1) == "\N{MINUS SIGN}10⁻¹"
    assert labels.thousands(-12345.5) == "\N{MINUS SIGN}12\N{THIN SPACE}345.5"


# ---- what is drawn


def test_a_fan_where_regret_is_negative_too():
    """In the logarithmic part of the axis, if nothing else is there."""
    t = np.geomspace(10, 1e5, 30)
    down, up, flat = (lines.Curve("a", t, y, y, y) for y in (-t, t, 1e5 + t))

    def fan(*curves):
        shown = plots.sheet([lines.Panel(curves)], log=True).axes[0].get_lines()
        return [
            np.log10(np.divide(*np.array(line.get_data()).T[::-1]))
            for line in shown
            if line.get_color() == SCREEN.faint
        ]

    np.testing.assert_allclose([up / right for right, up in fan(down, up)], [1, 0.5])
    assert fan(down, flat) == []


def test_the_straight_part_of_an_axis_ends_below_the_bound():
    t = np.geomspace(10, 1e6, 30)
    bound = lines.Line("bound", t, 5 * t**0.5)
    both = [lines.Curve("down", t, -t, -t, -t), lines.Curve("up", t, t, t, t)]
    for panel, straight in ((lines.Panel(both, bound), 1e3), (lines.Panel(both), 1e4)):
        axes = plots.sheet([panel], log=True).axes[0]
        assert axes.yaxis.get_transform().linthresh == pytest.approx(straight)


def test_the_fan_stands_above_lines_with_few_points():
    t = np.array([1.0, 1000.0])
    assert frames._highest(t, t, 100.0) == pytest.approx(100)
    assert frames._highest(t, -t, 100.0) == 0
