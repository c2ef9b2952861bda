"""PBR-Copeland: its script, straight wins by hand, equal scores, and how often it fails."""

import numpy as np
import pytest

import duelling as du
from duelling.core.protocol import Duel, update
from duelling.registry.choice import choice
from tests.helpers.identifying import fails_at_most, plays_like, unanimous
from tests.naive.agreement import CYCLE
from tests.naive.scripted import Scripted, pbr_copeland

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize(("arms", "top", "longest"), [(2, 1, 50), (4, 2, 1000), (5, 1, 30)])
def test_plays_as_written(arms, top, longest):
    twin = lambda: Scripted(pbr_copeland, arms, 0.5, top, longest)  # noqa: E731
    assert plays_like(f"pbr-copeland:top={top},longest={longest}", twin, arms, 900, end={"delta": 0.5}) >= 1


def test_straight_wins_decide_a_pair_after_27_duels():
    """2 ln(2 25 1000/0.1) = 26.2; the best arm is known once it has beaten the other four."""
    met, best, _ = unanimous("pbr-copeland:longest=1000", 5, end={"delta": 0.1})
    assert best == 0
    assert sum(pair == {0, 1} for pair, _ in met) == 27


@pytest.mark.parametrize(("wins", "known"), [(43, 0), (44, 1)])
def test_after_50_duels_a_share_of_wins_further_than_0_362248_from_a_half_is_known(wins, known):
    """c = sqrt(ln(2 25 1000/0.1) / (2 50)): 43.1 wins of 50."""
    s = choice("pbr-copeland:longest=1000", identify=True, delta=0.1).start(5)
    s.counts[1, 0], s.counts[0, 1] = 49, 2 * wins - 51
    assert np.sqrt(s.log / 100) == pytest.approx(0.362248, abs=5e-7)
    update(s, 50, Duel(0, 1, 1.0, 1.0), 1)
    assert s.known[0, 1] == known


def test_equal_scores_end_when_all_pairs_are_known():
    found = du.identify(
        du.PreferenceMatrix(np.where(CYCLE > 0.5, 0.9, np.where(CYCLE < 0.5, 0.1, 0.5))), "pbr-copeland", runs=2
    )
    assert found.summary()["right"] == 1


@pytest.mark.slow
@pytest.mark.compiled
def test_fails_at_most_as_often_as_delta():
    win = np.full((4, 4), 0.5)
    win[:3, :3], win[:3, 3], win[3, :3] = CYCLE, 0.56, 0.44
    assert fails_at_most(du.PreferenceMatrix(win), "pbr-copeland:top=3,longest=20000", 0.3, 200)
