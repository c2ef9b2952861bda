"""Verdicts: each claim can come out each way; a slow implementation of all definitions and rules agrees."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.lab.grids.measured import Course, Measured
from duelling.thesis.experiments import every
from duelling.thesis.judging import RULE
from tests.helpers.claims import LONG, RUNS, SHORT, THESIS, as_the_thesis_says, but, curve, falling, measure, verdicts
from tests.naive import claims as naive
from tests.naive.thesis import Game, rounds_recorded

pytestmark = pytest.mark.plain

NUMBERS = range(1, 13)
SMALL = {10**3: 40, SHORT: 40, LONG: 80}  # rounds that are played in place of the thesis's


def words(measured):
    return [verdict.verdict for verdict in verdicts(measured)]


def drawn(problem, horizon, algorithm, final, **how):
    return ("borda-stochastic", problem, horizon, algorithm, curve(horizon, final, **how))


def utility(horizon, algorithm, final, **how):
    return ("utility", "arithmetic", horizon, algorithm, curve(horizon, final, **how))


def linear(experiment, problem, horizon, algorithm, power, **how):
    return (experiment, problem, horizon, algorithm, curve(horizon, 0.18 * horizon, power=power, **how))


def turning(algorithm, turns):
    return ("von-neumann", "different_winners", LONG, algorithm, falling(LONG, turns))


BORDA_BOUND = 3 / 4 * math.sqrt(4 * SHORT * math.log(4))  # cyclic
COPELAND = ("copeland-exp3", "copeland_borda", SHORT, "exp3+unif")

WRONG = [
    (1, drawn("sushi", LONG, "ws-w", 0.8 * math.sqrt(LONG))),
    (1, drawn("arxiv", SHORT, "rmed1", 70)),
    (2, drawn("cyclic", LONG, "ws-w", 6, spread=0.02)),
    (2, drawn("cyclic", LONG, "ws-w", 5.2, spread=0.02)),  # less than a tenth, yet more than noise
    (3, drawn("cyclic", LONG, "rucb", 200)),
    (3, drawn("arxiv", SHORT, "rucb", 90)),
    (3, drawn("sushi", SHORT, "rucb", 90)),
    (4, drawn("arxiv", SHORT, "ucb+unif", 99)),
    (4, drawn("sushi", LONG, "ucb+unif", 4)),
    (5, linear("borda-vn", "borda_vonneumann", LONG, "exp3+unif", 1.0)),
    (5, linear("borda-vn", "borda_vonneumann", LONG, "vn+unif", 0.5)),
    (5, ("borda-vn", "borda_vonneumann", LONG, "exp3-sparring", falling(LONG, [0.5] * RUNS))),
    (6, linear(*COPELAND, 0.5)),
    (6, linear(*COPELAND, 1.0, spread=0.3)),
    (6, (*COPELAND, curve(SHORT, 0.2 * SHORT, power=1.0))),
    (7, linear("copeland-vn", "copeland_vonneumann", SHORT, "exp3p-sparring", 0.7)),
    (8, turning("exp3-sparring", [0.3] * RUNS)),
    (8, turning("vn+unif", [2.0] * RUNS)),  # never
    (8, turning("exp3p-sparring", [0.015] * RUNS)),
    (9, linear("von-neumann", "different_winners", LONG, "exp3+unif", 0.5)),
    (9, turning("exp3+unif", [0.5] * RUNS)),
    (10, utility(SHORT, "rex3", 20)),
    (10, utility(LONG, "if2", 100)),
    (11, utility(SHORT, "ucb+unif", 330)),
    (11, utility(LONG, "ucb+unif", 100)),  # far below, not slightly
    (12, drawn("cyclic", SHORT, "exp3+unif", 1.2 * BORDA_BOUND)),
    (12, turning("exp3-sparring", [2.0] * RUNS)),
]
OPEN = [
    (1, drawn("sushi", LONG, "ws-w", 0.5 * math.sqrt(LONG), seed=99)),
    (2, drawn("cyclic", LONG, "ws-w", 5.3, spread=0.5, seed=99)),
    (3, drawn("arxiv", SHORT, "rucb", 100, seed=99)),
    (4, drawn("arxiv", SHORT, "ucb+unif", 100 / 1.1, seed=99)),
    (5, linear("borda-vn", "borda_vonneumann", LONG, "vn+unif", 0.9, swing=0.1)),
    (5, ("borda-vn", "borda_vonneumann", LONG, "exp3+unif", falling(LONG, np.linspace(0.9, 1.1, RUNS)))),
    (6, linear(*COPELAND, 1.0, spread=0.1)),
    (6, (*COPELAND, curve(SHORT, 1.01 * 3 / 16 * SHORT, power=1.0))),
    (7, linear("copeland-vn", "copeland_vonneumann", SHORT, "exp3p-sparring", 0.9, swing=0.1)),
    (8, turning("vn+unif", [0.015, 0.075] * (RUNS // 2))),
    (8, turning("exp3p-sparring", [0.015, 0.055] * (RUNS // 2))),
    (9, linear("von-neumann", "different_winners", LONG, "exp3+unif", 0.9, swing=0.1)),
    (10, utility(SHORT, "rex3", 30, seed=99)),
    (11, utility(SHORT, "ucb+unif", 300, seed=99)),
    (12, drawn("cyclic", SHORT, "exp3+unif", BORDA_BOUND, seed=99)),
]


def test_every_claim_can_hold(good):
    assert words(good) == ["holds"] * 12
    assert all(reading.says == "for" for verdict in verdicts(good) for reading in verdict.readings)


@pytest.mark.parametrize(("number", "change"), WRONG)
def test_every_part_of_a_claim_can_fail_it(good, number, change):
    verdict = verdicts(but(good, change))[number - 1]
    assert verdict.verdict == "does not hold"
    assert sum(reading.says == "against" for reading in verdict.readings) >= 1


@pytest.mark.parametrize(("number", "change"), OPEN)
def test_every_claim_can_be_open(good, number, change):
    assert words(but(good, change))[number - 1] == "undecided"


def test_every_claim_has_all_verdicts_above():
    assert {number for number, _ in WRONG} == {number for number, _ in OPEN} == set(NUMBERS)


@pytest.mark.parametrize("change", [change for _, change in WRONG[::3] + OPEN[::3]])
def test_the_slow_rules_agree_where_something_is_wrong_or_open(good, change):
    changed = but(good, change)
    assert words(changed) == naive.verdicts(changed)


def anything(experiment, problem, horizon, algorithm, seed, runs):
    """Regrets near the limits of the rules: chance decides."""
    rng = np.random.default_rng([seed, horizon, runs, len(algorithm)])
    if experiment == "von-neumann" and rng.random() < 0.5:
        return falling(horizon, rng.choice([0.015, 0.045, 0.3], runs, p=rng.dirichlet([0.5, 0.5, 0.5])))
    made = as_the_thesis_says(experiment, problem, horizon, algorithm, seed, runs)
    factor = rng.choice([0.3, 1.0, 1.3, 3.0], p=[0.02, 0.93, 0.03, 0.02])
    spread = rng.choice([0.01, 0.2, 1.0], p=[0.8, 0.15, 0.05])
    scale = factor * (1 + spread * rng.standard_normal((runs, 1)))
    bend = (made.t / horizon) ** rng.normal(0, 0.05, (runs, 1))
    return Course(made.t, made.weak * scale * bend, made.strong)


@pytest.mark.parametrize(("runs", "seed"), [(1, 0), (2, 1), (3, 2), *((12, seed) for seed in range(3, 15))])
def test_the_slow_rules_agree_on_anything(runs, seed):
    measured = measure(lambda *about: anything(*about[:4], about[4] + 1000 * seed, about[5]), runs)
    assert words(measured) == naive.verdicts(measured)


def played(experiment, algorithms):
    """A small version of an experiment, played by slow twins, under the names of the thesis's horizons."""
    regrets = {}
    for problem in experiment.problems:
        for horizon in experiment.horizons:
            T = SMALL[horizon]
            game, t = Game(problem, T, experiment.winners[0], experiment.period), np.array(rounds_recorded(T))
            for text in algorithms:
                weak = game.weak(text, runs=2)
                regrets[problem, horizon, experiment.winners[0], text] = Course(t, weak, weak)
    return Measured(experiment, regrets)


