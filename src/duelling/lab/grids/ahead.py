"""Compile the kernels of a grid in a second process.

The compiler works for one thread at a time, so with an empty cache one processor would compile for a minute while the
others wait. A player of threads compiles what its first piece needs; meanwhile this process begins with the last one.
Each finds in the cache on disk what the other has compiled.
"""

import contextlib
import pickle
from collections.abc import Iterator, Sequence
from typing import Any

from duelling.core.jit import kept_on_disk
from duelling.lab.grids.pieces import Piece
from duelling.lab.grids.units import Unit
from duelling.lab.processes import Helper

FEW = 4  # kernels for which a second process is not worth its start


def kernels(pieces: Sequence[Piece]) -> list[Unit]:
    """A unit for each kernel that the pieces need: the first that needs it, with one run of the least length."""
    found: dict[tuple[Any, frozenset[type], type], Unit] = {}
    for piece in pieces:
        brief = piece.unit.brief()
        found.setdefault((brief.loop, piece.unit.kinds, type(brief.environment())), brief)
    return list(found.values())


@contextlib.contextmanager
def compiling(pieces: Sequence[Piece]) -> Iterator[None]:
    """Compile what the last pieces need while the first are played, if they need more than is kept on disk."""
    needed = kernels(pieces)
    loops = {id(unit.loop): unit.loop for unit in needed}.values()
    kept = [kept_on_disk(loop) for loop in loops]
    if None in kept or len(needed) <= max(sum(filter(None, kept)), FEW):
        yield
        return
    with Helper(silent=True) as helper:
        helper.order(compile_all, [pickle.dumps(unit) for unit in reversed(needed)])
        yield


def compile_all(units: Sequence[bytes]) -> None:
    """Play pickled units in the other process, so that what they need is compiled."""
    for unit in units:
        with contextlib.suppress(Exception):  # an algorithm of a user's file, or an error that the parent will report
            Piece(pickle.loads(unit), 0, 1).play()
