"""The race over votes that were written down: who fits, who has left for good, and what open questions allow."""

import math

import numpy as np
import pytest

from duelling.core.evidence.candidates import LEADER, LEFT, VERDICT, is_left, start_candidates, tell_candidates
from duelling.core.evidence.logged import tell_logged, tell_worst
from duelling.core.fields import walk

pytestmark = pytest.mark.edges


def test_a_logged_vote_counts_if_all_that_are_left_could_have_been_drawn():
    """Votes from the log of a race that another level decided: some had left that are still in here."""
    rng = np.random.default_rng(3)
    items, count = 5, 400
    a = rng.integers(items, size=count)
    b = (a + rng.integers(1, items, size=count)) % items
    y = (rng.random(count) < np.where(a < b, 0.6, 0.4)).astype(float)
    v = rng.choice([0.5, 1.0], count)
    outs = np.zeros((3, items), bool)
    outs[1, 1] = outs[2, [1, 4]] = True
    gone = np.repeat([0, 1, 2, 0], 100)
    told, naive, kept = start_candidates(items, 0.05), start_candidates(items, 0.05), 0
    tell_logged(told, a, b, y, v, np.ones(count), gone, outs)
    for t in range(count):
        if not any(outs[gone[t], i] for i in range(items) if is_left(naive, i)):
            tell_candidates(naive, a[t], b[t], y[t], v[t], 1.0)
            kept += 1
    assert 100 <= kept < count
    for one, other in zip(walk(told), walk(naive), strict=True):
        np.testing.assert_allclose(one[1], other[1], rtol=1e-9)


def straight(state, wins, out=()):
    """Votes 0 over 1 of two or three items, all drawn when ``out`` had left."""
    outs = np.zeros((1, state.order.size), bool)
    outs[0, list(out)] = True
    ones, zeros = np.ones(wins), np.zeros(wins, int)
    tell_logged(state, zeros, np.ones(wins, int), ones, ones, ones, zeros, outs)
    return state


def beaten(items, votes=20):
    """A race in which 0 won all its votes against the others, at a level at which nobody has left; now at another."""
    state = start_candidates(items, 1e-12)
    for k in range(1, items):
        for _ in range(votes):
            tell_candidates(state, 0, k, 1.0, 1.0, 1.0)
    assert state.now[LEFT] == items
    state.limits[:] = start_candidates(items, 0.05).limits
    return state


def test_who_had_left_leaves_if_enough_is_known_and_otherwise_the_vote_does_not_count():
    kept = straight(start_candidates(3, 0.05), 1, [2])
    assert (kept.now[LEFT], kept.score.sum()) == (3, 0)
    gone = straight(beaten(3), 1, [2])
    assert (is_left(gone, 2), gone.score[0, 1]) == (False, 41)
    last = straight(beaten(3), 1, [1, 2])
    assert (last.now[VERDICT], last.now[LEADER]) == (0, 0)
    everybody = straight(beaten(2), 1, [0, 1])
    assert (everybody.now[LEFT], everybody.score[0, 1]) == (1, 20)


def test_a_leader_that_has_left_is_followed_by_the_next_one():
    s = beaten(3)
    s.now[LEADER] = 2
    straight(s, 1, [2])
    assert s.now[LEADER] == 0


def worst(state, y, h=0):
    """Votes of 0 against 1 in the worst case for h; NaN is open."""
    n, items = len(y), state.order.size
    outs = np.zeros((1, items), bool)
    ones, zeros = np.ones(n), np.zeros(n, int)
    tell_worst(state, zeros, np.ones(n, int), np.array(y), ones, ones, zeros, outs, h)
    return state


@pytest.mark.parametrize("within", [0.0, 0.1])
def test_open_questions_count_as_lost_by_the_leader(within):
    """Of two items: 40 wins and 3 open ones are worth what 40 wins and 3 losses are, by the part that has no leader."""
    mu = 0.25 if within else 0.75
    for wins in range(20, 44):
        open_ones = worst(start_candidates(2, 0.05, within), [1.0] * wins + [math.nan] * 3)
        lost = worst(start_candidates(2, 0.05, within), [1.0] * wins + [0.0] * 3)
        for one, other in zip(walk(open_ones), walk(lost), strict=True):
            np.testing.assert_array_equal(one[1], other[1])
        products = [(1 + bet) ** wins * (1 - bet) ** 3 for bet in 0.95 / 2.0 ** np.arange(8)]
        decided = (1 - mu) * np.mean(products) >= 20
        if within == 0:
            assert (open_ones.now[VERDICT] == 0) == decided
        assert open_ones.now[VERDICT] == (0 if decided else open_ones.now[VERDICT])


def test_the_worst_case_never_helps():
    """Whatever the answers turn out to be, who is out in the worst case is out then too."""
    rng, items = np.random.default_rng(5), 4
    for _ in range(30):
        n = int(rng.integers(60, 160))
        a = rng.integers(items, size=n)
        b = (a + rng.integers(1, items, size=n)) % items
        y = (rng.random(n) < np.where(a < b, 0.85, 0.15)).astype(float)
        hidden = np.where(rng.random(n) < 0.05, np.nan, y)
        arrays = (np.ones(n), np.ones(n), np.zeros(n, int), np.zeros((1, items), bool))
        supposed, known = start_candidates(items, 0.1), start_candidates(items, 0.1)
        tell_worst(supposed, a, b, hidden, *arrays, 0)
        tell_worst(known, a, b, y, *arrays, 0)
        assert {k for k in range(items) if is_left(known, k)} <= {k for k in range(items) if is_left(supposed, k)}


def test_in_the_worst_case_no_vote_is_passed_over():
    """Where 2 had left when pairs were drawn, and in the worst case is in, nobody knows whether those votes will count.

    The open vote of 0 against 2 is won in the end: then 2 has left, and the sixty votes that 0 lost to 1 do count.
    """
    a, b, y, gone = np.array(
        [(0, 2, math.nan, 0), *[(0, 2, 1, 0)] * 11, *[(0, 1, 0, 1)] * 60, *[(0, 2, 1, 0)] * 9, *[(0, 1, 1, 0)] * 80]
    ).T
    outs = np.array([[False] * 3, [False, False, True]])

    def arrays(answers):
        ones = np.ones(y.size)
        return (a.astype(int), b.astype(int), answers, ones, ones, gone.astype(int), outs)

    supposed, known = start_candidates(3, 0.05), start_candidates(3, 0.05)
    tell_worst(supposed, *arrays(y), 0)
    tell_logged(known, *arrays(np.nan_to_num(y, nan=1.0)))
    assert known.now[VERDICT] == 1
    assert supposed.now[VERDICT] == -1


def test_a_verdict_and_one_that_is_out_say_no_more():
    s = straight(start_candidates(2, 0.05), 40)
    assert s.now[VERDICT] == 0
    before = s.plain.U.copy()
    worst(s, [1.0, math.nan])
    np.testing.assert_array_equal(s.plain.U, before)
