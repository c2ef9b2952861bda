"""Who beats every other item: the three statements, and how often they are wrong."""

import math

import numpy as np
import pytest

from duelling.votes.verdicts import condorcet as verdicts
from duelling.votes.verdicts.condorcet import beaten_by, settled

pytestmark = pytest.mark.plain


def condorcet(items, counts, delta):
    return verdicts.condorcet(items, beaten_by(counts, delta / len(items)), delta)


def loses_by_little(items, counts, ties, within, delta):
    return verdicts.loses_by_little(items, settled(counts, ties, within, delta / len(items)), within, delta)


def wins(items, **pairs):
    found = np.zeros((len(items), len(items)), dtype=np.int64)
    for pair, count in pairs.items():
        found[items.index(pair[0]), items.index(pair[1])] = count
    return found


def test_two_items_need_eight_straight_wins():
    items = ("a", "b")
    assert condorcet(items, wins("ab", ab=7), 0.05).state == "open"
    found = condorcet(items, wins("ab", ab=8), 0.05)
    assert (found.state, found.items, found.says) == ("decided", ("a",), "a beats every other item")


def test_three_items_need_nine_wins_against_each():
    items = ("a", "b", "c")
    assert condorcet(items, wins("abc", ab=9, ac=9), 0.05).items == ("a",)
    assert condorcet(items, wins("abc", ab=9, ac=8), 0.05).state == "open"


def test_a_winner_provided_that_there_is_one_lost_to_nobody_while_all_others_did():
    found = condorcet(("a", "b", "c"), wins("abc", ab=9, bc=9), 0.05)
    assert (found.state, found.items) == ("decided", ("a",))
    assert found.says == "a beats every other item, provided that any item does"


def test_a_circle_has_no_winner():
    found = condorcet(("a", "b", "c"), wins("abc", ab=9, bc=9, ca=9), 0.05)
    assert (found.state, found.items, found.still_in) == ("decided", (), ())
    assert found.says.startswith("No item beats every other one")


def test_an_item_that_loses_by_little_is_named_where_nobody_could_be_verified():
    even = wins("ab", ab=300, ba=310)
    ties = np.zeros_like(even)
    assert condorcet(("a", "b"), even, 0.05).state == "open"
    found = loses_by_little(("a", "b"), even, ties, 0.1, 0.05)
    assert (found.state, set(found.items)) == ("decided", {"a", "b"})
    assert loses_by_little(("a", "b"), even, ties, 0.01, 0.05).state == "open"


def test_ties_alone_settle_that_nobody_loses_by_much():
    none, ties = np.zeros((2, 2), dtype=np.int64), np.array([[0, 100], [100, 0]])
    assert loses_by_little(("a", "b"), none, ties, 0.1, 0.05).state == "decided"


def test_open_questions_count_as_lost():
    """(W, L) = (9, 0) with two open ones is worth 2^11 B(10, 3) = 3.103, not 51.2."""
    nine = wins("ab", ab=9)
    open_ones = np.array([[0, 2], [2, 0]])
    assert 2**11 * math.gamma(10) * math.gamma(3) / math.gamma(13) == pytest.approx(3.103, abs=1e-3)
    assert beaten_by(nine, 0.05)[1, 0]
    for alpha, passes in ((0.192, False), (0.193, True)):  # (1/α + 1)/2 is 3.104 and 3.091
        assert beaten_by(nine, alpha, open_ones)[1, 0] == passes
    ties = np.zeros_like(nine)
    assert settled(nine, ties, 0.1, 0.05)[0, 1]
    assert not settled(nine, ties, 0.1, 0.05, open_ones * 3)[0, 1]
    assert not settled(wins("ab", ab=20, ba=10), ties, 0.1, 0.05, open_ones * 20).any(where=~np.eye(2, dtype=bool))


def test_more_items_need_more_evidence():
    """A verdict that holds among few items needs more votes among many: the level is shared."""
    beaten = np.zeros((40, 40), dtype=np.int64)
    beaten[0, 1:] = 9
    names = tuple(map(str, range(40)))
    assert condorcet(names[:3], beaten[:3, :3], 0.05).state == "decided"
    assert condorcet(names, beaten, 0.05).state == "open"
