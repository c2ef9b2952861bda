"""Who has the largest score, in which places the others may be, and how often that is wrong."""

import numpy as np
import pytest

from duelling.votes.evidence import evidence_of
from duelling.votes.verdict import Verdict
from duelling.votes.verdicts.borda import borda, close, groups, leave_out, order, places, promote, tied, top
from tests.helpers.votes import from_counts

pytestmark = pytest.mark.plain


def scores(ballots, pairs, delta):
    return evidence_of(ballots, pairs, None, delta).scores


def drawn(P, votes, seed=0):
    """Votes on uniform pairs with these chances."""
    rng, K = np.random.default_rng(seed), len(P)
    wins = np.zeros((K, K), dtype=np.int64)
    first = rng.integers(0, K, votes)
    second = (first + rng.integers(1, K, votes)) % K
    won = rng.random(votes) < np.asarray(P)[first, second]
    np.add.at(wins, (np.where(won, first, second), np.where(won, second, first)), 1)
    return from_counts(wins)


def ladder(gap, K=4):
    """Chances that grow with the distance on a ladder, the first item on top."""
    rank = np.arange(K)
    return 0.5 + gap * (rank[None, :] - rank[:, None])


ITEMS = ("a", "b", "c", "d")


def test_the_best_is_named_when_it_is_proved_and_not_before():
    found = borda(ITEMS, scores(drawn(ladder(0.12), 4_000), "uniform", 0.05), 0.0, 0.05)
    assert (found.state, found.items, found.still_in) == ("decided", ("a",), ("a",))
    early = borda(ITEMS, scores(drawn(ladder(0.12), 20), "uniform", 0.05), 0.0, 0.05)
    assert (early.state, early.items, set(early.still_in)) == ("open", (), set(ITEMS))
    assert "every pair was equally likely" in str(early)


@pytest.mark.slow
def test_one_that_is_nearly_best_is_named_with_the_margin():
    wins = drawn(np.full((4, 4), 0.5), 3_000)
    measured = scores(wins, "uniform", 0.05)
    assert borda(ITEMS, measured, 0.0, 0.05).state == "open"
    found = borda(ITEMS, measured, 0.15, 0.05)
    assert (found.state, len(found.items)) == ("decided", 1)
    assert "less than 0.15 below the best" in found.says


def test_without_any_knowledge_the_box_decides_later_but_decides():
    P = ladder(0.15)
    few, many = (scores(drawn(P, n), "any", 0.05) for n in (1_000, 20_000))
    assert borda(ITEMS, few, 0.0, 0.05).state == "open"
    found = borda(ITEMS, many, 0.0, 0.05)
    assert found.items == ("a",)
    assert "equally likely" not in str(found)


def test_pairs_that_never_met_are_named_as_the_reason():
    wins = np.zeros((3, 3), dtype=np.int64)
    wins[0, 1] = wins[1, 2] = 500
    found = borda(("a", "b", "c"), scores(from_counts(wins), "any", 0.05), 0.0, 0.05)
    assert found.state in ("open", "refused")
    assert "1 of 3 pairs never met" in found.says


def test_places_follow_from_what_is_proved_through_a_third_item():
    above = np.zeros((4, 4), dtype=bool)
    above[0, 1] = above[1, 2] = True

    class Proved:
        score = np.zeros(4)

        @staticmethod
        def above(tests, within):
            assert tests == 12  # of an exactly tied pair both tests can hurt
            return above.copy()

    closed = order(Proved)
    assert closed[0, 2]
    assert [place.tolist() for place in places(closed)] == [[1, 2, 3, 1], [2, 3, 4, 4]]


def test_a_group_ends_where_all_above_are_told_apart_from_all_below():
    above = np.zeros((4, 4), dtype=bool)
    above[np.ix_([0, 1], [2, 3])] = True
    above[2, 3] = False
    assert groups(above, np.array([0, 1, 2, 3])) == [[0, 1], [2, 3]]
    assert groups(np.zeros((4, 4), dtype=bool), np.array([2, 0, 1, 3])) == [[2, 0, 1, 3]]


def test_the_best_two():
    measured = scores(drawn(ladder(0.12), 6_000), "uniform", 0.05)
    found = top(ITEMS, measured, 2, 0.05)
    assert (found.state, found.items) == ("decided", ("a", "b"))
    early = top(ITEMS, scores(drawn(ladder(0.12), 30), "uniform", 0.05), 2, 0.05)
    assert (early.state, early.items) == ("open", ())


