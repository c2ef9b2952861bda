"""A state with copies of its past."""

from typing import NamedTuple

import numpy as np
import pytest

from duelling.live.marks import Marks

pytestmark = pytest.mark.plain


class Sum(NamedTuple):
    total: np.ndarray


def count(marks, upto):
    """Fold the numbers 1, 2, ... up to a place, one at a time; how many were folded."""
    done, folded = marks.now[0], 0
    for k in range(done + 1, upto + 1):
        marks.go(k).total[0] += k
        folded += 1
    return folded


@pytest.mark.parametrize("back", [999, 990, 700, 64, 3, 0])
def test_going_back_and_on_again_gives_the_same(back):
    marks = Marks(lambda: Sum(np.zeros(1)), 8)
    count(marks, 1000)
    marks.back(back)
    done, _ = marks.now
    assert done <= back
    count(marks, 1000)
    assert marks.now[1].total[0] == 1000 * 1001 / 2


def test_of_what_is_near_little_is_folded_again_and_few_copies_are_kept():
    marks = Marks(lambda: Sum(np.zeros(1)), 8)
    count(marks, 100_000)
    assert len(marks._kept) < 150
    marks.back(99_900)
    assert count(marks, 100_000) < 300
