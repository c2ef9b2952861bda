"""The rounds of Winner Stays: exact sequences of pairs, invariants, and the argmax rule with all counts as twin."""

import numpy as np
import pytest

from duelling.algorithms.shared import winner_stays_rounds as ws
from duelling.core.protocol import Duel, choose, update
from duelling.registry.choice import choice
from tests.naive.agreement import agree
from tests.naive.winner_stays import WinnerStays

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("arms", [2, 3, 4, 5, 8])
def test_agrees_with_the_argmax_rule_on_random_transcripts(arms):
    def same_counts(fast, slow):
        for arm, count in ((ws.A, ws.C_A), (ws.B, ws.C_B)):
            assert fast.now[count] == slow.C[fast.now[arm]]

    for seed in range(25):
        skill = np.random.default_rng([arms, seed]).random() / 2
        win = 0.5 + skill * np.sign(np.arange(arms) - np.arange(arms)[:, None])
        agree("ws-w", WinnerStays(arms), arms, 120, seed, win, each=same_counts)


def play(s, script, rng):
    """Pairs, when ``script`` names the winner of each duel by its arm or by W and L from the first arm's side."""
    pairs = []
    for t, result in enumerate(script, 1):
        duel = choose(s, t, rng)
        pairs.append((int(duel.first), int(duel.second)))
        update(s, t, duel, {"W": 1, "L": -1, "T": 0}[result])
    return pairs


def test_a_round_by_hand_and_the_replay_of_its_last_pair():
    a, b = (0, 0), (0, 0)
    for seed in range(50):
        s, rng = choice("ws-w").start(4, 1), np.random.default_rng(seed)
        pairs = play(s, "WLLWWW", rng)
        a, b = pairs[0]
        c = pairs[1][1]
        d = 6 - a - b - c
        assert pairs == [(a, b), (a, c), (c, a), (a, c), (a, d), (a, d)]
        if (a, b, c) == (0, 1, 2):
            return
    raise AssertionError("no seed began with the arms 0, 1, 2")


def test_counts_at_the_start_of_a_round():
    """The winner of l - 1 rounds that never lost a round is at (K-1)(l-1), the pair's other arm at -(l-1)."""
    s, rng, arms = choice("ws-w").start(5, 1), np.random.default_rng(0), 5
    slow, level = WinnerStays(arms), 1
    for t in range(1, 400):
        duel = choose(s, t, rng)
        slow.update(t, duel, outcome := 1 if duel.first < duel.second else -1)
        update(s, t, duel, outcome)
        assert sum(slow.C) == 0
        if s.now[ws.LEVEL] > level:
            level = int(s.now[ws.LEVEL])
            top, *others = sorted(slow.C, reverse=True)
            assert top == (arms - 1) * (level - 1) == s.now[ws.C_A]
            assert set(others) == {-(level - 1)}
            assert s.now[ws.WAITING] == arms - 2
    assert level > 5
    assert s.now[ws.A] == 0


def test_ties_change_nothing():
    s, rng = choice("ws-w").start(4, 1), np.random.default_rng(3)
    assert len(set(play(s, "TTTTT", rng))) == 1
    assert s.now[[ws.C_A, ws.C_B]].tolist() == [0, 0]


def test_late_outcomes_count_for_the_pair_that_still_plays_and_for_nobody_else():
    s, rng = choice("ws-w").start(4, 1), np.random.default_rng(3)
    duel = choose(s, 1, rng)
    assert choose(s, 2, rng)[:2] == duel[:2]  # nothing learnt, nothing changes
    update(s, 2, Duel(duel.second, duel.first, 1.0, 1.0), -1)  # the same pair, named the other way round
    after = s.now.copy()
    assert after[ws.PHASE] == ws.NEXT
    update(s, 1, duel, -1)  # comes when the iteration is decided
    np.testing.assert_array_equal(s.now, after)
    following = choose(s, 3, rng)
    after = s.now.copy()
    update(s, 1, duel, -1)
    np.testing.assert_array_equal(s.now, after)
    assert following.first == duel.first
    assert following.p_second == 1 / 2


def test_first_pair_and_challengers_are_uniform():
    n, pairs = 6000, np.zeros((4, 4))
    challengers = np.zeros(2)
    for seed in range(n):
        s, rng = ws.start(4), np.random.default_rng(seed)
        duel = choose(s, 1, rng)
        pairs[duel.first, duel.second] += 1
        update(s, 1, duel, 1)
        rest = sorted({0, 1, 2, 3} - {int(duel.first), int(duel.second)})
        challengers[rest.index(choose(s, 2, rng).second)] += 1
    assert np.all(np.diag(pairs) == 0)
    assert np.abs(pairs[~np.eye(4, dtype=bool)] - n / 12).max() < 4.5 * np.sqrt(n / 12)
    assert abs(challengers[0] - n / 2) < 4.5 * np.sqrt(n / 4)
