"""Standard streams that are closed, full, not waiting, or of another encoding. Each needs a process of its own."""

import fcntl
import json
import os
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from duelling.cli import streams

pytestmark = pytest.mark.plain

FULL = "duelling: cannot write to standard output: No space left on device\n"
GRID = '[[experiment]]\nid = "a"\nproblems = "cyclic"\nalgorithms = "random"\nhorizons = 10\nruns = 2\n'
COMMANDS = [
    "--help",
    "--version",
    "problems",
    "problems --json",
    "problems sushi",
    "algorithms",
    "algorithms --markdown",
    "algorithms rucb --json",
    "simulate cyclic random --horizon 10 --runs 2 --out simulated",
    "identify cyclic savage --runs 1",
    "sequence borda_vonneumann --out s.npz",
    "run g.toml --out results",
    "plot results",
    "rank votes.csv --out ranked",
    "next votes.csv",
    "next votes.csv --out more.csv",
    "problems sushy",
]
WRITTEN = ["more.csv", "ranked/index.html", "results/results.parquet", "s.npz", "simulated/result.parquet"]

# All commands run in one process: to start Python for each would take a minute. Each gets its streams afresh. Figures
# are empty sheets, since nobody looks at them.
PLAY = """
import os, sys
from matplotlib.figure import Figure
from duelling.cli import main

Figure.draw = lambda figure, renderer: None

os._exit = sys.exit
kept = []  # Python complains of a stream that it throws away and cannot empty
for arguments in sys.argv[1:]:
    kept.append((sys.stdout, sys.stderr))
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    try:
        main(arguments.split())
    except SystemExit as left:
        with open("codes", "a") as codes:
            print(left.code, file=codes)
assert not sys.stdin.isatty()
os.kill(os.getpid(), 9)  # what could not be written is still in the buffers
"""


def play(
    folder: Path, redirected: str, commands: list[str] = COMMANDS, **environment: str
) -> tuple[list[int], bytes, str]:
    """The exit codes of the commands with these streams, and what they printed."""
    (folder / "g.toml").write_text(GRID)
    (folder / "votes.csv").write_text("left,right,winner\na,b,a\n")
    for name in ("out", "err"):
        (folder / name).write_text("")
    shell = ["bash", "-c", f'exec "$0" "$@" >out 2>err {redirected}', sys.executable, "-c", PLAY, *commands]
    settings = {**os.environ, "NUMBA_DISABLE_JIT": "1", **environment}
    assert subprocess.run(shell, cwd=folder, env=settings, timeout=120).returncode == -9
    codes = [int(line) for line in (folder / "codes").read_text().split()]
    return codes, (folder / "out").read_bytes(), (folder / "err").read_text()


REFUSED = "duelling: there is no problem 'sushy': did you mean 'sushi'?\n"
DONE, PROGRESS = [0] * (len(COMMANDS) - 1) + [2], "a: 20 rounds, "


@pytest.mark.slow
@pytest.mark.parametrize(
    ("redirected", "codes", "lost"),
    [
        (">&-", DONE, "out"),
        ("<&- >&- 2>&-", DONE, "out err"),
        ("2>/dev/full", DONE, "err"),
        (">/dev/full", [2] * len(COMMANDS), "out"),
    ],
)
def test_every_command_answers_a_closed_or_full_stream(tmp_path, redirected, codes, lost):
    found, out, err = play(tmp_path, redirected)
    assert found == codes
    assert (out == b"") == ("out" in lost)
    said = [line + "\n" for line in err.splitlines() if not line.startswith(PROGRESS)]
    full = [] if codes == DONE else [FULL] * (len(COMMANDS) - 1)
    assert said == ([] if "err" in lost else [*full, REFUSED])
    assert [name for name in WRITTEN if (tmp_path / name).is_file()] == WRITTEN
    assert not list(tmp_path.rglob(".writing-*"))


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["latin1", "ascii"])
def test_what_an_encoding_lacks_is_replaced(tmp_path, encoding):
    found, out, err = play(tmp_path, "", COMMANDS[:8], PYTHONIOENCODING=encoding)
    assert found == DONE[:8]
    assert err == ""
    assert "?" in out.decode(encoding)


@pytest.mark.slow
def test_json_keeps_every_letter_in_any_encoding(tmp_path):
    (tmp_path / "m.txt").write_text("# arms: \u00e9, \u03b1\n0.5 0.6\n0.4 0.5\n", encoding="utf-8")
    for settings in ({"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin1"}, {"PYTHONIOENCODING": "utf-8"},
                     {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}):  # fmt: skip
        command = [sys.executable, "-m", "duelling", "problems", "m.txt", "--json"]
        out = subprocess.check_output(command, cwd=tmp_path, env={**os.environ, **settings})
        assert json.loads(out.decode(settings.get("PYTHONIOENCODING", "ascii")))["arms"] == ["\u00e9", "\u03b1"]


def _waiting_in(pipe: int) -> int:
    """How many bytes nobody has read yet."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


@pytest.mark.slow
def test_a_stream_that_does_not_wait_gets_all_of_it():
    """The writing end of a pipe that another program has set so; it is full before everything is written."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    room = fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    command = [sys.executable, "-m", "duelling", "algorithms", "--json"]
    with subprocess.Popen(command, stdout=writing, stderr=subprocess.PIPE) as program:
        os.close(writing)
        while _waiting_in(reading) < room and program.poll() is None:
            time.sleep(0.01)
        time.sleep(0.1)  # it writes on, into the full pipe
        with open(reading, "rb") as pipe:
            assert len(json.load(pipe)) > 40
        assert program.stderr.read() == b""
    assert program.returncode == 0


OPENED = """
import os, subprocess, sys
from duelling.cli.streams import prepare
prepare()
with open("x", "w") as file:
    child = subprocess.run([sys.executable, "-c", "import os; [os.fstat(number) for number in range(3)]"])
    print(file.fileno(), child.returncode, file=file)
"""


def test_no_file_gets_the_number_of_a_closed_stream(tmp_path):
    """Otherwise what a compiler prints would go into the file; the same for programs that this one starts."""
    shell = ["bash", "-c", 'exec "$0" -c "$1" <&- >&- 2>&-', sys.executable, OPENED]
    assert subprocess.run(shell, cwd=tmp_path).returncode == 0
    number, code = map(int, (tmp_path / "x").read_text().split())
    assert number > 2
    assert code == 0


def test_the_streams_of_a_caller_stay(capsys):
    before = sys.stdout, sys.stderr
    streams.prepare()
    assert (sys.stdout, sys.stderr) == before
