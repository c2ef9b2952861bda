"""Who beats the most other items."""

import numpy as np
import pytest

from duelling.votes.bounds import bounds_of
from duelling.votes.tally import count
from duelling.votes.verdicts.copeland import copeland
from tests.helpers.votes import from_counts

pytestmark = pytest.mark.plain

NONE = np.zeros((3, 3), dtype=np.int64)


def verdict(wins, within=0.0):
    return copeland(("a", "b", "c"), bounds_of(count(from_counts(wins)), 0.05), within, 0.05)


def chain(count):
    wins = NONE.copy()
    wins[0, 1] = wins[0, 2] = wins[1, 2] = count
    return wins


def test_a_pair_is_decided_at_the_level_shared_by_all_pairs():
    assert verdict(chain(9)).items == ()  # 2^9/10 = 51.2 is below 3/0.05 = 60
    assert verdict(chain(10)).items == ("a",)  # 93.1 is enough


def test_the_winner_is_named_as_soon_as_nobody_can_pass_it():
    assert verdict(chain(10), 0.0).items == ("a",)
    half = chain(10)
    half[1, 2] = 0  # whoever wins this pair, the first item has more
    assert verdict(half, 0.0).items == ("a",)
    half[0, 2] = 0
    found = verdict(half, 0.0)
    assert (found.state, set(found.still_in)) == ("open", {"a", "b", "c"})  # they may have one win each


def test_an_even_pair_counts_half_only_with_a_margin_that_is_said():
    wins = chain(30)
    wins[0, 1] = wins[1, 0] = 2_000
    assert verdict(wins, 0.0).state == "open"
    found = verdict(wins, 0.1)
    assert set(found.items) == {"a", "b"}
    assert "within 0.1 of even count one half" in found.says


def test_a_circle_has_three_winners():
    wins = NONE.copy()
    wins[0, 1] = wins[1, 2] = wins[2, 0] = 20
    assert set(verdict(wins, 0.0).items) == {"a", "b", "c"}
