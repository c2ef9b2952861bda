"""How the contract plays: outcomes that are known, letters that get lost, and how much was learned."""

import numpy as np
import pytest

from duelling.core.protocol import Duel
from duelling.registry.choice import choice
from duelling.testing import playing
from duelling.testing.playing import Mail, even, hold_numbers, hold_pair, learned, nature, order, play, stops

pytestmark = pytest.mark.edges
PAIRS = [(i, j) for i in range(4) for j in range(4)]


@pytest.mark.parametrize("outcome", [nature, order, even])
def test_outcomes_are_those_of_a_duel_seen_from_either_side(outcome):
    for t in range(1, 60):
        for i, j in PAIRS:
            y = outcome(t, Duel(i, j, 1.0, 1.0))
            assert y in (-1, 0, 1)
            assert y == 0 or i != j
    assert {order(3, Duel(i, j, 1.0, 1.0)) + order(3, Duel(j, i, 1.0, 1.0)) for i, j in PAIRS} == {0}


def test_the_lower_arm_mostly_wins_and_where_all_are_even_it_does_not():
    share = {f: np.mean([f(t, Duel(0, 1, 1.0, 1.0)) for t in range(1, 1301)]) for f in (nature, order, even)}
    assert share[order] == 1
    assert 0.2 < share[nature] < 0.8
    assert abs(share[even]) < 0.2


def test_letters_are_lost_and_others_come_unasked(monkeypatch):
    told = []
    monkeypatch.setattr(playing, "update", lambda state, t, duel, outcome: told.append(tuple(duel)))
    asked = Duel(0, 1, 0.25, 0.25)
    mail = Mail(choice("random"), 6, order, lost=0.3, unasked=0.5)
    for t in range(1, 2001):
        mail.tell(None, t, asked)
    assert sum(duel == asked for duel in told) == pytest.approx(0.7 * 2000, abs=5 * np.sqrt(2000 * 0.21))
    others = [duel for duel in told if duel != asked]
    assert len(others) == pytest.approx(1000, abs=5 * np.sqrt(500))
    assert {duel[2:] for duel in others} == {(1.0, 1.0), (1 / 6, 1 / 6)}


def test_play_goes_on_from_where_it_was():
    one, two = choice("exp3+unif").start(4, 100), choice("exp3+unif").start(4, 100)
    whole = play(one, 40, np.random.default_rng(0))
    rng = np.random.default_rng(0)
    assert play(two, 15, rng) + play(two, 25, rng, begin=16) == whole


def test_a_pair_and_its_chances_must_be_what_they_are():
    hold_pair(1, 3, Duel(2, 0, 1.0, 0.5))
    for duel in (Duel(3, 0, 1.0, 1.0), Duel(0, -1, 1.0, 1.0), Duel(0, 1, 0.0, 1.0), Duel(0, 1, 1.0, 1.1)):
        with pytest.raises(AssertionError, match="choose must return"):
            hold_pair(1, 3, duel)
    state = choice("exp3+unif").start(3, 10)
    hold_numbers(state, "at first")
    state.bandit.L[1] = np.nan
    with pytest.raises(AssertionError, match="update must leave numbers in the state, got nan at last"):
        hold_numbers(state, "at last")


@pytest.mark.compiled
def test_who_learns_is_told_apart_from_who_does_not():
    assert learned(choice("ws-w"), 0, 0) > 0.9
    assert learned(choice("random"), 0, 0) < 0.8
    assert stops(choice("random"), 0, 0)  # it has no verdict, so that nothing can keep it from one
    assert stops(choice("savage"), 0, 0)