def test_tied_is_said_only_with_a_margin_and_a_proof():
    measured = scores(drawn(np.full((4, 4), 0.5), 6_000), "uniform", 0.05)
    assert close(measured, 0.2)[0, 1]
    assert not close(measured, 0.001)[0, 1]
    assert not close(scores(drawn(ladder(0.15), 6_000), "uniform", 0.05), 0.1)[0, 3]
    said = tied(ITEMS, measured, 0.2, 0.05)
    assert (said.about, said.state, set(said.items)) == ("tied within 0.2", "decided", set(ITEMS))
    assert "a with b" in said.says
    unsaid = tied(ITEMS, measured, 0.001, 0.05)
    assert (unsaid.state, unsaid.items) == ("open", ())


@pytest.mark.slow
def test_two_equal_items_are_told_apart_at_any_look_in_at_most_1_of_20_runs():
    """The hardest case: two items, exactly even. Every prefix is looked at that is uneven at all."""
    runs, votes, wrong = 300, 300, 0
    rng = np.random.default_rng(11)
    for _ in range(runs):
        won = np.cumsum(rng.random(votes) < 0.5).tolist()
        for n in range(7, votes):
            wins = np.array([[0, won[n]], [n + 1 - won[n], 0]])
            if abs(2 * won[n] - n) > 2.6 * n**0.5 and order(scores(from_counts(wins), "uniform", 0.05)).any():
                wrong += 1
                break
    assert wrong <= 0.05 * runs + 3 * (0.05 * 0.95 * runs) ** 0.5


def named(items, ahead=True):
    return Verdict("winner", "decided", "", items, items, 0.05, (), ahead)


def test_whom_a_verdict_names_takes_the_first_places():
    above = np.zeros((4, 4), bool)
    above[0, 2] = above[1, 3] = True
    two = above.copy()
    assert promote(above, ITEMS, named(("b",))) == "Place 1 is as sure as the verdict on the winner"
    assert [ends.tolist() for ends in places(above)] == [[2, 1, 3, 2], [3, 1, 4, 4]]
    assert groups(above, np.array([1, 0, 2, 3])) == [[1], [0, 2, 3]]
    assert promote(two, ITEMS, named(("a", "b"))).startswith("Places 1 to 2 are")
    assert [ends.tolist() for ends in places(two)] == [[1, 1, 3, 3], [2, 2, 4, 4]]


def test_a_verdict_on_something_else_or_one_that_the_order_denies_moves_nobody():
    """Order and verdict are wrong with chance δ at most; where they disagree nobody knows which of them is."""
    above = np.zeros((4, 4), bool)
    above[0, 1] = True
    for verdict in (named(("b",)), named(("a",), ahead=False), named(())):
        assert promote(above, ITEMS, verdict) == ""
        assert above.sum() == 1


def may_be(items, seats):
    return Verdict("winner", "open", "", (), items, 0.05, (), about_first=seats)


def test_whom_a_verdict_rules_out_stands_behind_the_first_places():
    first, last = np.array([1, 1, 1, 3]), np.array([2, 4, 3, 4])
    said = leave_out(first, last, ITEMS, may_be(("a", "b"), 1))
    assert said == "Who may have place 1 is as sure as what is said of the winner"
    assert first.tolist() == [1, 1, 2, 3]
    assert leave_out(first, last, ITEMS, may_be(("a", "b", "c"), 3)).startswith("Who may have places 1 to 3 is")
    assert first.tolist() == [1, 1, 2, 4]


def test_a_verdict_that_rules_out_nobody_or_whom_the_order_puts_first_moves_nobody():
    for verdict in (may_be(ITEMS, 1), may_be(("b", "c", "d"), 1), may_be((), 0)):
        first, last = np.array([1, 2, 2, 2]), np.array([1, 4, 4, 4])
        assert leave_out(first, last, ITEMS, verdict) == ""
        assert first.tolist() == [1, 2, 2, 2]


def test_the_verdicts_about_scores_say_which_places_they_are_about():
    votes = scores(drawn(ladder(0.12), 200), "uniform", 0.05)
    assert borda(ITEMS, votes, 0.0, 0.05).about_first == 1
    assert top(ITEMS, votes, 2, 0.05).about_first in (0, 2)
    assert tied(ITEMS, votes, 0.1, 0.05).about_first == 0
    unknown = scores(drawn(ladder(0.12), 2), "any", 0.05)
    assert borda(ITEMS, unknown, 0.0, 0.05).about_first == 0


def test_only_a_verdict_on_the_largest_score_gives_a_place():
    sure = scores(drawn(ladder(0.12), 4_000), "uniform", 0.05)
    assert borda(ITEMS, sure, 0.0, 0.05).ahead
    assert top(ITEMS, sure, 2, 0.05).ahead
    even = scores(drawn(np.full((4, 4), 0.5), 3_000), "uniform", 0.05)
    near = borda(ITEMS, even, 0.15, 0.05)
    assert near.state == "decided"
    assert not near.ahead
    assert not top(ITEMS, even, 2, 0.05).ahead
    assert not tied(ITEMS, even, 0.15, 0.05).ahead
