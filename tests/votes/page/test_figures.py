"""Two figures of standings."""

import numpy as np
import pytest

import duelling as du
from duelling.canvas import content
from duelling.votes.page import figures
from tests.helpers.votes import drawn

pytestmark = pytest.mark.plain


def test_bars_and_dots_are_the_numbers_of_the_standings():
    standings = du.rank(drawn(np.random.default_rng(0), [1.0, 0.0, -1.0], 300), pairs="uniform")
    axes = figures.intervals(standings).axes[0]
    bars, dots = axes.collections
    ends = np.array([[start[0], end[0]] for start, end in bars.get_segments()])
    assert ends.T == pytest.approx(np.array([standings.low, standings.high]))
    assert np.asarray(dots.get_offsets())[:, 0] == pytest.approx(standings.score)


def test_the_matrix_shows_shares_and_leaves_out_pairs_that_never_met():
    standings = du.rank([("a", "b", "a")] * 3 + [("a", "b", "b")] + [("b", "c", "b")] * 2)
    axes = figures.matrix(standings).axes[0]
    shown = axes.images[0].get_array()
    i, j = standings.items.index("a"), standings.items.index("b")
    assert shown[i, j] == 0.75
    assert np.ma.getmaskarray(shown)[standings.items.index("a"), standings.items.index("c")]
    assert {text.get_text() for text in axes.texts} == {"4", "2"}


def test_a_name_is_no_formula():
    """Between two dollars matplotlib would read mathematics, and raise an error where it finds none."""
    standings = du.rank([("$\\bad{$", "$5 or $6", "left")] * 3)
    for drawn_figure in (figures.intervals(standings), figures.matrix(standings)):
        assert b"$5 or $6" in content(drawn_figure, "svg")


@pytest.mark.slow
def test_many_items_and_long_names_fit():
    votes = drawn(np.random.default_rng(0), np.zeros(figures.NAMES + 1), 500)
    figure = figures.matrix(du.rank(votes))
    assert len(figure.axes[0].get_xticklabels()) == 0
    long = figures.intervals(du.rank([("x" * 90, "b", "b")] * 9))
    assert max(len(label.get_text()) for label in long.axes[0].get_yticklabels()) <= 32