def test_the_slow_rules_agree_on_small_experiments():
    found = {each.id: played(each, each.algorithms) for each in THESIS}
    assert words(found) == naive.verdicts(found)


KERNELS = {"borda-stochastic": "ws-w", "borda-vn": "exp3+unif", "copeland-exp3": "exp3+unif"}  # all take minutes


@pytest.mark.compiled
@pytest.mark.parametrize("name", KERNELS)
def test_the_engine_measures_what_the_definitions_say(name):
    (experiment,) = (each for each in THESIS if each.id == name)
    for (problem, horizon, winner, text), regret in played(experiment, [KERNELS[name]]).regrets.items():
        result = du.simulate(problem, text, horizon=SMALL[horizon], runs=2, winner=winner, period=experiment.period)
        assert result.rounds.tolist() == regret.t.tolist()
        np.testing.assert_allclose(result.weak[0, :, :, 0], regret.weak, atol=1e-9)


def test_nothing_measured():
    assert words({}) == ["not measured"] * 12
    assert all(verdict.readings == () for verdict in verdicts({}))


def test_a_missing_horizon_leaves_open_what_it_would_decide(good):
    each = good["borda-stochastic"]
    short = Measured(each.experiment, {key: r for key, r in each.regrets.items() if key[1] == SHORT})
    found = words({"borda-stochastic": short})
    assert found[:4] == ["undecided", "not measured", "undecided", "undecided"]
    assert found[4:11] == ["not measured"] * 7
    assert found[11] == "undecided"
    bad = but({"borda-stochastic": short}, drawn("arxiv", SHORT, "rmed1", 70))
    assert words(bad)[0] == "does not hold"


