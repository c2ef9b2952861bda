"""One pass over the arms: K - 1 matches, each arm once as a challenger, in an order that is uniform."""

import itertools
from collections import Counter

import numpy as np
import pytest

from duelling.algorithms.shared.match import FIXED, Rule
from duelling.algorithms.shared.one_pass import start_one_pass
from duelling.core.protocol import choose, update, verdict

pytestmark = [pytest.mark.edges, pytest.mark.plain]


def played(seed, arms=3):
    """The pairs of a pass whose matches are one duel, which the challenger loses."""
    s, rng, pairs = start_one_pass(arms, Rule(FIXED, 0.1, 0.0, 1.0)), np.random.default_rng(seed), []
    for t in range(1, arms):
        assert verdict(s) == -1
        duel = choose(s, t, rng)
        assert duel == (*duel[:2], *(1.0 if t > 9 else p for p in duel[2:]))
        pairs.append((int(duel.first), int(duel.second)))
        update(s, t, duel, -1)
    assert verdict(s) == pairs[0][1]
    return tuple(pairs)


def test_every_order_is_equally_likely():
    seen = Counter(played(seed) for seed in range(600))
    assert {*seen} == {((b, a), (c, a)) for a, b, c in itertools.permutations(range(3))}
    assert max(seen.values()) < 150  # 100 each; 150 is five standard deviations
