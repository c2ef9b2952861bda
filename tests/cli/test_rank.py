"""duelling rank: a file of votes in, a table and a verdict out."""

import json
from pathlib import Path

import pytest

from duelling.cli.commands import run

pytestmark = pytest.mark.plain

MASCOTS = str(Path(__file__).parents[2] / "examples" / "mascots.csv")


def test_a_table_and_sentences(capsys):
    assert run(["rank", MASCOTS, "--pairs", "uniform"]) == 0
    out = capsys.readouterr().out
    assert "fox" in out
    assert "It is open who is the best: fox and owl are not told apart so far." in out
    assert "display only, approximate" in out


def test_data_for_programs(capsys):
    assert run(["rank", MASCOTS, "--pairs", "uniform", "--within", "0.1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"]["winner"] == "fox"
    assert found["items"][0]["places"] == [1, 3]
    assert found["delta"] == 0.05


def test_a_folder_of_files(tmp_path, capsys):
    assert run(["rank", MASCOTS, "--out", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / "index.html").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no.csv"], "cannot read 'no.csv'"),
        ([MASCOTS, "--delta", "2"], "delta must"),
        ([MASCOTS, "--within", "-1"], "within must"),
        ([MASCOTS, "--pairs", "some"], "pairs must be one of any, uniform"),
        ([MASCOTS, "--columns", "left=nothing"], "nothing"),
        ([MASCOTS, "--out", MASCOTS], "is a file"),
        ([MASCOTS, "--out", ""], "a path must not be empty"),
        ([""], "votes must be a path, got ''"),
    ],
)
def test_bad_input_is_one_line(arguments, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["rank", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
