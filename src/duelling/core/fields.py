"""The form of a state: its fields by name, and the types in it.

A state is a NamedTuple of numbers, arrays and other states.
"""

from collections.abc import Iterator
from typing import Any


def is_state(part: Any) -> bool:
    """Whether ``part`` is a state, and not a number or an array."""
    return hasattr(part, "_fields")


def walk(state: Any, above: str = "") -> Iterator[tuple[str, Any]]:
    """Every number and array of a state with its dotted name, such as ``bandit.L``, in the order of the fields."""
    for name, part in zip(state._fields, state, strict=True):
        if is_state(part):
            yield from walk(part, f"{above}{name}.")
        else:
            yield above + name, part


def kinds(*parts: Any) -> set[type]:
    """The types of those ``parts`` that are states, and of the states inside them."""
    found, waiting = set(), [*parts]
    for part in waiting:  # it grows meanwhile; a recursion takes twice as long, and every call of a kernel asks
        if is_state(part):
            found.add(type(part))
            waiting += part
    return found


def parts(state: Any) -> Iterator[Any]:
    """The state itself and all states inside it."""
    if is_state(state):
        yield state
        for part in state:
            yield from parts(part)
