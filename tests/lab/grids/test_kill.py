"""kill -9 at any moment: the next run goes on from there, and the end is the same as if nothing had happened."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from duelling.lab.grids.run import run
from duelling.lab.grids.store import Store
from tests.helpers.grids import content, grid

GRID = """
runs = 2
[[experiment]]
id = "one"
problems = ["cyclic", "arxiv"]
algorithms = ["ws-w", "random"]
horizons = [20, 30, 40, 50, 60, 70]
"""
# Each piece takes a while, so that there is a middle to be killed in; interpreted, so that nothing is compiled.
PROGRAM = """
import sys, time
from duelling.lab.grids import pieces, run
from duelling.lab.grids.plan import resolve
from duelling.lab.grids.specification import parse
real = pieces.Piece.play
def slow(piece, progress=None):
    time.sleep(0.04)
    return real(piece, progress)
pieces.Piece.play = slow
run.run(resolve(parse(sys.argv[1], "grid.toml")), sys.argv[2], player=run.Threads(2))
"""


def start(folder):
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, GRID, str(folder)], env={**os.environ, "NUMBA_DISABLE_JIT": "1"}
    )


def finished(folder):
    """Inode and time of every finished unit: both change when it is written again."""
    return {p: (p.stat().st_ino, p.stat().st_mtime_ns) for p in Store(folder).units.glob("*.parquet")}


@pytest.mark.compiled
def test_killed_three_times_and_nothing_lost_repeated_or_changed(tmp_path):
    run(grid(GRID), tmp_path / "whole")
    folder, moments = tmp_path / "killed", random.Random(7)
    kept = {}
    for wanted in (4, 10, 16):
        program = start(folder)
        while len(finished(folder)) < wanted:
            assert program.poll() is None
            time.sleep(0.005)
        time.sleep(moments.random() * 0.06)
        program.send_signal(signal.SIGKILL)
        program.wait()
        now = finished(folder)
        assert now.items() >= kept.items()
        kept = now
    assert wanted <= len(kept) < 24
    program = start(folder)
    assert program.wait() == 0
    assert finished(folder).items() >= kept.items()
    assert content(folder) == content(tmp_path / "whole")
    assert not list(folder.rglob(".writing-*"))
    names = [entry["name"] for entry in Store(folder).timings()]
    assert len(names) == len(set(names)) >= 21  # at most one line is lost with each kill
