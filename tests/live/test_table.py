"""Columns that grow."""

import numpy as np
import pytest

from duelling.live.table import ROOM, Table

pytestmark = pytest.mark.plain


def test_rows_stay_as_they_were_added_while_the_table_grows():
    table = Table({"k": ("i4", -1), "x": ("f8", np.nan)})
    for k in range(3 * ROOM):
        table.add({"k": k, "x": None if k % 2 else k / 2})
    table.extend({"k": np.array([7, 8])})
    assert table["k"].tolist() == [*range(3 * ROOM), 7, 8]
    assert np.isnan(table["x"]).sum() == 1.5 * ROOM + 2
    assert len(table) == 3 * ROOM + 2


def test_many_rows_at_once():
    table = Table({"k": ("u2", 0)})
    table.extend({"k": np.arange(10 * ROOM)})
    assert table["k"].tolist() == [*range(10 * ROOM)]
    table["k"][3] = 9
    assert table["k"][3] == 9


def test_one_row_is_read_and_changed():
    table = Table({"k": ("u2", 0), "x": ("f8", np.nan)})
    table.extend({"k": np.arange(5)})
    table.put(3, k=9, x=0.5)
    assert table["k"].tolist() == [0, 1, 2, 9, 4]
    assert [table.cell("k", 3), table.cell("x", 3)] == [9, 0.5]
    assert type(table.cell("k", 3)) is int
    with pytest.raises(IndexError):
        table.cell("k", 5)
