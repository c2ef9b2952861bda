"""KNOCKOUT: its script, the number of matches, how often it fails, and what it refuses."""

import numpy as np
import pytest

import duelling as du
from duelling.algorithms.shared.bracket import ROUND
from duelling.algorithms.shared.match import FIRST, TIES
from duelling.core.protocol import choose, update
from duelling.registry.choice import choice
from tests.helpers.identifying import fails_at_most, order, plays_like, unanimous
from tests.naive.scripted import Scripted, compare, knockout

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("arms", [2, 5])
def test_plays_as_written(arms):
    def in_round(i):
        return compare((2 ** (1 / 3) - 1) * 0.4 / (1.1**2 * 2 ** (i / 3)), 0.3 / 2**i)

    twin = lambda: Scripted(knockout, arms, in_round)  # noqa: E731
    assert plays_like("knockout:within=0.4,gamma=1.1", twin, arms, 700, end={"delta": 0.3}) >= 1


def test_eight_arms_play_seven_matches_that_grow_from_round_to_round():
    met, best, _ = unanimous("knockout:within=0.05", 8, end={"delta": 0.1})
    assert best == 0
    assert [n for _, n in met] == [20] * 4 + [22] * 2 + [24]


@pytest.mark.parametrize(("number", "budget"), [(1, 17_335), (2, 32_688), (3, 60_097)])
def test_a_match_of_equals_ends_after_the_budget_of_its_round(number, budget):
    """ln(2/δ_i) / (2 ε_i²) is 17 335.2, 32 688.5 and 60 097.7 with ε = 0.05, δ = 0.1 and γ = 1."""
    s, rng = choice("knockout:within=0.05", identify=True, delta=0.1).start(8), np.random.default_rng(0)
    duel = choose(s, 1, rng)
    s.now[ROUND], s.match.now[TIES] = number, budget - 1
    update(s, budget, duel, 0)
    assert s.match.now[FIRST] == duel.first
    update(s, budget + 1, duel, 0)
    assert s.match.now[FIRST] == -1


@pytest.mark.slow
@pytest.mark.compiled
def test_fails_at_most_as_often_as_delta():
    assert fails_at_most(order(4, 0.61), "knockout:within=0.1", 0.3, 200)


def test_a_gamma_below_one_is_refused():
    with pytest.raises(du.InputError, match=r"gamma must be from 1 to 100, got 0\.6"):
        du.identify("arithmetic", "knockout:gamma=0.6", runs=1)
