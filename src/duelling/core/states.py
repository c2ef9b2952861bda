"""Copies of a bandit, whatever its fields are: one that can begin again, and many in one state.

``restore`` writes the arrays of one bandit over those of another. ``stack`` gives every array of a bandit a first axis,
and ``row`` is the i-th of the bandits in such a stack: a state of the same type whose arrays are views, so that the
bandit's own verbs work on it, in compiled code too. A compiled function cannot walk over the fields of a state, so
both verbs are written out, once for each type of bandit, when its first copy is made. Whole learners are copied alike.
"""

from typing import Any

import numpy as np

from duelling.core.jit import generic, jit


@generic
def restore(bandit, fresh):
    """Make ``bandit`` equal to ``fresh``, a state of the same type."""


@generic
def row(bandits, i):
    """The i-th bandit of a stack."""


@jit
def overwrite(array, values):
    """array[...] = values, which would take the compiler seconds."""
    for k in range(array.size):
        array.flat[k] = values.flat[k]


def stack(bandit: Any, arms: int) -> Any:
    """``arms`` equal bandits that share nothing, as one state whose arrays have one more axis."""
    write_out(bandit)
    return type(bandit)(*(_repeat(part, arms) for part in bandit))


def _repeat(part: Any, arms: int) -> Any:
    if isinstance(part, tuple):
        return stack(part, arms)
    return np.repeat(part[None], arms, axis=0) if isinstance(part, np.ndarray) else part


def write_out(bandit: Any) -> None:
    """Register ``restore`` and ``row`` for the type of ``bandit`` and of the states in it."""
    kind, copies, views = type(bandit), ["pass"], []
    for part in bandit:  # before the way out: a known type may hold others than before
        if isinstance(part, tuple):
            write_out(part)
    if kind in row.written:
        return
    for name, part in zip(kind._fields, bandit, strict=True):
        views.append(f"s.{name}")
        if isinstance(part, tuple):
            copies.append(f"restore(s.{name}, fresh.{name})")
            views[-1] = f"row(s.{name}, i)"
        elif isinstance(part, np.ndarray):
            copies.append(f"overwrite(s.{name}, fresh.{name})")
            views[-1] = f"s.{name}[i]"
    text = f"def _restore(s, fresh): {'; '.join(copies)}\ndef _row(s, i): return kind({', '.join(views)})"
    names: dict[str, Any] = {"__name__": __name__, "kind": kind, "overwrite": overwrite, "restore": restore, "row": row}
    exec(text, names)
    restore.register(kind, names["_restore"])
    row.register(kind, names["_row"])
