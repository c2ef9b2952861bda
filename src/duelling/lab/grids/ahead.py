"""Compile the kernels of a grid in a second process.

The compiler works for one thread at a time, so with an empty cache one processor would compile for a minute while the
others wait. A player of threads compiles what its first piece needs; meanwhile this process begins with the last one.
Each finds in the cache on disk what the other has compiled.
"""

import contextlib
import dataclasses
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence

from duelling.core.jit import kept_on_disk
from duelling.lab.grids.pieces import Piece
from duelling.lab.grids.units import Unit
from duelling.loops import play

FEW = 4  # kernels for which a second process is not worth its start


def kernels(pieces: Sequence[Piece]) -> list[Unit]:
    """A unit for each kernel that the pieces need: the first that needs it, with one run of the least length."""
    found: dict[tuple[frozenset[type], type], Unit] = {}
    for piece in pieces:
        unit = piece.unit
        short = dataclasses.replace(unit, horizon=unit.period or 1, runs=1, checkpoints="linear")
        found.setdefault((unit.kinds, type(short.played.start(short.horizon))), short)
    return list(found.values())


@contextlib.contextmanager
def compiling(pieces: Sequence[Piece]) -> Iterator[None]:
    """Compile what the last pieces need while the first are played, if they need more than is kept on disk."""
    needed, kept = kernels(pieces), kept_on_disk(play)
    if kept is None or len(needed) <= max(kept, FEW):
        yield
        return
    command = [sys.executable, "-m", "duelling.lab.grids.ahead"]
    with tempfile.TemporaryFile() as order:  # with a pipe this program would wait until the other one reads
        pickle.dump((os.getpid(), [pickle.dumps(unit) for unit in reversed(needed)]), order)
        order.seek(0)
        process = subprocess.Popen(command, stdin=order, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def main() -> None:
    """Play the units that the parent process sends, as long as the parent lives."""
    parent, units = pickle.load(sys.stdin.buffer)
    for unit in units:
        if os.getppid() != parent:
            break
        with contextlib.suppress(Exception):  # an algorithm of a user's file, or an error that the parent will report
            Piece(pickle.loads(unit), 0, 1).play()


if __name__ == "__main__":
    main()
