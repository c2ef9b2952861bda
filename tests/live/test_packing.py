"""Arrays and a header as bytes."""

import numpy as np
import pytest

from duelling.errors import DamagedFile
from duelling.live.packing import pack, unpack

pytestmark = pytest.mark.plain
ARRAYS = {
    "whole": np.arange(7, dtype="u2"),
    "part": np.array([[0.1, np.nan], [-0.0, 5e-324]]),
    "none": np.zeros((0, 3)),
    "one": np.array(4.5),
    "small": np.array([1, -1], "i1"),
}


def test_arrays_come_back_as_they_were():
    header, arrays = unpack(pack({"a": [1, "ä"]}, ARRAYS))
    assert header == {"a": [1, "ä"]}
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        np.testing.assert_array_equal(arrays[name], array)


def test_what_was_unpacked_can_be_changed():
    _, arrays = unpack(pack({}, ARRAYS))
    arrays["whole"][0] = 9
    assert arrays["whole"][0] == 9


@pytest.mark.parametrize("cut", [0, 3, 9, 60, -1, -30])
def test_what_was_cut_is_refused(cut):
    with pytest.raises(DamagedFile, match="cannot be read"):
        unpack(pack({}, ARRAYS)[:cut])


def test_like_numbers_take_little_room():
    assert len(pack({}, {"a": np.full(10**6, 1 / 3)})) < 50_000
