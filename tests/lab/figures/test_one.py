"""The figure of one simulation: what ``Result.plot`` draws."""

import subprocess
import sys

import pytest
from matplotlib import rc_context
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

from duelling.errors import InputError
from duelling.lab.figures.colours import contrast
from duelling.lab.figures.looks import DARK
from tests.helpers.figures import drawn, names_at_ends
from tests.helpers.results import make

pytestmark = pytest.mark.plain


NAMES = ("exp3+unif", "rucb:alpha=0.6", "ws-w", "ws-s")


def legend_of(figure):
    return [text.get_text() for text in figure.axes[0].get_legend().get_texts()]


def test_lines_carry_the_labels_of_all_figures():
    axes = make(algorithms=NAMES).plot().axes[0]
    assert [line.get_label() for line in axes.get_lines()[:4]] == ["Exp3+UnifK-1", "RUCB", "WS-W", "WS-S"]
    axes.legend()
    assert legend_of(axes.figure) == ["Exp3+UnifK-1", "RUCB", "WS-W", "WS-S"]


@pytest.mark.parametrize("legend", ["inside", "below"])
def test_a_legend_in_place_of_the_names(legend):
    figure = make(algorithms=NAMES).plot(legend=legend, labels={"rucb": "$a_$"}, order=["WS-W"], style="paper")
    assert legend_of(figure) == ["WS-W", "Exp3+UnifK-1", "$a_$", "WS-S"]
    assert names_at_ends(figure) == []
    drawn(figure)
    box = figure.axes[0].get_legend().get_window_extent()
    assert 0 <= box.x0 < box.x1 <= figure.bbox.x1
    assert 0 <= box.y0
    assert (box.y1 < figure.axes[0].get_window_extent().y0) == (legend == "below")


def test_a_label_of_ones_own_may_be_a_formula_and_no_other_name():
    figure = make(algorithms=NAMES).plot(labels={"rucb": r"RUCB, $\alpha = 0.6$", "ws-w": "$a_$"}, title="$x^2$")
    drawn(figure)
    read = {text.get_text(): text.get_parse_math() for text in figure.findobj(Text)}
    assert [read[text] for text in (r"RUCB, $\alpha = 0.6$", "$a_$", "$x^2$", "WS-S")] == [True, False, True, False]


def test_some_algorithms_in_colours_of_ones_own():
    figure = make(algorithms=NAMES).plot(algorithms=["ws-s", "RUCB"], colors=["red", "#123456"], legend="none")
    assert [line.get_color() for line in figure.axes[0].get_lines()[:2]] == ["#ff0000", "#123456"]
    assert names_at_ends(figure) == []
    with pytest.raises(
        InputError, match="colors must be colours of matplotlib, such as #0072b2 or tab:blue, got 'reed'"
    ):
        make(algorithms=NAMES).plot(colors={"rucb": "reed"})


def words(figure):
    drawn(figure)
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


def test_the_title_can_be_another_one_or_left_out():
    result = make(algorithms=NAMES)
    usual, note = (
        "toy: weak regret, Borda winner",
        "mean of 3 runs with its 95% interval, outcomes repeat after 10 rounds",
    )
    assert {usual, note} <= {*words(result.plot(size=(12, 6)))}
    assert {"Mine", note} <= {*words(result.plot(title="Mine", size=(12, 6)))}
    for bare in (result.plot(title=""), result.plot(style="paper")):
        assert not any("regret, Borda" in text or "runs" in text for text in words(bare))


def test_the_size_is_the_one_that_is_asked_for():
    result = make(algorithms=NAMES)
    assert result.plot(size=(3.4, 2.1)).get_size_inches().tolist() == [3.4, 2.1]
    assert result.plot(size=3.2).get_size_inches().tolist() == [3.2, pytest.approx(1.9)]
    assert result.plot(style="paper").get_size_inches()[0] == 3.4
    for bad in (0.1, (3, 2, 1), (3, 0), "3"):
        with pytest.raises(InputError, match=r"^size must be "):
            result.plot(size=bad)


def test_axes_of_the_users_own():
    result, figure = make(algorithms=NAMES), Figure(layout="constrained")
    left, right = figure.subplots(1, 2)
    assert result.plot(ax=right, title="b") is figure
    assert not left.lines
    assert right.get_title(loc="left") == "b"
    assert len(names_at_ends(figure)) == 4
    for text in names_at_ends(figure):
        drawn(figure)
        assert right.get_window_extent().x1 < text.get_window_extent().x1 <= figure.bbox.x1
    with pytest.raises(InputError, match="size must be left out with ax"):
        result.plot(ax=left, size=3)
    with pytest.raises(InputError, match="ax must be axes of matplotlib, got 3"):
        result.plot(ax=3)


def test_settings_of_the_user_are_ignored_unless_asked_for():
    result = make(algorithms=NAMES)
    with rc_context({"figure.figsize": (5, 5), "lines.linewidth": 4, "legend.fontsize": 15}):
        assert result.plot().get_size_inches().tolist() == [6.4, 3.8]
        asked = result.plot(style="rc")
    assert asked.get_size_inches().tolist() == [5, 5]
    assert asked.axes[0].get_lines()[0].get_linewidth() == 4
    drawn(asked)
    assert names_at_ends(asked)[0].get_fontsize() == 15


def test_a_dark_figure_is_dark():
    figure = make(algorithms=NAMES).plot(style="dark")
    assert to_hex(figure.get_facecolor()) == DARK.ground
    for line in figure.axes[0].get_lines()[:4]:
        assert contrast(line.get_color(), DARK.ground) >= DARK.seen


@pytest.mark.slow
def test_a_bound_is_found_in_a_fresh_process_and_has_the_label_of_its_algorithm(tmp_path):
    make(algorithms=NAMES, period=None).save(tmp_path / "r.parquet")
    code = (
        "import sys, duelling as du; figure = du.Result.load(sys.argv[1]).plot(bound='exp3+unif'); "
        "print(figure.axes[0].get_lines()[-1].get_label())"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "r.parquet"], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "bound of Exp3+UnifK-1"
