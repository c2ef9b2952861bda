"""Bad input: one class, one line that says what to change."""

import difflib
import re
from collections.abc import Iterable
from numbers import Integral


class InputError(ValueError):
    """Something that the caller gave cannot be used; the message says what to change."""

    def __init__(self, message: str) -> None:
        super().__init__(re.sub(r"\s*\n\s*", " ", message))  # an array that is quoted would take several lines


def unknown(kind: str, name: str, known: Iterable[str], otherwise: str | None = None) -> InputError:
    """An error for a name that nobody knows, with the nearest known one, or else all of them or what to do instead."""
    names = sorted(known)
    near = difflib.get_close_matches(str(name).lower(), names, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else otherwise or f"choose from {', '.join(names)}"
    return InputError(f"there is no {kind} {name!r}: {hint}")


def positive(name: str, value: int, least: int = 1) -> int:
    """``value`` itself, if it counts something."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise InputError(f"{name} must be a whole number from {least} on, got {value!r}")
    if value > 2**53:  # beyond, checkpoints and sums would not be exact
        raise InputError(f"{name} must be at most 2^53, got {value!r}")
    return int(value)
