"""The evidence that one Borda score is above another: against all products, at figures worked out, and in the mean."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelling.core.evidence.difference import (
    log_difference,
    log_differences,
    start_counted,
    start_difference,
    tell_item,
    tell_ticket,
    tell_tickets,
)
from tests.naive.difference import Ticket, advantage, difference

pytestmark = pytest.mark.edges

ITEMS = 4
PAIRS = st.sampled_from(list(itertools.permutations(range(ITEMS), 2)))
SHARES = st.sampled_from([0.0, 0.5, 1.0])
WITHIN = st.sampled_from([0.0, 0.1, 0.7])


def told(evidence, tickets):
    for ticket in tickets:
        tell_ticket(evidence, *ticket)
    return evidence


def value(evidence, i, k):
    return math.exp(log_difference(evidence, i, k))


@given(st.lists(st.tuples(PAIRS, SHARES, st.sampled_from([1.0, 0.6, 0.01])), max_size=30), WITHIN)
@settings(max_examples=40, deadline=None)
def test_any_votes_give_the_evidence_of_the_twin_in_any_order(votes, within):
    tickets = [Ticket(a, b, y, v) for (a, b), y, v in votes]
    evidence = told(start_difference(ITEMS, within), tickets)
    backwards = told(start_difference(ITEMS, within), tickets[::-1])
    for i, k in itertools.permutations(range(ITEMS), 2):
        assert value(evidence, i, k) == pytest.approx(difference(i, k, tickets, within))
        assert value(evidence, i, k) == pytest.approx(value(backwards, i, k))


@given(st.lists(st.tuples(PAIRS, SHARES, st.booleans()), max_size=30), WITHIN)
@settings(max_examples=40, deadline=None)
def test_counts_of_a_race_give_the_same_evidence_as_sums(votes, within):
    """All four are candidates; once another item has left, a pair of them has the weight and the width 1/2."""
    tickets = [Ticket(a, b, y, 1 - left / 2, 1 - left / 2) for (a, b), y, left in votes]
    counted, summed = (told(start(ITEMS, within), tickets) for start in (start_counted, start_difference))
    np.testing.assert_allclose(log_differences(counted), log_differences(summed), atol=1e-12)
    for i, k in itertools.permutations(range(ITEMS), 2):
        assert value(counted, i, k) == pytest.approx(difference(i, k, tickets, within))


def test_figures_worked_out_by_hand():
    one = told(start_difference(3), [Ticket(0, 2, 1.0)])
    known = {(0, 1): 1.082800, (1, 0): 0.917200, (0, 2): 1.236572, (1, 2): 1.153772, (2, 1): 0.846228}
    assert {pair: value(one, *pair) for pair in known} == pytest.approx(known, abs=1e-6)
    assert value(told(start_difference(2), [Ticket(0, 1, 1.0)] * 5), 0, 1) == pytest.approx(5.554673, abs=1e-6)
    tie = told(start_difference(3), [Ticket(0, 2, 0.5)])
    assert value(tie, 0, 2) == pytest.approx(1, abs=1e-15)
    assert value(tie, 0, 1) == pytest.approx(0.964514, abs=1e-6)
    near = told(start_difference(2, 0.1), [Ticket(0, 1, 1.0)])
    assert value(near, 0, 1) == pytest.approx(1.260229, abs=1e-6)


def mean_after_one(win, w, i, k, within, candidates):
    """The mean of E_ik after one vote: the first arm is drawn from w, its opponent is uniform."""
    arms = len(win)
    chance = {pair: (w[pair[0]] + w[pair[1]]) / (arms - 1) for pair in itertools.combinations(range(arms), 2)}
    least = min(p for pair, p in chance.items() if set(pair) & candidates)
    widest = max(least / p for pair, p in chance.items() if set(pair) <= candidates)
    total = 0.0
    for (a, b), p in chance.items():
        if p > 0:
            for y, q in ((1.0, win[a, b]), (0.0, win[b, a])):
                evidence = start_difference(arms, within)
                if {a, b} <= candidates:
                    tell_ticket(evidence, a, b, y, least / p, widest)
                else:
                    for item, share in ((a, y), (b, 1 - y)):
                        if item in candidates:
                            tell_item(evidence, item, share, least / p, widest)
                total += p * q * value(evidence, i, k)
    return total


def test_the_mean_after_one_uniform_vote_follows_the_scores():
    win = np.array([[0.5, 0.7, 0.6], [0.3, 0.5, 0.8], [0.4, 0.2, 0.5]])
    third, everybody = np.full(3, 1 / 3), {0, 1, 2}
    assert mean_after_one(win, third, 0, 1, 0.0, everybody) == pytest.approx(1.015771, abs=1e-6)
    assert mean_after_one(win, third, 1, 0, 0.0, everybody) == pytest.approx(0.984229, abs=1e-6)


@pytest.mark.parametrize("within", [0.0, 0.2])
def test_where_the_claim_is_true_the_mean_is_at_most_1_whatever_the_chances(within):
    """On random problems, with random chances that know no pair without a candidate."""
    rng, true = np.random.default_rng(4), 0
    for _ in range(30):
        win = np.triu(rng.random((ITEMS, ITEMS)), 1)
        win += np.tril(1 - win.T, -1)
        candidates = set(range(ITEMS)) if rng.random() < 0.3 else {0, 1, 2} if rng.random() < 0.5 else {1, 3}
        w = rng.dirichlet(np.ones(ITEMS))
        w[[j for j in range(ITEMS) if j not in candidates]] *= rng.random() < 0.5
        w /= w.sum()
        scores = win.sum(axis=1) / (ITEMS - 1)
        for i, k in itertools.permutations(candidates, 2):
            mean = mean_after_one(win, w, i, k, within, candidates)
            true += scores[i] <= scores[k] - within
            assert (mean <= 1 + 1e-12) == (scores[i] <= scores[k] - within)
    assert true > 20


def test_a_loss_of_every_bet_leaves_a_number():
    for widest in (1.0, 0.5):
        evidence = told(start_difference(3), [Ticket(0, 1, 0.0, widest, widest)] * 1000)
        assert np.isfinite(log_differences(evidence)).all()
        assert log_difference(evidence, 0, 1) < math.log(1 / 16)
        assert log_difference(evidence, 1, 0) > 500


def test_votes_in_arrays_are_the_votes_one_by_one():
    rng = np.random.default_rng(0)
    a = rng.integers(ITEMS, size=60)
    b = (a + rng.integers(1, ITEMS, size=60)) % ITEMS
    y, v = rng.integers(3, size=60) / 2, rng.random(60)
    whole, single = start_difference(ITEMS), start_difference(ITEMS)
    tell_tickets(whole, a, b, y, v)
    told(single, [Ticket(int(a[t]), int(b[t]), y[t], v[t]) for t in range(60)])
    np.testing.assert_array_equal(log_differences(whole), log_differences(single))


def test_the_formula_with_other_nodes_has_the_figures_known_for_them():
    """With 48 nodes instead of 16: the formula is the same, and its figures were worked out elsewhere."""
    nodes = [(0.95 * 2 ** (-g / 2), c) for g in range(16) for c in (0.5, 0.75, 0.9)]

    def evidence(i, k, tickets):
        products = [math.prod(1 + bet * (advantage(i, k, t, c, 0.0) or 0.0) for t in tickets) for bet, c in nodes]
        return sum(products) / len(products)

    one = [Ticket(0, 2, 1.0)]
    known = {(0, 1): 1.057213, (1, 0): 0.942787, (0, 2): 1.201927, (1, 2): 1.144714, (2, 1): 0.855286}
    assert {pair: evidence(*pair, one) for pair in known} == pytest.approx(known, abs=1e-6)
    assert evidence(0, 1, [Ticket(0, 1, 1.0)] * 5) == pytest.approx(4.364798, abs=1e-6)
    assert evidence(0, 1, [Ticket(0, 2, 0.5)]) == pytest.approx(0.956249, abs=1e-6)
    assert evidence(0, 2, [Ticket(0, 2, 0.5)]) == pytest.approx(1, abs=1e-12)
    win = {(0, 1): 0.7, (0, 2): 0.6, (1, 2): 0.8}

    def mean(i, k):
        """Of the evidence after one vote on a uniform pair."""
        both = [p * evidence(i, k, [Ticket(*pair, 1.0)]) + (1 - p) * evidence(i, k, [Ticket(*pair, 0.0)])
                for pair, p in win.items()]  # fmt: skip
        return sum(both) / 3

    assert (mean(1, 0), mean(0, 1)) == pytest.approx((0.986538, 1.013462), abs=1e-6)
