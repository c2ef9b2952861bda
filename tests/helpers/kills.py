"""Programs that are killed while they play a grid."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from duelling.lab.grids.store import Store

# Each piece takes a while, so that there is a middle to be killed in.
SLOWLY = """
import sys, time
from duelling.lab.grids import pieces
real = pieces.Piece.play
def slow(piece, progress=None):
    time.sleep(0.04)
    return real(piece, progress)
pieces.Piece.play = slow
"""


class Program:
    """A program in Python that plays a grid into ``folder``, slowly and interpreted, so that nothing is compiled.

    Each start has another hash seed.
    """

    def __init__(self, folder: Path, text: str, *arguments: str) -> None:
        self.folder, self.starts = folder, 0
        self.command = [sys.executable, "-c", SLOWLY + text, str(folder), *arguments]

    def start(self) -> subprocess.Popen:
        self.starts += 1
        changes = {"NUMBA_DISABLE_JIT": "1", "PYTHONHASHSEED": str(self.starts)}
        return subprocess.Popen(self.command, env=os.environ | changes)


def finished(folder: Path) -> dict[Path, tuple[int, int]]:
    """Inode and time of every finished unit: both change when it is written again."""
    return {p: (p.stat().st_ino, p.stat().st_mtime_ns) for p in Store(folder).units.glob("*.parquet")}


def wait_for(program: Program, running: subprocess.Popen, count: int) -> None:
    """Wait until so many units are finished; the program must still be running."""
    while len(finished(program.folder)) < count:
        assert running.poll() is None, "it ended too early"
        time.sleep(0.005)


def kill_in_play(program: Program, counts: Iterable[int], seed: int = 7) -> dict[Path, tuple[int, int]]:
    """Start and kill the program once for each count: a moment after so many units are finished.

    Returns the units that are finished after the last kill; no kill loses or repeats one.
    """
    moments, kept = random.Random(seed), finished(program.folder)
    for count in counts:
        running = program.start()
        wait_for(program, running, count)
        time.sleep(moments.random() * 0.06)
        running.kill()
        assert running.wait() == -9, "it ended too early"
        now = finished(program.folder)
        assert now.items() >= kept.items()
        kept = now
    return kept
