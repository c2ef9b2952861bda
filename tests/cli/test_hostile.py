"""What no friend would write: control characters, special files, endless arguments, files that raise anything.

Each is one line without control characters and exit code 2, and nothing is written.
"""

import os
import re
import socket

import numpy as np
import pytest

from duelling.cli.commands import run
from duelling.errors import CONTROL, LONGEST_LINE
from tests.helpers import results

pytestmark = pytest.mark.plain

ESCAPE = "\x1b[31m"
MATRIX = "0.5 0.6\n0.4 0.5\n"
VOTES = "left,right,winner\n"
GRID = '[[experiment]]\nid = "a"\nproblems = "cyclic"\nalgorithms = "random"\nhorizons = 10\nruns = 2\n'
SIMULATE = "simulate|cyclic|random|--horizon|10|--runs|2"
LONG = "x" * 5000


def case(arguments, *words, name, files=None):
    return pytest.param(arguments.split("|"), words, files or {}, id=name)


def shown(text, *words, name, file="m.txt"):
    """A problem file that is to be shown."""
    return case(f"problems|{file}", file, *words, name=name, files={file: text})


def loaded(text, *words, name):
    """A user's own file."""
    return case("problems|sushi|--load|own.py", "own.py", *words, name=name, files={"own.py": text})


def declared(text, *words, name):
    """A grid."""
    return case("run|g.toml|--out|out", "g.toml", *words, name=name, files={"g.toml": text})


CONTROLS = {"escape": ESCAPE, "nul": "\0", "delete": "\x7f", "c1": "\x9b", "bidi": "\u202e", "isolate": "\u2066"}
PATHS = {
    "simulate": SIMULATE + "|--out|",
    "run": "run|g.toml|--out|",
    "grid": "run||--out|out",
    "plot": "plot|",
    "figures": "plot|results|--out|",
    "sequence": "sequence|cyclic|--out|",
    "thesis": "thesis|borda-vn|--quick|--out|",
    "load": "problems|sushi|--load|",
}
READ = {"problems": "problems|{}", "votes": "problems|votes:{}", "grid": "run|{}|--out|out"}
READ["load"] = "problems|sushi|--load|{}"
NO_FILE = "must be a file, got a device, a pipe or a socket"
SPECIAL = ["/dev/zero", "/dev/urandom", "/dev/tty", "pipe", "socket"]

