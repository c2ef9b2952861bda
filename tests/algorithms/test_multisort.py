"""Multisort: its script, a run without chance, the length of a run, and what a budget is."""

from fractions import Fraction

import numpy as np
import pytest

import duelling as du
from duelling.core.protocol import choose, update, verdict
from duelling.registry.choice import choice
from tests.helpers.identifying import order, plays_like
from tests.naive.scripted import Scripted, multisort

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("aggregate", ["bt", "copeland"])
@pytest.mark.parametrize(("arms", "budget"), [(2, 3), (5, 40), (6, 7)])
def test_plays_as_written(arms, budget, aggregate):
    twin = lambda: Scripted(multisort, arms, budget, aggregate)  # noqa: E731
    text = f"multisort:aggregate={aggregate}"
    assert plays_like(text, twin, arms, budget + 2, end={"budget": budget}, which=(0, 1)) == 2


def test_one_run_without_chance_is_the_order():
    problem = order(6, 1.0)
    for aggregate in ("bt", "copeland"):
        found = du.identify(problem, f"multisort:aggregate={aggregate}", budget=15, runs=20)
        assert found.duels.tolist() == [15] * 20  # a run takes 15 duels at most
        assert found.summary()["right"] == 1


def test_a_run_of_three_arms_takes_8_thirds_of_a_duel_on_average():
    """Two duels with the middle arm as the pivot, else three: so a first run has ended after two with chance 1/3."""
    ended, runs = 0, 600
    for seed in range(runs):
        s, rng = choice("multisort:aggregate=copeland", identify=True, budget=10).start(3), np.random.default_rng(seed)
        for t in (1, 2):
            duel = choose(s, t, rng)
            update(s, t, duel, 1 if duel.first < duel.second else -1)
        ended += int(s.above.sum() > 0)
    assert abs(ended - Fraction(1, 3) * runs) < 4.5 * (runs * 2 / 9) ** 0.5


def test_the_budget_must_be_given_and_is_for_those_who_need_it():
    with pytest.raises(du.InputError, match="budget must be given for multisort: the number of duels after which"):
        du.identify("arithmetic", "multisort", runs=1)
    with pytest.raises(du.InputError, match="budget must be left out for savage, which ends in another way, got 100"):
        du.identify("arithmetic", "savage", budget=100, runs=1)
    with pytest.raises(du.InputError, match="budget must be left out for multisort"):
        du.identify("arithmetic", "multisort", budget=100, horizon=1000, runs=1)
    found = du.identify("arithmetic", "multisort", budget=100, runs=1)
    assert (found.summary()["budget"], found.summary()["delta"]) == (100, None)


def test_the_verdict_comes_with_the_last_duel():
    s, rng = choice("multisort", identify=True, budget=5).start(4), np.random.default_rng(0)
    for t in range(1, 6):
        assert verdict(s) == -1
        duel = choose(s, t, rng)
        update(s, t, duel, 1)
    assert verdict(s) >= 0
