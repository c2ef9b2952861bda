"""Opt-Max: its parts as twin in all three ranges of δ, the plan by hand, and how often it fails."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import opt_max
from duelling.algorithms.opt_max import BETWEEN, FRESH, PREFIX, PRUNED, SOFT, plan
from duelling.algorithms.shared.match import LOSSES, WINS, decided, new_match
from duelling.errors import InputError
from tests.helpers.identifying import fails_at_most, plays_like, unanimous
from tests.naive.agreement import matrices, same_play, tournament
from tests.naive.opt_max import Parts, soft
from tests.naive.opt_max import opt_max as script
from tests.naive.scripted import Scripted

pytestmark = pytest.mark.edges  # but for what simulates, which is slow


@pytest.mark.parametrize(("arms", "delta"), [(2, 0.3), (5, 0.3), (5, 0.6), (6, 0.8)])
def test_plays_as_written(arms, delta):
    assert [stage.kind for stage in plan(arms, 0.45, delta)].count(BETWEEN) == {0.3: 0, 0.6: 1, 0.8: 6}[delta]
    twin = lambda: Scripted(script, arms, delta, 0.45)  # noqa: E731
    assert plays_like("opt-max:within=0.45", twin, arms, 1600, end={"delta": delta}, which=(0,)) == 1


def test_prunes_as_written():
    """With the levels of the paper nobody has to leave before there are 10⁵ arms and more; so this one is ours."""
    arms, rounds = 30, []
    stages = [opt_max.Stage(BETWEEN, FRESH, 28, 0.1, 0.4, 0.9), opt_max.Stage(SOFT, PRUNED, 28, 0.1, 0.4, 0.5)]
    fast = opt_max.identify(arms)._replace(stages=np.array(stages, dtype=float))

    def one_of_each(play):
        parts = Parts(play, arms)
        parts.shuffle()
        a, parts.chances = parts.order[0], (1 / (arms - 1), 1 / arms)
        S = yield from parts.prune(parts.order[:28], a, 0.1, 0.4, 0.9)
        rounds.append(len(S))
        return (yield from parts.soft([a, *S], a, 0.1, 0.4, 0.5))

    decide = tournament(matrices(arms, 3)[0], 0)
    last = same_play(fast, Scripted(one_of_each), lambda t, duel: decide(t, *duel[:2]), 1500, rel=1e-9)
    assert last >= 0
    assert 0 < rounds[0] < 20


def test_the_plan_has_three_ranges():
    low, medium, high = plan(100, 0.1, 0.1), plan(2000, 0.1, 0.1), plan(100, 0.1, 0.5)
    assert [stage.kind for stage in low] == [SOFT] * 3
    assert [stage.kind for stage in medium] == [SOFT, SOFT, BETWEEN, SOFT]
    assert [stage.kind for stage in high] == [SOFT, SOFT] + [BETWEEN, SOFT] * math.ceil(2 * math.log2(math.log(100)))
    assert [stage.whom for stage in medium] == [FRESH, PREFIX, PREFIX, PRUNED]
    assert low[1].size == math.ceil(100**0.75)
    assert medium[1].size == math.ceil(2000 / math.log(2000) ** 2)
    for stages, arms in ((low, 100), (medium, 2000), (high, 100)):
        assert (stages[-1].size, stages[-1].high) == (arms, pytest.approx(0.1))  # an ε-maximum of all
        assert all(stage.low < stage.high for stage in stages)
        assert sum(stage.delta for stage in stages if stage.kind == SOFT) < (0.5 if stages is high else 0.1)


@pytest.mark.parametrize(("low", "high", "delta"), [(0.0, 0.05, 0.1), (0.1, 0.3, 0.02)])
def test_the_soft_test_is_as_printed(low, high, delta):
    rng, match, names = np.random.default_rng(0), new_match(), {None: 0, 1: -1, 2: 2, 3: 1}
    for n in rng.integers(1, 12_000, 300):
        match.now[WINS] = rng.binomial(n, 0.5 + rng.uniform(-0.2, 0.4))
        match.now[LOSSES] = n - match.now[WINS]
        assert decided(SOFT, match, delta, low, high) == names[soft(low, high, delta)(*map(int, match.now[WINS:]))]


def test_a_soft_match_has_9587_duels_at_most():
    """ε = 0.05, δ = 0.1: 8 ln(20)/0.05² = 9586.3."""
    match = new_match()
    match.now[WINS], match.now[LOSSES] = 4913, 4673  # q is in the middle
    assert decided(SOFT, match, 0.1, 0.0, 0.05) == 0
    match.now[WINS] += 1
    assert decided(SOFT, match, 0.1, 0.0, 0.05) == 2


def test_an_order_is_passed_three_times():
    met, best, _ = unanimous("opt-max", 6, end={"delta": 0.1})
    few, some = plan(6, 0.05, 0.1)[0].size, plan(6, 0.05, 0.1)[1].size
    assert best == 0
    assert few - 1 <= len(met) <= few * (few - 1) // 2 + some * (some - 1) // 2 + 15


def test_bad_parameters_are_named():
    with pytest.raises(InputError, match="within must"):
        opt_max.identify(3, within=0)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("delta", [0.3, 0.72])
def test_fails_at_most_as_often_as_delta(delta):
    """The best arm beats the others by a little more than ε, so that each of them is a failure."""
    win = np.full((5, 5), 0.5)
    win[0, 1:], win[1:, 0] = 0.71, 0.29
    assert fails_at_most(du.PreferenceMatrix(win), "opt-max:within=0.2", delta, 400)
