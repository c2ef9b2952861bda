"""`duelling problems`: the list, one problem for people and for programs."""

import numpy as np
import pytest

from duelling.problems.reading.named import problem, problem_names
from tests.helpers.commands import ask, ask_json

pytestmark = pytest.mark.plain


def test_problems_lists_the_registry(capsys):
    listed = ask_json(capsys, "problems")
    assert [each["name"] for each in listed] == list(problem_names())
    assert all(each["size"] == len(each["arms"]) and each["source"] and each["description"] for each in listed)
    text = ask(capsys, "problems")
    assert all(each["name"] in text and each["source"] in text for each in listed)
    made = ("random", "flips", "drift", "corrupted", "shadow", "contexts", "continuous")
    assert all(f" {name}:" in text for name in made)


def test_a_kind_of_problems_shows_its_parameters(capsys):
    known = ask_json(capsys, "problems", "flips")
    assert known["examples"] == ["flips:arms=10"]
    first, *rest = known["parameters"]
    assert first == {"name": "arms", "type": "whole number", "default": None, "about": "The number of arms."}
    assert {each["name"] for each in rest} == {"what", "gap", "length", "growth", "phases"}
    text = ask(capsys, "problems", "flips")
    assert "must be given" in text
    assert "The rounds of the first phase." in text


def test_a_problem_in_full(capsys):
    known = ask_json(capsys, "problems", "copeland_borda")
    assert {"name", "arms", "matrix", "winners", "scores"} <= set(known)
    assert known["winners"]["borda"] == [0]
    assert known["winners"]["copeland"] == [1]
    assert known["winners"]["condorcet"] == []
    assert sum(known["winners"]["von_neumann"]) == pytest.approx(1)
    assert "utility" not in known["winners"]
    np.testing.assert_array_equal(known["matrix"], problem("copeland_borda").preference())
    assert known["order"] is None
    assert set(known["transitivity"]) == {"weak", "moderate", "strong", "triangle"}


def test_utilities_have_their_winner(capsys):
    known = ask_json(capsys, "problems", "arithmetic")
    assert known["winners"]["utility"] == known["winners"]["borda"] == [0]
    assert len(known["scores"]["utility"]) == 8


@pytest.mark.parametrize("name", ["sushi", "copeland_vonneumann", "arithmetic"])
def test_a_problem_for_a_person(capsys, name):
    text = ask(capsys, "problems", name)
    assert all(arm in text for arm in problem(name).arms)
    assert all(word in text for word in ("borda", "copeland", "von Neumann", "Order:", "Transitivity"))
    assert "…" not in text


def test_a_large_problem_is_described_without_its_pairs(capsys, monkeypatch):
    monkeypatch.setattr("duelling.problems.base.LARGE", 10)
    name = "random:bradley-terry,arms=30,seed=1"
    known = ask_json(capsys, "problems", name)
    assert known["matrix"] is known["order"] is known["transitivity"] is None
    assert known["winners"]["borda"] == known["winners"]["utility"]
    assert "Transitivity" not in ask(capsys, "problems", name)


def test_a_matrix_file_is_a_problem(capsys, tmp_path):
    (tmp_path / "mine.txt").write_text("0.5 0.75\n0.25 0.5\n")
    assert ask_json(capsys, "problems", tmp_path / "mine.txt")["matrix"] == [[0.5, 0.75], [0.25, 0.5]]
    found = ask_json(capsys, "simulate", tmp_path / "mine.txt", "random", "--horizon", 50, "--runs", 2)
    assert found["results"][0]["strong"]["mean"] == pytest.approx(50 * 0.25 / 2)  # always both arms
