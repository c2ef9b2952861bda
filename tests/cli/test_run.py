"""duelling run: the table, the object for programs, and progress for people."""

import json
import logging

import pytest

from duelling.cli.commands import run
from tests.helpers.commands import EXAMPLE, ask, ask_json
from tests.helpers.grids import GRID, stopping

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
    alone = ask_json(
        capsys, "simulate", "cyclic", "ws-w", "--winner", "borda", "--horizon", 200, "--runs", 4, "--seed", 3
    )
    entry = next(e for e in found["results"] if (e["problem"], e["horizon"], e["algorithm"]) == ("cyclic", 200, "ws-w"))
    assert {key: entry["weak"][key] for key in ("mean", "sem")} == alone["results"][0]["weak"]
    assert entry["strong"]["low"] < entry["strong"]["mean"] < entry["strong"]["high"]
    again = ask_json(capsys, "run", spec, "--out", tmp_path / "out", "--threads", 1)
    assert (again["played"], again["kept"], again["results"]) == (0, 10, found["results"])


def test_the_table_for_people(capsys, spec, tmp_path):
    labels = 'labels = { "ws-w" = "Winner stays", cyclic = "Cycles" }'
    spec.write_text(spec.read_text().replace('id = "borda"', f'id = "borda"\n{labels}'))
    text = ask(capsys, "run", spec, "--out", tmp_path, "--quiet")
    assert "exact: Exact sequences, 3 runs, seed 3, period 20" in text
    assert all(word in text for word in ("borda_vonneumann", "fixed:first=1", "condorcet", "95% interval"))
    assert "Winner stays" in text
    assert "Cycles" in text
    assert text.count("ws-w") == 1  # in the other experiment
    assert "10 units played, 0 kept from before" in text
    assert "nan" not in text


def test_where_algorithms_stop_by_themselves_there_are_duels_and_verdicts(capsys, tmp_path):
    asked = ("run", stopping(tmp_path), "--out", tmp_path / "out")
    found = ask_json(capsys, *asked)
    alone = ask_json(capsys, "identify", tmp_path / "easy.txt", "savage", "--delta", 0.1, "--runs", 5, "--seed", 3)
    entry = next(e for e in found["results"] if (e["problem"], e["algorithm"]) == ("easy.txt", "savage"))
    assert (entry["duels"]["median"], entry["winner"]) == (alone["duels"]["median"], "condorcet")
    assert {key: entry[key] for key in ("right", "wrong", "undecided")} == {
        key: alone[key] for key in ("right", "wrong", "undecided")
    }
    lost = next(e for e in found["results"] if (e["problem"], e["algorithm"]) == ("cyclic", "borda-stop"))
    assert lost["duels"] == {"median": 1500, "low": None, "high": None, "more": True}  # three runs have no interval
    assert (lost["undecided"], lost["wrong_interval"][0], lost["within"]) == (1, 0, 0.3)
    text = " ".join(ask(capsys, *asked, "--quiet").split())
    assert "sure: Until they are sure, delta 0.1, 3 to 5 runs of at most 1,500 duels, seed 3" in text
    assert "cyclic, within 0.3 borda borda-stop > 1500" in text
    assert "8 kept from before" in text


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
    (tmp_path / "grid.toml").write_text(GRID.replace('"fixed:first=1"', '"keeper:chance=0.1"'))
    arguments = ["run", tmp_path / "grid.toml", "--out", tmp_path / "out"]
    assert run([*map(str, arguments)]) == 2
    assert "no algorithm 'keeper'" in capsys.readouterr().err
    found = ask_json(capsys, *arguments, "--load", EXAMPLE)
    assert found["results"][-1]["algorithm"] == "keeper:chance=0.1"


@pytest.mark.parametrize("options", [["--engine", "fast"], ["--threads", "0"], ["--scheduler", "tcp://x:1"], []])
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


@pytest.mark.slow
def test_no_name_of_a_file_is_a_pattern(capsys, tmp_path, blank_figures):
    for name, chance in {"m1": "0.7 0.3", "m[1]": "0.9 0.1", "m*": "0.8 0.2"}.items():
        high, low = chance.split()
        (tmp_path / f"{name}.txt").write_text(f"0.5 {high}\n{low} 0.5\n")
        text = f'[[experiment]]\nid = "one"\nproblems = "{name}.txt"\nalgorithms = "fixed"\nhorizons = 10\nruns = 2\n'
        (tmp_path / f"{name}.toml").write_text(text)
        ask(capsys, "sequence", tmp_path / f"{name}.txt", "--out", tmp_path / f"{name}.npz")
    weak = {}
    for name in ("m1", "m[1]", "m*"):
        grid = ask_json(capsys, "run", tmp_path / f"{name}.toml", "--out", tmp_path / f"out-{name}")
        assert [entry["problem"] for entry in grid["results"]] == [f"{name}.txt"]
        played = [
            ask_json(
                capsys, "simulate", tmp_path / f"{name}{end}", "fixed", "--horizon", 10, "--runs", 2, "--out", folder
            )
            for end, folder in ((".txt", tmp_path / f"text-{name}"), (".npz", tmp_path / f"sequence-{name}"))
        ]
        weak[name] = [grid["results"][0]["strong"]["mean"], *(each["results"][0]["strong"]["mean"] for each in played)]
        for folder in ("out", "text", "sequence"):
            ask(capsys, "plot", tmp_path / f"{folder}-{name}")
    assert weak == {
        name: pytest.approx([gap * 10 / 2] * 3) for name, gap in {"m1": 0.2, "m[1]": 0.4, "m*": 0.3}.items()
    }


def test_a_damaged_unit_is_told_in_one_line_and_a_damaged_result_refused(capsys, spec, tmp_path, monkeypatch):
    monkeypatch.setattr(logging.root, "handlers", [])  # as it is without pytest
    ask(capsys, "run", spec, "--out", tmp_path / "out", "--quiet")
    unit = next((tmp_path / "out" / "units").glob("*.parquet"))
    unit.write_bytes(unit.read_bytes().replace(b"PAR1", b"PAR2"))
    assert run(["run", str(spec), "--out", str(tmp_path / "out"), "--quiet"]) == 0
    out, err = capsys.readouterr()
    assert err == f"duelling: a unit is played again: '{unit}' is not a whole Parquet file\n"
    assert "1 units played, 9 kept" in out
    results = tmp_path / "out" / "results.parquet"
    results.write_bytes(results.read_bytes()[:-1])
    assert run(["plot", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == f"duelling: '{results}' is not a whole Parquet file\n"


def test_what_is_no_file_among_the_results_is_one_line(capsys, spec, tmp_path):
    (tmp_path / "loop").mkdir()
    (tmp_path / "loop" / "result.parquet").symlink_to("result.parquet")
    assert run(["plot", str(tmp_path / "loop")]) == 2
    assert "loop/result.parquet': Too many levels of symbolic links\n" in capsys.readouterr().err
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "units").write_text("mine")
    assert run(["run", str(spec), "--out", str(tmp_path / "out"), "--quiet"]) == 2
    assert capsys.readouterr().err == f"duelling: cannot write into '{tmp_path / 'out' / 'units'}': File exists\n"
    assert (tmp_path / "out" / "units").read_text() == "mine"
