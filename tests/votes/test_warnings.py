"""Warnings: where votes do not fit what the guarantees rest on."""

import numpy as np
import pytest

import duelling as du
from tests.helpers.votes import drawn

pytestmark = pytest.mark.plain


def test_groups_that_never_met_are_named():
    votes = [("a", "b", "a")] * 9 + [("c", "d", "c")] * 9
    assert any("2 groups that were never compared" in warning for warning in du.rank(votes).warnings)


def test_a_side_effect_is_named():
    rng = np.random.default_rng(2)
    votes = [(*rng.permutation(["a", "b"]).tolist(), "left" if rng.random() < 0.8 else "right") for _ in range(200)]
    assert any("left is ahead" in warning for warning in du.rank(votes).warnings)


def test_a_circle_is_named_as_a_circle():
    votes = [("a", "b", "a")] * 30 + [("b", "c", "b")] * 30 + [("c", "a", "c")] * 30
    assert any("circle" in warning for warning in du.rank(votes).warnings)


@pytest.mark.slow
def test_ordinary_votes_rarely_have_warnings():
    rng = np.random.default_rng(4)
    found = [du.rank(drawn(rng, [1.0, 0.0, -0.5], 300, voters=40), pairs="uniform").warnings for _ in range(20)]
    assert sum(map(bool, found)) <= 3
