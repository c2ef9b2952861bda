"""Triples that strengths do not explain, and circles that are proved."""

from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelling.problems.reading.named import problem
from duelling.votes.cycles import circles, curls, proved
from tests.helpers.chances import at_most
from tests.naive import cycles as naive

pytestmark = pytest.mark.plain


def counts(rng, chances, votes):
    """Wins of so many votes without a tie on each pair."""
    upper = np.triu(np.full(np.shape(chances), votes), 1)
    won = rng.binomial(upper, chances)
    return won + (upper - won).T


@given(st.integers(0, 10**6), st.integers(2, 7))
@settings(max_examples=50, deadline=None)
def test_they_are_those_of_the_slow_twin(seed, items):
    rng = np.random.default_rng(seed)
    wins = rng.integers(0, 15, size=(items, items))
    np.fill_diagonal(wins, 0)
    every, found = naive.curls(wins), curls(wins, level=0.3)
    limit = NormalDist().inv_cdf(1 - 0.3 / (2 * max(len(every), 1)))
    expected = {triple: z for triple, z in every.items() if z > limit}
    got = dict(zip(map(tuple, found.places.tolist()), found.z.tolist(), strict=True))
    assert got == pytest.approx(expected)
    assert (found.tested, found.found) == (len(every), len(expected))
    assert found.z.tolist() == sorted(found.z, reverse=True)
    round_ = circles(wins * 9)
    assert set(map(tuple, round_.places.tolist())) == naive.circles(proved(wins * 9, 0.05))


def test_a_circle_is_proved_by_nine_votes_a_pair():
    """Two-sided over three pairs: 9 straight wins have evidence 51.2, below 3/0.05 = 60; 10 have 93.1."""
    beats = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    assert circles(beats * 9).found == 0
    found = circles(beats * 10)
    assert found.places.tolist() == [[0, 1, 2]]
    assert found.says == "preferences go in a circle: proved for 1 of 1 triples"
    assert found.frame(("a", "b", "c")).row(0)[:3] == ("a", "b", "c")
    assert circles(beats.T * 10).places.tolist() == [[0, 2, 1]]


def test_nothing_is_said_where_nothing_is_known():
    for items in (1, 2, 4):
        nothing = np.zeros((items, items), dtype=int)
        assert curls(nothing).says == circles(nothing).says == ""
        assert curls(nothing).frame(("a",) * items).shape == (0, 4)


def test_only_some_of_very_many_triples_are_kept():
    items = 40
    ahead = (np.arange(items)[None, :] - np.arange(items)[:, None]) % items
    wins = np.where((ahead > 0) & (ahead < items / 2), 100, 0)
    for found in (circles(wins), curls(wins)):
        assert found.found > 1000
        assert found.places.shape == (1000, 3)


def test_ties_do_not_make_strengths_look_wrong():
    """Davidson's model, ν = 1/2, with 100,000 votes a pair: ties as half wins would accuse it."""
    strength = np.array([3.0, 0.0, -1.0])
    d = strength[:, None] - strength[None, :]
    whole = np.exp(d / 2) + 0.5 + np.exp(-d / 2)
    wins, ties = np.round(10**5 * np.exp(d / 2) / whole), np.round(10**5 * 0.5 / whole)
    assert curls(wins).found == 0
    assert curls(wins + ties / 2).found == 1


@pytest.mark.slow
def test_strengths_are_rarely_accused_and_circles_are_found():
    rng = np.random.default_rng(8)
    strength = rng.normal(size=6)
    chances = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    for votes in (30, 100):
        accused = sum(curls(counts(rng, chances, votes)).found > 0 for _ in range(400))
        assert accused / 400 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)
    cyclic = problem("cyclic").preference()
    runs = [counts(rng, cyclic, 100) for _ in range(50)]
    assert all(curls(run).found > 0 for run in runs)
    assert all(circles(run).found > 0 for run in runs)


@pytest.mark.slow
def test_a_pair_is_wrongly_proved_in_at_most_1_of_20_runs():
    """Three items without any preference, looked at again and again."""
    rng = np.random.default_rng(9)
    wrong = 0
    for _ in range(1000):
        wins = np.zeros((3, 3), dtype=int)
        for votes in (8, 2, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 28, 36, 46, 60, 80, 100):
            wins += counts(rng, np.full((3, 3), 0.5), votes)
            if proved(wins, 0.05).any():
                wrong += 1
                break
    assert wrong > 0
    assert at_most(wrong, 1000, 0.05)
