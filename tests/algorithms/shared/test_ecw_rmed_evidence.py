"""The statistics of ECW-RMED: its constants for known matrices, when an arm is certain, and orders that stay sorted."""

import math
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import linprog

from duelling.algorithms.shared import ecw_rmed_evidence
from duelling.algorithms.shared.triangle import place_of
from duelling.core.protocol import Duel, update
from duelling.registry.choice import choice
from tests.helpers.ecw_rmed import asymptotic_constant
from tests.naive.ecw_rmed import MATRICES, ROCK_PAPER_SCISSORS, noise

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize(
    ("win", "value", "winner"),
    [
        (MATRICES["cyclic"], 49.6635, 0),
        (MATRICES["copeland_borda"], 37.24762, 1),
        (MATRICES["copeland_vonneumann"], 14.97778, 3),
        (ROCK_PAPER_SCISSORS, 0.0, 0),
    ],
)
def test_constants_of_known_matrices(win, value, winner):
    found = asymptotic_constant(win)
    assert (found.value, found.winner) == (pytest.approx(value, abs=1e-4), winner)


def test_duels_of_a_known_matrix():
    q = asymptotic_constant(MATRICES["copeland_vonneumann"]).duels
    expected = {(1, 3): 49.6635, (2, 3): 49.6635, (3, 4): 7.6446, (0, 4): 1.7354}
    for i in range(5):
        for j in range(i + 1, 5):
            assert q[i, j] == pytest.approx(expected.get((i, j), 0.0), abs=1e-4)


@pytest.mark.parametrize("seed", range(12))
def test_the_closed_form_solves_the_linear_programme(seed):
    """min Σ c e with Σ_S e ≥ 1 for all sets S of s arms, 0 ≤ e ≤ 1, over all arms that beat i2, by brute force."""
    win = noise(6, seed)
    L = [(row < 0.5).sum() for row in win]
    d = np.array([[max(divergence(p), 1e-12) for p in row] for row in win])
    r = np.array([[(a + b - 2 * min(L)) / 10 for b in L] for a in L])
    values = []
    for i1 in (i for i in range(6) if L[i] == min(L)):
        total = sum(r[i1, j] / d[i1, j] for j in range(6) if win[i1, j] > 0.5)
        for i2 in (i for i in range(6) if i != i1):
            arms = [j for j in range(6) if j not in (i1, i2) and win[i2, j] < 0.5]
            sets = list(combinations(arms, L[i2] - L[i1] + 1))
            if sets:
                rows = [[-float(j in S) for j in arms] for S in sets]
                total += linprog([r[j, i2] / d[j, i2] for j in arms], rows, -np.ones(len(sets)), bounds=(0, 1)).fun
        values.append(total)
    assert asymptotic_constant(win).value == pytest.approx(min(values), rel=1e-7, abs=1e-7)


def optimal(win, first=-1):
    """min Σ r q over the confidence region, set by set: what CW-RMED attains; and e = q d of the best winner.

    ``first`` is the least l - L(1) that is looked at.
    """
    arms, win = range(len(win)), np.asarray(win)
    pairs = list(combinations(arms, 2))
    S = [[j for j in arms if win[i, j] < 0.5] for i in arms]
    L = [len(better) for better in S]
    one, two = sorted(L)[:2]
    costs = [(L[i] + L[j] - 2 * one) / (2 * (len(win) - 1)) / divergence(win[i, j]) for i, j in pairs]
    found = []
    for i1 in (i for i in arms if L[i] == one):
        rows = set()
        for i2, l in ((i2, l) for i2 in arms if i2 != i1 for l in range(max(0, one + first), two + 1)):  # noqa: E741
            for I in combinations([j for j in arms if win[i1, j] > 0.5], l + 1 - one):  # noqa: E741
                for T in combinations([j for j in S[i2] if j != i1], max(0, L[i2] - l - (i2 in I))):
                    rows.add(tuple(-float(pair in {*ordered(i1, I), *ordered(i2, T)}) for pair in pairs))
        solved = linprog(costs, list(rows), -np.ones(len(rows)), bounds=(0, 1))
        found.append((solved.fun, i1, dict(zip(pairs, solved.x, strict=True))))
    return min(found)


def ordered(i, others):
    return [(min(i, j), max(i, j)) for j in others]


@pytest.mark.parametrize(
    ("name", "value"), [("cyclic", 27.5487), ("copeland_borda", 37.24762), ("copeland_vonneumann", 14.97778)]
)
def test_the_confidence_region_has_the_printed_constants(name, value):
    """And the arm is certain on its boundary, and not before it."""
    win = MATRICES[name]
    found, winner, e = optimal(win)
    assert found == pytest.approx(value, abs=1e-4)
    assert asymptotic_constant(win).value >= found - 1e-9
    for share, sure in ((1 + 1e-6, True), (1 - 1e-3, False)):
        s = ecw_rmed_evidence.start(len(win))
        for (i, j), part in e.items():
            s.pair[:, place_of(i, j)] = 1, win[max(i, j), min(i, j)], share * part
            ecw_rmed_evidence._enter(s, i, j)
        assert ecw_rmed_evidence.certain(s, winner, 1.0) == sure


