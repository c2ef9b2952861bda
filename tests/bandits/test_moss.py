"""MOSS without a horizon: the index by hand, every arm once, no bonus after its share, and the bound."""

import math

import numpy as np
import pytest

from duelling.bandits import moss
from duelling.bandits.shared.indices import COUNT
from duelling.core import theory
from duelling.core.protocol import learn, pull
from duelling.errors import InputError

pytestmark = pytest.mark.edges


@pytest.mark.parametrize(("arms", "t", "N", "bonus"), [(2, 8, 1, 1.276282), (2, 8, 4, 0.0), (4, 1000, 10, 0.614994)])
def test_the_bonus_by_hand(arms, t, N, bonus):
    table = np.zeros((3, 1 + arms))
    table[COUNT, :2] = t - 1, N
    assert moss.moss_index(0, -math.inf, table, 1.35) == pytest.approx(bonus, abs=1e-6)


def test_the_first_rounds_are_a_permutation():
    s, rng = moss.start(5, 1), np.random.default_rng(0)
    first = []
    for t in range(1, 6):
        arm, p = pull(s, t, rng)
        learn(s, t, arm, p, 0.5)
        first.append(arm)
    assert sorted(first) == [0, 1, 2, 3, 4]


def test_the_bound_and_its_parameter():
    assert theory.moss_bound(4, 10_000) == 113 * 200 + 1
    assert theory.moss_bound(4, 10**6, [0.2, 0.7, 0.7, 0.7]) == pytest.approx(
        75 * 4 / 0.5 * math.log(2 * 10**6 * 0.25 / 4) + 1
    )
    assert theory.moss_bound(4, 10_000, alpha=0.5) is None
    with pytest.raises(InputError, match="alpha must be a finite number from 0 on, got -1"):
        moss.start(3, 10, alpha=-1)
