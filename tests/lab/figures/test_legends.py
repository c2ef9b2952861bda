"""Legends fit: into the frame, or below it, and the frame keeps its height."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from tests.helpers.results import make

pytestmark = pytest.mark.plain
MANY = ("exp3+unif", "ucb+unif", "ws-w", "ws-s", "rucb", "rmed1", "btm", "savage", "random", "d-ts", "if2", "rex3")
LONG = "a name that is longer than any column of any paper is wide, and by far"


def boxes(figure):
    figure.draw_without_rendering()
    axes = figure.axes[0]
    return axes.get_legend().get_window_extent(), axes.get_window_extent()


@pytest.mark.parametrize("labels", [{}, {"ws-w": LONG}])
def test_inside_means_inside(labels):
    legend, frame = boxes(make(algorithms=MANY).plot(legend="inside", style="paper", labels=labels))
    assert frame.x0 - 1 <= legend.x0 <= legend.x1 <= frame.x1 + 1
    assert frame.y0 - 1 <= legend.y0 <= legend.y1 <= frame.y1 + 1


@pytest.mark.parametrize("labels", [{}, {"ws-w": LONG}])
def test_a_legend_below_lies_in_the_figure_and_leaves_the_frame_its_height(labels):
    result = make(algorithms=MANY)
    figure = result.plot(legend="below", labels=labels, style="paper")
    legend, frame = boxes(figure)
    assert figure.bbox.x0 <= legend.x0 < legend.x1 <= figure.bbox.x1
    assert figure.bbox.y0 <= legend.y0 < legend.y1 <= frame.y0
    bare = result.plot(legend="none", style="paper")
    bare.draw_without_rendering()
    assert frame.height > 0.9 * bare.axes[0].get_window_extent().height


def test_a_figure_without_a_layout_has_its_names_inside():
    loose, laid = Figure(figsize=(4, 3)), Figure(figsize=(4, 3), layout="constrained")
    result = make(algorithms=MANY[:3])
    result.plot(ax=loose.subplots())
    result.plot(ax=laid.subplots())
    legend, frame = boxes(loose)
    assert frame.contains(legend.x0, legend.y0)
    assert frame.contains(legend.x1, legend.y1)
    assert laid.axes[0].get_legend() is None


@pytest.mark.parametrize("where", ["inside", "below"])
def test_a_line_that_leaves_the_frame_says_so_in_the_legend(where):
    """It would be a line along the edge, or none at all."""
    result = make(algorithms=MANY[:5])
    values = np.abs(result.values)
    values[:, 4] += 5000 * np.arange(1, 5)[:, None]
    axes = make(algorithms=MANY[:5], values=values).plot(legend=where, labels={"rucb": r"$\alpha$"}).axes[0]
    *others, last = axes.get_legend().get_texts()
    assert last.get_text().startswith(r"$\alpha$ ↑ 20")
    assert last.get_parse_math()
    assert not any("↑" in text.get_text() for text in others)
