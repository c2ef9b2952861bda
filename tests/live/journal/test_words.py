"""Numbers in words of 64 bits: which stand together, and that they come out as they went in."""

import numpy as np
import pytest

from duelling.live.journal.rows import COLUMNS, MODELS
from duelling.live.journal.words import BITS, always, unpacked, word, words_of

pytestmark = pytest.mark.plain


def test_columns_stand_together_as_far_as_they_fit():
    names = ("seq", "first", "second", "p_first", "at", "out", "roster", "t", "case")
    assert words_of(names) == {
        "seq": {"seq": 0, "first": 32, "second": 48},
        "at": {"at": 0},
        "out": {"out": 0, "roster": 16},
        "t": {"t": 0, "case": 32},
    }
    assert words_of(["p_first"]) == {}


def test_what_every_event_has_is_known():
    assert always("drawn", "first")
    assert always("told", "seq")
    assert not always("drawn", "case")
    assert not always("drawn", "chance")
    assert not always("told", "voter")  # it has no such number


def test_a_number_that_may_be_absent_is_one_more():
    assert word("drawn", {"t": 0, "case": 32}) == '"t" | (coalesce("case" + 1, 0) << 32)'
    assert word("told", {"at": 0}) == '"at"'


@pytest.mark.parametrize("kind", ["drawn", "offered", "told", "recorded", "self"])
def test_the_least_and_the_largest_number_of_each_column_come_out_as_they_went_in(kind):
    names = [name for name in BITS if name in MODELS[kind].model_fields and COLUMNS.get(name, int) is int]
    values = {name: np.array([0 if always(kind, name) else -1, 1, 2 ** min(BITS[name], 31) - 1]) for name in names}
    for inside in words_of(names).values():
        packed = np.zeros(3, np.uint64)
        for name, begin in inside.items():
            packed |= (values[name] + (not always(kind, name))).astype(np.uint64) << np.uint64(begin)
        for name, found in unpacked(kind, packed.view(np.int64), inside).items():
            np.testing.assert_array_equal(found, values[name])
