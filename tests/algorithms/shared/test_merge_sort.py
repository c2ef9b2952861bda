"""Merge sort: the number of matches by the recursion, and the order that always comes out where nothing is random."""

import numpy as np
import pytest

from duelling.algorithms.merge_rank import matches
from duelling.algorithms.shared.match import FIXED, Rule
from duelling.algorithms.shared.merge_sort import start_sort
from duelling.core.protocol import choose, stand, update, verdict

pytestmark = pytest.mark.plain


def most_matches(arms):
    """The formula of the module."""
    levels = (arms - 1).bit_length()
    return arms * levels - (1 << levels) + 1


def recursion(arms):
    return 0 if arms == 1 else recursion(arms // 2) + recursion(arms - arms // 2) + arms - 1


def test_there_are_no_more_matches_than_the_paper_counts():
    assert [matches(arms) for arms in (2, 3, 4, 8, 10)] == [2, 4, 6, 18, 26]
    assert all(most_matches(arms) == recursion(arms) <= matches(arms) for arms in range(2, 2000))


@pytest.mark.parametrize("arms", range(2, 14))
def test_sorts(arms):
    """Matches of one duel, that the lower arm wins; never more of them than there may be."""
    for seed in range(20):
        s, rng, t = start_sort(arms, Rule(FIXED, 0.1, 0.0, 1.0)), np.random.default_rng(seed), 0
        while verdict(s) < 0:
            t += 1
            duel = choose(s, t, rng)
            update(s, t, duel, 1 if duel.first < duel.second else -1)
        groups = np.zeros(arms, dtype=int)
        assert stand(s, groups)
        assert groups.tolist() == list(range(arms))
        assert t <= most_matches(arms)
