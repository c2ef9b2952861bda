"""Numbers in arrays: what NumPy would turn into a number in silence is refused."""

import array
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import polars as pl
import pytest

from duelling.arrays import check_shape, flag, numbers, whole_numbers
from duelling.errors import WrongValue, quoted
from tests.helpers.wrong import Awkward

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    "value",
    [
        [1, 2],
        (1.0, 2.0),
        np.array([1, 2], np.int8),
        np.array([1, 2], np.float32),
        np.array([1, 2.0], object),
        [np.int64(1), 2.0],
        [Fraction(1), Fraction(2)],
        range(1, 3),
        pl.Series([1, 2]),
        array.array("d", [1, 2]),
        np.ma.array([1, 2], mask=[False, False]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_numbers_are_numbers_however_they_are_given(value):
    found = numbers("x", value)
    assert found.tolist() == [1, 2]
    assert found.dtype.kind in "iuf"


NO_NUMBERS = [
    *("12", b"12", bytearray(b"12"), memoryview(b"12"), ["1", "2"], np.array(["1"]), None, [None], [Decimal(1)]),
    *([True, 2], [[1.0, True]], np.array([True]), [np.True_, 1], [1j], np.array([1j]), [10**400], [[1], [1, 2]]),
    *([Awkward()], Awkward(), {1, 2}, {1: 2}, (x for x in (1, 2)), np.array(["2020"], "datetime64")),
    *(np.zeros(2, "m8[s]"), np.ma.array([1, 2], mask=[False, True])),
]


@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda value: type(value).__name__)
def test_what_is_no_number_is_refused(value):
    with pytest.raises(WrongValue, match=re.escape(f"x must be an array of numbers, got {quoted(value)}")):
        numbers("x", value)


@pytest.mark.parametrize("value", [[1, 2], np.array([1, 2], np.uint64), [], np.array([1, 2], np.int8)])
def test_whole_numbers_are_int64(value):
    found = whole_numbers("x", value)
    assert found.tolist() == list(value)
    assert found.dtype == np.int64


@pytest.mark.parametrize("value", [[1.0], np.array([2**63], np.uint64), [2**63], [2**70], [Fraction(1)], *NO_NUMBERS])
def test_what_is_not_whole_is_refused(value):
    with pytest.raises(WrongValue, match="x must be a list of whole numbers, got "):
        whole_numbers("x", value)


def test_the_array_of_a_caller_is_not_changed():
    given = np.array([[0.5, 0.8]])
    assert numbers("x", given) is given
    assert numbers("x", given).flags.writeable


def test_a_shape_is_checked():
    check_shape("x", [[1, 2]], (1, 2))
    with pytest.raises(WrongValue, match=re.escape("x must have the shape (2, 1), got (1, 2)")):
        check_shape("x", [[1, 2]], (2, 1))


@pytest.mark.parametrize("value", [True, False, np.True_, np.False_])
def test_a_flag_comes_back_as_a_bool(value):
    assert flag("log", value) is bool(value)


@pytest.mark.parametrize(
    "value", [1, 0, None, "yes", [], np.array(True), Awkward()], ids=lambda value: type(value).__name__
)
def test_what_is_neither_true_nor_false_is_refused(value):
    with pytest.raises(WrongValue, match=re.escape(f"log must be True or False, got {quoted(value)}")):
        flag("log", value)
