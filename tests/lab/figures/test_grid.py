"""What is drawn of a grid: its frames, their bounds, and the names in them."""

import numpy as np
import pytest

from duelling.lab.figures import grid as figures
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from duelling.registry.winners import winner_title
from tests.helpers.report import measure

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def measured():
    return measure()


def test_panels_follow_the_declared_order_and_hold_the_means(measured):
    found = figures.panels(measured, "borda")
    assert [panel.title for panel in found] == [
        f"{problem}, T = {horizon}" for problem in ("borda_vonneumann", "cyclic") for horizon in (100, 200)
    ]
    for panel, problem, horizon in zip(found, ("borda_vonneumann",) * 2 + ("cyclic",) * 2, (100, 200) * 2, strict=True):
        assert [line.label for line in panel.curves] == list(measured.experiment.algorithms)
        for line in panel.curves:
            regret = measured.regrets[problem, horizon, "borda", line.label]
            np.testing.assert_allclose(line.mean, regret.weak.mean(axis=0))


def test_labels_stand_in_frames_and_at_lines(measured):
    labels = {"cyclic": "Cycles", "ws-w": "Stay"}
    named = measured._replace(experiment=measured.experiment.model_copy(update={"labels": labels}))
    drawing = next(figures.drawings(named))
    assert [frame.title for frame in drawing.panels[1:3]] == ["borda_vonneumann, T = 200", "Cycles, T = 100"]
    assert drawing.names == {"exp3+unif": "Exp3+UnifK-1", "ws-w": "Stay", "random": "Random"}


def test_what_was_not_measured_is_left_out(measured):
    some = {key: regret for key, regret in measured.regrets.items() if key[0] == "cyclic" and key[3] != "ws-w"}
    found = figures.panels(measured._replace(regrets=some), "borda")
    assert [panel.title for panel in found] == ["cyclic, T = 100", "cyclic, T = 200"]
    assert [line.label for line in found[0].curves] == ["exp3+unif", "random"]


def test_the_bound_is_the_smallest_that_is_proven_for_weak_regret(measured):
    for panel, arms in zip(figures.panels(measured, "borda"), (5, 5, 4, 4), strict=True):
        assert panel.bound.label == "bound of Exp3+UnifK-1"
        horizon = int(panel.bound.t[-1])
        assert panel.bound.value[-1] == pytest.approx(ALGORITHMS.find("exp3+unif").bound("borda", arms, horizon))
    t = np.array([50, 100])
    sparring = figures.sharpest(["exp3p-sparring", "exp3-sparring"], t, "von_neumann", "weak", 4)
    assert sparring.label == "bound of Exp3-Sparring"
    assert figures.sharpest(["random", "exp3+unif"], t, "copeland", "weak", 4) is None
    chosen = choice("exp3+unif:rate=utility")
    line = figures.sharpest([chosen.text, "rex3"], t, "utility", "weak", 8)
    assert line.value[-1] == pytest.approx(chosen.algorithm.bound("utility", 8, 100, rate="utility"))


def test_horizons_and_winners_as_people_write_them():
    assert [figures.horizon_name(n) for n in (100, 1000, 20000)] == ["100", "10³", "20\N{THIN SPACE}000"]
    assert [winner_title(name) for name in ("borda", "von_neumann")] == ["Borda", "von Neumann"]


def test_every_winner_is_drawn_on_both_kinds_of_axes():
    found = list(
        figures.drawings(measure(problems=("cyclic",), horizons=(50,), winners=("borda", "copeland"), period=10))
    )
    assert [drawing.name for drawing in found] == [
        "borda-vn",
        "borda-vn-log",
        "borda-vn-copeland",
        "borda-vn-copeland-log",
    ]
    assert "dashed: proven bound of Exp3+UnifK-1" in found[0].note
    assert "dashed" not in found[2].note
    assert found[0].panels[0].bound.label == "bound"
    untitled = measure(problems=("cyclic",), horizons=(50,), title="", period=None, runs=1)
    (one,) = figures.drawings(untitled, logs=[False])
    assert one.title == "Borda regret: borda-vn"
    assert one.note.startswith("one run")


def test_negative_regret_alone_has_no_logarithms(measured):
    below = {key: regret._replace(weak=-np.ones_like(regret.weak)) for key, regret in measured.regrets.items()}
    assert [drawing.log for drawing in figures.drawings(measured._replace(regrets=below))] == [False]
