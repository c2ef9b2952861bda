"""The open questions: what is played, that each claim can come out each way, and the report about them."""

import json
import math
import re

import numpy as np
import pytest

import duelling as du
from duelling.cli.commands import run
from duelling.errors import InputError
from duelling.lab.figures import grid as figures
from duelling.lab.figures import pictures
from duelling.lab.grids.measured import Course, Measured
from duelling.lab.grids.plan import Plan, resolve
from duelling.lab.grids.specification import Specification, parse
from duelling.problems.reading.named import problem as find
from duelling.registry.choice import choice
from duelling.thesis import experiments as shipped
from duelling.thesis import report
from duelling.thesis.experiments.adversarial import FLIPS, SHADOW
from duelling.thesis.experiments.anytime import HARD, HORIZONS
from duelling.thesis.experiments.both_worlds import TWO_WINNERS, WORLDS
from duelling.thesis.experiments.links import CHANGING, CONSTANT, constants
from duelling.thesis.experiments.stopping import PLACES, RULES
from duelling.thesis.judging import judge, parted
from tests.helpers.report import MAKING, Page, against_horizons
from tests.helpers.stops import stops

pytestmark = pytest.mark.plain

RUNS = 12
CHAPTERS = {name: chapter for name, chapter in shipped.every().items() if chapter.open}
OPEN = shipped.grids(CHAPTERS)
CLAIMS = {claim.number: (name, claim) for name, chapter in CHAPTERS.items() for claim in chapter.claims}
PLAN = Plan(
    Specification(experiments=OPEN),
    {text: find(text, shipped.FOLDER) for each in OPEN for text in each.problems},
    {text: choice(text) for each in OPEN for text in each.algorithms},
    (),
)
NUMBERS = [f"A{n}" for n in range(1, 18)]


# ---- what is played


def test_they_are_complete_and_can_be_played():
    assert [each.id for each in OPEN] == ["adversarial", "anytime", "links", "stopping", "both-worlds", "staying"]
    short = tuple(each.model_copy(update={"horizons": each.horizons[:1]}) for each in OPEN)
    resolve(Specification(experiments=short, where=str(shipped.FOLDER / "thesis")))
    assert all((each.against == "horizons" or each.stops) and each.title for each in OPEN)
    for about in (each for each in OPEN for name in each.problems if ":" in name or name.endswith(".txt")):
        assert set(about.problems) - set(CHAPTERS[about.id].names) <= {"arithmetic", "arxiv", "cyclic", "sushi"}


def test_everybody_that_stops_is_asked_on_all_problems_from_four_arms_to_a_hundred():
    about = OPEN[3]
    arms = [len(PLAN.problems[name].arms) for name in about.problems]
    assert (min(arms), max(arms)) == (4, 100)
    assert {name.partition(",")[0] for name in about.problems} == {
        *("cyclic", "mslr5-condorcet", "arxiv", "sushi"),
        *("random:bradley-terry", "random:borda-differs", "random:hard-condorcet"),
    }
    assert [place.problem for place in PLACES] == list(about.problems)
    assert set(RULES) == set(about.algorithms)
    assert (about.delta, about.slack("sushi"), about.slack("arxiv")) == (0.05, 0.05, 0)
    asked = [(question.place, question.first, question.second) for question in CLAIMS["A11"][1].questions]
    assert asked == [(place, "champion", "savage") for place in PLACES if len(PLAN.problems[place.problem].arms) >= 5]
    assert len(CLAIMS["A10"][1].questions) == 3 * len(PLACES)
    assert len(CLAIMS["A12"][1].questions) == 2 * len(PLACES)


def test_the_adversarial_experiment_has_every_algorithm_in_every_world():
    about = OPEN[0]
    names = {choice(text).algorithm.name for text in about.algorithms}
    assert names == {"exp3+unif", "tsallis+unif", "exp3ix+unif", "d-exp3", "ucb+unif", "ws-w", "rmed1", "rucb"}
    assert about.horizons == (10**3, 10**4, 10**5, 10**6)
    kinds = [du.problem(name).kind for name in about.problems]
    assert kinds == ["matrix", "matrix", "piecewise", "shadow"]


