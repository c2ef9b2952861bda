"""The shadow: whole matrices give the same duels, losses and comparators; who can be guessed pays in every round."""

import itertools

import numpy as np
import pytest

import duelling as du
from duelling.algorithms.baselines import Fixed
from duelling.core import losses
from duelling.core.protocol import charge, choose, decide, update
from duelling.errors import InputError
from duelling.lab.simulate import simulate
from duelling.problems.adversaries.shadow import Shadow, ShadowState
from duelling.problems.reading.named import problem
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from duelling.seeds import streams
from tests.helpers.modes import INTERPRETED
from tests.naive import regret
from tests.naive.adversaries import ShadowRun, shadow_matrix

K = 10
FOLLOWED = ["ucb+unif", "ws-w", "exp3+unif", "random"]  # one that only learns, one that keeps its draws, two that draw


def shadows(algorithm, horizon, runs, guesses="first", **settings):
    return simulate(f"shadow:arms={K},guesses={guesses}", algorithm, horizon=horizon, runs=runs, **settings)


@pytest.mark.parametrize("guesses", ["first", "both"])
@pytest.mark.parametrize("text", FOLLOWED if INTERPRETED else FOLLOWED[:2])  # each takes seconds to compile
def test_regret_is_that_of_the_whole_matrices(text, guesses):
    rounds = [1, 7, 60, 150]
    shadow = Shadow(6, favoured=2, guesses=guesses)
    result = simulate(shadow, text, horizon=150, runs=2, seed=5, checkpoints=rounds)
    for run in range(2):
        slow = ShadowRun(text, 6, 150, seed=5, run=run, favoured=2, both=guesses == "both")
        table = regret.borda_losses(slow.matrices, 150)
        expected = np.array([regret.weak_and_strong(slow.pairs[:t], table[:t]) for t in rounds])
        np.testing.assert_allclose(result.weak[0, run, :, 0], expected[:, 0], atol=1e-9)
        np.testing.assert_allclose(result.strong[0, run, :, 0], expected[:, 1], atol=1e-9)


@pytest.mark.plain
@pytest.mark.parametrize("guesses", ["first", "both"])
@pytest.mark.parametrize("text", ["ucb+unif", "exp3+unif", "tsallis+unif", "exp3ix+unif", "d-exp3", "rmed1", "rucb"])
def test_a_copy_that_is_only_told_the_duels_guesses_the_same(text, guesses):
    """Of a learner that keeps no draws the shadow knows nothing but its rule and its duels."""
    copied, told = (ShadowRun(text, 6, 150, seed=3, both=guesses == "both", told=told) for told in (False, True))
    assert told.guesses == copied.guesses
    assert told.pairs == copied.pairs


@pytest.mark.edges
@pytest.mark.parametrize("guesses", ["first", "both"])
def test_duels_losses_and_comparator_are_those_of_the_whole_matrices_round_by_round(guesses):
    slow = ShadowRun("ws-w", 5, 80, seed=1, favoured=3, both=guesses == "both")
    checkpoints = np.array([2, 50, 80])
    learner, state, ledger = Shadow(5, favoured=3, guesses=guesses).against(
        choice("ws-w").start(5, 80), ["borda"], checkpoints
    )
    stream, table = streams(1, 0), regret.borda_losses(slow.matrices, 80)
    for t in range(1, 81):
        duel = choose(learner, t, stream.learner)
        assert (duel.first, duel.second) == slow.pairs[t - 1]
        outcome = decide(state, t, duel.first, duel.second, stream.problem)
        assert outcome == slow.outcomes[t - 1]
        update(learner, t, duel, outcome)
        charged = [charge(ledger, t, arm, 0) for arm in range(5)]
        np.testing.assert_allclose(charged, table[t - 1], atol=1e-12)
    best = [table[:t].sum(axis=0).min() for t in checkpoints]
    np.testing.assert_allclose(losses.comparator(ledger, checkpoints, [False])[:, 0], best)


def test_a_matrix_is_what_the_adversary_says():
    for favoured, u, v in itertools.product(range(5), repeat=3):
        M = shadow_matrix(5, favoured, {u, v})
        rest = [i for i in range(5) if i not in (u, v)]
        assert np.array_equal(M, -M.T)
        assert all(M[i, j] == -1 for i in (u, v) for j in rest)
        assert favoured not in rest or all(M[favoured, j] == 1 for j in rest if j != favoured)


