"""The contract refuses what breaks it: one broken learner for each law, and false declarations."""

import re
from pathlib import Path

import pytest

from duelling.cli.commands import run
from duelling.core.jit import DISABLED, interpreted
from duelling.registry.known import kept
from duelling.testing import Finding, Report, check_algorithm, examine
from duelling.testing.facts import FACTS
from duelling.testing.laws import COMPILED, LAWS, NEWCOMER, STANDING
from tests.helpers.commands import EXAMPLE, ask, ask_json
from tests.helpers.uneasy import PAGE, broken

SILENT = [  # of a learner that declares no more than it must
    f"{NEWCOMER}: not measured, because newcomers are for learners that declare folds=True",
    f"{STANDING}: not measured, because it does not stop by itself",
]
UNMEASURED = [*SILENT, *[f"{COMPILED}: not measured, because NUMBA_DISABLE_JIT is set"] * DISABLED]


@pytest.mark.plain
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


# ---- on the command line


@pytest.mark.plain  # the page below is checked compiled
def test_the_command_says_yes_to_each_law(capsys):
    with kept():
        lines = ask(capsys, "algorithms", "keeper", "--load", EXAMPLE, "--check").splitlines()
        assert len(lines) == len(LAWS) + len(FACTS)
        assert [line for line in lines if not line.endswith(": yes")] == UNMEASURED
        found = ask_json(capsys, "algorithms", "keeper", "--load", EXAMPLE, "--check")
    assert [set(each) for each in found] == [{"law", "kept", "reason"}] * len(lines)


def test_the_command_leaves_with_1_and_says_what_to_change(capsys, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(EXAMPLE.read_text().replace('cost="O(1)"', 'cost="O(1)", self_duels=True'))
    with kept():
        assert run(["algorithms", "keeper", "--load", str(file), "--check"]) == 1
    out, err = capsys.readouterr()
    assert [line for line in out.splitlines() if not line.endswith(": yes")] == [
        *SILENT,
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
        assert run(["algorithms", "keeper", "--load", str(file), "--check"]) == 1
    (said,) = capsys.readouterr().out.splitlines()
    assert said.startswith(f"pairs are arms, and chances are chances: no, {str(file)!r}, line {line}: IndexError: ")


@pytest.mark.compiled
def test_what_cannot_be_compiled_is_one_line_and_no_fact_says_yes(capsys, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(EXAMPLE.read_text().replace("    s.best[0] = duel.first", "    eval('s').best[0] = duel.first"))
    with kept():
        assert run(["algorithms", "keeper", "--load", str(file), "--check"]) == 1
    (said,) = capsys.readouterr().out.splitlines()
    assert said.startswith("pairs are arms, and chances are chances: no, cannot compile ")


@pytest.mark.plain
def test_arms_that_are_none_are_named_before_update_uses_them(uneasy):
    assert next(iter(broken(uneasy("no arm and an index")).values())).startswith("choose must return arms from 0 to 1")


@pytest.mark.plain
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
        with interpreted():  # the code above was compiled
            ask(capsys, *command.split())
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.M)) == set(FACTS)