def test_the_price_is_asked_at_every_horizon():
    assert OPEN[1].horizons == HORIZONS
    assert len(CLAIMS["A5"][1].questions) == 4 * len(HORIZONS)


def test_links_share_their_utilities_and_the_last_problem_has_two_winners():
    models = [du.problem(shipped.FOLDER / name) for name in OPEN[2].problems]
    assert [model.link for model in models] == ["linear", "bradley-terry", "probit", "bradley-terry"]
    for model in models[:3]:
        np.testing.assert_allclose(model.utilities(), np.arange(7, -1, -1) / 7)
    winners = models[3].winners(3)
    assert (winners.utility, winners.borda) == ((0,), (1,))


def test_both_worlds_have_chances_that_stay_and_chances_that_change_beforehand():
    about = OPEN[4]
    problems = [PLAN.problems[name] for name in about.problems]
    assert [world.problem for world in WORLDS] == list(about.problems)
    assert [problem.kind for problem in problems] == ["utility", *["matrix"] * 3, "utility", "piecewise", "drifting"]
    assert [problem.winners().condorcet for problem in problems[:4]] == [(0,)] * 4
    assert TWO_WINNERS.problem == about.problems[3]
    assert problems[3].winners().borda == (1,)
    changing = problems[4]
    assert (changing.link, changing.winners(3).utility) == ("linear", (0,))
    assert changing.x.argmax(axis=1).tolist() == [0, 1, 1]
    assert len(CLAIMS["A14"][1].questions) == len(WORLDS) * len(about.horizons)


def test_quick_keeps_three_runs_and_a_tenth_of_many():
    assert [shipped.quick(each).runs for each in OPEN] == [3, 3, 5, 3, 3, 30]
    assert shipped.quick(OPEN[3]).runs_on("cyclic") == OPEN[3].runs_on("cyclic") // 10
    assert shipped.quick(shipped.grids(["utility"])[0]).runs == 10


@pytest.mark.parametrize("value", ['"time"', "3"])
def test_an_unknown_axis_is_refused(value):
    text = f'[[experiment]]\nid = "a"\nproblems = "sushi"\nalgorithms = "ws-w"\nhorizons = 10\nagainst = {value}'
    with pytest.raises(InputError, match=r"experiment 1 \(a\), against: must be rounds or horizons, got"):
        parse(text, "a.toml")


@pytest.fixture(scope="module")
def played():
    return against_horizons()


# ---- claims


def curve(t, final, power=0.5, spread=0.02, seed=0):
    """Regret that grows like t^power up to ``final``; runs vary by the share ``spread``."""
    z = np.random.default_rng(seed).standard_normal(RUNS)
    z = (z - z.mean()) / z.std(ddof=1)
    weak = final * (1 + spread * z[:, None]) * (np.asarray(t) / t[-1]) ** power
    return Course(np.asarray(t), weak, weak)


def as_claimed(experiment, problem, horizon, winner, text, seed):
    """A regret with which every claim holds."""
    name, t = text.partition(":")[0], np.unique(np.geomspace(1, horizon, 60).round().astype(np.int64))
    if problem == SHADOW.problem and name in ("ucb+unif", "ws-w", "rmed1", "rucb"):
        return curve(t, 0.3 * horizon, power=1.0, seed=seed)
    if experiment == "both-worlds":
        linear = problem == TWO_WINNERS.problem and winner == "borda" and name == "soda"
        return curve(t, 0.05 * horizon if linear else 30.0, power=1.0 if linear else 0.5, seed=seed)
    if problem == CHANGING.problem and winner == "utility":
        return curve(t, horizon / 7, power=1.0, seed=seed)
    final = 0.3 * math.sqrt(horizon)
    if experiment == "links" and winner == "utility":
        factor = {"linear": 2.0, "bradley-terry": 4.3, "probit": 2.9}[problem[6:-4]]
        return curve(t, factor * final, seed=0)
    return curve(t, final, seed=0 if experiment == "links" else seed)


