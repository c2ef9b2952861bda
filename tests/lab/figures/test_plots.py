"""Figures: their numbers, their labels, their colours."""

import subprocess
import sys

import numpy as np
import pytest

from duelling.core.intervals import student
from duelling.errors import InputError
from duelling.lab.figures import lines, plots
from duelling.registry.facts import ALGORITHMS
from tests.helpers.figures import drawn
from tests.helpers.results import make

pytestmark = pytest.mark.plain


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
    with pytest.raises(InputError, match="regret must be a text, got None"):
        make().plot(None)


def test_bounds_may_be_levels_functions_or_theorems():
    t = np.array([10, 1000])
    assert plots.bound_line(None, t, "borda", "weak", 4) is None
    assert plots.bound_line(7, t, "borda", "weak", 4).value.tolist() == [7, 7]
    assert plots.bound_line(lambda x: 2 * x, t, "borda", "weak", 4).value.tolist() == [20, 2000]
    line = plots.bound_line("exp3+unif", t, "borda", "weak", 4)
    assert line.label == "bound of Exp3+UnifK-1"
    at_horizon = ALGORITHMS.find("exp3+unif").bound("borda", 4, 1000)
    assert line.value.tolist() == [at_horizon, at_horizon]  # its rate is tuned to the horizon
    with pytest.raises(InputError, match="proven bound on strong borda regret, got 'exp3\\+unif'"):
        plots.bound_line("exp3+unif", t, "borda", "strong", 4)
    with pytest.raises(InputError, match="proven bound on weak borda regret, got 'random'"):
        plots.bound_line("random", t, "borda", "weak", 4)


@pytest.mark.compiled
def test_pyplot_stays_out():
    code = (
        "import sys; from tests.lab.test_results import make; make().plot(); print('matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_long_titles_of_frames_do_not_run_into_each_other():
    curve = plots.curves(["random"], np.array([1, 2]), np.ones((1, 3, 2)))
    figure = plots.sheet([lines.Panel(curve, None, "a long name " * 10)] * 2, columns=2)
    figure.canvas.draw()
    one, two = (axes.get_tightbbox() for axes in figure.axes)
    assert one.x1 < two.x0
    assert two.x1 < figure.bbox.x1
