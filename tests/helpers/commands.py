"""Ask the command line in this process."""

import io
import json
import signal
import sys
from pathlib import Path

from duelling.cli.commands import run

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_algorithm.py"
DUELLING = [sys.executable, "-m", "duelling"]
COMMANDS = [
    "problems",
    "algorithms",
    "simulate",
    "identify",
    "sequence",
    "run",
    "plot",
    "rank",
    "next",
    "serve",
    "thesis",
]
ENDS = {signal.SIGINT: 130, signal.SIGTERM: 143}
ARGUMENTS = ["cyclic", "exp3+unif", "random", "--horizon", 200, "--runs", 4, "--seed", 3]


def ask(capsys, *arguments):
    """What a command prints; it must succeed and say nothing on stderr."""
    assert run(list(map(str, arguments))) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def ask_loud(capsys, *arguments):
    """What a command prints; it must succeed, and may say something on stderr."""
    code = run(list(map(str, arguments)))
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def ask_json(capsys, *arguments):
    return json.loads(ask(capsys, *arguments, "--json"))


class Terminal(io.StringIO):
    def isatty(self):
        return True


def names(folder):
    """Every file in a folder, also in the folders inside."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