DUELS = {"race": 100, "champion": 100, "race:pairs=uniform": 150, "champion:pairs=uniform": 150}  # others: 1000


def stops_as_claimed(about):
    """Stops with which every claim holds."""
    found = {}
    for n, problem in enumerate(about.problems):
        for k, text in enumerate(about.algorithms):
            noise = 1 + 0.02 * np.random.default_rng((n, k)).standard_normal(about.runs_on(problem))
            found[problem, text] = stops(DUELS.get(text, 1000) * noise)
    return Measured(about, {}, {}, found)


def measure():
    found = {each.id: stops_as_claimed(each) for each in OPEN if each.stops}
    for each in (each for each in OPEN if not each.stops):
        index = [
            (p, h, w, a) for p in each.problems for h in each.horizons for w in each.winners for a in each.algorithms
        ]
        found[each.id] = Measured(each, {key: as_claimed(each.id, *key, n) for n, key in enumerate(index)})
    return found


@pytest.fixture(scope="module")
def good():
    return measure()


def but(measured, experiment, problem, text, factor=1.0, winner="borda", power=None, spread=None):
    """The same with other regrets of one algorithm on one problem, or without them; a factor may depend on T."""
    found = {name: each._replace(regrets=dict(each.regrets)) for name, each in measured.items()}
    regrets = found[experiment].regrets
    for key in [key for key in regrets if (key[0], key[2], key[3]) == (problem, winner, text)]:
        old = regrets.pop(key)
        if factor is not None:
            times = factor(key[1]) if callable(factor) else factor
            regrets[key] = old._replace(weak=times * old.weak)
            if power is not None or spread is not None:
                end = times * float(old.weak[:, -1].mean())
                regrets[key] = curve(old.t, end, 0.5 if power is None else power, spread or 0.02)
    return found


def answers(measured):
    """The verdicts on the claims about the open questions."""
    return parted(judge(measured, PLAN))[1]


def words(measured):
    return {verdict.number: verdict.verdict for verdict in answers(measured)}


def test_all_hold_where_everything_is_as_claimed(good):
    assert words(good) == dict.fromkeys(NUMBERS, "holds")


def test_nothing_is_decided_without_measurements(good):
    assert words({}) == dict.fromkeys(NUMBERS, "not measured")
    assert list(words({"links": good["links"]}).values()) == ["not measured"] * 6 + ["holds"] * 3 + ["not measured"] * 8


