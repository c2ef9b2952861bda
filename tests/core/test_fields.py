"""The form of a state: names of its parts, and the types in it."""

from typing import NamedTuple

import numpy as np
import pytest

from duelling.core.fields import check_fields, is_state, kinds, walk
from duelling.errors import WrongValue

pytestmark = pytest.mark.plain


class Inner(NamedTuple):
    rate: float
    table: np.ndarray


class Outer(NamedTuple):
    factor: float
    inner: Inner
    again: Inner
    extra: np.ndarray


STATE = Outer(2.0, Inner(0.5, np.zeros(2)), Inner(0.1, np.ones(3)), np.zeros((2, 3)))


def test_the_parts_of_a_state_have_dotted_names_in_the_order_of_its_fields():
    found = dict(walk(STATE))
    assert list(found) == ["factor", "inner.rate", "inner.table", "again.rate", "again.table", "extra"]
    assert found["again.table"] is STATE.again.table


def test_the_kinds_of_a_state_are_its_type_and_those_inside():
    assert kinds(STATE) == {Outer, Inner}
    assert kinds(3.0) == kinds(np.zeros(2)) == kinds() == set()
    assert kinds(1, STATE.inner, None) == {Inner}


def test_numbers_and_arrays_are_no_states():
    assert [is_state(part) for part in (*STATE, (1, 2))] == [False, True, True, False, False]


@pytest.mark.parametrize("part", [1, 1.5, True, 2j, np.int8(1), np.bool_(True), np.ones(2, bool), np.zeros(2, "c8")])
def test_numbers_and_arrays_of_them_may_be_in_a_state(part):
    check_fields(STATE._replace(inner=Inner(0.5, part)), [1], None)  # what is no state is not looked at


@pytest.mark.parametrize(
    ("part", "got"),
    [
        ([0], "list"),
        (bytearray(1), "bytearray"),
        ((0,), "tuple"),
        ({0: 0}, "dict"),
        ("a", "str"),
        (None, "NoneType"),
        (np.array([None]), "an array of object"),
        (np.zeros(1, "U3"), "an array of <U3"),
        (np.zeros(1, "M8[s]"), r"an array of datetime64\[s\]"),
    ],
)
def test_anything_else_in_a_state_is_named_with_its_field(part, got):
    with pytest.raises(
        WrongValue, match=rf"^table of the state Inner must be a number, .*\(a NamedTuple\), got {got}$"
    ):
        check_fields(STATE, STATE._replace(again=Inner(0.1, part)))
