"""Uniform pairs until the Borda winner is sure: twins, steps by hand, what the stop watches, and how often it fails."""

import itertools
import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import borda_confidence as bc
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from tests.naive import borda_confidence as naive
from tests.naive.agreement import CYCLE, matrices, same_play, tournament

pytestmark = [pytest.mark.edges, pytest.mark.plain]
KINDS = {
    "borda-confidence": (
        lambda K, T: bc.start(K, T, delta=0.9),
        lambda K, T: naive.BordaConfidence(K, T, 0.9),
    ),
    "borda-stop": (
        lambda K, T: bc.start_stop(K, T, delta=0.3),
        lambda K, T: naive.BordaStop(K, 0.3),
    ),
}


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("arms", [2, 3, 9])
def test_agrees_with_bounds_that_are_made_anew(name, arms):
    fast, slow = KINDS[name]
    rounds, found = 4500, []
    for seed, win in enumerate(matrices(arms, 3)):
        decide = tournament(win, seed, ties=0.1 * seed)
        outcome = lambda t, duel, decide=decide: decide(t, duel.first, duel.second)  # noqa: E731
        found.append(same_play(fast(arms, rounds), slow(arms, rounds), outcome, rounds, seed))
    best = matrices(arms, 3)[0].mean(axis=1).argmax()
    assert found[0] in ((best,) if arms == 2 else (best, -1))
    assert found[2] == -1  # nobody is better


def test_the_published_estimate_is_the_score_on_the_mean_exactly():
    mean = np.zeros(3)
    for i, j in itertools.permutations(range(3), 2):
        for outcome, chance in ((1, CYCLE[i, j]), (-1, CYCLE[j, i])):
            s = bc.start(3, 100)
            update(s, 1, Duel(i, j, 1 / 3, 1 / 2), outcome)
            mean += chance / 6 * 3 * s.wins / 2
    np.testing.assert_allclose(mean, (CYCLE.sum(axis=1) - 0.5) / 2)


def test_published_form_commits_at_the_first_vote_that_allows_it():
    """Arm 1 wins every duel as first arm: b̃_1 = K, and nobody else has won."""
    s, log = bc.start(3, 10_000, delta=0.1), math.log(2 * 3 * 10_000 / 0.1)
    votes = math.floor(16 * log / 3) + 1  # K > 4 sqrt(K L / t)
    for t in range(1, votes):
        update(s, t, Duel(1, t % 2 * 2, 1 / 3, 1 / 2), 1)
        assert verdict(s) == -1
    update(s, votes, Duel(1, 0, 1 / 3, 1 / 2), 1)
    assert verdict(s) == 1
    assert choose(s, votes + 1, np.random.default_rng(0)) == Duel(1, 1, 1.0, 1.0)
    before = s.wins.copy()
    update(s, 3, Duel(0, 2, 1 / 3, 1 / 2), 1)  # late
    np.testing.assert_array_equal(s.wins, before)


@pytest.mark.parametrize("tie", [0, 1])
def test_published_form_commits_exactly_above_the_widths(tie):
    """K = 4, L = 1 and 16 votes: two widths are a lead of eight wins."""
    s = bc.start(4, 100)._replace(log=1.0)
    s.wins[2], s.now[bc.LEADER], s.now[bc.VOTES] = 14 + tie, 2, 15
    update(s, 16, Duel(2, 3, 1 / 4, 1 / 3), 1)
    assert verdict(s) == (2 if tie else -1)


def test_with_many_arms_a_few_wins_are_not_enough():
    """K > 16 L: one win is more than the widths allow, but they hold from KL/3 votes on alone."""
    s = bc.start(1000, 10_000, delta=0.05)
    early = math.ceil(1000 * s.log / 3) - 1
    assert 1 > 4 * math.sqrt(s.log / 1000)
    for t in range(1, early + 1):
        update(s, t, Duel(7, t % 7, 1 / 1000, 1 / 999), 1)
    assert verdict(s) == -1
    update(s, early + 1, Duel(7, 0, 1 / 1000, 1 / 999), 1)
    assert verdict(s) == 7


def test_from_then_on_the_width_is_more_than_that_of_bernstein():
    """In units of sqrt(KL/t), which is sqrt 3 then and falls."""
    y = math.sqrt(3) * np.linspace(0, 1, 1000)[1:]
    assert np.all(math.sqrt(2) * y + y**2 / 3 <= 2 * y)


def test_published_form_never_commits_after_its_horizon():
    s = bc.start(2, 5)
    for t in range(1, 500):
        update(s, t, Duel(0, 1, 1 / 2, 1.0), 1)
    assert (verdict(s), s.now[bc.VOTES]) == (-1, 5)


def test_one_vote_by_hand_counts_for_both_arms():
    s = bc.start_stop(3, 1, delta=0.1)
    update(s, 1, Duel(0, 2, 1 / 3, 1 / 2), 1)
    update(s, 2, Duel(0, 1, 1 / 3, 1 / 2), 0)
    assert s.wins.tolist() == [3, 1, 0]
    assert s.n.tolist() == [2, 1, 1]
    rad = math.sqrt(math.log(4 * 3 * 4 / 0.1) / 4), math.sqrt(math.log(4 * 3 / 0.1) / 2)
    np.testing.assert_allclose(s.bounds[bc.LOWER], [0.75 - rad[0], 0.5 - rad[1], -rad[1]])
    np.testing.assert_allclose(s.bounds[bc.UPPER], [0.75 + rad[0], 0.5 + rad[1], rad[1]])


