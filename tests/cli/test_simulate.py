"""`duelling simulate`: the promised object, tables, and files that are whole."""

import numpy as np
import polars as pl
import pytest

from duelling import canvas
from duelling.cli import common
from duelling.cli import simulate as command
from duelling.cli.commands import run
from duelling.errors import Conflict
from duelling.lab.results import Result
from duelling.lab.simulate import simulate
from duelling.problems.reading.named import problem
from duelling.problems.sequence import exact_sequence
from tests.helpers.commands import ARGUMENTS, ask, ask_json
from tests.helpers.results import make

pytestmark = pytest.mark.plain


def test_simulate_prints_the_promised_object(capsys):
    found = ask_json(capsys, "simulate", *ARGUMENTS)
    assert list(found) == ["problem", "winner", "horizon", "runs", "seed", "period", "results"]
    assert {k: v for k, v in found.items() if k != "results"} == {
        "problem": "cyclic", "winner": "borda", "horizon": 200, "runs": 4, "seed": 3, "period": None,
    }  # fmt: skip
    expected = simulate("cyclic", ["exp3+unif", "random"], horizon=200, runs=4, seed=3, threads=1).rows()
    for entry, row in zip(found["results"], expected, strict=True):
        assert list(entry) == ["algorithm", "weak", "strong", "rounds_per_second"]
        assert entry["algorithm"] == row["algorithm"]
        assert entry["weak"] == {"mean": row["weak"], "sem": row["weak_sem"]}
        assert entry["strong"] == {"mean": row["strong"], "sem": row["strong_sem"]}
        assert entry["rounds_per_second"] > 0


def test_one_run_has_null_for_its_error(capsys):
    found = ask_json(capsys, "simulate", "cyclic", "random", "--horizon", 10, "--runs", 1)
    assert found["results"][0]["weak"]["sem"] is None


def test_the_largest_utilities_have_finite_numbers(capsys, tmp_path):
    (tmp_path / "x.txt").write_text("# link: bradley-terry\n1e100 0 -1e100\n")
    found = ask_json(capsys, "simulate", tmp_path / "x.txt", "random", "--horizon", 50, "--winner", "utility")
    assert 0 < found["results"][0]["strong"]["sem"] < 1e102


def test_several_winners_are_named_in_each_entry(capsys):
    both = ask_json(capsys, "simulate", *ARGUMENTS, "--winner", "borda", "--winner", "condorcet")
    assert both["winner"] == ["borda", "condorcet"]
    assert [(e["winner"], e["algorithm"]) for e in both["results"]] == [
        (winner, name) for winner in ("borda", "condorcet") for name in ("exp3+unif", "random")
    ]
    one = ask_json(capsys, "simulate", *ARGUMENTS, "--winner", "condorcet")
    assert [e["weak"] for e in one["results"]] == [e["weak"] for e in both["results"][2:]]
    assert "condorcet" in ask(capsys, "simulate", *ARGUMENTS, "--winner", "borda", "--winner", "condorcet")


def test_the_table_shows_every_algorithm_whole(capsys):
    long = "exp3+unif:rate=utility"
    text = ask(capsys, "simulate", "arithmetic", long, "random", "--horizon", 100, "--runs", 2, "--winner", "utility")
    assert all(word in text for word in (long, "random", "arithmetic", "utility", "95% interval", "rounds/s"))
    assert "nan" not in ask(capsys, "simulate", "cyclic", "random", "--horizon", 10, "--runs", 1)


def test_whole_numbers_may_be_written_as_researchers_do(capsys):
    found = ask_json(capsys, "simulate", "cyclic", "random", "--horizon", "1e2", "--runs", "1_0", "--seed", "2")
    assert (found["horizon"], found["runs"], found["seed"]) == (100, 10, 2)


