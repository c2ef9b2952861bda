"""Learners with contexts: agreement with twins, the papers' facts, estimates without bias, and the right policies."""

import pickle

import numpy as np
import pytest
from scipy.optimize import linprog

import duelling as du
from duelling.core.protocol import choose, update
from duelling.core.states import numbers
from duelling.errors import InputError
from duelling.lab.growth import growth
from duelling.registry.choice import choice
from duelling.worlds.contexts.protocol import observe
from tests.helpers.contexts import NAMES, RING, SHORT, SWAP, constant, fresh, play_on
from tests.helpers.modes import fewer
from tests.naive import contexts as naive
from tests.naive.agreement import alike

# ---- twins


def twin_of(name, arms, horizon, policies):
    if name == "sparring-exp4p":
        return naive.SparringExp4P(arms, horizon, policies, 0.05)
    solve = naive.perturbed_leaders(25, arms) if name == "sparring-fpl" else naive.projected_gradient(15, 5, 0.0, arms)
    return naive.ExploreThenPlay(arms, horizon, policies, 60, solve)


@pytest.mark.edges
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("arms", "contexts", "count"), [(2, 1, 2), (3, 2, 5), (4, 3, 9)])
def test_learners_choose_as_their_twins(name, arms, contexts, count):
    for seed in range(fewer(6, 2)):
        problem = du.problem(f"contexts:arms={arms},contexts={contexts},policies={count},seed={seed}")
        text = name + SHORT.get(name, "") + ("" if name == "sparring-exp4p" else ",explore=60")
        fast, slow = choice(text).start(arms, 120, problem.policies), twin_of(name, arms, 120, problem.policies)
        ours, theirs, nature = (np.random.default_rng([seed, k]) for k in (0, 0, 1))
        for t in range(1, 121):
            x = int(nature.random() * contexts)
            observe(fast, t, x)
            slow.observe(x)
            duel, twin = choose(fast, t, ours), slow.choose(t, theirs)
            assert alike(duel, twin), t
            u, v = nature.random(2)
            tie = duel.first == duel.second or v < 0.1
            outcome = 0 if tie else 1 if u < problem.win[x, duel.first, duel.second] else -1
            update(fast, t, duel, outcome)
            slow.update(t, twin, outcome)
        if name != "sparring-exp4p":
            np.testing.assert_allclose(fast.mixture, slow.mixture, atol=1e-9)


# ---- Exp4.P


# ---- explore, solve, play


def estimate(log, policies):
    """The game of policies in the duels of the log."""
    arms, game = log.decided.shape[1], np.zeros((len(policies),) * 2)
    for x in range(len(log.duels)):
        game += arms**2 / log.duels.sum() * log.outcomes[x][np.ix_(policies[:, x], policies[:, x])]
    return game


def value(game):
    """max over mixtures w of min over columns, by a linear programme."""
    n = len(game)
    done = linprog(
        np.append(np.zeros(n), -1),
        A_ub=np.hstack([-game.T, np.ones((n, 1))]),
        b_ub=np.zeros(n),
        A_eq=[np.append(np.ones(n), 0)],
        b_eq=[1],
        bounds=[(0, None)] * n + [(None, None)],
    )
    return done.x[-1]


@pytest.mark.compiled
@pytest.mark.parametrize(("text", "error"), [("sparring-fpl:steps=4000", 0.12), ("projected-gd:gap=0.01", 0.011)])
def test_the_mixture_solves_the_estimated_game(text, error):
    """No policy gains more than ``error``; for projected-gd that is its gap, reached before the last step."""
    problem = du.problem("contexts:arms=3,contexts=2,policies=6,seed=4")
    s = choice(f"{text},explore=2000").start(3, 2001, problem.policies)
    play_on(problem, s, 2001)
    game = estimate(s.log, problem.policies)
    assert s.mixture.sum() == pytest.approx(1)
    assert (s.mixture @ game).min() >= value(game) - error


@pytest.mark.compiled
@pytest.mark.parametrize("text", ["sparring-fpl", "projected-gd"])
def test_rock_paper_scissors_are_equally_good(text):
    problem = constant(RING)
    s = choice(f"{text}:explore=10000").start(3, 10_001, problem.policies)
    play_on(problem, s, 10_001)
    assert (s.mixture @ estimate(s.log, problem.policies)).min() >= -0.1
    np.testing.assert_allclose(s.mixture, 1 / 3, atol=0.1)


