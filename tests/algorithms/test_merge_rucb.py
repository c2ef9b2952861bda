"""MergeRUCB by a script; what it shares with MergeDTS is tested with the knock-out."""

import math

import numpy as np
import pytest

from duelling.core.protocol import Duel, choose, update, verdict
from duelling.registry.choice import choice
from tests.helpers.batches import batches

pytestmark = [pytest.mark.edges, pytest.mark.plain]


def test_three_arms_by_a_script():
    """Arm 0 beats all, always. With n wins in n duels the loser leaves at the next visit when n/4 > x."""
    s, rng, n = choice("merge-rucb").start(3, 1), np.random.default_rng(0), np.zeros(3)
    constant = s.knock_out.burn_in
    for t in range(1, 2000):
        duel = choose(s, t, rng)
        gone = {j for j in (1, 2) if n[j] / 4 > 1.01 * math.log(t + constant)}
        left = set(range(3)) - gone
        assert set(batches(s.knock_out)[0]) == left
        assert {int(duel.first), int(duel.second)} <= left
        if left == {0}:
            assert (duel, verdict(s)) == (Duel(0, 0, 1.0, 1.0), 0)
            return
        assert verdict(s) == -1
        if 0 in (duel.first, duel.second):
            n[max(duel.first, duel.second)] += 1
            outcome = 1 if duel.first == 0 else -1
        else:
            outcome = 0
        update(s, t, duel, outcome)
    raise AssertionError("arm 0 was not found")
