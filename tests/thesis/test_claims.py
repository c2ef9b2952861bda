"""Verdicts: each claim can come out each way; a slow implementation of all definitions and rules agrees."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.lab.grids.plan import Plan
from duelling.lab.grids.specification import Specification
from duelling.lab.grids.store import Course, Measured
from duelling.problems.reading.named import problem as find
from duelling.registry.choice import choice
from duelling.thesis.claims import statistics
from duelling.thesis.claims.bounds import Proven
from duelling.thesis.claims.questions import Case, Subject
from duelling.thesis.claims.verdicts import Reading, conclude, weigh
from duelling.thesis.experiments import every
from duelling.thesis.judging import RULE, judge, parted
from tests.helpers.modes import INTERPRETED
from tests.naive import claims as naive
from tests.naive.thesis import Game, rounds_recorded

pytestmark = pytest.mark.plain

NUMBERS = range(1, 13)
SHORT, LONG = 10**4, 10**5
RUNS = 12
SMALL = {10**3: 40, SHORT: 40, LONG: 80}  # rounds that are played in place of the thesis's

THESIS = [chapter.experiment() for chapter in every().values() if not chapter.open]
PLAN = Plan(
    Specification(experiments=tuple(THESIS)),
    {text: find(text) for each in THESIS for text in each.problems},
    {text: choice(text) for each in THESIS for text in each.algorithms},
    (),
)


def noise(seed, runs=RUNS):
    """One number for each run, with mean 0 and standard deviation 1."""
    z = np.random.default_rng(seed).standard_normal(runs)
    return (z - z.mean()) / z.std(ddof=1) if runs > 1 else np.zeros(1)


def curve(horizon, final, power=0.5, spread=0.02, swing=0.0, seed=0, runs=RUNS):
    """Regret that grows like t^power up to ``final``; runs vary by the share ``spread``, exponents by ``swing``."""
    t = np.linspace(horizon / 50, horizon, 50).round().astype(np.int64)
    z, s = noise(seed, runs)[:, None], noise(seed + 1, runs)[:, None]
    weak = final * (1 + spread * z) * (t / horizon) ** (power + swing * s)
    return Course(t, weak, weak)


def falling(horizon, turns):
    """Regret that falls from above 0 and crosses it at these shares of the horizon, one for each run."""
    t = np.linspace(horizon / 100, horizon, 100).round().astype(np.int64)
    weak = horizon * np.asarray(turns)[:, None] - t
    return Course(t, weak, weak)


FINAL = {  # at both horizons, unless a function of T
    "borda-stochastic": {
        "exp3+unif": lambda T: math.sqrt(T),
        "ucb+unif": 50.0,
        "ws-w": 5.0,
        "rmed1": 10.0,
        "rmed2": 20.0,
        "rmed2fh": 20.0,
        "rucb": 150.0,
        "btm": 500.0,
        "savage": 500.0,
        "random": 1500.0,
    },
    "utility": {
        "exp3+unif": 330.0,
        "ucb+unif": 250.0,
        "ws-w": 9.0,
        "rmed1": 30.0,
        "rmed2": 70.0,
        "rmed2fh": 100.0,
        "rucb": 200.0,
        "if2": 1300.0,
        "savage": 900.0,
        "btm": 1600.0,
        "rex3": 300.0,
        "ucb-multisbm": 300.0,
        "ucb-sparring": 400.0,
        "random": 2000.0,
    },
}


def as_the_thesis_says(experiment, problem, horizon, algorithm, seed, runs):
    """A regret with which every claim holds."""
    if experiment in FINAL:
        final = FINAL[experiment][algorithm]
        final = 5.0 if (problem, algorithm) == ("cyclic", "rucb") else final(horizon) if callable(final) else final
        return curve(horizon, final, seed=seed, runs=runs)
    if experiment == "von-neumann" and algorithm != "exp3+unif":
        return falling(horizon, np.full(runs, 0.095 if algorithm == "exp3p-sparring" else 0.015))
    if (experiment, algorithm) == ("borda-vn", "exp3+unif"):
        return curve(horizon, 10.0, power=0.3, seed=seed, runs=runs)
    return curve(horizon, 0.18 * horizon, power=1.0, seed=seed, runs=runs)


def measure(made, runs=RUNS):
    """All six experiments, with ``made(experiment, problem, horizon, algorithm, seed, runs)`` for each regret."""
    found = {}
    for each in THESIS:
        keys = [(p, h, each.winners[0], a) for p in each.problems for h in each.horizons for a in each.algorithms]
        regrets = {}
        for seed, (problem, horizon, winner, text) in enumerate(keys):
            name = text.split(":")[0]
            paired = 0 if (each.id, name) == ("borda-stochastic", "ws-w") else seed  # equal runs at both horizons
            regrets[problem, horizon, winner, text] = made(each.id, problem, horizon, name, paired, runs)
        found[each.id] = Measured(each, regrets)
    return found


def but(measured, *changes):
    """The same with other regrets: (experiment, problem, horizon, algorithm, regret or None to leave it out)."""
    found = {name: Measured(each.experiment, dict(each.regrets)) for name, each in measured.items()}
    for experiment, problem, horizon, algorithm, regret in changes:
        regrets = found[experiment].regrets
        key = next(k for k in regrets if (k[0], k[1], k[3].split(":")[0]) == (problem, horizon, algorithm))
        if regret is None:
            del regrets[key]
        else:
            regrets[key] = regret
    return found


def verdicts(measured):
    """Those on the twelve claims of the thesis."""
    return parted(judge(measured, PLAN))[0]


def words(measured):
    return [verdict.verdict for verdict in verdicts(measured)]


@pytest.fixture(scope="module")
def good():
    return measure(as_the_thesis_says)


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


@pytest.fixture(scope="module")
def played():
    """Small versions of the experiments, played by slow twins, under the names of the thesis's horizons."""
    found = {}
    for each in THESIS:
        regrets = {}
        for problem in each.problems:
            for horizon in each.horizons:
                T = SMALL[horizon]
                game, t = Game(problem, T, each.winners[0], each.period), np.array(rounds_recorded(T))
                for text in each.algorithms:
                    weak = game.weak(text, runs=2)
                    regrets[problem, horizon, each.winners[0], text] = Course(t, weak, weak)
        found[each.id] = Measured(each, regrets)
    return found


