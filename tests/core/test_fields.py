"""The form of a state: names of its parts, and the types in it."""

from typing import NamedTuple

import numpy as np
import pytest

from duelling.core.fields import is_state, kinds, walk

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
