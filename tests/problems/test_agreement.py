"""`check_problem`: what a problem decides is what its matrices say."""

import json
from pathlib import Path

import pytest

import duelling as du
from duelling.cli.commands import run
from duelling.problems.agreement import CHANCES, ITSELF, OUTCOMES, PREFERENCES, examine_problem
from duelling.problems.matrix import MatrixState
from duelling.problems.sequence import SequenceState
from duelling.registry.known import kept

pytestmark = pytest.mark.plain

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_problem.py"
WRONG = {
    OUTCOMES: ("else -1", "else 2", "gave 2 in round 1"),
    ITSELF: ("        return 0\n", "        return 1\n", "0 against 0 gave 1 in round 1"),
    CHANCES: ("if first < second", "if first > second", "0 beat 1 in a share"),
}


def check(capsys, tmp_path, change, *more):
    """The exit code, and what ``duelling problems --check`` says of the example with this change."""
    (tmp_path / "mine.py").write_text(EXAMPLE.read_text().replace(*change))
    with kept():
        code = run(["problems", "tides:arms=3,gap=0.3", "--load", str(tmp_path / "mine.py"), "--check", *more])
    return code, capsys.readouterr().out


@pytest.mark.parametrize("name", ["sushi", "arithmetic", "flips:arms=4,length=3", "drift:arms=4,length=3"])
def test_built_in_problems_agree_with_themselves(name):
    assert du.check_problem(du.problem(name)) == {OUTCOMES: "", ITSELF: "", CHANCES: "", PREFERENCES: ""}


def test_sequences_agree_with_themselves():
    du.check_problem(du.exact_sequence(du.problem("cyclic"), seed=1))


def test_the_example_is_said_to_keep_every_law(capsys, tmp_path):
    assert check(capsys, tmp_path, ("", "")) == (
        0,
        f"{OUTCOMES}: yes\n{ITSELF}: yes\n{CHANCES}: yes\n{PREFERENCES}: yes\n",
    )


@pytest.mark.parametrize("law", WRONG)
def test_a_law_that_is_broken_is_said(capsys, tmp_path, law):
    *change, reason = WRONG[law]
    code, said = check(capsys, tmp_path, change)
    assert code == 1
    assert any(line.startswith(f"{law}: no, ") and reason in line for line in said.splitlines())
    code, said = check(capsys, tmp_path, change, "--json")
    assert code == 1
    assert {each["law"]: each["kept"] for each in json.loads(said)}[law] is False
    with kept():
        du.load(tmp_path / "mine.py")
        with pytest.raises(AssertionError, match=r"(?s)tides.* contradicts itself:.*no, "):
            du.check_problem(du.problem("tides:arms=3,gap=0.3"))


def test_a_decision_that_is_one_round_late_is_found(capsys, tmp_path):
    """The mean over all rounds would be right."""
    assert check(capsys, tmp_path, ("2 * math.pi * t / s.rounds", "2 * math.pi * (t + 12) / s.rounds"))[0] == 1


class UpsideDown(du.UtilityModel):
    """The arm with the smaller utility wins, and nothing else was changed."""

    def matrices(self):
        return 1 - super().matrices()

    def start(self, horizon):
        return MatrixState(self.matrices()[0])


class Late(du.OutcomeSequence):
    """The second matrix comes first."""

    def matrices(self):
        return super().matrices()[::-1].copy()

    def start(self, horizon):
        return SequenceState(self.outcome[::-1].copy())


TURNS = [[[0, 1], [-1, 0]], [[0, -1], [1, 0]]]


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (UpsideDown([0.9, 0.5, 0.1]), "preference() has 0.7 at [0, 1], matrices() gives 0.3"),
        (Late(TURNS), "preferences().lost_rows() has 0.25 at [0, 0], matrices() gives 0.75"),
    ],
)
def test_a_subclass_whose_preferences_are_not_those_of_its_matrices_is_found(problem, reason):
    found = examine_problem(problem)
    assert found == {OUTCOMES: "", ITSELF: "", CHANCES: "", PREFERENCES: reason}


def test_a_subclass_that_changes_its_preferences_too_is_right():
    class Whole(UpsideDown):
        preference, preferences = du.Pairwise.preference, du.Pairwise.preferences

    du.check_problem(Whole([0.9, 0.5, 0.1]))


def test_what_cannot_be_checked_says_why(capsys):
    assert run(["problems", "--check"]) == 2
    assert "--check must have a problem before it" in capsys.readouterr().err
    assert run(["problems", "flips", "--check"]) == 2
    assert "got flips" in capsys.readouterr().err
    for name in ("shadow:arms=4", "continuous:quadratic,body=ball,dimension=2"):
        with pytest.raises(du.WrongValue):
            du.check_problem(du.problem(name))


@pytest.mark.slow
def test_many_arms_take_a_sample_of_the_pairs():
    du.check_problem(du.UtilityModel([i / 100 for i in range(100)]))


def test_a_mean_needs_a_horizon_and_says_how_to_give_one(capsys):
    assert run(["problems", "flips:arms=4"]) == 2
    assert "give --horizon T to see the mean over T rounds" in capsys.readouterr().err
    with pytest.raises(du.WrongValue, match=r"has a mean over a given horizon only: give a horizon$"):
        du.problem("flips:arms=4").winners()
    with pytest.raises(du.WrongValue, match=r"whose preferences change, has no exact-frequency sequence$"):
        du.exact_sequence(du.problem("flips:arms=4"), period=10)
