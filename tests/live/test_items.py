"""Items and rosters."""

import numpy as np
import pytest

from duelling.errors import UnknownName
from duelling.live.items import Items, Roster

pytestmark = pytest.mark.plain


def some():
    items = Items()
    for seq, name in enumerate(("fox", "owl", "hare"), 2):
        items.add(seq, name, "text", None)
    items.begin(1, "a start", 0)
    return items


def test_arms_are_the_places_of_the_items_that_compete():
    items = some()
    items.retire(1)
    items.begin(2, "owl went", 10)
    assert items.active() == ["fox", "hare"]
    assert items.roster.members.tolist() == [0, 2]
    assert items.roster.arms.tolist() == [0, -1, 1]
    items.roster.left.append(2)
    assert items.roster.out.tolist() == [1]
    items.restore(20, 1)
    items.begin(3, "owl came back", 12)
    assert items.roster.arms.tolist() == [0, 1, 2]
    assert items.seats == [(2, 0), (3, 1), (4, 2), (20, 1)]


def test_items_are_found_by_name():
    assert (some().number_of("hare"), some().name(2), len(some())) == (2, "hare", 3)
    with pytest.raises(UnknownName, match="did you mean 'hare'"):
        some().number_of("hair")


def test_levels_of_all_rosters_are_one():
    none = np.arange(0)
    levels = [Roster(number, "", 0, none, none).level(0.05) for number in range(1, 20_000)]
    assert sum(levels) == pytest.approx(0.05, abs=1e-5)
    assert levels[0] == pytest.approx(4 * levels[1])