def test_the_slow_rules_agree_on_small_experiments(played):
    assert words(played) == naive.verdicts(played)


KERNELS = {"borda-stochastic": ("ws-w",), "borda-vn": ("exp3+unif",), "copeland-exp3": ("exp3+unif",)}


@pytest.mark.compiled
@pytest.mark.parametrize("experiment", THESIS, ids=lambda each: each.id)
def test_the_engine_measures_what_the_definitions_say(experiment, played):
    texts = experiment.algorithms if INTERPRETED else KERNELS.get(experiment.id, ())  # to compile all takes minutes
    for (problem, horizon, winner, text), regret in played[experiment.id].regrets.items():
        if text in texts:
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


def covered(experiment):
    """What the facts of the algorithms have a bound for, in declared order; fixed outcomes need a bound for those."""
    fixed, winner = experiment.period is not None, experiment.winners[0]
    for name in experiment.problems:
        for horizon in experiment.horizons:
            for text in experiment.algorithms:
                algorithm, parameters = PLAN.choices[text].algorithm, PLAN.choices[text].parameters
                problem, subject = PLAN.problems[name], Subject(Case(name, horizon), algorithm.name)
                preference = None if fixed else problem.preference(horizon)
                bound = algorithm.bound(winner, len(problem.arms), horizon, preference, **parameters)
                if bound is not None and (algorithm.adversarial or not fixed):
                    yield Proven(subject)
                    if (algorithm.name, winner) == ("exp3+unif", "utility"):
                        yield Proven(subject, printed=True)


@pytest.mark.parametrize("experiment", THESIS, ids=lambda each: each.id)
def test_what_theorems_cover_is_listed(experiment):
    assert every()[experiment.id].proven == tuple(covered(experiment))