@pytest.mark.parametrize(
    ("number", "missing"),
    [
        (4, ("borda-stochastic", "arxiv", SHORT, "btm")),
        (5, ("borda-vn", "borda_vonneumann", LONG, "exp3+unif")),
        (10, ("utility", "arithmetic", SHORT, "rmed2")),
    ],
)
def test_a_missing_algorithm_leaves_a_claim_open(good, number, missing):
    assert words(but(good, (*missing, None)))[number - 1] == "undecided"


@pytest.mark.filterwarnings("error")
def test_one_run_and_no_numbers_decide_nothing(good):
    assert words(measure(as_the_thesis_says, runs=1)) == ["undecided"] * 12
    assert words(filled(good, math.nan)) == ["undecided"] * 12


def test_no_regret_at_all_decides_without_an_error(good):
    assert words(filled(good, 0.0)) == naive.verdicts(filled(good, 0.0))


def filled(measured, value):
    """The same with one value for every regret."""
    found = {}
    for name, each in measured.items():
        same = {key: r._replace(weak=np.full_like(r.weak, value)) for key, r in each.regrets.items()}
        found[name] = Measured(each.experiment, same)
    return found


def test_verdicts_explain_themselves(good):
    found = verdicts(good)
    assert [verdict.number for verdict in found] == list(NUMBERS)
    assert {verdict.experiment for verdict in found} == {each.id for each in THESIS} | {"all"}
    claims = [claim for chapter in every().values() if not chapter.open for claim in chapter.claims]
    rules = [(claim.rule, len(claim.questions)) for claim in claims]
    rules.append((RULE, sum(len(chapter.proven) for chapter in every().values())))
    for verdict, (rule, questions) in zip(found, rules, strict=True):
        assert verdict.rule.startswith(rule)
        assert "95%" in verdict.rule
        assert len(verdict.readings) == questions
        assert len({reading.name for reading in verdict.readings}) == len(verdict.readings)
        assert all(reading.expected for reading in verdict.readings)


def test_a_larger_number_of_runs_decides_more():
    """With equal spread, the intervals of few runs are wider: nothing changes sides, only out of the undecided."""
    few, many = (words(measure(as_the_thesis_says, runs)) for runs in (3, 40))
    assert set(many) == {"holds"}
    assert set(few) <= {"holds", "undecided"}