CASES = [
    *(shown(f"# name: a{c}b\n{MATRIX}", "name must", "control characters", name=f"name {n}")
      for n, c in CONTROLS.items()),
    *(shown(f"# arms: a{c}b, c\n{MATRIX}", "arms[0] must", "control characters", name=f"arm {n}")
      for n, c in CONTROLS.items()),
    *(shown(f"{VOTES}a{c}b,c,c\n", "line 2: left must", "control characters", name=f"vote {n}", file="v.csv")
      for n, c in CONTROLS.items()),
    shown(f"# source: {ESCAPE}\n{MATRIX}", "source must", name="source"),
    shown(f"# description: {ESCAPE}\n{MATRIX}", "description must", name="description"),
    shown(f"{ESCAPE}0.5 0.6\n0.4 0.5\n", r"\x1b[31m0.5", name="a number with an escape"),
    shown(f"{VOTES}a,b,{ESCAPE}\n", r"\x1b", name="a winner with an escape", file="v.csv"),
    shown(f"left,right,winner,{ESCAPE}\na,b\n", "must have 4 fields", name="a heading with an escape", file="v.csv"),
    shown(f"# link: {ESCAPE}\n0.5 0.6\n", r"\x1b", name="a link with an escape"),
    shown("a,\n0.5,0.6\n0.4,0.5\n", "names that can be seen", "''", name="an empty arm", file="m.csv"),
    shown('a," "\n0.5,0.6\n0.4,0.5\n', "names that can be seen", name="a blank arm", file="m.csv"),
    shown("a,a\n0.5,0.6\n0.4,0.5\n", "different names", name="an arm twice", file="m.csv"),
    shown("e\u0301,\u00e9\n0.5,0.6\n0.4,0.5\n", "different names", name="arms that look alike", file="m.csv"),
    shown(f"{VOTES}e\u0301,\u00e9,left\n", "two different items", name="votes for items that look alike", file="v.csv"),
    shown(f"{'x' * 200000},b\n", "line 1 must be CSV", name="a field too long", file="m.csv"),
    shown("a b\n0.5;0.6\n0.4 0.5\n", "line 2", name="another delimiter"),
    shown("a,b\n0.5,0.6\0\n0.4,0.5\n", r"line 2 column 2", r"\x00", name="a NUL in a number", file="m.csv"),
    shown(f"{LONG} {MATRIX}", "must be a number, got 'xxx", name="a long word"),
    case(f"problems|a{ESCAPE}", "an argument must", r"\x1b", name="an argument with an escape"),
    case("problems|a\nb", "an argument must", r"'a\nb'", name="an argument of two lines"),
    case(SIMULATE + "|--out|n\udc80", "an argument must be one line of UTF-8", r"\udc80", name="a folder not in UTF-8"),
    case("run|g.toml|--out|n\udc80", "UTF-8", name="a grid's folder not in UTF-8", files={"g.toml": GRID}),
    declared(GRID + 'title = "\\u001b"\n', "title: must be one line", r"\x1b", name="a title"),
    declared(GRID.replace("cyclic", "cyc\\u0000lic"), "problems: must be one line", name="a NUL in a problem"),
    declared(GRID.replace('"a"', '"\\u001b"'), "id: must", r"(\x1b)", name="an id"),
    declared(GRID.replace('"cyclic"', '""'), "there is no problem ''", name="a problem without a name"),
    declared("a = " + "[" * 5000, "nested too deeply", name="nested lists"),
    declared("\x1b = 1", r"g.toml: ", name="a key"),
    *(case(text, "a path must not be empty", name=f"empty {n}") for n, text in PATHS.items()),
    case("simulate|cyclic|random|--horizon|10|--out=", "a path must not be empty", name="empty after ="),
    case("problems|", "there is no problem ''", name="an empty problem"),
    case("simulate||random|--horizon|10", "there is no problem ''", name="simulate an empty problem"),
    case("simulate|cyclic||--horizon|10", "there is no algorithm ''", name="simulate an empty algorithm"),
    *(case(text.format(path), NO_FILE, name=f"{n} {path}", files=SPECIAL[3:])
      for n, text in READ.items() for path in SPECIAL if not (n == "problems" and path[0] != "/")),
    *(case(text.format("folder"), "Is a directory", name=f"{n} folder", files=["folder"]) for n, text in READ.items()),
    case("problems|./pipe", NO_FILE, name="problems pipe", files=SPECIAL[3:]),
    case("problems|./socket", NO_FILE, name="problems socket", files=SPECIAL[3:]),
    case("problems|pipe.npz", NO_FILE, name="a sequence that is a pipe", files=["pipe.npz"]),
    case("problems|loop.txt", "levels of symbolic links", name="a link to itself", files=["loop.txt"]),
    case(SIMULATE + "|--out|loop", "a link that leads nowhere", name="out is a link to itself", files=["loop"]),
    case(SIMULATE + "|--out|loop/out", "symbolic links", name="out is below a link to itself", files=["loop"]),
    case("problems|" + "corrupted:" * 2000, "constant preferences", name="corrupted again and again"),
    case("problems|corrupted:corrupted:sushi,budget=1", "constant preferences", name="corrupted twice"),
    loaded("raise GeneratorExit\n", "line 1: GeneratorExit", name="GeneratorExit"),
    loaded("raise SystemExit(0)\n", "line 1: SystemExit: 0", name="SystemExit"),
    loaded("class Own(BaseException): pass\nraise Own('why')\n", "line 2: Own: why", name="a BaseException"),
    loaded("class Own(Exception):\n    def __str__(self):\n        raise self\nraise Own\n", "4: Own", name="mute"),
    loaded("input()\n", "line 1", name="a file that asks"),
    loaded("def f(): f()\nf()\n", "RecursionError", name="recursion"),
    loaded("x = 1\0\n", "null bytes", name="null bytes"),
    loaded("(" * 10**5, "nested", name="nested parentheses"),
    loaded("# coding: no\n", "unknown encoding", name="an unknown encoding"),
    loaded(f"raise ValueError('{ESCAPE}')\n", r"ValueError: \x1b", name="an escape in an error"),
    loaded("raise ValueError('x' * 10**6)\n", "xxx...xxx", name="a long error"),
    loaded("raise ValueError('x ' * 10**6)\n", "x x", name="many words in an error"),
    *(case(text.format(LONG), "xxx...xxx", name=f"a long {n}") for n, text in {
        "problem": "problems|{}", "algorithm": "algorithms|{}", "command": "{}", "option": "problems|--{}",
        "winner": "algorithms|--for|{}", "number": SIMULATE + "|--seed|{}", "regret": "algorithms|--regret|{}",
        "parameter": "simulate|cyclic|rucb:{}=1|--horizon|10", "value": "simulate|cyclic|rucb:alpha={}|--horizon|10",
        "load": "problems|sushi|--load|{}", "grid": "run|{}|--out|out", "engine": "thesis|--out|o|--engine|{}",
    }.items()),
    case("problems|" + "x " * 5000, "x x", name="many words"),
    case(SIMULATE + "|--seed|-" + "9" * 4000, "from 0 on, got -999", name="many digits"),
]  # fmt: skip


