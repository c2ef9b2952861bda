"""Single elimination for the best k: its script, its extreme cases, its duels, and how often it is right."""

import numpy as np
import pytest

import duelling as du
from duelling.algorithms.single_elimination_top import most_matches
from duelling.core.protocol import stand
from tests.helpers.identifying import order, plays_like, unanimous
from tests.naive.scripted import Scripted, fixed, top_by_heap

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize(("arms", "top"), [(2, 1), (2, 2), (5, 2), (7, 3), (6, 6), (10, 6)])
def test_plays_as_written(arms, top):
    budget = 3 * most_matches(arms, top)
    twin = lambda: Scripted(top_by_heap, arms, top, fixed(3))  # noqa: E731
    assert plays_like(f"single-elimination-top:top={top}", twin, arms, budget + 10, end={"budget": budget}) == 2


@pytest.mark.parametrize(("arms", "top"), [(2, 2), (8, 1), (8, 3), (9, 4), (16, 16), (10, 6)])
def test_the_best_are_found_in_their_order_where_duels_are_certain(arms, top):
    budget = most_matches(arms, top)
    met, best, state = unanimous(f"single-elimination-top:top={top}", arms, end={"budget": budget})
    groups = np.zeros(arms, np.int64)
    assert stand(state, groups)
    assert (best, groups.tolist()) == (0, [*range(top), *[top] * (arms - top)])
    assert sum(n for _, n in met) <= budget


def test_for_the_best_arm_alone_it_is_single_elimination():
    one, other = (
        du.identify(order(9), name, budget=80, runs=20, seed=3)
        for name in ("single-elimination", "single-elimination-top:top=1")
    )
    assert one.arms.tolist() == other.arms.tolist()
    assert one.duels.tolist() == other.duels.tolist() == [80] * 20


def test_a_larger_budget_finds_the_best_three_more_often():
    few, many = (
        du.identify(order(8, 0.8), "single-elimination-top:top=3", budget=budget, runs=50, seed=1)
        for budget in (60, 600)
    )
    assert (few.duels <= 60).all()
    assert (many.duels <= 600).all()
    assert few.fits.mean() + 0.3 < many.fits.mean() > 0.9


@pytest.mark.parametrize(("top", "budget"), [(0, 99), (6, 99), (2, most_matches(5, 2) - 1)])
def test_what_cannot_be_played_is_refused(top, budget):
    with pytest.raises(du.InputError, match="top must be" if budget == 99 else "budget must be"):
        du.identify(order(5), f"single-elimination-top:top={top}", budget=budget, runs=1)
