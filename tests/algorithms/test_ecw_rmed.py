"""ECW-RMED: the same pairs as the printed algorithm, exact sequences, and the winner."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import ecw_rmed
from duelling.algorithms.shared import ecw_rmed_evidence as evidence
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.registry.choice import choice
from tests.helpers.ecw_rmed import asymptotic_constant
from tests.naive.agreement import naive_pairs, pairs_of, tournament
from tests.naive.ecw_rmed import ECW, MATRICES, ROCK_PAPER_SCISSORS, noise

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("text", ["ecw-rmed", "ecw-rmed:alpha=1,beta=0"])
@pytest.mark.parametrize("name", MATRICES)
def test_the_pairs_are_those_of_the_printed_algorithm(name, text):
    win, given, horizon = MATRICES[name], choice(text).parameters, 300
    for seed, ties in ((2, 0.2), (1, 0.0)):
        decide = tournament(win, seed, ties)
        assert pairs_of(text, len(win), horizon, decide) == naive_pairs(ECW(len(win), **given), horizon, decide)


def test_long_games_in_which_rounds_are_skipped():
    """Certain winners cease to be so, and the pairs come back in the same rounds."""
    for win, horizon in (([[0.5, 0.8], [0.2, 0.5]], 3000), (ROCK_PAPER_SCISSORS, 1500)):
        decide = tournament(win, 3)
        ours = pairs_of("ecw-rmed", len(win), horizon, decide)
        assert ours == naive_pairs(ECW(len(win)), horizon, decide)
        assert sum(i == j for i, j in ours[horizon // 2 :]) > horizon / 4


def test_a_certain_winner_of_two_arms_without_noise_gives_this_sequence():
    """n lost duels weigh n ln 2; arm 1 is drawn when that is below ln t, and before when n < 3 sqrt(ln t)."""
    n, t, expected = 0, 1, []

    def duel(i, j):
        nonlocal n, t
        expected.append((i, j))
        n, t = n + (i != j), t + 1

    current = [(1, 0)]
    while len(expected) < 200:
        if n < 3 * math.sqrt(math.log(t)) or n == 0:
            duel(1, 0)
        coming = []
        for k, pair in enumerate(current):
            if n * math.log(2) >= math.log(t) and n > 0:
                wanted = [(0, 0)]
            else:
                wanted = [(0, 0), (1, 0)]
            coming += [p for p in wanted if p not in current[k + 1 :] and p not in coming]
            duel(*pair)
        current = coming
    assert pairs_of("ecw-rmed", 2, 200, lambda t, i, j: int(np.sign(j - i))) == expected[:200]


@pytest.mark.parametrize("bad", [{"alpha": 0.0}, {"alpha": math.nan}, {"beta": -1.0}, {"beta": math.inf}])
def test_bad_parameters_are_named_with_their_value(bad):
    ((name, value),) = bad.items()
    with pytest.raises(InputError, match=f"{name} must .*, got {value!r}"):
        ecw_rmed.start(4, 100, **bad)


def test_more_arms_than_pairs_have_numbers_for_are_refused():
    with pytest.raises(InputError, match="arms must be a whole number from 2 to 46340, got 46341"):
        choice("ecw-rmed").start(46_341, 10)


def test_an_outcome_that_comes_late_wakes_an_arm_that_duels_itself():
    s, rng = choice("ecw-rmed").start(2, 1000), np.random.default_rng(0)
    for t in range(1, 300):
        duel = choose(s, t, rng)
        update(s, t, duel, int(np.sign(duel.second - duel.first)))
    assert (duel.first, duel.second) == (0, 0)
    for _ in range(40):
        update(s, 299, Duel(0, 1, 1.0, 1.0), -1)
    later = [(int(d.first), int(d.second)) for d in (choose(s, t, rng) for t in range(300, 305))]
    assert later[-1] == (1, 1)


def test_a_pair_of_equal_arms_is_explored_for_ever():
    """With β > 0 and chances of 1/2, as in arms 4 and 6 of the arXiv matrix; with β = 0 it is not."""
    win = [[0.5, 0.9, 0.9], [0.1, 0.5, 0.5], [0.1, 0.5, 0.5]]
    decide = lambda t, i, j: 0 if i == j or i + j == 3 else int(np.sign(j - i))  # noqa: E731
    assert len(win) == 3
    pairs = pairs_of("ecw-rmed", 3, 600, decide)
    assert pairs[300:].count((2, 1)) > 100
    assert pairs_of("ecw-rmed:beta=0", 3, 600, decide)[300:].count((2, 1)) < 10


@pytest.mark.parametrize("seed", range(3))
def test_every_pair_that_lacks_duels_is_on_a_list(seed):
    """For more arms than the twin can have, also after outcomes that come late."""
    s, rng, seen = choice("ecw-rmed").start(12, 3000), np.random.default_rng(seed), 0
    win, e = noise(12, seed), s.evidence
    for t in range(1, 3000):
        duel = choose(s, t, rng)
        one, x = int(e.L.min()), math.log(t)
        i1 = int(s.now[ecw_rmed.LACKING])
        if s.now[ecw_rmed.SWEEP] == 0 and not any(evidence.certain(e, i, x) for i in np.flatnonzero(e.L == one)):
            assert (e.L[i1], s.now[ecw_rmed.ONE]) == (one, one)
            for i2 in (i for i in range(12) if i != i1):
                _, h, _ = evidence.cheapest_of(e, one, i1, i2)
                better = [int(j) for j in e.order[i2, : e.L[i2]] if j != i1]
                better.sort(key=lambda j: (evidence.cost(e.L, e.pair, one, j, i2), j))
                for j in better[:h]:
                    if evidence.weight(e.pair, j, i2) * (h - evidence.condition(e.pair, one, i1, i2)) < x:
                        assert evidence.marked(e, j, i2)
                        seen += 1
        for i, j in [(duel.first, duel.second), *([rng.permutation(12)[:2]] if t % 7 == 0 else [])]:
            update(s, t, Duel(int(i), int(j), 1.0, 1.0), 0 if i == j else 1 if rng.random() < win[i, j] else -1)
    assert seen > 1000


def test_five_hundred_arms():
    pairs = pairs_of("ecw-rmed", 500, 5, lambda t, i, j: 1)
    assert pairs == [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1)]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["arithmetic", "copeland_borda"])
def test_a_winner_duels_itself_in_the_end_in_nearly_all_runs(name):
    """In the last tenth the strong Copeland regret is less than a fiftieth of the largest possible."""
    result = du.simulate(name, "ecw-rmed", horizon=50_000, runs=40, winner="copeland", checkpoints=[45_000], seed=1)
    last = (result.strong[0, :, 1, 0] - result.strong[0, :, 0, 0]) / 5000
    assert (last < 0.02).mean() >= 0.95


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["cyclic", "copeland_borda", "copeland_vonneumann"])
def test_regret_grows_like_its_constant_times_ln_t(name):
    """Over the last tenfold of rounds, within a quarter and four standard errors."""
    horizon, runs = 200_000, 40
    result = du.simulate(name, "ecw-rmed", horizon=horizon, runs=runs, winner="copeland", checkpoints=[horizon // 10])
    slopes = np.diff(result.strong[0, :, :, 0], axis=1)[:, 0] / math.log(10)
    mean, error = slopes.mean(), slopes.std(ddof=1) / math.sqrt(runs)
    constant = asymptotic_constant(du.problem(name).preference()).value
    assert 0.75 * constant - 4 * error < mean < 1.25 * constant + 4 * error
    assert mean < 2 * constant