@pytest.mark.compiled
@pytest.mark.parametrize("name", NAMES)
def test_the_right_policy_is_found(name):
    """In nearly all runs the last tenth of the rounds costs next to nothing: both sides play the only good policy."""
    result = du.simulate(SWAP, name, horizon=20_000, runs=20, checkpoints=[18_000], seed=3)
    late = np.diff(result.strong[0, :, :, 0], axis=1)[:, 0] / 2000
    assert (late < 0.06).sum() >= 19


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("name", "law"), [("sparring-exp4p", (0.45, 0.6)), ("projected-gd", (0.6, 0.72))])
def test_regret_grows_as_the_theory_says(name, law):
    """√T, and T^{2/3} where exploration comes first."""
    horizons = [4000, 8000, 16_000, 32_000]
    runs = [du.simulate(SWAP, name, horizon=T, runs=20, checkpoints=[T], seed=1).strong[0, :, -1, 0] for T in horizons]
    fit = growth(horizons, np.column_stack(runs))
    assert law[0] <= fit.low <= fit.high <= law[1], fit


# ---- what every learner owes its users


def rounds_of(state, problem, rounds, rng, begin=1, outcome=None):
    duels = []
    for t in range(begin, begin + rounds):
        observe(state, t, (5 * t) % len(problem.win))
        duel = choose(state, t, rng)
        y = (t + duel.first) % 3 - 1 if outcome is None else outcome
        update(state, t, duel, 0 if duel.first == duel.second else y)
        duels.append(tuple(map(float, duel)))
    return duels


@pytest.mark.edges
@pytest.mark.parametrize("name", NAMES)
def test_a_saved_learner_goes_on_and_two_share_nothing(name):
    problem = du.problem("contexts:arms=3,contexts=2,policies=5")
    one, rng, other = fresh(name, problem), np.random.default_rng(3), fresh(name, problem)
    rounds_of(one, problem, 30, rng)
    rounds_of(other, problem, 30, np.random.default_rng(4), outcome=1)
    saved, saved_rng = pickle.loads(pickle.dumps((one, rng)))
    assert rounds_of(one, problem, 70, rng, 31) == rounds_of(saved, problem, 70, saved_rng, 31)
    np.testing.assert_array_equal(numbers(one), numbers(saved))


@pytest.mark.edges
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("outcome", [1, 0, -1])
def test_extreme_outcomes_stay_finite_and_chances_are_chances(name, outcome):
    for size in ("arms=2,contexts=1,policies=1", "arms=5,contexts=3,policies=7"):
        problem = du.problem(f"contexts:{size}")
        state = fresh(name, problem)
        duels = np.array(rounds_of(state, problem, 100, np.random.default_rng(0), outcome=outcome))
        assert np.isfinite(numbers(state)).all()
        assert (duels[:, :2] < len(problem.arms)).all()
        assert ((duels[:, 2:] > 0) & (duels[:, 2:] <= 1 + 1e-12)).all()


@pytest.mark.edges
@pytest.mark.parametrize("name", NAMES)
def test_late_outcomes_and_unknown_contexts_are_survived(name):
    problem, rng, waiting = du.problem("contexts:arms=3,contexts=2,policies=5"), np.random.default_rng(0), []
    state = fresh(name, problem)
    for t in range(1, 101):
        observe(state, t, t % 9 - 3)
        waiting.append((t, choose(state, t, rng)))
        if len(waiting) > 10:
            told, duel = waiting.pop(int(rng.random() * 10))
            observe(state, told, told % 2)
            update(state, told, duel, 1)
    assert np.isfinite(numbers(state)).all()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sparring-exp4p:delta=0", "delta must lie between 0 and 1, got 0.0"),
        ("sparring-fpl:delta=2", "delta must lie between 0 and 1, got 2.0"),
        ("sparring-fpl:steps=0", "steps must be a whole number from 1 on, got 0"),
        ("projected-gd:outer=0", "outer must be a whole number from 1 on, got 0"),
        ("projected-gd:inner=-1", "inner must be a whole number from 1 on, got -1"),
        ("projected-gd:gap=nan", "gap must be a finite number from 0 on, got nan"),
        ("projected-gd:explore=0", "explore must be a whole number from 1 on, got 0"),
    ],
)
def test_bad_parameters_say_what_to_change(text, message):
    with pytest.raises(InputError, match=message):
        choice(text).start(2, 10, np.zeros((1, 1), np.int64))
