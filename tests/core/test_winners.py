"""Winners: the verified ones of every known problem, all maximisers, the orders and the transitivity facts."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelling.core.links import LINKS
from duelling.core.winners import order, transitivity
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.named import problem, problem_names
from duelling.problems.utility import UtilityModel
from tests.helpers.strategies import utilities

pytestmark = pytest.mark.plain

THIRD = 1 / 3
VERIFIED = {  # Condorcet, Borda, Copeland, von Neumann on the first arms
    "arxiv": ((0,), (0,), (0,), [1]),
    "cyclic": ((0,), (0,), (0,), [1]),
    "arithmetic": ((0,), (0,), (0,), [1]),
    "sushi": ((0,), (0,), (0,), [1]),
    "borda_vonneumann": ((0,), (1,), (0,), [1]),
    "copeland_borda": ((), (0,), (1,), [1 / 7, 1 / 7, 0, 0, 5 / 7]),
    "copeland_vonneumann": ((), (3,), (3,), [THIRD] * 3),
    "different_winners": ((), (3,), (1, 2), [THIRD] * 3),
    "gap": ((), (0,), (0,), None),
    "multisol": ((), (0, 1, 2), (0, 1, 2), [THIRD] * 3),
    "mslr5-condorcet": ((0,), (0,), (0,), [1]),
    "mslr5-noncondorcet": ((), (1,), (0, 1, 2), None),
}


@pytest.mark.parametrize("name", problem_names())
def test_verified_winners(name):
    found, (condorcet, borda, copeland, mixture) = problem(name).winners(), VERIFIED[name]
    assert (found.condorcet, found.borda, found.copeland) == (condorcet, borda, copeland)
    P, u = problem(name).preference(), found.von_neumann
    assert u.sum() == pytest.approx(1)
    assert u.min() >= 0
    assert (u @ (2 * P - 1)).min() > -1e-12
    if mixture is not None:
        np.testing.assert_allclose(u, mixture + [0] * (len(u) - len(mixture)), atol=1e-12)
        assert found.unique


def test_scores_of_the_matrix_of_dudik_and_others():
    scores = problem("copeland_vonneumann").winners().scores
    np.testing.assert_allclose(scores["borda"], [0.455, 0.53, 0.53, 0.54, 0.445])
    assert scores["copeland"].tolist() == [2, 2, 2, 3, 1]
    np.testing.assert_allclose(scores["condorcet"], [0.025, 0.25, 0.25, 0.25, 0.25])


def test_even_arms_all_win():
    found = PreferenceMatrix(np.full((3, 3), 0.5)).winners()
    assert (found.condorcet, found.borda, found.copeland, found.utility) == ((), (0, 1, 2), (0, 1, 2), ())
    np.testing.assert_allclose(found.von_neumann, [THIRD] * 3)
    assert not found.unique
    assert set(found.scores) == {"condorcet", "borda", "copeland"}
    assert set(found.to_dict()) == {"condorcet", "borda", "copeland", "von_neumann"}


@given(x=utilities, link=st.sampled_from(LINKS))
@settings(max_examples=60, deadline=None)
def test_all_winners_coincide_under_utilities(x, link):
    found = UtilityModel(x, link).winners()
    best = tuple(np.flatnonzero(x == x.max()).tolist())
    assert found.borda == found.copeland == found.utility == best
    assert found.condorcet == (best if len(best) == 1 else ())
    assert tuple(np.flatnonzero(found.von_neumann).tolist()) == best
    assert found.to_dict()["utility"] == list(best)


def naive_transitivity(P):
    facts, e = [True] * 4, 1e-9
    for i, j, k in itertools.permutations(range(len(P)), 3):
        if P[i, j] >= 0.5 - e and P[j, k] >= 0.5 - e:
            facts[0] &= P[i, k] >= 0.5 - e
            facts[1] &= P[i, k] >= min(P[i, j], P[j, k]) - e
            facts[2] &= P[i, k] >= max(P[i, j], P[j, k]) - e
            facts[3] &= P[i, k] - 0.5 <= P[i, j] + P[j, k] - 1 + e
    return facts


@given(entries=st.lists(st.integers(0, 10), min_size=6, max_size=6))
@settings(max_examples=200, deadline=None)
def test_transitivity_and_order_agree_with_the_definitions(entries):
    P = np.full((4, 4), 0.5)
    P[np.triu_indices(4, 1)] = np.array(entries) / 10
    P = np.triu(P) + np.tril(1 - P.T, -1)
    assert list(transitivity(P)) == naive_transitivity(P)
    orders = [
        o for o in itertools.permutations(range(4)) if all(P[a, b] > 0.5 for a, b in itertools.combinations(o, 2))
    ]
    assert order(P) == (orders[0] if orders else None)


def test_orders_of_known_problems():
    assert order(problem("sushi").preference()) == tuple(range(16))
    assert order(problem("arithmetic").preference()) == tuple(range(8))
    assert transitivity(problem("arithmetic").preference()) == (True, True, True, True)
    for name in ("cyclic", "gap", "arxiv"):  # a circle, a circle, a tie between arms 4 and 6
        assert order(problem(name).preference()) is None
    assert not transitivity(problem("cyclic").preference()).weak


def test_winners_under_one_concept_are_one_line():
    found = problem("different_winners").winners()
    assert repr(problem("sushi").winners()["borda"]) == "Found(arms=(0,), score=0.7244)"
    assert repr(found["von_neumann"]).endswith("weights={0: 0.3333, 1: 0.3333, 2: 0.3333})")
    assert [name for name in found if "\n" in repr(found[name])] == []
