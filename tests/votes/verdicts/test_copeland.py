"""Who beats the most other items."""

import numpy as np
import pytest

from duelling.votes.verdicts.copeland import copeland, signs

pytestmark = pytest.mark.plain

NONE = np.zeros((3, 3), dtype=np.int64)


def chain(count):
    wins = NONE.copy()
    wins[0, 1] = wins[0, 2] = wins[1, 2] = count
    return wins


def test_a_pair_is_decided_at_the_level_shared_by_all_pairs():
    assert signs(chain(9), 0.05).any() == (2**9 / 10 >= 60)  # 51.2 is too little, 93.1 is enough
    assert signs(chain(10), 0.05).tolist() == [[0, 1, 1], [-1, 0, 1], [-1, -1, 0]]


def test_the_winner_is_named_as_soon_as_nobody_can_pass_it():
    assert copeland(("a", "b", "c"), chain(10), NONE, 0.0, 0.05).items == ("a",)
    half = chain(10)
    half[1, 2] = 0  # whoever wins this pair, the first item has more
    assert copeland(("a", "b", "c"), half, NONE, 0.0, 0.05).items == ("a",)
    half[0, 2] = 0
    found = copeland(("a", "b", "c"), half, NONE, 0.0, 0.05)
    assert (found.state, set(found.still_in)) == ("open", {"a", "b", "c"})  # they may have one win each


def test_an_even_pair_counts_half_only_with_a_margin_that_is_said():
    wins = chain(30)
    wins[0, 1] = wins[1, 0] = 2_000
    assert copeland(("a", "b", "c"), wins, NONE, 0.0, 0.05).state == "open"
    found = copeland(("a", "b", "c"), wins, NONE, 0.1, 0.05)
    assert set(found.items) == {"a", "b"}
    assert "within 0.1 of even count one half" in found.says


def test_a_circle_has_three_winners():
    wins = NONE.copy()
    wins[0, 1] = wins[1, 2] = wins[2, 0] = 20
    assert set(copeland(("a", "b", "c"), wins, NONE, 0.0, 0.05).items) == {"a", "b", "c"}
