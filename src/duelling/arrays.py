"""Numbers in arrays and truth values, checked; what NumPy would turn into a number in silence is refused."""

from numbers import Real
from typing import Any

import numpy as np

from duelling.errors import WrongValue, quoted

BYTES = (str, bytes, bytearray, memoryview)


def flag(name: str, value: Any) -> bool:
    """Return ``value`` as a bool; raise WrongValue unless it is True or False."""
    if not isinstance(value, bool | np.bool_):
        raise WrongValue(f"{name} must be True or False, got {quoted(value)}")
    return bool(value)


def numbers(name: str, value: Any, rule: str = "be an array of numbers") -> np.ndarray:
    """Return ``value`` as an array; raise WrongValue, with this ``rule``, unless all of it is numbers."""
    found = _numbers(value)
    if found is None:
        raise WrongValue(f"{name} must {rule}, got {quoted(value)}")
    return found


def whole_numbers(name: str, value: Any, rule: str = "be a list of whole numbers") -> np.ndarray:
    """Return ``value`` as an array of int64; raise WrongValue, with this ``rule``, unless all of it is whole."""
    found = _numbers(value)
    if found is None or (found.size and (found.dtype.kind not in "iu" or found.max() > np.iinfo(np.int64).max)):
        raise WrongValue(f"{name} must {rule}, got {quoted(value)}")
    return found.astype(np.int64, copy=False)


def check_shape(name: str, value: Any, shape: tuple[int, ...]) -> None:
    """Raise WrongValue unless ``value`` is an array of numbers with this shape."""
    found = numbers(name, value)
    if found.shape != shape:
        raise WrongValue(f"{name} must have the shape {shape}, got {found.shape}")


def _numbers(value: Any) -> np.ndarray | None:
    """An array of numbers; None for anything else: texts, dates, True, hidden entries, lists of different lengths."""
    if isinstance(value, BYTES) or np.ma.is_masked(value):
        return None
    try:
        found = np.asarray(value)
    except (TypeError, ValueError):  # lists of different lengths
        return None
    if found.dtype.kind == "O":
        return _converted(found)
    mixed = not isinstance(value, np.ndarray) and any(map(_is_bool, np.asarray(value, dtype=object).flat))
    return found if found.dtype.kind in "iuf" and not mixed else None


def _converted(found: np.ndarray) -> np.ndarray | None:
    if not all(isinstance(each, Real) and not _is_bool(each) for each in found.flat):
        return None
    try:
        return found.astype(float)
    except OverflowError:
        return None


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool | np.bool_)