def test_the_period_makes_an_exact_sequence(capsys):
    arguments = ["borda_vonneumann", "random", "--horizon", 200, "--runs", 2, "--period", 20, "--seed", 5]
    found = ask_json(capsys, "simulate", *arguments)
    assert found["period"] == 20
    assert found["problem"] == "borda_vonneumann"
    sequence = exact_sequence(problem("borda_vonneumann"), period=20, seed=5)
    expected = simulate(sequence, "random", horizon=200, runs=2, seed=5).rows()[0]
    assert found["results"][0]["weak"]["mean"] == expected["weak"]
    assert "period 20" in ask(capsys, "simulate", *arguments)


@pytest.mark.slow
def test_out_keeps_four_whole_files_and_replaces_old_ones(capsys, tmp_path):
    out = tmp_path / "deep" / "results"
    out.mkdir(parents=True)
    (out / "summary.csv").write_text("old")
    ask(capsys, "simulate", *ARGUMENTS, "--out", out)
    assert sorted(path.name for path in out.iterdir()) == ["regret.pdf", "regret.png", "result.parquet", "summary.csv"]
    result = Result.load(out / "result.parquet")
    again = simulate("cyclic", ["exp3+unif", "random"], horizon=200, runs=4, seed=3)
    np.testing.assert_array_equal(result.weak, again.weak)
    assert pl.read_csv(out / "summary.csv")["algorithm"].to_list() == ["exp3+unif", "random"]
    assert (out / "regret.png").read_bytes().startswith(b"\x89PNG")
    assert (out / "regret.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.slow
def test_out_draws_one_figure_for_each_winner(capsys, tmp_path):
    arguments = ["--winner", "borda", "--winner", "von_neumann", "--checkpoints", "log", "--threads", 1]
    ask(capsys, "simulate", *ARGUMENTS, *arguments, "--out", tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert {"regret.png", "regret.pdf", "regret-von_neumann.png", "regret-von_neumann.pdf"} <= names
    assert Result.load(tmp_path / "result.parquet").rounds[0] == 1


@pytest.mark.slow
def test_out_draws_the_regret_that_is_asked_for(capsys, tmp_path):
    ask(capsys, "simulate", *ARGUMENTS, "--regret", "strong", "--out", tmp_path)
    result = Result.load(tmp_path / "result.parquet")
    assert (tmp_path / "regret.png").read_bytes() == canvas.content(result.plot("strong"), "png")
    assert run(["simulate", *map(str, ARGUMENTS), "--regret", "mild"]) == 2
    assert "regret must be one of weak, strong, got 'mild'" in capsys.readouterr().err


@pytest.mark.slow
def test_nothing_appears_when_the_disk_is_full(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("duelling.files._save", fail)
    assert run([*map(str, ["simulate", *ARGUMENTS]), "--out", str(tmp_path)]) == 2
    assert list(tmp_path.iterdir()) == []


def test_numbers_have_four_digits():
    assert list(map(common.four_digits, (None, 0.0, 1.5, 12345.6, -999.96, 123.456))) == [
        "", "0.000", "1.500", "12346", "-1000", "123.5",
    ]  # fmt: skip


def test_a_table_of_a_single_run_leaves_out_what_is_not_known(capsys):
    command.show([make(runs=1, seconds=[0.0, 0.0])], 1)
    assert "nan" not in capsys.readouterr().out.lower()


@pytest.mark.parametrize("command", [["simulate", *map(str, ARGUMENTS)], ["thesis", "borda-vn"]], ids=lambda c: c[0])
def test_where_no_figure_can_be_drawn_nothing_is_played(command, capsys, tmp_path, monkeypatch):
    def fails():
        raise Conflict("figures cannot be drawn")

    for play in ("duelling.lab.simulate.simulate", "duelling.lab.grids.run.run"):
        monkeypatch.setattr(play, lambda *_, **__: pytest.fail("it is played"))
    monkeypatch.setattr(canvas, "matplotlib", fails)
    assert run([*command, "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == "duelling: figures cannot be drawn\n"
    assert list(tmp_path.iterdir()) == []
