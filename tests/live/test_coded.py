"""Columns in which few numbers differ."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelling.live.coded import BYTE, MOST, Coded
from duelling.live.table import FEW, Table

pytestmark = pytest.mark.plain

NUMBERS = st.sampled_from([0.0, -0.0, 0.1, 1 / 3, np.nan, np.inf, 5e-324])


@given(st.lists(st.one_of(NUMBERS, st.lists(NUMBERS, min_size=1, max_size=9)), max_size=30))
def test_it_reads_like_an_array_bit_by_bit(steps):
    table, plain = Table({"k": ("i4", 0), "x": (FEW, np.nan)}), []
    for step in steps:
        if isinstance(step, list):
            table.extend({"k": np.zeros(len(step)), "x": np.array(step)})
            plain += step
        else:
            table.add({"x": step})
            plain.append(step)
    found, wanted = table["x"], np.array(plain, float)
    assert len(found) == len(wanted)
    assert np.asarray(found).tobytes() == found.copy().tobytes() == wanted.tobytes()
    assert np.isnan(found).tolist() == np.isnan(wanted).tolist()
    assert np.array([table.cell("x", row) for row in range(len(wanted))], float).tobytes() == wanted.tobytes()
    for which in (slice(1, None), wanted == 0.1, np.arange(len(wanted))[::-1]):
        assert found[which].tobytes() == wanted[which].tobytes()


@pytest.mark.parametrize("at_once", [True, False])
def test_where_many_differ_it_becomes_an_array(at_once):
    table, numbers = Table({"x": (FEW, np.nan)}), np.arange(MOST + 50) / 7
    table.extend({"x": numbers[:MOST]})
    assert not isinstance(table["x"], np.ndarray)
    if at_once:
        table.extend({"x": numbers[MOST:]})
    else:
        for number in numbers[MOST:].tolist():
            table.add({"x": number})
    assert isinstance(table["x"], np.ndarray)
    assert table["x"].tobytes() == numbers.tobytes()


def test_what_is_not_said_is_as_the_column_has_it():
    table = Table({"k": ("i4", 0), "x": (FEW, 0.5)})
    table.add({"k": 1})
    table.extend({"k": np.array([1, 2])})
    assert table["x"].copy().tolist() == [0.5] * 3


@pytest.mark.parametrize("at_once", [True, False])
def test_codes_get_a_second_byte_when_one_is_not_enough(at_once):
    made, numbers = Coded(BYTE + 1), np.arange(BYTE + 1) / 7
    made.extend(0, numbers[:BYTE])
    before = made.upto(BYTE)
    assert before._codes.nbytes * 8 == numbers[:BYTE].nbytes
    if at_once:
        made.extend(BYTE, numbers[BYTE:])
    else:
        made.add(BYTE, numbers[BYTE])
    assert made.upto(BYTE + 1)._codes.nbytes * 4 == numbers.nbytes
    assert made.upto(BYTE + 1).copy().tobytes() == numbers.tobytes()
    assert before.copy().tobytes() == numbers[:BYTE].tobytes()
