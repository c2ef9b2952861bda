"""Compile algorithms in a second process, while others are played in this one.

The compiler works for one thread at a time. What the other process has compiled is kept on disk, where this one finds
it.
"""

import contextlib
import pickle
from collections.abc import Iterator, Sequence
from typing import Any

from duelling.lab.processes import Helper
from duelling.lab.simulate import simulate
from duelling.problems.base import Problem


@contextlib.contextmanager
def compiling(problem: Problem, names: Sequence[str], briefly: dict[str, Any]) -> Iterator[None]:
    """Let another process play these algorithms ``briefly``, one after the other, until the block ends."""
    try:
        order = pickle.dumps((problem, tuple(names), briefly))
    except Exception:  # a problem of the user's own, of which no other process knows
        yield
        return
    with Helper(silent=True) as helper:
        helper.order(play_all, order)
        yield


def play_all(order: bytes) -> None:
    """Play what was ordered; whatever fails there is said when it is played here."""
    problem, names, briefly = pickle.loads(order)
    for name in names:
        with contextlib.suppress(Exception):
            simulate(problem, name, progress=False, **briefly)
