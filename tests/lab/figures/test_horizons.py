"""Regret against horizons: how the runs for several horizons become one curve, and what is drawn of it."""

import numpy as np
import pytest

import duelling as du
from duelling.lab.figures import grid as figures
from duelling.lab.figures.horizons import joined
from duelling.registry.facts import ALGORITHMS
from tests.helpers.report import against_horizons

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def played():
    return against_horizons()


def test_tuned_algorithms_have_a_point_for_each_horizon_and_others_their_longest_run(played):
    whole = joined(played)
    assert whole.experiment.horizons == (1000,)
    for (name, horizon, winner, text), regret in whole.regrets.items():
        if horizon < 1000:
            assert regret is played.regrets[name, horizon, winner, text]
        elif text == "exp3+unif":
            assert regret.t.tolist() == [10, 100, 1000]
            for k, each in enumerate(regret.t.tolist()):
                given = played.regrets[name, each, winner, text]
                assert np.array_equal(regret.weak[:, k], given.weak[:, -1])
                assert np.array_equal(regret.strong[:, k], given.strong[:, -1])
        else:
            given = played.regrets[name, 1000, winner, text]
            assert np.array_equal(regret.weak, given.weak[:, given.t >= 10])
            assert regret.t.min() == 10


def test_a_run_without_a_horizon_is_the_beginning_of_a_longer_one():
    texts = ["tsallis+unif", "exp3+unif:rate=anytime"]
    short = du.simulate("cyclic", texts, horizon=50, runs=2, checkpoints=[50])
    long = du.simulate("cyclic", texts, horizon=200, runs=2, checkpoints=[50])
    assert np.array_equal(short.weak[:, :, 0], long.weak[:, :, 0])


def test_against_rounds_nothing_is_put_together(played):
    other = played._replace(experiment=played.experiment.model_copy(update={"against": "rounds"}))
    assert joined(other) is other


def test_a_frame_for_each_problem_with_the_bound_at_each_horizon(played):
    named = played._replace(experiment=played.experiment.model_copy(update={"labels": LABELS}))
    borda, utility = (figures.panels(named, winner) for winner in ("borda", "utility"))
    assert [panel.title for panel in borda] == ["linear", "probit"]
    assert [curve.t.size for curve in borda[0].curves] == [3, joined(played).regrets[FIRST].t.size]
    expected = [ALGORITHMS.find("exp3+unif").bound("borda", 8, T) for T in borda[0].bound.t.tolist()]
    for panel in borda:
        assert panel.bound.t[[0, -1]].tolist() == [10, 1000]
        np.testing.assert_allclose(panel.bound.value, expected)
    np.testing.assert_allclose(utility[0].bound.value, 2 * np.array(expected))
    assert utility[1].bound is None  # that theorem is for the linear link


LABELS = {"links-linear.txt": "linear", "links-probit.txt": "probit"}
FIRST = ("links-linear.txt", 1000, "borda", "tsallis+unif")


def test_horizons_have_logarithmic_axes_alone(played):
    for logs in ([False], [False, True]):
        drawn = list(figures.drawings(played, logs))
        assert [(drawing.name, drawing.log, drawing.again) for drawing in drawn] == [
            ("links", True, False),
            ("links-utility", True, False),
        ]
    assert [drawing.note.split(",")[0] for drawing in drawn] == ["Borda regret", "Utility regret"]
