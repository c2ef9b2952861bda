"""How a match ends: the tests against their definitions in whole numbers, and figures by hand."""

import math

import numpy as np
import pytest

from duelling.algorithms.shared.match import (
    BETWEEN,
    COMPARE,
    FIXED,
    HOEFFDING,
    PPR,
    THREE,
    Match,
    begin,
    decided,
    new_match,
    tell,
)
from duelling.core.protocol import Duel
from tests.naive import scripted

pytestmark = pytest.mark.plain
DELTA, LOW, HIGH = 0.07, 0.01, 0.09
TWINS = {
    PPR: scripted.ppr(DELTA),
    THREE: scripted.three(DELTA),
    HOEFFDING: scripted.hoeffding(DELTA),
    COMPARE: scripted.compare(HIGH, DELTA),
    BETWEEN: scripted.between(LOW, HIGH, DELTA),
}


def state(wins, ties, losses):
    return Match(np.array([0, 1, wins, ties, losses]))


@pytest.mark.parametrize("kind", TWINS)
def test_ends_as_the_definition_says(kind):
    ends = 0
    for wins, ties, losses in np.ndindex(45, 12, 45):
        if wins + ties + losses:
            expected = TWINS[kind](wins, ties, losses)
            if kind == THREE and sorted((wins, ties, losses))[1] == max(wins, ties, losses):
                continue  # two are equally frequent, and it never ends there
            assert decided(kind, state(wins, ties, losses), DELTA, LOW, HIGH) == (expected or 0), (wins, ties, losses)
            ends += expected is not None
    assert ends > 100


@pytest.mark.parametrize(("level", "duels"), [(0.05, 9), (0.1, 8), (0.05 / 45, 15)])
def test_straight_wins_until_three_outcomes_are_told_apart(level, duels):
    assert decided(THREE, state(duels - 1, 0, 0), level, 0, 0) == 0
    assert decided(THREE, state(duels, 0, 0), level, 0, 0) == 1
    assert decided(THREE, state(0, duels, 0), level, 0, 0) == 2


@pytest.mark.parametrize(("counts", "density"), [((5, 5), 2.70703), ((15, 5), 0.310501), ((20, 5), 0.0411683)])
def test_the_ratio_is_the_density_of_a_beta_at_one_half(counts, density):
    n = sum(counts)
    assert (n + 1) * math.comb(n, counts[0]) / 2**n == pytest.approx(density, rel=1e-5)
    assert decided(PPR, state(counts[0], 0, counts[1]), min(density * 1.00001, 1.0), 0, 0) == (counts != (5, 5))
    assert decided(PPR, state(counts[0], 0, counts[1]), min(density, 1.0) * 0.99999, 0, 0) == 0


@pytest.mark.parametrize(
    ("kind", "epsilon", "delta", "most", "straight"),
    [
        (COMPARE, 0.0103150, 0.05, 17_336, 20),  # round 1 of KNOCKOUT with ε = 0.05 and δ = 0.1
        (COMPARE, 0.00818700, 0.025, 32_689, 22),
        (COMPARE, 0.00649803, 0.0125, 60_098, 24),
        (BETWEEN, 0.05, 0.1, 2397, None),
    ],
)
def test_a_match_has_a_longest_and_a_shortest_time(kind, epsilon, delta, most, straight):
    assert decided(kind, state(most // 2, 0, most // 2 - (1 - most % 2)), delta, 0.0, epsilon) == 0
    assert decided(kind, state(most - most // 2, 0, most // 2), delta, 0.0, epsilon) != 0
    if straight:
        assert decided(kind, state(straight - 1, 0, 0), delta, 0.0, epsilon) == 0
        assert decided(kind, state(straight, 0, 0), delta, 0.0, epsilon) == 1


def test_a_match_of_fixed_length_goes_to_the_first_arm_if_it_has_half():
    assert [decided(FIXED, state(*counts), 0.1, 0, 4) for counts in ((3, 0, 0), (2, 0, 2), (1, 1, 2), (1, 2, 1))] == [
        0,
        1,
        -1,
        1,
    ]


def test_only_outcomes_of_the_match_in_hand_count():
    match = new_match()
    for duel in (Duel(0, 1, 1, 1), Duel(2, 3, 1, 1)):
        assert not tell(match, duel, 1)
    begin(match, 2, 0)
    assert tell(match, Duel(2, 0, 1, 1), 1)
    assert tell(match, Duel(0, 2, 1, 1), 1)
    assert tell(match, Duel(0, 2, 1, 1), 0)
    assert not tell(match, Duel(2, 2, 1, 1), 0)
    assert not tell(match, Duel(2, 1, 1, 1), 1)
    assert match.now.tolist() == [2, 0, 1, 1, 1]
