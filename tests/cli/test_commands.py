"""The command line as a whole: help, interrupts, closed pipes, errors that are one line, and quiet exits."""

import contextlib
import errno
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from duelling.cli import simulate as command
from duelling.cli.commands import run
from duelling.kernels import interpreted
from duelling.registry.known import kept
from tests.helpers.commands import COMMANDS, DUELLING, ENDS, EXAMPLE, ask

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example(capsys, name):
    assert f"Example: duelling {name}" in ask(capsys, name, "--help")


def test_help_lists_the_commands_and_version_is_the_packages(capsys):
    text = ask(capsys, "--help")
    assert all(name in text for name in COMMANDS)
    assert re.fullmatch(r"duelling [\d.]+ \(numpy [\d.]+, numba [\d.]+, python [\d.]+\)\n", ask(capsys, "--version"))


def test_help_does_not_wait_for_the_compiler():
    code = (
        "import sys; from duelling.cli.commands import run; run(['--help']);"
        "print(sorted({'numba', 'numpy', 'polars', 'scipy', 'matplotlib'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


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


def test_a_folder_that_is_gone_is_one_line(monkeypatch, capsys, tmp_path):
    """The compiler may want to know where it is, and so may others; a missing file elsewhere is a fault of our own."""

    def fail(*_, **__):
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr("duelling.lab.simulate.simulate", fail)
    with pytest.raises(FileNotFoundError):
        run(["simulate", "cyclic", "random", "--horizon", "10"])
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert run(["simulate", "cyclic", "random", "--horizon", "10"]) == 2
    assert capsys.readouterr().err == (
        "duelling: the folder in which the command was given is gone: go to another one\n"
    )


def test_too_many_open_files_are_one_line(monkeypatch, capsys):
    def fail(*_, **__):
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr("duelling.lab.simulate.simulate", fail)
    assert run(["simulate", "cyclic", "random", "--horizon", "10"]) == 2
    assert "ulimit -n" in capsys.readouterr().err


def test_where_polars_panics_one_line_says_so(monkeypatch, capsys):
    """What it raises is no Exception."""

    def panic(*_, **__):
        raise pl.exceptions.PanicException("threads cannot be set to 0")

    monkeypatch.setattr("duelling.lab.simulate.simulate", panic)
    assert run(["simulate", "cyclic", "random", "--horizon", "10"]) == 2
    assert capsys.readouterr().err == "duelling: polars cannot go on: threads cannot be set to 0\n"


@pytest.mark.parametrize("made_of_it", [BrokenPipeError, SystemExit])
def test_nothing_more_is_written_to_a_closed_pipe(monkeypatch, tmp_path, made_of_it):
    """typer makes SystemExit of a broken pipe."""

    def fail(*_, **__):
        try:
            raise BrokenPipeError
        except BrokenPipeError:
            raise made_of_it  # noqa: B904

    monkeypatch.setattr("duelling.cli.commands.commands", lambda: fail)
    with (tmp_path / "out").open("w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        assert run(["problems"]) == 141
        stdout.write("lost")
    assert (tmp_path / "out").read_text() == ""


def test_an_error_of_a_loaded_algorithm_is_one_line(capsys, tmp_path):
    text = EXAMPLE.read_text().replace("return Keeper(", "return Keeper(1 // (arms - 4), ").replace("keeper", "mine")
    (tmp_path / "mine.py").write_text(text)
    assert (
        run(["simulate", "cyclic", "mine", "--winner", "borda", "--horizon", "10", "--load", str(tmp_path / "mine.py")])
        == 2
    )
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("duelling: ")
    assert err.count("\n") == 1
    assert "mine.py', line" in err
    assert "ZeroDivisionError" in err


ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("example", "change", "arguments", "says"),
    [
        (
            "my_algorithm.py",
            ("update.register(Keeper, _update)", ""),
            "simulate cyclic keeper --winner condorcet",
            "update",
        ),
        (
            "my_algorithm.py",
            ("return Duel(s.best[0], ", "return tuple, (s.best[0], "),
            "simulate cyclic keeper --winner condorcet",
            "Error",
        ),
        (
            "my_algorithm.py",
            ("_choose(s: Keeper, t, rng)", "_choose(s, t)"),
            "simulate cyclic keeper --winner condorcet",
            "_choose",
        ),
        ("my_bandit.py", ("return arm, ", "return arm  # "), "simulate cyclic greedy+unif", "TypeError"),
        ("my_problem.py", ("def content(", "def contents("), "problems tides:arms=3", "content"),
        ("my_problem.py", ('    kind = "tides"\n', ""), "simulate tides:arms=3 random", "kind"),
        ("my_winner.py", ("maximin(P: np.ndarray, mean: np.ndarray)", "maximin(P)"), "problems sushi", "maximin()"),
    ],
)
def test_whatever_a_loaded_file_causes_is_one_line(capsys, tmp_path, example, change, arguments, says):
    text = (ROOT / "examples" / example).read_text()
    assert change[0] in text
    (tmp_path / "mine.py").write_text(text.replace(*change))
    more = [] if arguments.startswith("problems") else ["--horizon", "10", "--runs", "1"]
    with kept(), interpreted():
        assert run([*arguments.split(), *more, "--load", str(tmp_path / "mine.py")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("duelling: ")
    assert err.count("\n") == 1
    assert says in err
    assert "mine.py" in err or "update.register(Keeper, function)" in err


def test_an_error_of_our_own_keeps_its_traceback(monkeypatch, capsys, tmp_path):
    (tmp_path / "mine.py").write_text((ROOT / "examples" / "my_winner.py").read_text())
    with kept():
        assert run(["problems", "sushi", "--load", str(tmp_path / "mine.py")]) == 0

    def fail(*_):
        raise KeyError("ours")

    monkeypatch.setattr("duelling.cli.problems.show", fail)
    with pytest.raises(KeyError, match="ours"):  # the file was loaded by an earlier command
        run(["problems", "sushi"])


@pytest.mark.compiled
def test_a_closed_pipe_is_left_quietly():
    for arguments in (["problems", "--json"], ["problems"], ["--help"]):
        program = subprocess.Popen([*DUELLING, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        program.stdout.close()
        assert program.stderr.read() == b""
        program.stderr.close()
        assert program.wait() in (0, 141)


def interrupted(program: subprocess.Popen, number: int = signal.SIGINT) -> tuple[int, bytes, bytes]:
    """How a program leaves that is interrupted now: its exit code and what it still prints."""
    program.send_signal(number)
    start = time.monotonic()
    out, err = program.communicate(timeout=60)
    assert time.monotonic() - start < 10
    return program.returncode, out, err


VOTES = Path(__file__).parents[2] / "examples" / "mascots.csv"
LONG = ["simulate", "cyclic", "random", "--horizon", str(10**12), "--runs", "1"]
STOPPED = (130, b"", b"duelling: stopped, nothing was written\n")


@pytest.mark.compiled
def test_an_interrupt_ends_a_long_run_at_once(tmp_path):
    """The loop begins as soon as its machine code is on disk."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    program = subprocess.Popen([*DUELLING, *LONG], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    while not list(tmp_path.rglob("play-*.nbi")):
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


@pytest.mark.slow
@pytest.mark.parametrize("number", ENDS)
@pytest.mark.parametrize("program", [False, True], ids=["command", "program"])
@pytest.mark.parametrize(
    "words", ["simulate cyclic random --horizon 10 --runs 2 --out", f"rank {VOTES} --out", f"next {VOTES} --out"]
)
def test_an_interrupt_while_files_are_written_leaves_nothing_half_written(
    number, program, words, tmp_path, monkeypatch, capsys, blank_figures
):
    def interrupt(content, path):
        path.write_text("half")
        signal.raise_signal(number)

    monkeypatch.setattr("duelling.files._save", interrupt)
    arguments = [*words.split(" "), str(tmp_path / "out" if words.startswith("next") else tmp_path)]
    with command.interruptible() if program else contextlib.nullcontext():  # as ``main`` does
        assert run(arguments) == 130
    assert capsys.readouterr() == ("", "duelling: stopped\n")
    assert list(tmp_path.iterdir()) == []
