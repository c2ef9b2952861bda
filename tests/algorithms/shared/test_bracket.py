"""A knockout: rounds halve the arms, the odd one goes on, and every pairing is equally likely."""

from collections import Counter

import numpy as np
import pytest

from duelling.algorithms.shared.bracket import ROUND, start_bracket
from duelling.algorithms.shared.match import FIXED, Rule
from duelling.core.protocol import choose, update, verdict

pytestmark = [pytest.mark.edges, pytest.mark.plain]


def played(seed, arms):
    s, rng, pairs = start_bracket(arms, Rule(FIXED, 0.1, 0.0, 1.0)), np.random.default_rng(seed), []
    for t in range(1, arms):
        assert verdict(s) == -1
        duel = choose(s, t, rng)
        pairs.append((int(s.now[ROUND]), frozenset((int(duel.first), int(duel.second)))))
        update(s, t, duel, 1 if duel.first < duel.second else -1)
    assert verdict(s) == 0
    return pairs


@pytest.mark.parametrize(("arms", "matches"), [(2, [1]), (3, [1, 1]), (5, [2, 1, 1]), (8, [4, 2, 1])])
def test_rounds_halve_the_arms(arms, matches):
    rounds = Counter(i for i, _ in played(0, arms))
    assert [rounds[i + 1] for i in range(len(matches))] == matches


def test_every_pairing_is_equally_likely():
    seen = Counter(played(seed, 4)[0][1] for seed in range(600))
    assert len(seen) == 6
    assert max(seen.values()) < 150
