"""duelling run: the table, the object for programs, and progress for people."""

import json

import pytest

from duelling.cli.commands import run
from tests.helpers.commands import EXAMPLE, ask, ask_json
from tests.helpers.grids import GRID

pytestmark = pytest.mark.plain


@pytest.fixture
def spec(tmp_path):
    (tmp_path / "grid.toml").write_text(GRID.replace('id = "exact"', 'id = "exact"\ntitle = "Exact sequences"'))
    return tmp_path / "grid.toml"


def test_the_object_for_programs_has_every_final_regret(capsys, spec, tmp_path):
    found = ask_json(capsys, "run", spec, "--out", tmp_path / "out")
    assert {key: found[key] for key in ("folder", "played", "kept")} == {
        "folder": str(tmp_path / "out"), "played": 10, "kept": 0,
    }  # fmt: skip
    assert len(found["results"]) == 2 * 2 * 2 * 2 + 2
    alone = ask_json(capsys, "simulate", "cyclic", "ws-w", "--horizon", 200, "--runs", 4, "--seed", 3)
    entry = next(e for e in found["results"] if (e["problem"], e["horizon"], e["algorithm"]) == ("cyclic", 200, "ws-w"))
    assert {key: entry["weak"][key] for key in ("mean", "sem")} == alone["results"][0]["weak"]
    assert entry["strong"]["low"] < entry["strong"]["mean"] < entry["strong"]["high"]
    again = ask_json(capsys, "run", spec, "--out", tmp_path / "out", "--threads", 1)
    assert (again["played"], again["kept"], again["results"]) == (0, 10, found["results"])


def test_the_table_for_people(capsys, spec, tmp_path):
    text = ask(capsys, "run", spec, "--out", tmp_path, "--quiet")
    assert "exact: Exact sequences, 3 runs, seed 3, period 20" in text
    assert all(word in text for word in ("borda_vonneumann", "fixed:first=1", "condorcet", "95% interval"))
    assert "10 units played, 0 kept from before" in text
    assert "nan" not in text


def test_one_run_has_no_interval(capsys, tmp_path):
    (tmp_path / "grid.toml").write_text(GRID.replace("runs = 4", "runs = 1").replace("runs = 3", "runs = 1"))
    found = ask_json(capsys, "run", tmp_path / "grid.toml", "--out", tmp_path / "out")
    assert found["results"][0]["weak"]["sem"] is None
    assert "nan" not in ask(capsys, "run", tmp_path / "grid.toml", "--out", tmp_path / "out", "--quiet")


def test_a_pipe_gets_a_line_for_each_finished_experiment(capsys, spec, tmp_path):
    arguments = ["run", str(spec), "--out", str(tmp_path / "out")]
    assert run(arguments) == 0
    lines = sorted(capsys.readouterr().err.splitlines())
    assert [line.partition(" rounds, ")[0] for line in lines] == ["borda: 4,160", "exact: 600"]
    assert all(line.endswith("rounds/s") for line in lines)
    assert run(arguments) == 0
    assert capsys.readouterr().err.count("finished before") == 2


def test_a_loaded_algorithm_can_be_in_a_grid(capsys, tmp_path):
    (tmp_path / "grid.toml").write_text(GRID.replace('"fixed:first=1"', '"champion:chance=0.1"'))
    arguments = ["run", tmp_path / "grid.toml", "--out", tmp_path / "out"]
    assert run([*map(str, arguments)]) == 2
    assert "no algorithm 'champion'" in capsys.readouterr().err
    found = ask_json(capsys, *arguments, "--load", EXAMPLE)
    assert found["results"][-1]["algorithm"] == "champion:chance=0.1"


@pytest.mark.parametrize("options", [["--engine", "fast"], ["--threads", "0"], ["--engine", "dask"], []])
def test_bad_options_write_nothing(capsys, spec, tmp_path, options):
    out = "grid.toml" if not options else "out"  # a file where the folder should be
    assert run(["run", str(spec), "--out", str(tmp_path / out), *options]) == 2
    err = capsys.readouterr().err
    assert err.startswith("duelling: ")
    assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["grid.toml"]


def test_json_is_alone_on_its_stream(capsys, spec, tmp_path):
    assert run(["run", str(spec), "--out", str(tmp_path / "out"), "--json"]) == 0
    out, err = capsys.readouterr()
    json.loads(out)
    assert err == ""
