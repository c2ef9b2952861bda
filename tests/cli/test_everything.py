"""--all of `duelling simulate` and `duelling identify`."""

import pytest

from duelling.cli.commands import run
from duelling.lab import contest, race
from duelling.lab.merging import merge
from duelling.lab.results import Result
from tests.helpers.commands import ask, ask_json

pytestmark = pytest.mark.plain

SIMULATE = ("simulate", "cyclic", "--all", "--for", "von-neumann", "--regret", "weak", "--horizon", 50, "--runs", 2)


def test_simulate_all_keeps_its_form_and_is_ranked(capsys):
    found = ask_json(capsys, *SIMULATE)
    assert list(found) == ["problem", "winner", "horizon", "runs", "seed", "period", "results", "left_out"]
    means = [entry["weak"]["mean"] for entry in found["results"]]
    assert means == sorted(means)
    assert {entry["algorithm"] for entry in found["results"]} == {"vn+unif", "soda"}
    assert {entry["runs"] for entry in found["results"]} == {2}
    assert found["left_out"] == []
    assert "vn+unif" in ask(capsys, *SIMULATE)


def further_run_of_the_first(parts, *_, play, **__):
    """A race that ends early."""
    first, *others = parts
    return [merge(first, play(first.algorithms[0], first.runs, 1)), *others]


def test_simulate_all_says_how_many_runs_fitted_into_the_time(capsys, monkeypatch, tmp_path, blank_figures):
    monkeypatch.setattr(race, "CAREFUL", 1e9)  # as if further runs took that much longer
    assert "after 50 rounds, 2 of 5 runs" in ask(capsys, *SIMULATE[:-1], 5)
    monkeypatch.undo()
    monkeypatch.setattr(contest, "race", further_run_of_the_first)
    text = " ".join(ask(capsys, *SIMULATE[:-1], 5, "--out", tmp_path).split())
    assert "2 to 3 of 5 runs" in text
    assert "The files hold the first 2 runs, which all have." in text
    assert Result.load(tmp_path / "result.parquet").runs == 2


def test_identify_all_says_what_was_not_played_and_why(capsys):
    asked = ("identify", "arithmetic", "--all", "--budget", 60, "--runs", 2)
    found = ask_json(capsys, *asked)
    assert list(found) == ["results", "left_out"]
    text = " ".join(ask(capsys, *asked).split())
    for each in found["results"]:
        assert f"{each['algorithm']} " in text
    for each in found["left_out"]:
        assert each["why"] in text
    assert found["left_out"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("simulate cyclic", "ALGORITHM must be given, or --all"),
        ("simulate cyclic ws-w", "--horizon must be given"),
        ("simulate cyclic ws-w --all", "--all takes no algorithm"),
        ("simulate cyclic ws-w --horizon 9 --seconds 3", "--seconds must be left out without --all"),
        ("identify cyclic", "ALGORITHM must be given, or --all"),
        ("identify cyclic --all --horizon 9", "--horizon must be left out with --all"),
        ("simulate cyclic --all --seconds 0", "seconds must be a finite number above 0"),
    ],
)
def test_a_wrong_call_is_one_line(capsys, words, message):
    assert run(words.split()) == 2
    told = capsys.readouterr().err
    assert message in told
    assert len(told.splitlines()) == 1
