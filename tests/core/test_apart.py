"""A process that lives long lets another one compile, and loads what it has made."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled

LOOK = """
import math
from duelling.core import apart, jit
from duelling.core.evidence.pairs import log_limit

made, compile_here = [], jit._compile
def compile_and_look(*what):
    made.append(compile_here(*what))
    return made[-1]
jit._compile = compile_and_look
jit.compile_apart()
{change}
assert log_limit(0.05) == math.log(10.5)
print([len(each.stats.cache_hits) for each in made], [len(each.stats.cache_misses) for each in made])
"""
LOADED, COMPILED_HERE = "[1] [0]", "[0] [1]"
LARGE = """
from duelling.core import jit
from duelling.live.compiling import Counted, _compile
jit.compile_apart()
_compile(Counted)
"""


def printed(tmp_path: Path, change: str) -> str:
    """What a fresh process prints that has no kernels on its disk."""
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", LOOK.format(change=change)], env=env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, belongs_to = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:  # it has ended
            continue
        if int(belongs_to) == parent and state != "Z":
            found.append(int(stat.parent.name))
    return found


def compiler_is_there(process: int) -> bool:
    """Whether a process has loaded the library that makes machine code."""
    return "llvmlite" in Path(f"/proc/{process}/maps").read_text()


@pytest.mark.parametrize(
    "change",
    [
        'apart.COMMAND = ("/nowhere/python",)',
        'apart.COMMAND = ("false",)',
        'apart.COMMAND, apart.PATIENCE = ("sleep", "60"), 0.1',
    ],
)
def test_where_it_cannot_this_one_does(tmp_path, change):
    assert printed(tmp_path, change) == COMPILED_HERE


def test_another_process_compiles_and_finds_nothing_of_the_folder_where_it_starts(tmp_path, monkeypatch):
    (tmp_path / "numba.py").write_text("raise SystemExit")
    monkeypatch.chdir(tmp_path)
    without_this_folder = "import sys; sys.path.remove('')"
    done = subprocess.run(
        [sys.executable, "-c", f"{without_this_folder}\n{LOOK.format(change='')}"],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == LOADED


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up where Linux has them")
def test_it_ends_with_the_one_that_waits_for_it(tmp_path):
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    waiting = subprocess.Popen([sys.executable, "-c", LARGE], env=env)
    end = time.monotonic() + 60
    while not (compiling := children(waiting.pid)) and time.monotonic() < end:
        time.sleep(0.02)
    while not compiler_is_there(compiling[0]) and time.monotonic() < end:
        time.sleep(0.02)
    time.sleep(0.3)  # it has begun to compile
    waiting.send_signal(signal.SIGKILL)
    waiting.wait()
    assert len(compiling) == 1
    while Path(f"/proc/{compiling[0]}").exists() and time.monotonic() < end:
        time.sleep(0.02)
    assert not Path(f"/proc/{compiling[0]}").exists()
    assert not list(tmp_path.rglob("tell_logged*.nbi"))  # it ended before it was done