@pytest.mark.edges
def test_one_round_by_hand():
    """K = 4, b = 1, guess (3, 1): the order is 0, 2, 1, 3. With the first alone: 1, 0, 2, 3."""
    for guesses, expected in (("both", [0.5, 2.5, 1.5, 3.5]), ("first", [1.5, 0.5, 2.5, 3.5])):
        _, state, ledger = Shadow(4, favoured=1, guesses=guesses).against(Fixed(3, 1), ["borda"], np.array([1]))
        rng = np.random.default_rng(0)
        assert decide(state, 1, 0, 2, rng) == 1
        assert ledger.loss[:, 0].tolist() == [x / 4 for x in expected]
        assert ledger.best.tolist() == [[0.125]]
        assert [decide(state, 2, i, j, rng) for i, j in ((2, 0), (3, 3), (1, 3), (3, 1))] == [-1, 0, 1, -1]


@pytest.mark.edges
@pytest.mark.parametrize("guess", [(-1, 7), (4, 4), (2, -3)])
def test_a_guess_that_is_no_arm_is_no_guess(guess):
    _, state, ledger = Shadow(4, guesses="both").against(Fixed(*guess), ["borda"], np.array([9]))
    decide(state, 1, 0, 1, np.random.default_rng(0))
    assert sorted(ledger.loss[:, 0]) == [0.125, 0.375, 0.625, 0.875]
    assert isinstance(state, ShadowState)


@pytest.mark.plain
@pytest.mark.parametrize(
    ("text", "weak", "strong"),
    [  # losses in quarters: 0.5 for the first place, 3.5 for the last
        ("shadow:arms=4", 1.0, 2.0),  # 1 guessed: 0 2 3 1; min(3.5, 1.5) - 0.5 and (3.5 + 1.5)/2 - 0.5
        ("shadow:arms=4,guesses=both", 2.0, 2.5),  # 0 3 1 2
        ("shadow:arms=4,favoured=2", 0.0, 1.5),  # 2 0 3 1: the second arm is the favoured one
        ("shadow:arms=4,favoured=1", 1.0, 2.0),  # the favoured arm is guessed: 0 2 3 1
    ],
)
def test_a_fixed_pair_pays_the_same_in_every_round(text, weak, strong):
    result = simulate(text, "fixed:first=1,second=2", horizon=40, runs=1, checkpoints=[10])
    np.testing.assert_allclose(result.weak[0, 0, :, 0], [10 * weak / 4, 40 * weak / 4])
    np.testing.assert_allclose(result.strong[0, 0, :, 0], [10 * strong / 4, 40 * strong / 4])


@pytest.mark.plain
def test_who_draws_uniformly_meets_guesses_that_tell_nothing():
    """E[min(l[A], l[B])] over all guesses and all pairs; the favoured arm is best with a mean of its own."""
    horizon, arms = 2000, 5
    tables = [regret.borda_losses([shadow_matrix(arms, 0, {u})], 1)[0] for u in range(arms)]
    pairs = list(itertools.permutations(range(arms), 2))
    each = [min(table[i], table[j]) for table in tables for i, j in pairs]
    spread = np.std(each) + np.std([table[0] for table in tables])
    result = simulate(f"shadow:arms={arms}", "random", horizon=horizon, runs=4)
    expected = np.mean(each) - np.mean(tables, axis=0).min()
    assert abs(result.weak[0, :, -1, 0].mean() / horizon - expected) < 4.5 * spread / np.sqrt(4 * horizon)


@pytest.mark.compiled
def test_threads_parts_and_company_change_nothing():
    names = FOLLOWED[:3]
    together = shadows(names, 200, 4, seed=2, threads=1)
    np.testing.assert_array_equal(shadows(names, 200, 4, seed=2, threads=2).weak, together.weak)
    np.testing.assert_array_equal(shadows(names[1:2], 200, 2, seed=2, first_run=2).strong, together.strong[1:2, 2:])
    assert not np.array_equal(shadows(names, 200, 4, seed=3).weak, together.weak)