def test_a_region_without_one_loss_fewer_is_too_weak():
    assert optimal(MATRICES["copeland_borda"], first=0)[0] == pytest.approx(24.8318, abs=1e-4)


@pytest.mark.parametrize("seed", range(20))
def test_the_constant_stays_under_its_bound(seed):
    """C^E <= Σ_{i2} (1 + L_i2/(L_i2 - L_1 + 1)) / d(1/2 + Δ), Δ the smallest gap."""
    win = noise(2 + seed % 6, seed)
    np.fill_diagonal(win, 0.5)
    L, found = (win < 0.5).sum(axis=1), asymptotic_constant(win)
    gap = abs(win[np.triu_indices(len(win), 1)] - 0.5).min()
    shares = [1 + x / (x - L.min() + 1) for i, x in enumerate(L) if i != found.winner]
    assert found.value <= sum(shares) / divergence(0.5 + gap)


def divergence(p):
    return math.log(2) + sum(q * math.log(q) for q in (p, 1 - p) if q > 0)


def test_orders_are_sorted_and_complete_after_any_duels():
    s, rng = choice("ecw-rmed").start(7, 10), np.random.default_rng(0)
    for _ in range(600):
        i, j = rng.permutation(7)[:2]
        update(s, 1, Duel(int(i), int(j), 1.0, 1.0), int(rng.integers(-1, 2)))
    e = s.evidence
    for i in range(7):
        ahead = [j for j in range(7) if j != i and ecw_rmed_evidence.lead(e.pair, i, j) < 0]
        behind = [j for j in range(7) if j != i and j not in ahead]
        assert e.L[i] == len(ahead)
        assert sorted(e.order[i, : e.L[i]]) == ahead
        assert sorted(e.order[i, e.L[i] :]) == behind
        for part in (e.order[i, : e.L[i]], e.order[i, e.L[i] :]):
            assert np.all(np.diff([ecw_rmed_evidence.weight(e.pair, i, int(j)) for j in part]) >= 0)


def test_a_mark_stays_with_a_pair_also_before_and_over_duels():
    s = ecw_rmed_evidence.start(3)
    place = place_of(2, 1)
    for outcome in (1, -1, 0):
        for sign in (-1, 1, -1):
            for arm in (1, 2):  # 1 is marked with itself as well
                ecw_rmed_evidence.mark(s, arm, 1, sign)
            assert ecw_rmed_evidence.marked(s, 1, 2) == ecw_rmed_evidence.marked(s, 1, 1) == (sign < 0)
        before = ecw_rmed_evidence.played(s.pair, place)
        ecw_rmed_evidence.count_outcome(s, 1, 2, outcome)
        assert ecw_rmed_evidence.marked(s, 2, 1)
        assert ecw_rmed_evidence.played(s.pair, place) == before + 1
    assert [ecw_rmed_evidence.marked(s, *pair) for pair in ((1, 0), (2, 2))] == [False, False]


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_of_the_cheapest_is_what_all_costs_say(seed):
    """For all winners in turn, while duels come in between."""
    s, rng, arms, told = ecw_rmed_evidence.start(20), np.random.default_rng(seed), 20, 0
    for _ in range(400):
        i, j = rng.permutation(arms)[:2]
        ecw_rmed_evidence.count_outcome(s, int(i), int(j), 1 if rng.random() < 0.6 else -1)
        one = int(s.L.min())
        for i1 in np.flatnonzero(s.L == one):
            i2 = int(rng.choice([k for k in range(arms) if k != i1]))
            better = [int(k) for k in s.order[i2, : s.L[i2]] if k != i1]
            costs = sorted((ecw_rmed_evidence.cost(s.L, s.pair, one, k, i2), k) for k in better)
            k = len(better) - (s.L[i2] - one + 1)
            found = {h: sum(c for c, _ in costs[:h]) / (h - k) for h in range(k + 1, len(costs) + 1)} if k >= 0 else {}
            least = min(found.values(), default=0)
            h = min((h for h in found if found[h] <= least * (1 + 1e-9)), default=0)
            told += len(found) > 1
            mean, *shared = ecw_rmed_evidence.cheapest_of(s, one, int(i1), i2)
            assert mean == pytest.approx(least, rel=1e-8)
            assert shared == ([h, costs[h - 1][1]] if found else [0, 0])
    assert told > 100
