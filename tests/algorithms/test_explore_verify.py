"""Explore and verify: its script, the levels of its tests, a candidate that is wrong, and how often it fails."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import explore_verify
from duelling.algorithms.explore_verify import BEST, DUELS, TIME, VERDICT
from duelling.core.protocol import choose, update, verdict
from duelling.errors import InputError
from tests.helpers.chances import at_most
from tests.helpers.identifying import fails_at_most, order, unanimous
from tests.naive.agreement import same_play
from tests.naive.explore_verify import explore_verify as script
from tests.naive.scripted import Scripted, hoeffding, ppr

pytestmark = pytest.mark.edges  # but for what simulates, which is slow
TESTS = {"ppr": ppr, "hoeffding": hoeffding}


@pytest.mark.parametrize(("arms", "test"), [(2, "hoeffding"), (2, "ppr"), (3, "ppr")])
def test_plays_as_written(arms, test):
    """The better arm nearly always wins, so that the exploration ends soon."""
    u = np.random.default_rng(arms).random(1000)
    last = same_play(
        explore_verify.identify(arms, delta=0.3, test=test),
        Scripted(script, arms, 0.3, TESTS[test]),
        lambda t, duel: int(u[t] > 0.03) * (1 if duel.first < duel.second else -1),
        700,
        rel=1e-9,
    )
    assert last == 0


def test_chances_of_the_exploration():
    assert explore_verify.explored(0.5) == explore_verify.explored(0.05) == 1 / 3
    assert explore_verify.explored(1e-6) == pytest.approx(1 / math.log(1e6))


@pytest.mark.slow
@pytest.mark.plain
def test_the_intervals_hold_at_all_times():
    """Of fair coins that are looked at 4000 times each, at most a share κ leaves its interval."""
    runs, n = 1000, np.arange(1, 4001)
    walks = np.cumsum(2 * np.random.default_rng(0).integers(0, 2, (runs, n.size), dtype=np.int8) - 1, axis=1)
    radius = 1.7 * np.sqrt((np.log(np.log(2 * n)) + explore_verify.identify(2, delta=0.05).log) / n)
    assert at_most(int((np.abs(walks) > n * radius).any(axis=1).sum()), runs, 1 / 3)


def test_the_levels_add_up_to_less_than_delta():
    assert sum(1 / (2 * r**2) for r in range(1, 10**4)) < math.pi**2 / 12 < 1


def test_verifies_a_pair_for_each_other_arm():
    met, best, state = unanimous("explore-verify", 5, end={"delta": 0.1})
    count = next(n for n in range(1, 100) if (n + 1) / 2**n <= 0.05)  # δ_1 = δ/2
    assert best == 0
    assert met[-4:] == [[{x, int(state.rival[x])}, count] for x in (1, 2, 3, 4)]


def verifying(arms=4, delta=0.1):
    """Arm 1 was named by mistake; arm 0 beats all, and would have to lose to arm 2."""
    s = explore_verify.identify(arms, delta=delta)
    s.counts[:], s.now[DUELS] = 0, 8
    s.rival[:] = [2, 0, 1, 1]
    s.now[BEST] = 1
    s.match.now[:] = 0, 2, 0, 0, 0
    return s


def test_a_wrong_candidate_is_given_up_and_the_next_test_is_harder():
    s, rng, duels = verifying(), np.random.default_rng(0), 0
    while s.now[BEST] == 1:
        duels += 1
        duel = choose(s, duels, rng)
        assert duel[:2] == (0, 2)
        update(s, duels, duel, 1)
    level = 0.1 / 2 / 3  # δ_1/(K-1)
    assert duels == next(n for n in range(1, 100) if (n + 1) / 2**n <= level)
    assert (s.now[TIME], s.now[BEST], verdict(s)) == (2, -1, -1)
    assert s.counts.tolist() == explore_verify.identify(4).counts.tolist()
    assert s.now[DUELS] == 1
    assert choose(s, duels + 1, rng)[:2] == (0, 1)


def test_a_candidate_is_proven_when_all_others_have_lost():
    s, rng = verifying(), np.random.default_rng(0)
    met = set()
    for t in range(1, 1000):
        duel = choose(s, t, rng)
        if s.now[VERDICT] >= 0:
            break
        met.add((int(duel.first), int(duel.second)))
        update(s, t, duel, -1)
    assert met == {(0, 2), (2, 1), (3, 1)}
    assert verdict(s) == 1
    assert duel[:2] == (1, 1)


def test_bad_parameters_are_named():
    with pytest.raises(InputError, match="test must be one of"):
        explore_verify.identify(3, test="t")


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("test", TESTS)
def test_fails_at_most_as_often_as_delta(test):
    assert fails_at_most(order(4, 0.7), f"explore-verify:test={test}", 0.3, 400)


@pytest.mark.slow
@pytest.mark.compiled
def test_the_proof_alone_depends_on_delta():
    """From 10⁻² to 10⁻¹² the duels grow by those of K - 1 tests, and by what κ adds to the logarithm."""
    few, many = (du.identify(order(6, 0.7), "explore-verify", delta=d, runs=40).duels.mean() for d in (1e-2, 1e-12))
    assert few < many < 1.8 * few