def test_bounds_cover_what_theorems_speak_of():
    proven = [(name, each) for name, chapter in every().items() for each in chapter.proven]
    assert {(name, each.subject.algorithm) for name, each in proven} == {
        ("borda-stochastic", "exp3+unif"),
        ("borda-stochastic", "ws-w"),
        ("borda-vn", "exp3+unif"),
        ("von-neumann", "exp3-sparring"),
        ("von-neumann", "exp3p-sparring"),
        ("utility", "exp3+unif"),
        ("utility", "ws-w"),
        ("utility", "rex3"),
    }
    assert sum(each.printed for _, each in proven) == 2
    assert not any(each.subject == (("arxiv", SHORT, ""), "ws-w", None) for _, each in proven)  # two arms tie
    assert any(each.subject == (("cyclic", SHORT, ""), "ws-w", None) for _, each in proven)


def test_a_bound_for_every_round_is_broken_at_any_checkpoint(good):
    """At one checkpoint all runs lie just above it, at a later one half of them far above and half below."""
    t, z = np.array([100, LONG]), noise(5)[:, None]
    bound = 4 * np.sqrt(t * 16 * math.log(16))
    weak = bound * np.hstack([1.2 + 0.001 * z, 0.9 + 2 * z])
    broken = ("von-neumann", "different_winners", LONG, "exp3-sparring", Course(t, weak, weak))
    verdict = verdicts(but(good, broken))[11]
    assert [reading.value for reading in verdict.readings if reading.says == "against"] == [pytest.approx(1.2)]
    assert naive.Rules(but(good, broken)).claim12() == verdict.verdict == "does not hold"


def test_a_ratio_is_decided_by_the_differences_of_its_runs():
    """The ends of the interval are the multiples at which the paired differences begin to have 0 in theirs."""
    rng = np.random.default_rng(0)
    y = 10 + rng.standard_normal(20)
    x = 0.4 * y + 0.1 * rng.standard_normal(20)
    found = statistics.ratio(x, y, 0.99)
    assert found.low < found.value < found.high
    for q in found[1:]:
        assert min(map(abs, statistics.mean(x - q * y, 0.99)[1:])) == pytest.approx(0, abs=1e-9)
    assert statistics.ratio(3 * x, 3 * y, 0.99) == pytest.approx(found)
    turned = statistics.ratio(y, x, 0.99)
    assert turned == pytest.approx((1 / found.value, 1 / found.high, 1 / found.low))


def test_a_ratio_to_what_may_be_zero_has_no_upper_end():
    x, y = np.full(10, 7.0) + noise(1, 10), 1 + 3 * noise(0, 10)
    found = statistics.ratio(x, y, 0.95)
    assert 1 < found.low < found.value
    assert found.high == math.inf
    assert weigh(Reading("", *found), above=1).says == "for"
    assert weigh(Reading("", *found), below=100).says == "open"


@pytest.mark.parametrize(
    ("x", "y"), [([1.0], [1.0]), ([1.0, 2.0], [-1.0, 0.5]), ([1.0, -1.1], [3.0, -2.9]), ([math.nan, 1.0], [1.0, 1.0])]
)
def test_a_ratio_may_have_no_interval(x, y):
    assert np.isnan(statistics.ratio(np.array(x), np.array(y), 0.95)[1:]).all()


def test_the_interval_of_the_variation_covers():
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(400):
        found = statistics.variation(100 + 5 * rng.standard_normal(15), 0.9)
        inside += found.low < 0.05 < found.high
    assert abs(inside / 400 - 0.9) < 4 * math.sqrt(0.09 / 400)


def test_when_regret_stays_negative():
    t = np.array([10, 20, 30, 40])
    runs = np.array([[-1, -1, -1, -1], [1, -1, -1, -1], [-1, 1, -1, -1], [0, 0, 0, -1], [-1, -1, -1, 1], [1, 1, 1, 1]])
    assert statistics.settled_below_zero(t, runs).tolist() == [10, 20, 30, 40, 40, 40]


def test_conclusions():
    for_, against, open_ = (Reading("", 0, 0, 0, says=word) for word in ("for", "against", "open"))
    assert conclude([for_, for_]) == "holds"
    assert conclude([for_, None]) == conclude([for_, open_]) == "undecided"
    assert conclude([for_, None, against]) == "does not hold"
    assert conclude([None, None]) == "not measured"


def test_a_larger_number_of_runs_decides_more():
    """With equal spread, the intervals of few runs are wider: nothing changes sides, only out of the undecided."""
    few, many = (words(measure(as_the_thesis_says, runs)) for runs in (3, 40))
    assert set(many) == {"holds"}
    assert set(few) <= {"holds", "undecided"}