def test_a_duel_with_oneself_is_no_vote():
    for s in (bc.start(3, 10), bc.start_stop(3, 10)):
        before = [part.copy() for part in s if isinstance(part, np.ndarray)]
        update(s, 1, Duel(1, 1, 1 / 3, 1 / 2), 0)
        for part, was in zip((p for p in s if isinstance(p, np.ndarray)), before, strict=True):
            np.testing.assert_array_equal(part, was)


@pytest.mark.parametrize("arms", [2, 3, 7])
def test_the_stop_watches_the_right_two_bounds(arms):
    """The largest lower bound, and the largest upper bound of the others, after every vote."""
    s, rng = bc.start_stop(arms, 1, delta=1e-9), np.random.default_rng(0)
    for t in range(1, 3000):
        duel = choose(s, t, rng)
        update(s, t, duel, int(rng.integers(-1, 2)))
        leader, rival = s.now[bc.LEADER], s.now[bc.RIVAL]
        assert s.bounds[bc.LOWER, leader] == s.bounds[bc.LOWER].max()
        assert leader != rival
        assert s.bounds[bc.UPPER, rival] == np.delete(s.bounds[bc.UPPER], leader).max()
    assert verdict(s) == -1


def test_pairs_are_uniform():
    s, rng, seen, n = bc.start_stop(4, 1), np.random.default_rng(0), np.zeros((4, 4)), 12_000
    for t in range(n):
        duel = choose(s, t, rng)
        seen[duel.first, duel.second] += 1
    assert np.diag(seen).sum() == 0
    assert np.all(abs(seen[~np.eye(4, dtype=bool)] - n / 12) < 5 * math.sqrt(n / 12))


def test_all_failures_together_are_less_likely_than_delta():
    n = np.arange(1, 10**6)
    assert np.sum(1 / (2 * n.astype(float) ** 2)) + 1e-6 < 0.83


@pytest.mark.parametrize(
    ("start", "name", "parameters"),
    [
        (bc.start, "delta", {"delta": 0.0}),
        (bc.start_stop, "delta", {"delta": 1.0}),
        (bc.start_stop, "delta", {"delta": math.nan}),
    ],
)
def test_parameters_are_checked(start, name, parameters):
    with pytest.raises(InputError, match=f"{name} must"):
        start(3, 10, **parameters)


@pytest.mark.parametrize("horizon", [0, True, 1.5])
def test_the_horizon_of_an_identification_is_checked(horizon):
    with pytest.raises(InputError, match="horizon must"):
        bc.identify(3, delta=0.1, horizon=horizon)


def test_bound():
    bound, T = ALGORITHMS.find("borda-confidence").bound, 10**7
    scores = (CYCLE.sum(axis=1) - 0.5) / 2
    gap, loss = np.diff(np.sort(scores))[-1], CYCLE.mean(axis=0)
    r, most = (loss - loss.min()).mean(), loss.max() - loss.min()
    assert bound("borda", 3, T, CYCLE) == pytest.approx((64 * 3 * math.log(6 * T**2) / gap**2 + 1) * r + most)
    with_delta = (64 * 3 * math.log(6 * T / 0.1) / gap**2 + 1) * r + 0.1 * T * most
    assert bound("borda", 3, T, CYCLE, delta=0.1) == pytest.approx(with_delta)
    assert bound("borda", 3, 10, CYCLE) == pytest.approx(10 * most)
    assert bound("borda", 3, T) is bound("borda", 3, T, np.full((3, 3), 0.5)) is None


@pytest.mark.slow
@pytest.mark.compiled
def test_a_verdict_comes_in_time_and_regret_stays_under_the_bound():
    win, T, gap = matrices(3, 0)[0], 50_000, 0.35
    problem = du.PreferenceMatrix(win)
    found = du.identify(problem, "borda-confidence", horizon=T, runs=30)
    assert set(found.arms) == {win.mean(axis=1).argmax()}
    assert found.duels.max() <= 64 * 3 * math.log(6 * T * T) / gap**2 + 1
    regret = du.simulate(problem, "borda-confidence", horizon=T, runs=10).strong[0, :, -1, 0]
    assert regret.max() < ALGORITHMS.find("borda-confidence").bound("borda", 3, T, win)


@pytest.mark.slow
@pytest.mark.compiled
def test_equal_arms_get_a_verdict_with_a_chance_below_delta():
    """Every verdict is wrong where all are equal, and all votes are looked at: at most δ, within 4 sigma."""
    equal = du.PreferenceMatrix(np.full((4, 4), 0.5))
    found = du.identify(equal, "borda-stop", delta=0.2, runs=300, limit=20_000)
    assert (found.arms >= 0).mean() <= 0.2 + 4 * math.sqrt(0.2 * 0.8 / 300)


@pytest.mark.slow
@pytest.mark.compiled
def test_both_arms_make_the_stop_faster():
    problem = du.PreferenceMatrix(matrices(6, 1)[0])
    one, both = (du.identify(problem, text, delta=0.05, runs=20) for text in ("borda-confidence", "borda-stop"))
    assert both.summary()["right"] == one.summary()["right"] == 1
    assert both.duels.mean() < one.duels.mean() / 5


@pytest.mark.slow
@pytest.mark.compiled
def test_ties_count_half():
    """Votes that are mostly ties still decide, and for the right arm."""
    outcomes = np.zeros((20, 3, 3), dtype=np.int64)
    for t in range(5):
        outcomes[t] = np.sign(np.arange(3) - np.arange(3)[:, None])
    sequence = du.OutcomeSequence(outcomes, ties=True)
    assert du.identify(sequence, "borda-stop", runs=5).summary()["verdicts"] == {"0": 5}
    assert choice("borda-stop", identify=True).parameters == {}
