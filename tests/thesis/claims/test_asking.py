"""The questions of claims: each measures what its name says, on regrets that are known."""

import numpy as np
import pytest

from duelling.lab.grids.measured import Course, Measured
from duelling.lab.grids.specification import parse
from duelling.thesis.claims import asking
from duelling.thesis.claims.questions import Case, Findings

pytestmark = pytest.mark.plain
SHORT, LONG = Case("cyclic", 100), Case("cyclic", 1000)
NOISE = np.array([-0.01, 0.0, 0.01, 0.0])[:, None]


def findings(**courses):
    """Courses of algorithms at both horizons; a function of t and T gives the mean."""
    names = {"one": "ws-w", "two": "random", "three": "exp3+unif"}
    text = (
        '[[experiment]]\nid = "small"\nproblems = ["cyclic"]\nalgorithms = ["ws-w", "random", "exp3+unif"]\n'
        'horizons = [100, 1000]\nwinner = "borda"\nruns = 4\n'
    )
    (experiment,) = parse(text, "small.toml").experiments
    regrets = {}
    for name, mean in courses.items():
        for case in (SHORT, LONG):
            t = np.linspace(case.horizon / 20, case.horizon, 20).astype(np.int64)
            weak = mean(t, case.horizon) * (1 + NOISE)
            regrets["cyclic", case.horizon, "borda", names[name]] = Course(t, weak, weak)
    return Findings(Measured(experiment, regrets))


def value(question, known):
    return question.ask(known, 0.95).value


def test_ratios_and_their_median():
    known = findings(one=lambda t, T: t / 10, two=lambda t, T: t / 20, three=lambda t, T: t / 40)
    assert value(asking.regret_ratio(LONG, "ws-w", "random"), known) == pytest.approx(2)
    found = asking.above_the_best(LONG, "ws-w", ["random", "exp3+unif"], 3).ask(known, 0.95)
    assert (found.says, found.value) == ("for", pytest.approx(4))
    assert value(asking.above_the_median(LONG, "ws-w", ["random", "exp3+unif"]), known) == pytest.approx(
        10 / 3.75, rel=1e-3
    )


def test_what_a_round_adds_and_how_runs_vary():
    known = findings(one=lambda t, T: 0.25 * t)
    assert value(asking.regret_per_round(LONG, "ws-w"), known) == pytest.approx(0.25, rel=1e-6)
    spread = float((1 + NOISE).std(ddof=1))
    assert value(asking.regret_variation(LONG, "ws-w", below=0.5), known) == pytest.approx(spread)


def test_a_constant_regret_is_the_same_at_both_horizons():
    known = findings(one=lambda t, T: np.full(t.shape, 7.0), two=lambda t, T: t / 10)
    assert [each.ask(known, 0.95).says for each in asking.constant("ws-w", SHORT, LONG, 1.1)] == ["for", "for"]
    assert [each.ask(known, 0.95).says for each in asking.constant("random", SHORT, LONG, 1.1)] == [
        "against",
        "against",
    ]


def test_when_regret_turns_negative():
    known = findings(one=lambda t, T: T / 5 - t, two=lambda t, T: T / 2 - t)
    share = value(asking.turns_negative(LONG, "ws-w", below=0.5), known)
    assert share == pytest.approx(0.25)  # the first checkpoint after a fifth of the rounds
    assert value(asking.turns_later(LONG, "random", "ws-w", above=1), known) == pytest.approx(0.55 / 0.25)


def test_linear_growth_and_slower_growth():
    known = findings(one=lambda t, T: t / 10, two=lambda t, T: np.sqrt(t))
    for question, says in ((asking.linear, ["for", "against"]), (asking.not_linear, ["against", "for"])):
        assert [each.ask(known, 0.95).says for each in question(LONG, "ws-w", "random")] == says
