"""The contract refuses what breaks it: one broken learner for each law, and false declarations."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from duelling.cli.commands import run
from duelling.core.jit import DISABLED, interpreted
from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import draw_other
from duelling.registry.facts import ALGORITHMS, algorithm
from duelling.registry.known import kept
from duelling.testing import Finding, Report, check_algorithm, examine, laws
from duelling.testing.facts import FACTS
from duelling.testing.laws import COMPILED, LAWS
from duelling.worlds.contexts.protocol import observe
from tests.helpers.commands import EXAMPLE, ask, ask_json

PAGE = (Path(__file__).parents[1] / "docs" / "own_algorithm.md").read_text()
SAID: dict[str, Any] = {
    "label": "",
    "reference": "",
    "winners": (),
    "regret": "weak",
    "adversarial": False,
    "anytime": True,
    "cost": "",
}
UNMEASURED = [f"{COMPILED}: not measured, because NUMBA_DISABLE_JIT is set"] * DISABLED
SHARED = np.zeros(1)  # what no learner should use
MEMORY: dict[int, int] = {}  # nor this


class Uneasy(NamedTuple):
    fault: int  # which law is broken
    arms: int
    n: np.ndarray  # asked and told


FAULTS = ("none", "no arm", "no chance", "shared", "memory", "nan", "few arms", "in time", "waits", "unasked", "random")
FAULTS += ("no arm and an index",)


def _choose(s: Uneasy, t, rng):
    s.n[0] += 1
    i = int(rng.random() * s.arms)
    if s.fault == 3:
        SHARED[0] += 1
        i = int(SHARED[0]) % s.arms
    if s.fault == 4:
        MEMORY[id(s.n)] = MEMORY.get(id(s.n), 0) + 1
        i = MEMORY[id(s.n)] // 3 % s.arms
    if s.fault == 8:
        i = 0 if s.n[1] >= s.n[0] - 1 else 1
    if s.fault == 10:
        i = 0
    j = draw_other(i, s.arms, rng)
    return Duel(
        s.arms if s.fault in (1, 11) and t == 7 else i, j, 0.0 if s.fault == 2 else 1 / s.arms, 1 / (s.arms - 1)
    )


def _update(s: Uneasy, t, duel, outcome):
    s.n[1] += 1
    if s.fault == 11 and duel.first >= s.arms:
        raise IndexError("there is no such arm")
    if s.fault == 5:
        s.n[2] = np.log(s.n[2])
    if s.fault == 6 and duel.first >= 10:
        raise IndexError("there are ten places")
    if s.fault == 7 and t != s.n[0]:
        raise ValueError("not in time")
    if s.fault == 9 and s.n[1] > s.n[0]:
        raise ZeroDivisionError("division by zero")


choose.register(Uneasy, _choose)
update.register(Uneasy, _update)


@pytest.fixture
def uneasy():
    """Declare a learner with one fault."""
    with kept(), interpreted():
        MEMORY.clear()

        def declare(fault, **facts):
            @algorithm("uneasy", **{**SAID, **facts})
            def start(arms: int, horizon: int) -> Uneasy:
                return Uneasy(FAULTS.index(fault), int(arms), np.array([0.0, 0.0, 5.0]))

            return "uneasy"

        yield declare


def broken(text):
    return {finding.law: finding.reason for finding in examine(text).broken}


def test_a_learner_without_fault_keeps_every_law_and_shows_its_facts(uneasy):
    report = check_algorithm(uneasy("none"))
    assert report.kept
    assert [finding.law for finding in report.findings][: len(LAWS)] == list(LAWS)
    assert str(report).splitlines()[-5:] == [
        "folds=True (measured; not declared): yes",
        "self_duels=False (measured; not declared): yes",
        "opponent='uniform' (measured; not declared): yes",
        "takes_any_vote=True (measured; not declared): yes",
        "true_chances=True (measured; not declared): yes",
    ]


@pytest.mark.parametrize(
    ("fault", "law", "reason"),
    [
        ("no arm", "pairs are arms", "choose must return arms from 0 to 1, got 2 and . in round 7"),
        ("no chance", "pairs are arms", "choose must return chances above 0 and at most 1, got 0.0 and 1.0 in round 1"),
        ("shared", "the same seed", "choose must draw from rng alone, and start make arrays of its own: beside"),
        ("memory", "a saved learner", "all that changes must be an array of the state"),
        ("nan", "outcomes that never change", "update must leave numbers in the state, got nan"),
        ("few arms", "many arms", "IndexError: there are ten places"),
        ("in time", "late and unordered", "ValueError: not in time"),
        ("waits", "lost outcomes", "nothing must wait for an outcome that never comes: the best arm is in"),
    ],
)
@pytest.mark.filterwarnings("ignore:invalid value", "ignore:divide by zero")
def test_a_broken_law_is_named_with_what_to_change(uneasy, fault, law, reason):
    found = broken(uneasy(fault))
    (name,) = [each for each in LAWS if each.startswith(law)]
    assert re.match(reason, found[name]), found
    with pytest.raises(AssertionError, match=f"uneasy does not keep the contract:\n(.*\n)*{re.escape(name)}: no, "):
        check_algorithm("uneasy")


@pytest.mark.parametrize(
    ("fault", "fact", "false", "true"),
    [
        ("none", "folds", False, True),
        ("none", "self_duels", True, False),
        ("none", "opponent", "any", "uniform"),
        ("none", "takes_any_vote", False, True),
        ("none", "true_chances", False, True),
        ("shared", "folds", True, False),
        ("unasked", "takes_any_vote", True, False),
        ("random", "true_chances", True, False),
    ],
)
def test_a_false_declaration_is_refused_and_a_true_one_is_not(uneasy, fault, fact, false, true):
    said = f"the declaration must say {fact}={true!r}, got {fact}={false!r}"
    assert broken(uneasy(fault, **{fact: false}))[fact] == said
    assert fact not in broken(uneasy(fault, **{fact: true}))


def test_every_fact_is_a_field_of_the_declaration():
    assert {name for name in FACTS if not hasattr(ALGORITHMS.find("rucb"), name)} == set()


@pytest.mark.compiled
def test_a_difference_between_compiled_and_plain_python_is_found():
    with kept():

        @algorithm("uneasy", **SAID)
        def start(arms: int, horizon: int) -> Large:
            return Large(np.zeros(1))

        assert broken("uneasy")["compiled and plain Python choose alike"].startswith("compiled and plain Python must")


class Large(NamedTuple):
    x: np.ndarray


def _choose_large(s: Large, t, rng):
    return Duel(0, 1 if t * 2**40 * 2**40 > 0 else 2, 1.0, 1.0)  # too large for a machine's number


def _update_large(s: Large, t, duel, outcome):
    pass


choose.register(Large, _choose_large)
update.register(Large, _update_large)


def test_a_learner_of_points_is_checked_in_a_box_and_the_report_says_which_facts_have_no_meaning_there():
    with interpreted():
        report = check_algorithm("dbgd")
    assert [finding.law for finding in report.findings][: len(LAWS)] == list(LAWS)
    assert str(report).splitlines()[-5:] == [
        "folds=True (measured; as declared): yes",
        "self_duels=True (measured; as declared): yes",
        "opponent: not measured, because no point is drawn uniformly from all others",
        "takes_any_vote=True (measured; as declared): yes",
        "true_chances: not measured, because a duel of points carries no chances",
    ]


def test_a_learner_with_contexts_is_checked_and_they_come_in_turn():
    with interpreted():
        report = check_algorithm("sparring-exp4p")
    assert [str(finding) for finding in report.findings if not str(finding).endswith(": yes")] == [
        f"{COMPILED}: not measured, because {'NUMBA_DISABLE_JIT is set' if DISABLED else 'only plain Python was run'}"
    ]


class Careless(NamedTuple):
    fault: int
    w: np.ndarray


class Points(NamedTuple):
    first: np.ndarray
    second: np.ndarray


def _choose_points(s: Careless, t, rng):
    away = 3.0 if s.fault == 1 and t == 5 else rng.uniform(-1, 1)
    return Points(s.w.copy(), np.full(s.w.size, away))


def _update_points(s: Careless, t, duel, outcome):
    if outcome < 0 or (s.fault == 2 and t % 7 == 0):
        s.w[:] = duel.second if s.fault != 2 else np.nan


choose.register(Careless, _choose_points)
update.register(Careless, _update_points)


@pytest.mark.parametrize(
    ("fault", "law", "reason"),
    [
        (1, "pairs are arms", r"choose must return points of the body, got .* and \[3. 3.\] in round 5"),
        (2, "pairs are arms", r"choose must return points of the body, got \[nan nan\] and .* in round"),
    ],
)
def test_a_broken_learner_of_points_is_found(fault, law, reason):
    with kept(), interpreted():

        @algorithm("careless", **SAID, world="continuous")
        def start(space: Any, horizon: int) -> Careless:
            return Careless(fault, np.zeros(space.body.dimension))

        found = broken("careless")
    (name,) = [each for each in LAWS if each.startswith(law)]
    assert re.match(reason, found[name]), found


class Blind(NamedTuple):
    seen: np.ndarray  # the context


def _observe_badly(s: Blind, t, context):
    s.seen[0] = context


def _choose_badly(s: Blind, t, rng):
    return Duel(9 if s.seen[0] == 1 else 0, 0, 1.0, 1.0)


def _update_badly(s: Blind, t, duel, outcome):
    pass


observe.register(Blind, _observe_badly)
choose.register(Blind, _choose_badly)
update.register(Blind, _update_badly)


def test_a_learner_that_fails_in_one_context_is_found():
    with kept(), interpreted():

        @algorithm("blind", **SAID, world="contexts")
        def start(arms: int, horizon: int, policies: np.ndarray) -> Blind:
            return Blind(np.zeros(1, np.int64))

        found = broken("blind")
    assert found["pairs are arms, and chances are chances"].startswith("choose must return arms from 0 to 1, got 9")


# ---- on the command line


def test_the_command_says_yes_to_each_law(capsys):
    with kept():
        lines = ask(capsys, "algorithms", "champion", "--load", EXAMPLE, "--check").splitlines()
        assert len(lines) == len(LAWS) + len(FACTS)
        assert [line for line in lines if not line.endswith(": yes")] == UNMEASURED
        found = ask_json(capsys, "algorithms", "champion", "--load", EXAMPLE, "--check")
    assert [set(each) for each in found] == [{"law", "kept", "reason"}] * len(lines)


def test_the_command_leaves_with_1_and_says_what_to_change(capsys, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(EXAMPLE.read_text().replace('cost="O(1)"', 'cost="O(1)", self_duels=True'))
    with kept():
        assert run(["algorithms", "champion", "--load", str(file), "--check"]) == 1
    out, err = capsys.readouterr()
    assert [line for line in out.splitlines() if not line.endswith(": yes")] == [
        f"{COMPILED}: not measured, because {'NUMBA_DISABLE_JIT is set' if DISABLED else 'only plain Python was run'}",
        "self_duels: no, the declaration must say self_duels=False, got self_duels=True",
    ]
    assert err == ""


def test_an_index_out_of_range_is_one_line_with_its_place_and_nothing_is_compiled(capsys, tmp_path):
    """Compiled, it would write into memory that is not its own, and end the process."""
    file = tmp_path / "mine.py"
    code = EXAMPLE.read_text().replace("    s.best[0] = duel.first", "    s.best[7 * t] = duel.first")
    file.write_text(code)
    line = 1 + code.splitlines().index(next(each for each in code.splitlines() if "s.best[7 * t]" in each))
    with kept():
        assert run(["algorithms", "champion", "--load", str(file), "--check"]) == 1
    (said,) = capsys.readouterr().out.splitlines()
    assert said.startswith(f"pairs are arms, and chances are chances: no, {str(file)!r}, line {line}: IndexError: ")


@pytest.mark.compiled
def test_what_cannot_be_compiled_is_one_line_and_no_fact_says_yes(capsys, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(EXAMPLE.read_text().replace("    s.best[0] = duel.first", "    eval('s').best[0] = duel.first"))
    with kept():
        assert run(["algorithms", "champion", "--load", str(file), "--check"]) == 1
    (said,) = capsys.readouterr().out.splitlines()
    assert said.startswith("pairs are arms, and chances are chances: no, cannot compile ")


def test_arms_that_are_none_are_named_before_update_uses_them(uneasy):
    assert next(iter(broken(uneasy("no arm and an index")).values())).startswith("choose must return arms from 0 to 1")


def test_an_error_ends_the_check(uneasy):
    *laws, last = examine(uneasy("in time", folds=False)).findings
    assert [each.kept for each in laws] == [True] * len(laws)
    assert last.reason == "ValueError: not in time"


def test_what_is_not_measured_is_neither_yes_nor_no():
    assert Report("mine", (Finding("a law", None, "of the weather"),)).kept
    assert str(Finding("a law", None, "of the weather")) == "a law: not measured, because of the weather"


def test_there_is_nothing_to_check_without_a_name(capsys):
    assert run(["algorithms", "--check"]) == 2
    assert "--check must have the name of an algorithm before it, got none" in capsys.readouterr().err


def test_the_page_about_own_algorithms_checks_one(capsys, tmp_path, monkeypatch):
    section = PAGE.partition("## Check it")[2]
    (code,) = re.findall(r"```python\n(.*?)```", section, re.S)
    (command,) = re.findall(r"\$ duelling (.*)", section)
    monkeypatch.chdir(tmp_path)
    Path("my_algorithm.py").write_text(EXAMPLE.read_text())
    with kept():
        exec(code, {})
        assert capsys.readouterr().out.count(": yes\n") == len(LAWS) + len(FACTS) - len(UNMEASURED)
        ask(capsys, *command.split())
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.M)) == set(FACTS)


def test_the_page_says_how_much_is_played():
    compiled, python = laws.Effort(600, (2, 3, 20), 500), laws.Effort(120, (2, 3), 60)
    assert laws.effort() == (python if DISABLED else compiled)
    with interpreted():
        assert laws.effort() == python
    said = " ".join(PAGE.split())
    assert "Plain Python plays 120 rounds with 2 and 3 arms, and 5 rounds with 60 arms" in said
    assert "compiled code plays 600 rounds with 2, 3 and 20 arms, and 5 rounds with 500" in said
