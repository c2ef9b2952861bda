"""duelling rank: a file of votes in, a table and a verdict out."""

import json
from pathlib import Path

import pytest

from duelling.cli.commands import run
from duelling.cli.rank import one_voice

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


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        (["rank", "--by-voter", "v.csv"], ["rank", "--by-voter", "1", "v.csv"]),
        (["rank", "v.csv", "--by-voter"], ["rank", "v.csv", "--by-voter", "1"]),
        (["rank", "v.csv", "--by-voter", "--json"], ["rank", "v.csv", "--by-voter", "1", "--json"]),
        (["rank", "v.csv", "--by-voter", "20"], ["rank", "v.csv", "--by-voter", "20"]),
        (["rank", "v.csv", "--by-voter", "-1"], ["rank", "v.csv", "--by-voter", "-1"]),
    ],
)
def test_one_voice_each_needs_no_number(given, taken):
    assert one_voice(given) == taken


def test_each_voter_has_one_voice(capsys):
    found = []
    for options in (["--by-voter"], ["--by-voter", "1"]):
        assert run(["rank", MASCOTS, *options, "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert found[0]["by_voter"] == 1
