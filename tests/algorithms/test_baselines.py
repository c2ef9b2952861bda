"""Baselines: the pair that was asked for, and uniform pairs."""

import numpy as np
import pytest

from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.registry.choice import choice

pytestmark = [pytest.mark.edges, pytest.mark.plain]


def test_fixed_plays_its_pair():
    s = choice("fixed:first=2,second=0").start(3, 10)
    for t in range(3):
        assert choose(s, t, np.random.default_rng(0)) == Duel(2, 0, 1.0, 1.0)
        update(s, t, Duel(2, 0, 1.0, 1.0), 1)


@pytest.mark.parametrize(("text", "message"), [
    ("fixed:first=7", "first must be a whole number from 0 to 2, got 7"),
    ("fixed:second=-1", "second must be a whole number from 0 to 2, got -1"),
])  # fmt: skip
def test_a_pair_must_be_arms(text, message):
    with pytest.raises(InputError, match=message):
        choice(text).start(3, 100)


def test_random_pairs_are_uniform_over_ordered_pairs_of_different_arms():
    s, rng, n = choice("random").start(3, 1), np.random.default_rng(0), 6000
    counts = np.zeros((3, 3))
    for t in range(1, n + 1):
        duel = choose(s, t, rng)
        assert (duel.p_first, duel.p_second) == (1 / 3, 1 / 2)
        counts[duel.first, duel.second] += 1
        update(s, t, duel, 1)
    assert np.all(np.diag(counts) == 0)
    assert abs(counts[~np.eye(3, dtype=bool)] - n / 6).max() < 4.5 * np.sqrt(n * 5 / 36)
