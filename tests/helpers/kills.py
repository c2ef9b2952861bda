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
    """A program in Python that plays a grid into ``folder``, slowly and interpreted, so that nothing is compiled."""

    def __init__(self, folder: Path, text: str, *arguments: str) -> None:
        self.folder = folder
        self.command = [sys.executable, "-c", SLOWLY + text, str(folder), *arguments]

    def start(self) -> subprocess.Popen:
        return subprocess.Popen(self.command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})


def finished(folder: Path) -> dict[Path, tuple[int, int]]:
    """Inode and time of every finished unit: both change when it is written again."""
    return {p: (p.stat().st_ino, p.stat().st_mtime_ns) for p in Store(folder).units.glob("*.parquet")}


def kill_in_play(program: Program, counts: Iterable[int], seed: int = 7) -> dict[Path, tuple[int, int]]:
    """Start and kill the program once for each count: a moment after so many units are finished.

    Returns the units that are finished after the last kill; no kill loses or repeats one.
    """
    moments, kept = random.Random(seed), finished(program.folder)
    for count in counts:
        running = program.start()
        while len(finished(program.folder)) < count:
            assert running.poll() is None, "it ended before it was killed"
            time.sleep(0.005)
        time.sleep(moments.random() * 0.06)
        running.kill()
        assert running.wait() == -9, "it ended before it was killed"
        now = finished(program.folder)
        assert now.items() >= kept.items()
        kept = now
    return kept
