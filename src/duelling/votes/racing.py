"""The race among items that may still be the best, run again over recorded votes."""

import contextlib

import numpy as np

from duelling.core.evidence.candidates import LEFT, VERDICT, start_candidates, tell_logged
from duelling.core.jit import interpreted
from duelling.votes.tickets import Tickets

MOST = 1000  # items: the evidence holds 16 numbers for each pair
FEW = 1000  # votes that Python has counted before the compiler is ready


def ready(votes: int) -> contextlib.AbstractContextManager[None]:
    """Where votes are counted: in plain Python if they are few, otherwise in compiled code."""
    return interpreted() if votes <= FEW else contextlib.nullcontext()


def race(told: Tickets, items: int, delta: float, within: float) -> tuple[np.ndarray, int]:
    """The items that may still be the best, and the one that is named, or -1; wrong with chance ``delta`` at most."""
    candidates = start_candidates(items, delta, within)
    with ready(told.first.size):
        tell_logged(candidates, *told)
    return np.sort(candidates.order[: candidates.now[LEFT]]), int(candidates.now[VERDICT])
