"""Figures: their numbers, their labels, their colours."""

import io
import itertools
import subprocess
import sys
import warnings
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import duelling as du
from duelling.core.intervals import student
from duelling.errors import InputError
from duelling.lab.figures import labels, lines, plots, styles
from duelling.registry.facts import ALGORITHMS
from duelling.registry.known import kept
from duelling.registry.vocabulary import Colour
from tests.helpers.results import make

pytestmark = pytest.mark.plain


def drawn(figure):
    """The figure as PNG bytes."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png")
    return buffer.getvalue()


def test_curves_hold_the_mean_and_its_interval():
    values = np.random.default_rng(0).normal(size=(2, 6, 4))
    t = np.array([1, 2, 3, 4])
    found = plots.curves(["a", "b"], t, values)
    assert [curve.label for curve in found] == ["a", "b"]
    for curve, x in zip(found, values, strict=True):
        expected = student(x)
        np.testing.assert_array_equal(curve.t, t)
        np.testing.assert_array_equal(curve.mean, expected.mean)
        np.testing.assert_array_equal(curve.low, expected.low)
        np.testing.assert_array_equal(curve.high, expected.high)


def test_a_single_run_has_no_band():
    (curve,) = plots.curves(["a"], np.array([1, 2]), np.array([[[3.0, 4.0]]]))
    assert curve.low.tolist() == curve.mean.tolist() == curve.high.tolist() == [3, 4]


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


def texts_of(figure):
    axes = figure.axes[0]
    return [text for text in axes.texts if text.get_text() and text.get_fontsize() == labels.LABEL]


@pytest.mark.parametrize("log", [False, True])
def test_labels_on_paper_do_not_overlap_and_stay_on_it(log):
    names = ("exp3+unif", "ucb+unif", "ws-w", "rucb", "rmed1", "rmed2", "btm", "savage:delta=0.05", "random")
    result = make(algorithms=names)
    t, level = result.rounds, np.array([5, 5.01, 1, 1.001, 1.002, 4, 4.01, 4.02, 9])
    weak = level[:, None, None, None] * np.sqrt(t)[None, None, :, None] + np.zeros(result.weak.shape)
    figure = make(algorithms=names, values=np.stack([weak, weak])).plot(log=log, bound=80)
    drawn(figure)
    texts = texts_of(figure)
    assert sorted(text.get_text() for text in texts) == sorted([*names, "bound"])
    boxes = [text.get_window_extent() for text in texts]
    assert not any(a.overlaps(b) for a, b in itertools.combinations(boxes, 2))
    width, height = figure.get_size_inches() * figure.dpi
    assert all(0 <= box.x0 and box.x1 <= width and 0 <= box.y0 and box.y1 <= height for box in boxes)


@pytest.mark.parametrize("columns", [1, 2])
def test_long_texts_are_not_cut_off(columns):
    long = "exp3+unif:rate=utility,eta=0.01234567890123456789"
    for title, note, name in (("x" * 90, "", "a"), ("", "x" * 150, "a"), ("", "", long), ("x" * 90, "x" * 150, long)):
        curve = lines.Curve(name, *np.array([[1, 2], [3, 4], [2, 3], [4, 5]]))
        figure = plots.sheet(columns * [lines.Panel([curve])], columns=columns, title=title, note=note)
        drawn(figure)
        width = figure.get_size_inches()[0] * figure.dpi
        texts = [*figure.texts, *(text for axes in figure.axes for text in axes.texts)]
        assert all(text.get_window_extent().x1 <= width for text in texts)
        frames = [axes.get_window_extent().width for axes in figure.axes]
        assert min(frames) > 100


def test_names_with_dollars_are_no_formulas():
    problem = {"name": "$x_$ or $y^$", "arms": ["1", "2"]}
    assert drawn(make(problem=problem, algorithms=("$a_$", "$b^$")).plot())
    curve = lines.Curve("$a_$", *np.array([[1, 2], [3, 4], [2, 3], [4, 5]]))
    assert drawn(plots.sheet([lines.Panel([curve], title="$x_$")], note="$y^$"))


def test_the_lines_are_the_means():
    result = make(winners=("borda", "copeland"))
    figure = result.plot("strong", "copeland")
    drawn_lines = figure.axes[0].get_lines()[:2]
    for a, line in enumerate(drawn_lines):
        np.testing.assert_allclose(line.get_ydata(), result.strong[a, :, :, 1].mean(axis=0))
        np.testing.assert_array_equal(line.get_xdata(), result.rounds)


def test_a_logarithmic_figure_needs_something_positive():
    result = make()
    negative = -np.ones(result.weak.shape)
    with pytest.raises(InputError, match="log must be false"):
        make(values=np.stack([negative, negative])).plot(log=True)
    negative[0, :, 1:] = 2.0  # one curve shows from its second point on, the other not at all
    assert drawn(make(values=np.stack([negative, negative])).plot(log=True))


def test_unknown_regret_and_winner_are_named():
    with pytest.raises(InputError, match="there is no regret 'week': did you mean 'weak'"):
        make().plot("week")
    with pytest.raises(InputError, match="there is no recorded winner 'copeland'"):
        make().plot(winner="copeland")
    with pytest.raises(InputError, match="there is no regret None: choose from strong, weak"):
        make().plot(None)


def test_bounds_may_be_levels_functions_or_theorems():
    t = np.array([10, 1000])
    assert plots.bound_line(None, t, "borda", "weak", 4) is None
    assert plots.bound_line(7, t, "borda", "weak", 4).value.tolist() == [7, 7]
    assert plots.bound_line(lambda x: 2 * x, t, "borda", "weak", 4).value.tolist() == [20, 2000]
    line = plots.bound_line("exp3+unif", t, "borda", "weak", 4)
    assert line.label == "bound of exp3+unif"
    at_horizon = ALGORITHMS.find("exp3+unif").bound("borda", 4, 1000)
    assert line.value.tolist() == [at_horizon, at_horizon]  # its rate is tuned to the horizon
    with pytest.raises(InputError, match="proven bound on strong borda regret, got 'exp3\\+unif'"):
        plots.bound_line("exp3+unif", t, "borda", "strong", 4)
    with pytest.raises(InputError, match="proven bound on weak borda regret, got 'random'"):
        plots.bound_line("random", t, "borda", "weak", 4)


def test_a_name_has_one_style_in_every_company():
    for name in [*ALGORITHMS, "of-my-own"]:
        assert styles.styles([name]) == [styles.style(name)]
    assert styles.styles(["rucb", "ws-w"])[1] == styles.styles(["ws-w", "btm", "rucb"])[0]


def test_every_algorithm_of_the_catalogue_has_a_family():
    assert [name for name, facts in ALGORITHMS.every().items() if facts.family is None] == []
    assert {name for name, facts in ALGORITHMS.every().items() if facts.family[0] == "grey"} == {"random", "fixed"}
    assert set(styles.COLOURS) == set(get_args(Colour))
    assert all(0 <= facts.family[1] < len(styles.DASHES) for facts in ALGORITHMS.every().values())


def test_a_look_belongs_to_two_algorithms_of_a_world_at_most_and_in_one_figure_to_one():
    """There are more algorithms than looks."""
    looks = {}
    for name, facts in ALGORITHMS.every().items():
        looks.setdefault((facts.world, styles.style(name)), []).append(name)
    assert max(map(len, looks.values())) <= 2
    assert sum(len(names) == 2 for names in looks.values()) <= 4
    for names in looks.values():
        assert len(set(styles.styles(names))) == len(names)


def test_a_process_that_does_not_know_an_algorithm_draws_it_in_its_own_colour():
    """Figures are drawn in processes of their own, which load no file of a user."""
    with kept():
        facts = {"label": "Mine", "reference": "here", "winners": (), "regret": "weak", "cost": "O(1)"}
        mine = du.algorithm("mine", adversarial=False, anytime=True, family=("wine", 3), **facts)
        mine(lambda arms, horizon: None)
        (curve,) = plots.curves(["mine:x=1"], np.array([1, 2]), np.ones((1, 3, 2)))
    assert curve.look == (styles.COLOURS["wine"], 3) != styles.style("mine")
    (axes,) = plots.sheet([lines.Panel([curve])]).axes
    assert axes.lines[0].get_color() == styles.COLOURS["wine"]


def test_settings_of_one_algorithm_share_its_colour_and_differ_in_dashes():
    one, two, three = styles.styles(["exp3+unif", "exp3+unif:rate=utility", "exp3+unif:rate=anytime"])
    assert one.colour == two.colour == three.colour
    assert len({one, two, three}) == 3


def test_more_lines_than_dashes_still_draw():
    assert len(styles.styles([f"ws-w:x={k}" for k in range(9)])) == 9


def test_the_style_of_an_unknown_name_does_not_depend_on_the_process():
    code = "from duelling.lab.figures.styles import style; print(style('of-my-own'))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"}
    )
    assert run.stdout.strip() == str(styles.style("of-my-own"))


@pytest.mark.compiled
def test_equal_results_give_equal_files_and_pyplot_stays_out():
    for form in ("png", "pdf"):
        assert plots.content(make().plot(), form) == plots.content(make().plot(), form)
    code = (
        "import sys; from tests.lab.test_results import make; make().plot(); print('matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_letters_that_the_font_lacks_make_no_warning():
    problem = {"name": "\u4f60\u597d", "arms": ["x", "y"]}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for form in ("png", "pdf"):
            assert plots.content(make(problem=problem, algorithms=("\u4f60",)).plot(), form)


def test_long_titles_of_frames_do_not_run_into_each_other():
    curve = plots.curves(["random"], np.array([1, 2]), np.ones((1, 3, 2)))
    figure = plots.sheet([lines.Panel(curve, None, "a long name " * 10)] * 2, columns=2)
    figure.canvas.draw()
    one, two = (axes.get_tightbbox() for axes in figure.axes)
    assert one.x1 < two.x0
    assert two.x1 < figure.bbox.x1
