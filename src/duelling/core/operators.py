"""The types that operators make of whole and real numbers and of their arrays, told to numba at once.

Numba asks up to twenty rules about each operator, one after the other: what is ``x[k]`` for texts, for lists, for
dictionaries, and in the end for arrays. That was a fifth of the time to compile ``ecw-rmed``. Here is one rule that is
asked first and knows what stands in nearly every kernel. Its answers are numba's own; about all else it says nothing.
This file is imported with numba.
"""

import operator
from typing import Any

from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

WHOLE, REAL, TRUTH = types.int64, types.float64, types.boolean
SMALL = (types.int8, types.int16, types.int32)
NUMBERS = (WHOLE, REAL, *SMALL)
ARITHMETIC = ("add", "sub", "mul", "iadd", "isub", "imul")
QUOTIENTS = ("truediv", "itruediv")
COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")


def _common(kinds: tuple[Any, ...]) -> Any:
    """The type in which numbers meet, and None where something else is among them."""
    if not all(kind in NUMBERS for kind in kinds):
        return None
    return REAL if REAL in kinds else WHOLE


def arithmetic(kinds: tuple[Any, ...]) -> Any:
    """What a sum or a product is."""
    common = _common(kinds)
    return common and signature(common, common, common)


def quotient(kinds: tuple[Any, ...]) -> Any:
    """What a quotient is."""
    common = _common(kinds)
    return common and signature(REAL, common, common)


def comparison(kinds: tuple[Any, ...]) -> Any:
    """What a comparison is. Small numbers are compared as the larger kind of the two."""
    common = max(kinds, key=SMALL.index) if all(kind in SMALL for kind in kinds) else _common(kinds)
    return common and signature(TRUTH, common, common)


def truth(kinds: tuple[Any, ...]) -> Any:
    """What a condition is."""
    return signature(TRUTH, *kinds) if kinds[0] in (TRUTH, WHOLE, REAL) else None


def _place(array: Any, place: Any) -> Any:
    """The type of a place where an array has one number, and None for all else."""
    if not isinstance(array, types.Array) or array.dtype not in (TRUTH, *NUMBERS):
        return None
    numbers: Any = place if isinstance(place, types.BaseTuple) else (place,)
    if len(numbers) != array.ndim or not all(number in (WHOLE, *SMALL) for number in numbers):
        return None
    return WHOLE if numbers is not place else types.UniTuple(WHOLE, array.ndim)


def read(kinds: tuple[Any, ...]) -> Any:
    """What an entry of an array is."""
    array, place = kinds[0], _place(*kinds)
    return place and signature(array.dtype, array, place)


def written(kinds: tuple[Any, ...]) -> Any:
    """What it is to write an entry of an array."""
    array, value, place = kinds[0], kinds[2], _place(*kinds[:2])
    return signature(types.none, array, place, value) if place and array.mutable and value in NUMBERS else None


def _declare(called: Any, rule: Any) -> None:
    """Let numba ask one rule first: a rule for one kind of processor comes before those for all."""

    @infer_global(called)
    class _First(AbstractTemplate):
        metadata = {"target": "cpu"}  # noqa: RUF012  # numba's own name for it

        def generic(self, given: Any, named: Any) -> Any:
            return None if named else rule(tuple(given))


for _rule, _names in (
    (arithmetic, ARITHMETIC),
    (quotient, QUOTIENTS),
    (comparison, COMPARISONS),
    (read, ("getitem",)),
    (written, ("setitem",)),
):
    for _name in _names:
        _declare(getattr(operator, _name), _rule)
_declare(bool, truth)
