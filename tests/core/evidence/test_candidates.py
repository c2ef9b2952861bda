"""Candidates for the best score: one step in the mean, who may leave, and how often the best one does."""

import itertools
import math

import numpy as np
import pytest

from duelling.core.evidence.candidates import (
    LEADER,
    LEFT,
    VERDICT,
    is_left,
    mean_score,
    start_candidates,
    tell_candidates,
)
from duelling.core.evidence.difference import log_difference
from tests.naive.difference import Ticket, difference

pytestmark = pytest.mark.edges


def chased(s, k):
    """C_k."""
    return np.exp(s.common + s.own[k]).mean()


def copied(s):
    fresh = start_candidates(s.order.size, math.exp(-s.limits[0]), s.slack.within)
    for name in ("now", "order", "place", "score", "near", "common", "own"):
        getattr(fresh, name)[...] = getattr(s, name)
    for part in ("plain", "slack"):
        for name in ("U", "V"):
            getattr(getattr(fresh, part), name)[...] = getattr(getattr(s, part), name)
        getattr(fresh, part).pairs.D[...] = getattr(s, part).pairs.D
    return fresh


@pytest.mark.parametrize("gone", [False, True])
def test_what_is_held_against_a_best_item_does_not_grow_in_the_mean(gone):
    """From states after some votes, one more vote: C_k of a best item, and E_ik of every other against it."""
    rng, arms = np.random.default_rng(2), 4
    for _ in range(6):
        win = np.triu(rng.random((arms, arms)), 1)
        win += np.tril(1 - win.T, -1)
        best, state = int(win.sum(axis=1).argmax()), start_candidates(arms, 1e-9)
        for _ in range(int(rng.random() * 30)):
            a = int(rng.random() * arms)
            tell_candidates(state, a, (a + 1 + int(rng.random() * 3)) % arms, float(rng.integers(3)) / 2, 1.0, 1.0)
        if gone:  # any other one leaves
            out = (best + 1) % arms
            state.now[LEFT], state.now[LEADER] = 3, best if rng.random() < 0.5 else (best + 2) % arms
            last = state.order[3]
            state.order[[3, state.place[out]]], state.place[[last, out]] = [out, last], [state.place[out], 3]
        A = {i for i in range(arms) if is_left(state, i)}
        chance = {p: len(A & set(p)) / (len(A) * 3) for p in itertools.combinations(range(arms), 2)}
        least, mean, leads = min(chance.values()), 0.0, dict.fromkeys(A - {best}, 0.0)
        for (a, b), y in itertools.product(chance, (1.0, 0.0)):
            after, weight = copied(state), chance[a, b] * (win[a, b] if y else win[b, a])
            tell_candidates(after, a, b, y, least / chance[a, b], 0.5 if gone else 1.0)
            mean += weight * chased(after, best)
            for i in leads:
                leads[i] += weight * math.exp(log_difference(after.plain, i, best))
        assert mean <= chased(state, best) * (1 + 1e-12)
        for i, lead in leads.items():
            assert lead <= math.exp(log_difference(state.plain, i, best)) * (1 + 1e-12)


def test_the_leader_is_the_first_of_those_with_the_largest_mean():
    s = start_candidates(3, 0.05)
    assert mean_score(s, 0) == 0.5
    tell_candidates(s, 2, 1, 1.0, 1.0, 1.0)
    assert s.now[LEADER] == 2
    tell_candidates(s, 0, 1, 1.0, 1.0, 1.0)
    assert s.now[LEADER] == 0
    tell_candidates(s, 0, 1, 0.0, 1.0, 1.0)
    assert s.now[LEADER] == 2


def test_two_items_are_decided_by_the_first_vote_that_suffices():
    """Item 0 leads from the beginning, so that C is E."""
    s, votes = start_candidates(2, 0.05), 0
    while s.now[VERDICT] < 0:
        tell_candidates(s, 0, 1, 1.0, 1.0, 1.0)
        votes += 1
    enough = (n for n in range(20) if difference(0, 1, [Ticket(0, 1, 1.0)] * n) >= 20)
    assert votes == next(enough)


def test_votes_of_items_that_have_left_change_nothing():
    s = start_candidates(4, 0.05)
    while is_left(s, 3):
        tell_candidates(s, 0, 3, 1.0, 1.0, 1.0)
    assert s.order[s.now[LEFT]] == 3
    before = [part.copy() for part in (s.own, s.common, s.score, s.plain.U, s.plain.V, s.plain.pairs.D)]
    tell_candidates(s, 3, 3, 1.0, 1.0, 0.5)
    for part, was in zip((s.own, s.common, s.score, s.plain.U, s.plain.V, s.plain.pairs.D), before, strict=True):
        np.testing.assert_array_equal(part, was)
    tell_candidates(s, 3, 1, 1.0, 1.0, 0.5)
    assert (s.plain.U[3] == before[3][3]).all()
    assert (s.plain.U[1] != before[3][1]).any()
    assert (s.plain.pairs.D == before[5]).all()


def test_within_names_the_leader_of_equals():
    s = start_candidates(2, 0.05, 0.3)
    for t in range(200):
        tell_candidates(s, 0, 1, float(t % 2), 1.0, 1.0)
    assert s.now[LEFT] == 2
    assert s.now[VERDICT] in (0, 1)


@pytest.mark.parametrize("within", [0.0, 0.1])
def test_limits_are_those_of_the_weights(within):
    s = start_candidates(5, 0.05, within)
    limit, chase, lead, least_chase, least_lead = s.limits
    assert limit == pytest.approx(math.log(20))
    assert math.exp(chase) + 4 * math.exp(lead) == pytest.approx(1)
    halves = math.exp(chase + least_chase), math.exp(lead + least_lead)
    assert halves == pytest.approx((10, 10))  # below both, the sum is below 20