def make(name, text=""):
    if "pipe" in name:
        os.mkfifo(name)
    elif "socket" in name:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(name)
    elif "loop" in name:
        os.symlink(name, name)
    elif name == "folder":
        os.mkdir(name)
    else:
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)


@pytest.mark.parametrize(("arguments", "words", "files"), CASES)
def test_one_line_exit_code_2_and_nothing_written(capsys, tmp_path, monkeypatch, arguments, words, files):
    monkeypatch.chdir(tmp_path)
    for name in files:
        make(name, files[name] if isinstance(files, dict) else "")
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"duelling: [^\n]+\n", err), err
    assert not CONTROL.search(err[:-1]), repr(err)
    assert len(err) < LONGEST_LINE + 20
    for word in words:
        assert word in err
    assert sorted(path.name for path in tmp_path.rglob("*")) == sorted(files)


def test_a_sequence_with_control_characters_is_refused(capsys, tmp_path):
    facts = {"name": "s", "source": "", "description": "", "ties": False, "arms": ["a", "b"]}
    M = np.array([[[0, 1], [-1, 0]]], np.int8)
    for key, value in (("name", ESCAPE), ("source", ESCAPE), ("description", ESCAPE), ("arms", ["a", ESCAPE])):
        np.savez(tmp_path / "s.npz", M=M, **{**facts, key: np.array(value)})
        assert run(["problems", str(tmp_path / "s.npz")]) == 2
        assert re.search(rf"s\.npz: {key}(\[1\])? must be one line", capsys.readouterr().err)


def test_what_the_shell_has_opened_is_read(capsys, tmp_path):
    """As in ``duelling problems <(...)``; votes are read once, for a pipe cannot be read twice."""
    for text in (f"# arms: tea, coffee\n{MATRIX}", f"{VOTES}tea,coffee,tea\n"):
        reading, writing = os.pipe()
        os.write(writing, text.encode())
        os.close(writing)
        assert run(["problems", f"/dev/fd/{reading}"]) == 0
        os.close(reading)
        assert "coffee" in capsys.readouterr().out


def test_files_of_other_systems_are_read(capsys, tmp_path):
    for text in ("\ufefftea,coffee\r\n0.5,0.6\r\n0.4,0.5\r\n", "tea,coffee\r0.5,0.6\r0.4,0.5\r",
                 "\ufeffleft,right,winner\r\ntea,coffee,tea\r\n", "left,right,winner\rtea,coffee,tea\r"):  # fmt: skip
        (tmp_path / "m.csv").write_bytes(text.encode())
        assert run(["problems", str(tmp_path / "m.csv")]) == 0
        assert "tea" in capsys.readouterr().out


@pytest.mark.parametrize("said", ["raise SystemExit(0)", "raise GeneratorExit", "raise EOFError"])
def test_whatever_an_own_algorithm_raises_later_is_told(capsys, tmp_path, said):
    """SystemExit was taken for a reader that has gone, the end of a file for Ctrl-C: both were silent."""
    text = '@du.algorithm("own", label="o", reference="", winners=(), regret="weak", adversarial=False, anytime=True, '
    text = f"import duelling as du\n\n{text}cost='1')\ndef start(arms: int, horizon: int):\n    {said}\n"
    (tmp_path / "own.py").write_text(text)
    arguments = ["simulate", "cyclic", "own", "--horizon", "10", "--runs", "1", "--load", str(tmp_path / "own.py")]
    assert run(arguments) == 2
    assert re.fullmatch(r"duelling: .*own\.py', line 5: \w+(: 0)?\n", capsys.readouterr().err.lstrip("\n"))


@pytest.mark.slow
def test_a_result_cannot_choose_where_its_figures_go(capsys, tmp_path):
    """Whoever made the file may have given it any digest."""
    stored = tmp_path / "a" / "b"
    stored.mkdir(parents=True)
    results.make(winners=("borda", "../../mine")).save(stored / "result.parquet")
    assert run(["plot", str(stored)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "without a folder" in err
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [stored / "result.parquet"]
