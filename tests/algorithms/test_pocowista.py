"""POCOWISTA: its script, pairs that must be met, ties as a result, and how often it fails."""

import numpy as np
import pytest

import duelling as du
from duelling.core.protocol import choose, update, verdict
from duelling.registry.choice import choice
from tests.helpers.identifying import fails_at_most, plays_like, unanimous
from tests.naive.agreement import CYCLE
from tests.naive.scripted import Scripted, pocowista

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("arms", [2, 3, 6])
def test_plays_as_written(arms):
    twin = lambda: Scripted(pocowista, arms, 0.5)  # noqa: E731
    assert plays_like("pocowista", twin, arms, 700, end={"delta": 0.5}, ties=0.3) >= 1


def test_two_arms_meet_once_and_an_order_needs_few_pairs():
    assert unanimous("pocowista", 2, end={"delta": 0.05})[0] == [[{0, 1}, 9]]
    met, best, _ = unanimous("pocowista", 7, end={"delta": 0.05})
    assert best == 0
    assert 6 <= len(met) <= 21
    assert len({frozenset(pair) for pair, _ in met}) == len(met)  # no pair comes twice


def test_ties_are_a_result_of_their_own():
    """0 beats 1 and ties with 2, who loses to 1: one and a half wins, one, and a half."""
    s, rng = choice("pocowista", identify=True, delta=0.1).start(3), np.random.default_rng(0)
    outcomes = {(0, 1): 1, (0, 2): 0, (1, 2): 1}
    for t in range(1, 100):
        if verdict(s) >= 0:
            break
        duel = choose(s, t, rng)
        i, j = int(duel.first), int(duel.second)
        update(s, t, duel, outcomes[i, j] if i < j else -outcomes[j, i])
    assert verdict(s) == 0


@pytest.mark.slow
@pytest.mark.compiled
def test_fails_at_most_as_often_as_delta():
    """With a cycle of three all arms are winners; a fourth, which the others beat by little, is not."""
    win = np.full((4, 4), 0.5)
    win[:3, :3], win[:3, 3], win[3, :3] = CYCLE, 0.56, 0.44
    assert fails_at_most(du.PreferenceMatrix(win), "pocowista", 0.3, 400)
