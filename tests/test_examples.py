"""The examples that are programs run, and find what is there to be found."""

import json
import runpy
import sys
from pathlib import Path

import pytest

import duelling as du

pytestmark = pytest.mark.plain

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture
def example(tmp_path, monkeypatch, capsys):
    """Run an example as a program in an empty folder; what it prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["example"])

    def run(name):
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
        return capsys.readouterr().out

    return run


@pytest.mark.slow
def test_a_judge_that_is_a_function(example, tmp_path):
    said = example("judge.py")
    assert "steps is the best" in said
    with du.Arena("answers.db") as arena:
        votes = arena.votes()
        assert f"{len(votes)} questions: " in said
        assert set(votes["voter"]) == {"stand-in"}
        decided = votes.filter(votes["answer"].is_in(["left", "right"]))
    pairs = [json.loads(line) for line in (tmp_path / "preferences.jsonl").read_text().splitlines()]
    assert len(pairs) == len(decided)
    assert all(set(pair) == {"prompt", "chosen", "rejected"} for pair in pairs)


@pytest.mark.slow
def test_logos_from_a_folder(example):
    said = example("logos.py")
    assert "fox is the best" in said
    with du.Arena("logos.db") as arena:
        assert arena.items == ("elk", "fox", "hare", "owl")
        media, text = arena.content(arena.ask(), "left")
        assert media == "text"
        assert "\n" in text


def test_rankers_by_interleaved_clicks(example, tmp_path):
    said = example("rankers.py")
    assert "meaning and mixed are not told apart so far" in said
    assert "Interleave next: " in said
    rankers = runpy.run_path(str(EXAMPLES / "rankers.py"))
    assert rankers["outcome"]("LRRL", [0]) == "left"
    assert rankers["outcome"]("LRRL", [1, 2, 3]) == "right"
    assert rankers["outcome"]("LRRL", [0, 1]) == rankers["outcome"]("LRRL", []) == "tie"
    rankers["make"](tmp_path / "clicks.csv")
    assert (tmp_path / "clicks.csv").read_bytes() == (EXAMPLES / "clicks.csv").read_bytes()
    truth = sorted(rankers["NOISE"], key=rankers["NOISE"].get)
    assert du.rank(list(rankers["votes"]()), pairs="uniform").items[0] == truth[0]


def test_interleaving_is_fair():
    """Each of the two brings half of the list, in its own order, and no document comes twice."""
    import numpy as np

    draft = runpy.run_path(str(EXAMPLES / "rankers.py"))["team_draft"]
    left, right = list(range(20)), list(range(19, -1, -1))
    for seed in range(20):
        shown, teams = draft(left, right, np.random.default_rng(seed))
        assert len(set(shown)) == len(shown) == 10
        assert teams.count("L") == teams.count("R") == 5
        assert all({*teams[k : k + 2]} == {"L", "R"} for k in range(0, 10, 2))
        assert [d for d, team in zip(shown, teams, strict=True) if team == "L"] == [0, 1, 2, 3, 4]
        assert [d for d, team in zip(shown, teams, strict=True) if team == "R"] == [19, 18, 17, 16, 15]