@pytest.mark.slow
@pytest.mark.skipif(not INTERPRETED, reason="would compile them all; what compiles is tested with the experiment")
@pytest.mark.parametrize("text", [name for name, facts in ALGORITHMS.every().items() if facts.world == "arms"])
def test_every_algorithm_can_be_followed(text):
    result = simulate("shadow:arms=5,guesses=both", text, horizon=30, runs=1)
    slow = ShadowRun(text, 5, 30, seed=0, both=True)
    expected = regret.weak_and_strong(slow.pairs, regret.borda_losses(slow.matrices, 30))
    np.testing.assert_allclose([result.weak[0, 0, -1, 0], result.strong[0, 0, -1, 0]], expected, atol=1e-9)


@pytest.mark.compiled
def test_ucb_loses_three_tenths_in_every_round_and_drawn_arms_stay_under_their_bounds():
    """As all first arms lose, UCB takes them in turn: 0.45 a round for the second arm, less 0.14 for b in hindsight."""
    rounds = [1000, 4000, 16_000]
    result = shadows(["ucb+unif", "exp3+unif", "tsallis+unif"], 16_000, 20, checkpoints=rounds)
    mean = result.weak[..., 0].mean(axis=1)
    np.testing.assert_allclose(mean[0] / rounds, 0.45 - 0.14, atol=0.05)
    assert mean[0, 2] / 16_000 == pytest.approx(0.31, abs=0.01)
    for a, name in ((1, "exp3+unif"), (2, "tsallis+unif")):
        for n, horizon in enumerate(rounds):
            if name == "tsallis+unif" or horizon == 16_000:  # the other one knows its horizon
                assert mean[a, n] <= ALGORITHMS.find(name).bound("borda", K, horizon)


@pytest.mark.slow
@pytest.mark.plain
@pytest.mark.parametrize("text", ["ucb+unif", "ws-w", "rmed1", "rucb"])
def test_every_learner_that_can_be_guessed_pays_in_every_round(text):
    early, late = shadows(text, 2000, 2, "both", checkpoints=[500]).weak[0, :, :, 0].mean(axis=0)
    assert (late - early) / 1500 > 0.1


@pytest.mark.slow
@pytest.mark.compiled
def test_no_other_pays_more_than_its_bound():
    names = ["exp3+unif", "tsallis+unif", "exp3ix+unif"]
    mean = shadows(names, 20_000, 8, "both", checkpoints=[20_000]).weak[:, :, -1, 0].mean(axis=1)
    assert (mean <= [ALGORITHMS.find(name).bound("borda", K, 20_000) for name in names]).all()


def test_there_is_nothing_to_see_beforehand():
    shadow = problem("shadow:arms=4")
    assert not hasattr(shadow, "preference")
    with pytest.raises(InputError, match="no preferences beforehand"):
        du.exact_sequence(shadow, 20)
    with pytest.raises(InputError, match="no preferences beforehand"):
        du.identify(shadow, "savage-borda", runs=1)
    with pytest.raises(InputError, match=r"winner must be one of borda .*, got 'copeland' \(it would need"):
        simulate(shadow, "ws-w", horizon=10, winner="copeland")


def test_shadows_have_names_and_identities():
    about = [problem(text).describe() for text in ("shadow:arms=4", "shadow:arms=4,favoured=1", "shadow:arms=5")]
    assert about[0] == Shadow(4).describe()
    assert len({each["sha256"] for each in about}) == 3
    assert problem(about[1]["name"]).describe() == about[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("shadow:", "arms of shadow must be given, as in 'shadow:arms=10'"),
        ("shadow:arms=1", "arms of shadow must be a whole number from 2 to 1000000, got 1"),
        ("shadow:arms=4,favoured=4", "favoured must be a whole number from 0 to 3, got 4"),
        ("shadow:arms=4,guesses=all", "guesses of shadow must be one of first, both, got 'all'"),
        ("shadow:arms=4,arms=5", "arms of shadow must be given once"),
        ("shadow:arms=4,favored=1", "did you mean 'favoured'"),
    ],
)
def test_bad_shadows_are_one_clear_line(text, message):
    with pytest.raises(InputError, match=message):
        problem(text)


def test_arms_that_no_memory_could_name_are_refused():
    with pytest.raises(InputError, match="arms of shadow must be a whole number from 2 to 1000000"):
        Shadow(2**53)
