"""Labels beside the ends of lines: in order, apart, and on the paper."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelling.lab.figures import labels, lines, plots
from tests.helpers.figures import drawn, names_at_ends
from tests.helpers.results import make

pytestmark = pytest.mark.plain


heights = st.lists(st.floats(0, 300), min_size=1, max_size=15)


@given(heights)
def test_labels_keep_their_order_their_distance_and_the_frame(targets):
    places = labels.spread(targets, 11.0, 300.0)
    order = np.argsort(targets, kind="stable")
    assert (np.diff(np.array(places)[order]) >= 11 - 1e-9).all()
    assert min(places) >= 0
    assert max(places) <= 300 + 1e-9


@given(heights)
def test_labels_that_have_room_stay_where_they_are(targets):
    spaced = [30.0 * rank for rank in np.argsort(np.argsort(targets[:10], kind="stable"))]
    np.testing.assert_allclose(labels.spread(spaced, 11.0, 300.0), spaced, atol=1e-9)


def test_two_equal_targets_move_apart_by_half_a_gap():
    assert labels.spread([50, 50], 10, 100) == [45, 55]


@pytest.mark.parametrize("log", [False, True])
def test_labels_on_paper_do_not_overlap_and_stay_on_it(log):
    names = ("exp3+unif", "ucb+unif", "ws-w", "rucb", "rmed1", "rmed2", "btm", "savage:delta=0.05", "random")
    result = make(algorithms=names)
    t, level = result.rounds, np.array([5, 5.01, 1, 1.001, 1.002, 4, 4.01, 4.02, 9])
    weak = level[:, None, None, None] * np.sqrt(t)[None, None, :, None] + np.zeros(result.weak.shape)
    figure = make(algorithms=names, values=np.stack([weak, weak])).plot(log=log, bound=80)
    drawn(figure)
    texts = names_at_ends(figure)
    assert sorted(text.get_text() for text in texts) == sorted([*labels.display_names(names).values(), "bound"])
    boxes = [text.get_window_extent() for text in texts]
    assert not any(a.overlaps(b) for a, b in itertools.combinations(boxes, 2))
    width, height = figure.get_size_inches() * figure.dpi
    assert all(0 <= box.x0 and box.x1 <= width and 0 <= box.y0 and box.y1 <= height for box in boxes)


@pytest.mark.slow
@pytest.mark.parametrize("columns", [1, 2])
def test_long_texts_are_not_cut_off(columns):
    long = "exp3+unif:rate=utility,eta=0.01234567890123456789"
    for title, note, name in (("x" * 90, "", "a"), ("", "x" * 150, "a"), ("", "", long), ("x" * 90, "x" * 150, long)):
        curve = lines.Curve(name, *np.array([[1, 2], [3, 4], [2, 3], [4, 5]]))
        figure = plots.sheet(columns * [lines.Panel([curve])], columns=columns, title=title, note=note)
        drawn(figure)
        width = figure.get_size_inches()[0] * figure.dpi
        texts = [*figure.texts, *names_at_ends(figure)]
        assert all(text.get_window_extent().x1 <= width for text in texts)
        frames = [axes.get_window_extent().width for axes in figure.axes]
        assert min(frames) > 100


def test_names_with_dollars_are_no_formulas():
    problem = {"name": "$x_$ or $y^$", "arms": ["1", "2"]}
    assert drawn(make(problem=problem, algorithms=("$a_$", "$b^$")).plot())
    curve = lines.Curve("$a_$", *np.array([[1, 2], [3, 4], [2, 3], [4, 5]]))
    assert drawn(plots.sheet([lines.Panel([curve], title="$x_$")], note="$y^$"))


def test_names_are_the_thesiss_and_tell_settings_apart():
    assert labels.display_names(["exp3+unif:rate=utility", "rucb:alpha=0.51"]) == {
        "exp3+unif:rate=utility": "Exp3+UnifK-1",
        "rucb:alpha=0.51": "RUCB",
    }
    assert list(labels.display_names(["rucb", "rucb:alpha=2"]).values()) == ["RUCB", "RUCB alpha=2"]


def test_an_algorithm_that_nobody_knows_is_called_by_its_text():
    assert labels.display_names(["of-my-own:x=1"]) == {"of-my-own:x=1": "of-my-own:x=1"}
