"""The form of a state: its fields by name, and the types in it.

A state is a NamedTuple of numbers, arrays and other states.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from duelling.errors import WrongValue

NUMBERS = (int, float, complex, np.number, np.bool_)
KINDS = "biufc"  # of arrays: bools and numbers, as NumPy calls their kinds


def is_state(part: Any) -> bool:
    """Whether ``part`` is a state, and not a number or an array."""
    return isinstance(part, tuple) and hasattr(part, "_fields")  # to ask an array for a field takes ten times as long


def walk(state: Any, above: str = "") -> Iterator[tuple[str, Any]]:
    """Every number and array of a state with its dotted name, such as ``bandit.L``, in the order of the fields."""
    for name, part in zip(state._fields, state, strict=True):
        if is_state(part):
            yield from walk(part, f"{above}{name}.")
        else:
            yield above + name, part


def kinds(*parts: Any) -> set[type]:
    """The types of those ``parts`` that are states, and of the states inside them."""
    found, waiting = set(), [part for part in parts if isinstance(part, tuple)]
    for part in waiting:  # it grows meanwhile; every call of a kernel asks, so no function is called for an array
        if is_state(part):
            found.add(type(part))
            waiting += [each for each in part if isinstance(each, tuple)]
    return found


def check_fields(*given: Any) -> None:
    """Raise WrongValue where a state among ``given`` holds anything but numbers, arrays and states.

    Compiled loops borrow the parts of a state, and a list that is borrowed corrupts the memory of the process.
    """
    for state in given:
        for each in parts(state):
            for name, part in zip(each._fields, each, strict=True):
                if not is_state(part) and not _is_number_or_array(part):
                    rule = "a number, a NumPy array of numbers or bools, or another state (a NamedTuple)"
                    got = f"an array of {part.dtype}" if isinstance(part, np.ndarray) else type(part).__name__
                    raise WrongValue(f"{name} of the state {type(each).__name__} must be {rule}, got {got}")


def _is_number_or_array(part: Any) -> bool:
    return part.dtype.kind in KINDS if isinstance(part, np.ndarray) else isinstance(part, NUMBERS)


def parts(state: Any) -> Iterator[Any]:
    """The state itself and all states inside it."""
    if is_state(state):
        yield state
        for part in state:
            yield from parts(part)
