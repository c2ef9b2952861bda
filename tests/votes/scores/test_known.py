"""Borda scores: against the definition, at the figures of the sheet, and over all looks."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelling.core.evidence.pairs import pair_interval
from duelling.votes.scores.known import known_chances, uniform_differences
from duelling.votes.verdict import ASSUMED
from tests.helpers.votes import from_counts, tables
from tests.naive.difference import Ticket, difference

pytestmark = pytest.mark.plain

ITEMS = 4
VOTES = st.lists(
    st.tuples(st.permutations(range(ITEMS)), st.sampled_from([1.0, 0.5, 0.0])).map(lambda v: (v[0][0], v[0][1], v[1])),
    max_size=60,
)


@given(VOTES, st.sampled_from([0.0, 0.05, 0.3]))
@settings(max_examples=60, deadline=None)
def test_differences_are_those_of_the_definition_in_any_order(votes, within):
    found, tickets = uniform_differences(*tables(votes, ITEMS), within), [Ticket(*vote) for vote in votes]
    for i in range(ITEMS):
        for k in range(ITEMS):
            if i != k:
                assert found[i, k] == pytest.approx(math.log(difference(i, k, tickets, within)), abs=1e-9)


def test_differences_worked_out_elsewhere():
    one = np.exp(uniform_differences(*tables([(0, 2, 1.0)], 3)))
    assert [one[0, 1], one[1, 0], one[0, 2], one[1, 2], one[2, 1]] == pytest.approx(
        [1.082800, 0.917200, 1.236572, 1.153772, 0.846228], abs=1e-6
    )
    five = uniform_differences(*tables([(0, 1, 1.0)] * 5, 2))
    assert math.exp(five[0, 1]) == pytest.approx(5.554673, abs=1e-6)
    tie = np.exp(uniform_differences(*tables([(0, 2, 0.5)], 3)))
    assert tie[0, 2] == pytest.approx(1)
    assert tie[0, 1] == pytest.approx(0.964514, abs=1e-6)
    assert math.exp(uniform_differences(*tables([(0, 1, 1.0)], 2), 0.1)[0, 1]) == pytest.approx(1.260229, abs=1e-6)


def test_on_uniform_pairs_the_interval_is_that_of_all_votes_on_the_item():
    wins, ties = tables([(0, 1, 1.0)] * 9 + [(0, 2, 0.5)] * 4 + [(3, 0, 1.0)] * 5, ITEMS)
    found = known_chances(from_counts(wins, ties), "uniform", 0.2, ASSUMED)
    assert (found.low[0], found.high[0]) == pair_interval(9, 4, 5, 0.05)
    assert found.score[0] == 11 / 18


def test_the_mean_of_the_evidence_after_one_vote_is_the_difference_of_the_scores():
    P = ((0.5, 0.7, 0.6), (0.3, 0.5, 0.8), (0.4, 0.2, 0.5))
    mean = np.zeros((3, 3))
    for a, b in ((0, 1), (0, 2), (1, 2)):
        for y, p in ((1.0, P[a][b]), (0.0, 1 - P[a][b])):
            mean += p / 3 * np.exp(uniform_differences(*tables([(a, b, y)], 3)))
    assert (mean[0, 1], mean[1, 0]) == pytest.approx((1.015771, 0.984229), abs=1e-6)
