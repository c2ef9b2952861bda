"""Compiled code when it pays, without anybody waiting for the compiler.

A few votes are counted in plain Python. As soon as an arena has many, the compiler is started beside it, in a thread of
its own, and whatever comes after it is ready is counted by compiled code. Only who counts very many at once waits.
"""

import contextlib
import threading
from typing import Any

import numpy as np

from duelling.core.evidence.candidates import start_candidates
from duelling.core.evidence.difference import Counted
from duelling.core.evidence.logged import tell_logged, tell_worst
from duelling.core.jit import interpreted

MANY = 5000  # votes at once for which the compiler is waited for
SOME = 1000  # votes after which it is started

_READY: dict[type, bool] = {}  # for each kind of state: whether the compiler is done with it
_LOCK = threading.Lock()


def ready(votes: int) -> contextlib.AbstractContextManager[None]:
    """Where so many votes are folded at once: in plain Python, or in compiled code if they are many."""
    return interpreted() if votes <= MANY else contextlib.nullcontext()


def compiled_if_ready(race: Any, votes: int) -> contextlib.AbstractContextManager[None]:
    """Where votes of a race are counted."""
    kind = type(race.plain.pairs)
    if votes > MANY or _READY.get(kind):
        return contextlib.nullcontext()
    if race.score[:, 0].sum() > SOME:
        _start(kind)
    return interpreted()


def _start(kind: type) -> None:
    """Let the compiler begin, once."""
    with _LOCK:
        if kind not in _READY:
            _READY[kind] = False
            threading.Thread(target=_compile, args=(kind,), name="duelling-compiler", daemon=True).start()


def _compile(kind: type) -> None:
    race = start_candidates(2, 0.05, counted=kind is Counted)
    none, places, outs = np.zeros(0), np.zeros(0, np.int64), np.zeros((1, 2), bool)
    tell_logged(race, places, places, none, none, none, places, outs)
    tell_worst(race, places, places, none, none, none, places, outs, 0)
    _READY[kind] = True
