"""Questions: what they ask of regrets that are known, and what they say where something is missing."""

import math

import numpy as np
import pytest

from duelling.lab.grids.measured import Course, Measured
from duelling.lab.grids.specification import parse
from duelling.thesis.claims import statistics
from duelling.thesis.claims.questions import AnyOf, Case, Findings, Grows, Indistinct, Question, Subject

pytestmark = pytest.mark.plain
GRID = """
[[experiment]]
id = "small"
problems = ["cyclic"]
algorithms = ["exp3+unif:rate=anytime", "ws-w", "random"]
horizons = [1000]
winner = ["borda", "copeland"]
runs = 5
"""
CASE = Case("cyclic", 1000)
NOISE = np.linspace(-0.01, 0.01, 5)[:, None]


def course(power, final=100.0):
    t = np.arange(10, 1001, 10)
    weak = final * (1 + NOISE) * (t / 1000) ** power
    return Course(t, weak, weak)


def findings(**regrets):
    """What was measured under the first winner; names stand for algorithms."""
    texts = {"exp3": "exp3+unif:rate=anytime", "ws": "ws-w", "random": "random"}
    (experiment,) = parse(GRID, "small.toml").experiments
    found = {("cyclic", 1000, "borda", texts[name]): regret for name, regret in regrets.items()}
    return Findings(Measured(experiment, found))


def final(regrets, level):
    return statistics.mean(regrets[0].weak[:, -1], level)


def test_an_algorithm_is_found_by_its_name_alone_and_by_its_text():
    known = findings(exp3=course(0.5), ws=course(0.1))
    for text in ("exp3+unif", "exp3+unif:rate=anytime"):
        assert Subject(CASE, text).find(known)[0] == "exp3+unif:rate=anytime"
    assert Subject(CASE, "random").find(known) is None
    assert Subject(CASE, "ws-w", "copeland").find(known) is None
    assert Subject(Case("sushi", 1000), "ws-w").find(known) is None
    assert Subject(CASE, "ws-w").find(Findings()) is None
    assert str(Subject(Case("x.txt", 1000, "my file"), "ws-w")) == "WS-W, my file, T = 10³"


@pytest.mark.parametrize(
    ("above", "below", "says"), [(90, 110, "for"), (110, math.inf, "against"), (100, math.inf, "open")]
)
def test_a_question_is_decided_by_the_whole_interval(above, below, says):
    reading = Question("final", (Subject(CASE, "ws-w"),), final, above, below).ask(findings(ws=course(0.5)), 0.95)
    assert (reading.says, reading.value) == (says, pytest.approx(100))


def test_a_question_without_its_measurements_has_no_answer():
    asked = Question("final", (Subject(CASE, "ws-w"), Subject(CASE, "random")), final)
    assert asked.ask(findings(ws=course(0.5)), 0.95) is None
    assert AnyOf((asked,)).ask(findings(ws=course(0.5)), 0.95) is None
    assert Indistinct("", Subject(CASE, "ws-w"), Subject(CASE, "random")).ask(findings(ws=course(0.5)), 0.95) is None
    assert Grows(Subject(CASE, "random"), linearly=True).ask(findings(ws=course(0.5)), 0.95) is None


def test_one_yes_among_several_is_enough_and_all_must_say_no():
    def above(limit):
        return Question(f"above {limit}", (Subject(CASE, "ws-w"),), final, above=limit)

    known = findings(ws=course(0.5))
    assert AnyOf((above(50), above(200))).ask(known, 0.95).says == "for"
    assert AnyOf((above(200), above(300))).ask(known, 0.95).says == "against"
    assert AnyOf((above(100), above(300))).ask(known, 0.95).says == "open"


def test_regrets_are_told_apart_where_their_intervals_are():
    first, second = Subject(CASE, "ws-w"), Subject(CASE, "random")
    asked = Indistinct("difference", first, second)
    assert asked.ask(findings(ws=course(0.5), random=course(0.5, 100.1)), 0.95).says == "for"
    assert asked.ask(findings(ws=course(0.5), random=course(0.5, 120.0)), 0.95).says == "against"


@pytest.mark.parametrize(
    ("regret", "linearly", "slowly"),
    [
        (course(1.0), "for", "against"),
        (course(0.5), "against", "for"),
        (course(1.0, -100.0), "against", "for"),  # negative throughout: no exponent, and it did not grow
    ],
)
def test_growth_is_linear_or_slower(regret, linearly, slowly):
    subject, known = Subject(CASE, "ws-w"), findings(ws=regret)
    assert Grows(subject, linearly=True).ask(known, 0.95).says == linearly
    assert Grows(subject, linearly=False).ask(known, 0.95).says == slowly
