"""Ask the command line in this process."""

import io
import json
from pathlib import Path

from duelling.cli.commands import run

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_algorithm.py"
ARGUMENTS = ["cyclic", "exp3+unif", "random", "--horizon", 200, "--runs", 4, "--seed", 3]


def ask(capsys, *arguments):
    """What a command prints; it must succeed and say nothing on stderr."""
    assert run(list(map(str, arguments))) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def ask_json(capsys, *arguments):
    return json.loads(ask(capsys, *arguments, "--json"))


class Terminal(io.StringIO):
    def isatty(self):
        return True
