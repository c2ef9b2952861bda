"""DETECT: lists as twin, the test by hand, a fresh base after a change, few false alarms, and any base."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import detect
from duelling.core.protocol import Duel, choose, update
from duelling.core.states import numbers
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from duelling.testing.playing import play
from tests.helpers.modes import INTERPRETED
from tests.naive.agreement import side_by_side
from tests.naive.beat_the_winner import BeatTheWinner
from tests.naive.detect import Detect
from tests.naive.winner_stays import WinnerStays

pytestmark = [pytest.mark.edges, pytest.mark.plain]
BASES = {"beat-the-winner": BeatTheWinner, "ws-w": WinnerStays}


def best_first(arms, p=0.9):
    win = np.full((arms, arms), 0.5)
    win[0, 1:], win[1:, 0] = p, 1 - p
    return win


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("arms", [2, 3, 6])
def test_agrees_with_lists_through_changes(base, arms):
    """The best arm becomes the worst a few times; each time the base begins anew."""
    horizon, explore, change = 6000, 50, 0.9
    fast = detect.start(arms, horizon, base=base, change=change, explore=explore)
    slow = Detect(arms, horizon, lambda: BASES[base](arms), explore, change)
    nature = np.random.default_rng([arms, 1])

    def outcome(t, duel):
        best = t // 2000 % arms
        p = 0.98 if duel.first == best else 0.02 if duel.second == best else 0.5
        return 0 if duel.first == duel.second or nature.random() < 0.02 else 1 if nature.random() < p else -1

    side_by_side(fast, slow, horizon, outcome, [arms, 0])
    assert slow.restarts >= (2 if arms < 6 else 1)


def watching(arms=3, w=4, limit=2.0):
    """Arm 1 is the incumbent since round 1, and pairs are judged by the last w outcomes."""
    s = detect.start(arms, 10**6, change=1.0)
    s = s._replace(outcomes=np.zeros((arms, w), np.int8), limit=limit)
    s.now[:] = 1, 1, 1, 0
    return s


def test_the_window_by_hand():
    s = watching()
    for t, outcome in enumerate([1, 1, 1, 0, 0, -1], 1):
        update(s, t, Duel(1, 2, 1.0, 1.0), outcome)
        assert s.now[detect.INCUMBENT] == 1
    assert s.half[2].tolist() == [6, -1, 1]  # the last four are 1, 0, 0, -1
    update(s, 7, Duel(1, 2, 1.0, 1.0), -1)  # 0, 0, -1, -1: a difference of 2, which is no more than the limit
    update(s, 8, Duel(1, 0, 1.0, 1.0), -1)  # another pair
    assert s.now[detect.INCUMBENT] == 1
    assert s.half[2].tolist() == [7, -2, 0]
    update(s, 9, Duel(1, 2, 1.0, 1.0), 1)
    update(s, 10, Duel(1, 2, 1.0, 1.0), 1)  # -1, -1, 1, 1
    assert s.now[detect.INCUMBENT] == -1
    assert s.half.sum() == 0


def test_nothing_is_judged_before_the_window_is_full():
    s = watching()
    for t, outcome in enumerate([-1, -1, 1], 1):
        update(s, t, Duel(1, 0, 1.0, 1.0), outcome)
    assert s.now[detect.INCUMBENT] == 1
    update(s, 4, Duel(1, 0, 1.0, 1.0), 1)
    assert s.now[detect.INCUMBENT] == -1


def test_after_a_change_the_base_is_as_new():
    s, rng = detect.start(4, 10**6, explore=30), np.random.default_rng(0)
    s = s._replace(outcomes=np.zeros((4, 2), np.int8), limit=1.0)
    fresh = numbers(s.fresh)
    for t in range(1, 31):
        update(s, t, choose(s, t, rng), 1)
    assert not np.array_equal(numbers(s.base), fresh)
    pairs = []
    for t in range(31, 40):
        duel = choose(s, t, rng)
        pairs.append((int(duel.first), int(duel.second)))
        update(s, t, duel, 1 if t < 36 else -1)
        if s.now[detect.BEGUN] == 0:
            break
    incumbent = pairs[0][0]
    others = [j for j in range(4) if j != incumbent]
    assert pairs == [(incumbent, j) for j in (others * 3)[: len(pairs)]]
    after = choose(s, 41, np.random.default_rng(5))
    assert s.now[detect.BEGUN] == 41
    assert after == choose(choice("beat-the-winner").start(4, 30), 1, np.random.default_rng(5))
    np.testing.assert_array_equal(numbers(s.fresh), fresh)


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_every_watch_begins_with_the_first_arm(turn):
    s, rng = detect.start(4, 10**6, explore=1), np.random.default_rng(0)
    s.now[detect.NEXT] = turn  # where the watch before this one ended
    watch = [choose(s, t, rng) for t in range(1, 5)][1:]
    assert [duel.second for duel in watch] == [j for j in range(4) if j != watch[0].first]


def test_late_outcomes_of_another_phase_are_dropped():
    s, rng = detect.start(4, 10**6, explore=3), np.random.default_rng(0)
    duels = [choose(s, t, rng) for t in range(1, 6)]
    before = numbers(s)
    update(s, 2, duels[1], 1)  # the base has said its last word
    np.testing.assert_array_equal(numbers(s), before)
    update(s, 5, duels[4], -1)
    assert s.half[duels[4].second].tolist() == [1, -1, 0]
    s.now[detect.BEGUN], s.now[detect.INCUMBENT] = 0, -1
    before = numbers(s)
    update(s, 5, duels[4], 1)  # the next choice starts again
    np.testing.assert_array_equal(numbers(s), before)


@pytest.mark.parametrize("horizon", [10, 10**4, 10**6])
@pytest.mark.parametrize("change", [0.1, 0.5, 1.0])
def test_numbers_are_those_of_the_reasons(horizon, change):
    """False alarms below 1/T² each, and a change moves the difference by twice the limit on the mean."""
    w, s = detect.window(horizon, change), detect.start(2, horizon, change=change)
    assert w % 2 == 0
    assert 0 <= w - (16 * math.log(horizon) + 6) / change**2 < 2
    b = s.limit / 2
    assert 2 * math.exp(-2 * b * b / w) < 1 / horizon**2
    assert change * w / 2 >= 2 * b


def test_exploration_by_hand():
    q = 0.4**2
    blocks = math.log(10**5 / ((1 - math.exp(-q)) * math.log(10**5))) / q + 9
    assert detect.exploring(10, 10**5, 0.7) == math.ceil(blocks**2)
    assert detect.start(10, 10**5).explore == math.ceil(blocks**2)
    assert detect.start(10, 100).explore == 100  # it never ends
    assert detect.exploring(3, 1, 0.7) > 0
    assert detect.start(3, 100, p_min=0.5 + 1e-12).explore == 100
    assert detect.start(3, 10**5, change=1e-200).outcomes.size == 0


@pytest.mark.skipif(not INTERPRETED, reason="a kernel for each of them would be compiled")
@pytest.mark.parametrize("base", sorted(name for name, facts in ALGORITHMS.every().items() if facts.world == "arms"))
def test_any_base_will_do(base):
    if base == "detect" or not ALGORITHMS.find(base).start.__module__.startswith("duelling."):
        return
    state = detect.start(4, 5000, base=base, explore=40)
    duels = play(state, 90, np.random.default_rng(0))
    assert len({first for first, *_ in duels[40:]}) == 1
    assert all(0 <= i < 4 and 0 <= j < 4 for i, j, *_ in duels)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("p_min", {"p_min": 0.5}),
        ("p_min", {"p_min": math.nan}),
        ("change", {"change": 0.0}),
        ("change", {"change": 1.5}),
        ("explore", {"explore": 0}),
        ("explore", {"explore": True}),
        ("base", {"base": "detect"}),
        ("base", {"base": "detect:explore=3"}),
    ],
)
def test_parameters_are_checked(name, parameters):
    with pytest.raises(InputError, match=f"{name} must"):
        detect.start(3, 10, **parameters)
    with pytest.raises(InputError, match=r"did you mean 'ws-[sw]'"):
        detect.start(3, 10, base="ws-")


@pytest.mark.slow
@pytest.mark.compiled
def test_the_watch_costs_nothing_and_false_alarms_are_rare():
    """Without a change regret ends with the exploration, in nearly all runs: wrong with chance ln T / T + 1/T."""
    problem, T = du.PreferenceMatrix(best_first(4)), 100_000
    end = detect.exploring(4, T, 0.9)
    result = du.simulate(problem, "detect:p_min=0.9", horizon=T, runs=100, winner="condorcet", checkpoints=[end])
    assert np.mean(result.weak[0, :, 0, 0] == result.weak[0, :, 1, 0]) >= 0.98


@pytest.mark.slow
@pytest.mark.compiled
def test_a_change_is_seen_and_pays():
    """Two changes of the best arm: who does not look goes on with the old one."""
    win, T = best_first(3, 0.95), 90_000
    turned = [win[np.ix_(way, way)] for way in ([0, 1, 2], [1, 0, 2], [2, 1, 0])]
    problem = du.Piecewise(turned, [1, T // 3 + 1, 2 * T // 3 + 1])
    texts = ["detect:p_min=0.9,change=0.4", "detect:p_min=0.9,change=0.001"]
    seen, blind = du.simulate(problem, texts, horizon=T, runs=20, winner="borda").weak[:, :, -1, 0].mean(axis=1)
    assert seen < blind - 1000
