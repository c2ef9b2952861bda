"""The command line: the promised objects, tables that cut nothing off, files that are whole, and quiet exits."""

import gc
import os
import re
import runpy
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import duelling
from duelling.cli import common
from duelling.cli import simulate as command
from duelling.cli.commands import app, run
from duelling.lab.figures import plots
from duelling.lab.results import Result
from duelling.lab.simulate import simulate
from duelling.problems.reading.named import problem, problem_names
from duelling.problems.sequence import OutcomeSequence, exact_sequence
from duelling.registry.facts import ALGORITHMS
from tests.helpers.commands import EXAMPLE, Terminal, ask, ask_json
from tests.helpers.results import make

pytestmark = pytest.mark.plain

DUELLING = [sys.executable, "-m", "duelling"]


COMMANDS = ["problems", "algorithms", "simulate", "identify", "sequence", "run", "plot", "thesis"]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example(capsys, name):
    assert f"Example: duelling {name}" in ask(capsys, name, "--help")


def test_help_lists_the_commands_and_version_is_the_packages(capsys):
    text = ask(capsys, "--help")
    assert all(name in text for name in COMMANDS)
    assert ask(capsys, "--version") == f"duelling {duelling.__version__}\n"


def test_help_does_not_wait_for_the_compiler():
    code = (
        "import sys; from duelling.cli.commands import run; run(['--help']);"
        "print(sorted({'numba', 'numpy', 'polars', 'scipy', 'matplotlib'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


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


def test_algorithms_lists_the_catalogue(capsys):
    listed = ask_json(capsys, "algorithms")
    assert [each["name"] for each in listed] == sorted(ALGORITHMS)
    wanted = {"name", "label", "reference", "winners", "regret", "anytime", "adversarial"}
    assert all(wanted <= set(each) for each in listed)
    text = ask(capsys, "algorithms")
    assert all(each["name"] in text and each["label"] in text for each in listed)


@pytest.mark.parametrize("name", ["exp3+unif", "ws-w", "random", "btm"])
def test_an_algorithm_in_full(capsys, name):
    known, fact = ask_json(capsys, "algorithms", name), ALGORITHMS.find(name)
    assert [each["name"] for each in known["parameters"]] == list(fact.parameters)
    assert [each["name"] for each in known["stopping_parameters"]] == ["epsilon", "gamma"] * (name == "btm")
    assert known["bounds"] == {winner: bound.formula for winner, bound in fact.bounds.items()}
    text = ask(capsys, "algorithms", name)
    assert all(word in text for word in (fact.label, fact.reference, *fact.parameters, *known["bounds"].values()))
    assert ("epsilon" in text) == (name == "btm")  # which has it only where it stops by itself
    lines = [line for line in text.split("Parameters")[0].splitlines() if line.strip()]
    assert len(lines) == len(set(lines))  # no fact is told twice


def test_kinds_of_parameters_have_names_for_people():
    from typing import Literal

    from duelling.registry.catalogue import kind_name

    kinds = {float: "number", int | None: "whole number", bool: "true or false", Literal["a", "b"]: "a | b"}
    assert [kind_name(kind) for kind in kinds] == list(kinds.values())
    assert kind_name(Literal["a"] | float) == "a | number"


ARGUMENTS = ["cyclic", "exp3+unif", "random", "--horizon", 200, "--runs", 4, "--seed", 3]


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


def test_out_draws_one_figure_for_each_winner(capsys, tmp_path):
    arguments = ["--winner", "borda", "--winner", "von_neumann", "--checkpoints", "log", "--threads", 1]
    ask(capsys, "simulate", *ARGUMENTS, *arguments, "--out", tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert {"regret.png", "regret.pdf", "regret-von_neumann.png", "regret-von_neumann.pdf"} <= names
    assert Result.load(tmp_path / "result.parquet").rounds[0] == 1


def test_out_draws_the_regret_that_is_asked_for(capsys, tmp_path):
    ask(capsys, "simulate", *ARGUMENTS, "--regret", "strong", "--out", tmp_path)
    result = Result.load(tmp_path / "result.parquet")
    assert (tmp_path / "regret.png").read_bytes() == plots.content(result.plot("strong"), "png")
    assert run(["simulate", *map(str, ARGUMENTS), "--regret", "mild"]) == 2
    assert "regret must be one of weak, strong, got 'mild'" in capsys.readouterr().err


def test_nothing_appears_when_the_disk_is_full(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("duelling.files._save", fail)
    assert run([*map(str, ["simulate", *ARGUMENTS]), "--out", str(tmp_path)]) == 2
    assert list(tmp_path.iterdir()) == []


def test_sequence_writes_the_exact_sequence(capsys, tmp_path):
    text = ask(capsys, "sequence", "borda_vonneumann", "--period", 40, "--seed", 7, "--out", tmp_path / "s.npz")
    assert "40 rounds of 5 arms" in text
    expected = exact_sequence(problem("borda_vonneumann"), period=40, seed=7)
    np.testing.assert_array_equal(OutcomeSequence.load(tmp_path / "s.npz").outcome, expected.outcome)
    found = ask_json(capsys, "simulate", tmp_path / "s.npz", "random", "--horizon", 80, "--runs", 1)
    assert found["period"] is None
    ask(capsys, "sequence", "borda_vonneumann", "--out", tmp_path / "short.npz")
    assert OutcomeSequence.load(tmp_path / "short.npz").period == 20


def test_a_loaded_algorithm_is_in_the_catalogue(capsys):
    assert "champion" in [each["name"] for each in ask_json(capsys, "algorithms", "--load", EXAMPLE)]
    assert ask_json(capsys, "algorithms", "champion", "--load", EXAMPLE)["parameters"] == [
        {"name": "chance", "type": "number", "default": 0.01, "about": "How often it starts afresh."}
    ]


def test_a_terminal_gets_a_bar_with_speed_and_time_left(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with command.progress() as report:
        time.sleep(0.2)  # nothing is reported before the first run is over, be it long or not
        assert "first run" in sys.stderr.getvalue()
        report(500, 1000)
        report(1000, 1000)
    assert "rounds/s" in sys.stderr.getvalue()
    assert "0:00:00" in sys.stderr.getvalue()


def test_a_narrow_terminal_does_not_cut_a_matrix(monkeypatch):
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "60")
    assert common.console().width == 60
    assert common.console(whole=True).width > 300


@pytest.mark.parametrize("width", [60, 80, 120, 250])
def test_tables_on_a_terminal_leave_columns_out_and_cut_nothing(monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    texts = {}
    for name, arguments in (("simulate", ["simulate", *ARGUMENTS]), ("algorithms", ["algorithms", "--for", "borda"])):
        monkeypatch.setattr(sys, "stdout", Terminal())
        assert run(list(map(str, arguments))) == 0
        texts[name] = re.sub(r"\x1b\[\d*m", "", sys.stdout.getvalue())  # without bold
        words = set(texts[name].split())
        assert not [word for word in words if "…" in word and word != "…"]  # it stands between the ends of intervals
        assert max(map(len, texts[name].splitlines())) <= max(width, 80)
    assert all(word in texts["simulate"] for word in ("exp3+unif", "random", "weak", "strong", "±"))
    assert ("95% interval" in texts["simulate"]) == (width >= 80)
    assert ("rounds/s" in texts["simulate"]) == (width > 80)
    assert {each for each in ALGORITHMS if "borda" in ALGORITHMS.find(each).winners} <= set(texts["algorithms"].split())
    assert ("reference" in texts["algorithms"]) == (width == 250)


def test_a_name_too_long_for_the_terminal_is_still_whole(monkeypatch):
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "40")
    for name in ("x" * 50, "試合" * 15):  # a character may be as wide as two
        common.print_rows(("name", "what", "number"), [(name, "some words", "1 … 2")], numbers=1, spare=(-1,))
        assert name in sys.stdout.getvalue()
    text = sys.stdout.getvalue()
    assert "number" not in text


def test_numbers_have_four_digits():
    assert list(map(common.four_digits, (None, 0.0, 1.5, 12345.6, -999.96, 123.456))) == [
        "", "0.000", "1.500", "12346", "-1000", "123.5",
    ]  # fmt: skip


def test_a_table_of_a_single_run_leaves_out_what_is_not_known(capsys):
    command.show(make(runs=1, seconds=[0.0, 0.0]))
    assert "nan" not in capsys.readouterr().out.lower()


def test_a_fault_of_our_own_is_not_hidden(monkeypatch):
    monkeypatch.setattr("duelling.lab.simulate.simulate", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run(["simulate", "cyclic", "random", "--horizon", "10"])


@pytest.mark.parametrize(("error", "code"), [(KeyboardInterrupt, 130), (MemoryError, 2)])
def test_interruptions_and_memory(monkeypatch, capsys, error, code):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr("duelling.lab.simulate.simulate", fail)
    assert run(["simulate", "cyclic", "random", "--horizon", "10"]) == code
    assert ("memory" in capsys.readouterr().err) == (code == 2)


@pytest.mark.parametrize("error", [BrokenPipeError, SystemExit])
def test_nothing_more_is_written_to_a_closed_pipe(monkeypatch, tmp_path, error):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr("duelling.cli.commands.app", fail)
    with (tmp_path / "out").open("w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        assert run(["problems"]) == 141
        stdout.write("lost")
    assert (tmp_path / "out").read_text() == ""


def test_an_error_of_a_loaded_algorithm_is_one_line(capsys, tmp_path):
    text = (
        EXAMPLE.read_text().replace("return Champion(", "return Champion(1 // (arms - 4), ").replace("champion", "mine")
    )
    (tmp_path / "mine.py").write_text(text)
    assert run(["simulate", "cyclic", "mine", "--horizon", "10", "--load", str(tmp_path / "mine.py")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("duelling: ")
    assert err.count("\n") == 1
    assert "mine.py', line" in err
    assert "ZeroDivisionError" in err


def test_an_interrupt_shows_the_cursor_again_and_leaves(monkeypatch):
    left = []
    monkeypatch.setattr(os, "_exit", left.append)
    monkeypatch.setattr(sys, "stderr", Terminal())
    with command.interruptible():
        signal.raise_signal(signal.SIGINT)
    assert left == [130]
    assert sys.stderr.getvalue() == "\x1b[?25h\nduelling: stopped, nothing was written\n"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_module_runs_the_command_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["duelling", "--version"])
    monkeypatch.setattr(os, "_exit", sys.exit)
    with pytest.raises(SystemExit) as left:
        runpy.run_module("duelling", run_name="__main__")
    assert left.value.code == 0
    assert capsys.readouterr().out == f"duelling {duelling.__version__}\n"


def test_no_arguments_show_the_help(capsys, monkeypatch):
    from duelling.cli import main

    monkeypatch.setattr(os, "_exit", sys.exit)
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 0
    assert "simulate" in capsys.readouterr().out
    assert {each.name or each.callback.__name__ for each in app.registered_commands} == set(COMMANDS)


@pytest.mark.compiled
def test_a_closed_pipe_is_left_quietly():
    for arguments in (["problems", "--json"], ["problems"], ["--help"]):
        program = subprocess.Popen([*DUELLING, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        program.stdout.close()
        assert program.stderr.read() == b""
        program.stderr.close()
        assert program.wait() in (0, 141)


def interrupted(program: subprocess.Popen) -> tuple[int, bytes, bytes]:
    """How a program leaves that is interrupted now: its exit code and what it still prints."""
    program.send_signal(signal.SIGINT)
    start = time.monotonic()
    out, err = program.communicate(timeout=60)
    assert time.monotonic() - start < 10
    return program.returncode, out, err


LONG = ["simulate", "cyclic", "random", "--horizon", str(10**12), "--runs", "1"]
STOPPED = (130, b"", b"duelling: stopped, nothing was written\n")


@pytest.mark.compiled
def test_an_interrupt_ends_a_long_run_at_once(tmp_path):
    """The loop begins as soon as its machine code is on disk."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    program = subprocess.Popen([*DUELLING, *LONG], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    while not list(tmp_path.rglob("*.play-*.nbi")):
        assert program.poll() is None
        time.sleep(0.1)
    time.sleep(0.5)
    assert interrupted(program) == STOPPED


@pytest.mark.parametrize("module", ["typer", "numpy"])
def test_an_interrupt_while_modules_are_imported_says_the_same(module):
    """Python reports each module as soon as it is imported; typer is needed by all commands, numpy by this one."""
    command = [sys.executable, "-X", "importtime", "-m", "duelling", *LONG]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not re.search(rf"\| +{module}[.\w]*\n", line := program.stderr.readline().decode()):
        assert line
    code, out, err = interrupted(program)
    err = b"\n".join(line for line in err.splitlines() if not line.startswith(b"import time:"))
    assert (code, out, err + b"\n") == STOPPED


def test_an_interrupt_while_files_are_written_leaves_nothing_half_written(tmp_path, monkeypatch, capsys):
    def interrupt(content, path):
        path.write_text("half")
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("duelling.files._save", interrupt)
    arguments = ["simulate", "cyclic", "random", "--horizon", "10", "--runs", "2", "--out", str(tmp_path)]
    assert run(arguments) == 130
    assert capsys.readouterr() == ("", "duelling: stopped\n")
    assert list(tmp_path.iterdir()) == []


def test_a_command_by_itself_leaves_the_process_as_it_was(capsys):
    """``main`` alone sets what suits a program that ends; a service runs commands without it."""

    def settings():
        return gc.get_threshold(), signal.getsignal(signal.SIGINT)

    before = settings()
    assert run(["problems", "cyclic"]) == 0
    assert settings() == before


def test_the_program_and_the_module_are_the_same():
    assert subprocess.check_output([*DUELLING, "--version"]).decode().startswith("duelling ")
    assert os.path.exists(Path(sys.executable).parent / "duelling")


def test_identify_prints_the_same_for_programs_and_for_people(capsys):
    found = ask_json(capsys, "identify", "cyclic", "savage", "--runs", 3, "--delta", 0.1)
    assert (found["problem"], found["algorithm"], found["winner"], found["delta"]) == (
        "cyclic",
        "savage",
        "condorcet",
        0.1,
    )
    assert found["right"] + found["wrong"] + found["undecided"] == pytest.approx(1)
    assert sum(found["verdicts"].values()) == found["runs"] == 3
    text = ask(capsys, "identify", "cyclic", "savage", "--runs", 3, "--delta", 0.1)
    assert f"{found['duels']['max']:,}" in text
    assert f"{found['right']:.1%}" in text


def test_algorithms_answers_what_to_use(capsys):
    found = ask_json(capsys, "algorithms", "--for", "borda", "--regret", "weak", "--adversarial")
    assert found[0]["name"] == "exp3+unif"
    assert all("borda" in each["winners"] and each["adversarial"] for each in found)
    text = ask(capsys, "algorithms", "--for", "von-neumann", "--anytime")
    assert "vn+unif" in text
    assert "ws-w" not in text
    assert ask(capsys, "algorithms", "--markdown").startswith("# The catalogue")


def test_one_algorithm_tells_what_it_does_with_votes(capsys):
    text = " ".join(ask(capsys, "algorithms", "tsallis+unif").split())
    assert "can be rebuilt from its votes yes duels an arm with itself no" in text
    assert "the second arm uniform over the others" in text
    assert "rebuilt" not in ask(capsys, "algorithms", "dbgd")  # of which nothing is said
    assert ask_json(capsys, "algorithms", "ws-w")["folds"] is False