@pytest.mark.parametrize(
    ("number", "problem", "text", "factor", "word"),
    [
        ("A10", "arxiv", "savage-borda", 0.3, "does not hold"),
        ("A10", "arxiv", "borda-stop", 0.4, "undecided"),
        ("A10", "sushi", "race", 1.2, "holds"),
        ("A11", "sushi", "savage", 0.15, "does not hold"),
        ("A11", "cyclic", "savage", 0.15, "holds"),  # four arms
        ("A11", "arxiv", "savage", 0.2, "undecided"),
        ("A12", "cyclic", "race:pairs=uniform", 0.5, "does not hold"),
        ("A12", "arxiv", "champion:pairs=uniform", 0.4, "does not hold"),
        ("A12", "arxiv", "champion:pairs=uniform", 100 / 150 / 1.1, "undecided"),
        ("A13", "arxiv", "merge-dts", None, "does not hold"),
        ("A13", "cyclic", "race", None, "does not hold"),
    ],
)
def test_each_claim_about_stopping_can_come_out_each_way(good, number, problem, text, factor, word):
    """Other duels of one rule on one problem; None: half of its verdicts are wrong."""
    found = dict(good["stopping"].stops)
    old = found[problem, text]
    found[problem, text] = (
        stops(old.duels, wrong=len(old.duels) // 2) if factor is None else old._replace(duels=factor * old.duels)
    )
    assert words({"stopping": good["stopping"]._replace(stops=found)})[number] == word


ANYTIME = "exp3+unif:rate=anytime"
SODA = {"text": "soda", "winner": "von_neumann"}
DRIFTING = WORLDS[-1].problem
LINEAR, PROBIT = CONSTANT[0].problem, CONSTANT[2].problem


@pytest.mark.parametrize(
    ("number", "change", "word"),
    [
        ("A1", {"text": "ws-w", "problem": SHADOW.problem, "power": 0.5}, "does not hold"),
        ("A1", {"text": "ws-w", "problem": SHADOW.problem, "factor": 0.01}, "does not hold"),
        ("A1", {"text": "rmed1", "problem": SHADOW.problem, "spread": 2.0, "power": 1.0}, "undecided"),
        ("A1", {"text": "ucb+unif:alpha=0.51", "problem": SHADOW.problem, "factor": None}, "undecided"),
        ("A2", {"text": "d-exp3", "problem": SHADOW.problem, "factor": math.sqrt}, "does not hold"),
        ("A2", {"text": "exp3ix+unif", "problem": SHADOW.problem, "factor": -1}, "holds"),
        ("A3", {"text": "exp3+unif", "problem": FLIPS.problem, "factor": 20}, "does not hold"),
        ("A3", {"text": "tsallis+unif", "problem": "sushi", "factor": 100}, "does not hold"),
        ("A3", {"text": "tsallis+unif", "problem": "sushi", "factor": 10, "spread": 5.0}, "undecided"),
        ("A4", {"text": "tsallis+unif", "problem": "sushi", "factor": 2}, "does not hold"),
        ("A4", {"text": "tsallis+unif", "problem": "arxiv", "factor": 1.5}, "undecided"),
        ("A5", {"text": ANYTIME, "problem": HARD.problem, "factor": 1.6}, "does not hold"),
        ("A5", {"text": ANYTIME, "problem": HARD.problem, "factor": math.sqrt(2)}, "undecided"),
        ("A5", {"text": ANYTIME, "problem": HARD.problem, "factor": 0.5}, "holds"),
        ("A6", {"text": ANYTIME, "problem": "cyclic", "factor": 30}, "does not hold"),
        ("A7", {"text": "exp3+unif", "problem": PROBIT, "factor": 20}, "does not hold"),
        ("A7", {"text": "exp3+unif", "problem": PROBIT, "factor": 20, "winner": "utility"}, "does not hold"),
        ("A8", {"text": "exp3+unif", "problem": LINEAR, "factor": 1.01, "winner": "utility"}, "does not hold"),
        ("A8", {"text": "exp3+unif", "problem": PROBIT, "factor": 1.3, "winner": "utility"}, "does not hold"),
        ("A9", {"text": "exp3+unif", "problem": CHANGING.problem, "factor": 0.5, "winner": "utility"}, "does not hold"),
        ("A9", {"text": "tsallis+unif", "problem": CHANGING.problem, "power": 1.0}, "does not hold"),
        ("A14", SODA | {"problem": "cyclic", "factor": 150}, "does not hold"),
        ("A14", SODA | {"problem": DRIFTING, "factor": -1}, "holds"),
        ("A14", SODA | {"problem": DRIFTING, "factor": 2, "spread": 5.0}, "undecided"),
        ("A15", SODA | {"problem": "arxiv", "factor": math.log}, "does not hold"),
        ("A15", SODA | {"problem": DRIFTING, "factor": math.log}, "holds"),  # chances do not stay there
        ("A16", {"text": "soda", "problem": TWO_WINNERS.problem, "power": 0.5}, "does not hold"),
        ("A16", {"text": "soda", "problem": TWO_WINNERS.problem, "factor": 0.2, "power": 1.0}, "does not hold"),
        ("A17", SODA | {"problem": "arithmetic", "factor": 24}, "does not hold"),
        ("A17", SODA | {"problem": "arithmetic", "factor": 20}, "undecided"),
    ],
)
def test_each_claim_can_come_out_each_way(good, number, change, word):
    assert words(but(good, CLAIMS[number][0], **change))[number] == word


def test_settings_of_one_algorithm_are_told_apart(good):
    """The ratio is that of the two rates, whatever the order in which they were played."""
    (first, *_) = [r for v in answers(good) if v.number == "A5" for r in v.readings if "one of ten" in r.name]
    assert first.name == "Exp3+UnifK-1 rate=anytime / Exp3+UnifK-1, one of ten, T = 316"
    other = {"anytime": good["anytime"]._replace(regrets=dict(reversed(good["anytime"].regrets.items())))}
    assert words(but(other, "anytime", HARD.problem, ANYTIME, 1.6))["A5"] == "does not hold"


def test_constants_of_the_links():
    models = [PLAN.problems[case.problem] for case in CONSTANT]
    low, high = zip(*map(constants, models), strict=True)
    np.testing.assert_allclose(low, [2, 4, math.sqrt(2 * math.pi)])
    assert high[0] == pytest.approx(2)
    for model, least, most in zip(models, low, high, strict=True):
        borda = model.preference().mean(axis=0)
        ratio = (model.utilities()[0] - model.utilities()[1:]) / (borda[1:] - borda[0])
        assert np.all((ratio >= least - 1e-12) & (ratio <= most + 1e-12))


def test_verdicts_explain_themselves(good):
    for verdict, (name, claim) in zip(answers(good), CLAIMS.values(), strict=True):
        assert verdict.experiment == name
        assert verdict.rule.startswith(claim.rule)
        assert len(verdict.readings) == len(claim.questions)
        assert not any(".txt" in reading.name or "arms=" in reading.name for reading in verdict.readings)


# ---- the report and the command


@pytest.fixture(scope="module")
def page(played):
    measured = {"links": played}
    drawn = list(pictures.draw_all(list(figures.drawings(played))))
    return Page(report.page(measured, answers(measured), drawn, MAKING))


def test_the_report_has_a_section_for_them(page, played):
    assert "The open questions" in page.text
    for word in CHAPTERS["links"].words:
        assert word in page.text
    for _, claim in CLAIMS.values():
        assert claim.text in page.text
    assert {"open-questions", "links", "claim-A7"} <= set(page.ids)
    assert "claim-A1" not in page.ids
    assert {address[1:] for address in page.addresses if address[0] == "#"} <= set(page.ids)
    assert "linear, T = 10³" in page.text
    assert "a point for each T" in page.text
    assert "Figure 6" not in page.text.partition("What was open")[0].rpartition("What was run")[2]
    assert len(page.images) == 4
    assert re.search(r"17 claims about them (hold|are not measured)", page.text)


def test_without_them_the_report_has_no_such_section(played):
    other = played._replace(experiment=played.experiment.model_copy(update={"id": "mine"}))
    assert "open-questions" not in Page(report.page({"mine": other}, [], [], MAKING)).ids


@pytest.mark.compiled
def test_the_command_answers_them_after_the_thesis(capsys, tmp_path, monkeypatch):
    small = OPEN[2].model_copy(
        update={
            "horizons": (10, 40),
            "runs": 2,
            "algorithms": ("exp3+unif",),
            "problems": OPEN[2].problems[:1],
            "labels": {"links-linear.txt": "linear"},
        }
    )
    monkeypatch.setattr(shipped, "grids", lambda ids: (small,))
    assert run(["thesis", "links", "--out", str(tmp_path / "out"), "--quiet"]) == 0
    lines = capsys.readouterr().out.strip().splitlines()
    assert lines[-3] == "12 claims are not measured."
    assert lines[-2] == "17 claims about the open questions are not measured."
    found = json.loads((tmp_path / "out" / "claims.json").read_text())
    assert [claim["number"] for claim in found["open_questions"]["claims"]] == NUMBERS
    assert found["open_questions"]["counts"]["not measured"] == 17
    assert len(found["claims"]) == 12
    assert sorted(path.name for path in (tmp_path / "out" / "figures").glob("*.png")) == [
        "links-utility.png",
        "links.png",
    ]
    assert run(["plot", str(tmp_path / "out"), "--out", str(tmp_path / "again")]) == 0
    for path in (tmp_path / "again").iterdir():
        assert path.read_bytes() == (tmp_path / "out" / "figures" / path.name).read_bytes()
