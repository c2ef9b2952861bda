"""Learners with contexts: agreement with twins, the papers' facts, estimates without bias, and the right policies."""

import copy
import math
import pickle

import numpy as np
import pytest
from scipy.optimize import linprog

import duelling as du
from duelling.bandits.exp3p import Exp3P
from duelling.core.protocol import Duel, choose, learn, pull, update
from duelling.core.states import numbers
from duelling.errors import InputError
from duelling.lab.growth import growth
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from duelling.seeds import streams
from duelling.worlds.contexts.exp4p import sparring_bound, start_exp4p
from duelling.worlds.contexts.loop import play
from duelling.worlds.contexts.problem import Contextual
from duelling.worlds.contexts.protocol import observe
from tests.helpers.modes import fewer
from tests.naive import contexts as naive
from tests.naive.agreement import alike

NAMES = ["sparring-exp4p", "sparring-fpl", "projected-gd"]
SHORT = {"sparring-fpl": ":steps=25", "projected-gd": ":outer=15,inner=5,gap=0"}
RING = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])  # rock, paper, scissors
ONE, OTHER = [[0.5, 0.9], [0.1, 0.5]], [[0.5, 0.1], [0.9, 0.5]]
SWAP = Contextual([ONE, OTHER], [[0, 0], [1, 1], [1, 0], [0, 1]])  # only the last policy answers both contexts well


def constant(win, **facts):
    """One context, and a policy for each arm."""
    return Contextual([win], np.arange(len(win))[:, None], **facts)


def play_on(problem, learner, rounds, seed=0):
    """The pairs of each context."""
    played = np.zeros(problem.win.shape, np.int64)
    assert play(learner, problem.start(rounds), len(problem.arms), 1, rounds, *streams(seed, 0), played) == 0
    return played


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


@pytest.mark.edges
def test_rates_by_hand():
    policies = np.arange(5)[:, None]
    assert start_exp4p(5, 10_000, policies, 0.05, uniform=False).least == pytest.approx(0.00567351, rel=1e-6)
    s = start_exp4p(5, 10_000, policies, 0.05)
    assert s.least == pytest.approx(math.sqrt(math.log(6) / 50_000))
    assert s.beta == pytest.approx(math.sqrt(math.log(120) / 50_000))
    assert start_exp4p(5, 1, policies, 0.05).least == 0.2  # never more than 1/K


@pytest.mark.edges
def test_a_step_by_hand():
    """Two policies that agree in context 0 and differ in context 1, and the uniform one."""
    s, rng = start_exp4p(2, 100, np.array([[0, 0], [0, 1]]), 0.1), np.random.default_rng(0)
    least, beta = math.sqrt(math.log(3) / 200), math.sqrt(math.log(30) / 200)
    pull(s, 1, rng)
    p = (1 - 2 * least) * np.array([5 / 6, 1 / 6]) + least
    np.testing.assert_allclose(s.p, p, rtol=1e-14)
    learn(s, 1, 1, p[1], 0.25)
    np.testing.assert_allclose(s.G, [beta / p[0]] * 2 + [(0.75 / p[1] + beta / p[0] + beta / p[1]) / 2], rtol=1e-14)
    observe(s, 2, 1)
    pull(s, 2, rng)
    w = np.exp(least / 2 * s.G)
    mass = np.array([w[0] + w[2] / 2, w[1] + w[2] / 2]) / w.sum()
    np.testing.assert_allclose(s.p, (1 - 2 * least) * mass + least, rtol=1e-14)


@pytest.mark.edges
@pytest.mark.parametrize("seed", range(3))
def test_exp4p_of_constant_policies_is_exp3p(seed):
    arms, horizon, delta = 4, 1000, 0.05
    s = start_exp4p(arms, horizon, np.arange(arms)[:, None], delta, uniform=False)
    other = Exp3P(s.least / 2, arms * s.least, s.beta, np.zeros(arms), np.full(arms, 1 / arms), np.ones(1, np.int64))
    ours, theirs, nature = (np.random.default_rng([seed, k]) for k in (0, 0, 1))
    for t in range(1, 301):
        i, p = pull(s, t, ours)
        j, q = pull(other, t, theirs)
        assert i == j
        np.testing.assert_allclose(s.p, other.p, rtol=1e-12)
        loss = nature.random()
        learn(s, t, i, p, loss)
        learn(other, t, j, q, loss)


@pytest.mark.edges
def test_chances_are_a_distribution_with_the_least_chance():
    problem = du.problem("contexts:arms=5,contexts=4,policies=30")
    s, rng = start_exp4p(5, 500, problem.policies, 0.05), np.random.default_rng(0)
    for t in range(1, 501):
        observe(s, t, t % 4)
        arm, p = pull(s, t, rng)
        assert s.p.sum() == pytest.approx(1, abs=1e-12)
        assert s.p.min() >= s.least - 1e-15
        learn(s, t, arm, p, float(arm != t % 5))


@pytest.mark.edges
def test_weights_are_those_of_the_gains_however_large_they_grow():
    """Arm 0 wins until the other's weight is nothing, e^-900; then arm 1 wins until it is as far ahead."""
    s, rng = start_exp4p(2, 10_000, np.array([[0], [1]]), 0.1), np.random.default_rng(0)
    for arm in range(2):
        for t in range(1800 * (1 + arm)):
            pull(s, t, rng)
            learn(s, t, arm, s.least, 0.0)  # as if it had come with the least chance
            w = np.exp(s.eta * (s.G - s.G.max()))
            np.testing.assert_allclose(s.w / s.w.max(), w, rtol=1e-9, atol=1e-100)
        assert s.w.argmax() == arm
        assert s.w[1 - arm] == 0


@pytest.mark.edges
def test_estimates_have_no_bias_but_the_bonus():
    """Over the arm that is drawn each policy's estimate grows by its gain and its bonus, the uniform one's too."""
    problem, rng = du.problem("contexts:arms=4,contexts=2,policies=6"), np.random.default_rng(0)
    s = start_exp4p(4, 50, problem.policies, 0.1)
    for t in range(1, 21):
        observe(s, t, t % 2)
        arm, p = pull(s, t, rng)
        learn(s, t, arm, p, rng.random())
    for x in range(2):
        observe(s, 21, x)
        pull(s, 21, rng)
        gains, mean = rng.random(4), np.zeros(7)
        for arm in range(4):
            after = copy.deepcopy(s)
            learn(after, 21, arm, s.p[arm], 1 - gains[arm])
            mean += s.p[arm] * (after.G - s.G)
        arms = problem.policies[:, x]
        np.testing.assert_allclose(mean[:6], gains[arms] + s.beta / s.p[arms], rtol=1e-10)
        assert mean[6] == pytest.approx(gains.mean() + s.beta * (1 / s.p).mean(), rel=1e-10)


@pytest.mark.edges
def test_the_two_sides_are_mirror_images():
    one, two = (choice("sparring-exp4p").start(3, 100, np.arange(3)[:, None]) for _ in range(2))
    rng = np.random.default_rng(1)
    for t in range(1, 51):
        for s in (one, two):
            observe(s, t, 0)
        duel, outcome = choose(one, t, rng), int(rng.integers(-1, 2))
        choose(two, t, rng)
        update(one, t, duel, outcome)
        update(two, t, Duel(duel.second, duel.first, duel.p_second, duel.p_first), -outcome)
        np.testing.assert_array_equal(one.left.G, two.right.G)
        np.testing.assert_array_equal(one.right.G, two.left.G)


def test_the_bound_by_hand_and_where_it_is_known():
    fact = ALGORITHMS.find("sparring-exp4p")
    by_hand = 12 * math.sqrt(4 * 1000 * math.log(2 * 21 / 0.1)) + 100
    policies = np.zeros((20, 3), np.int64)
    assert fact.bound("von_neumann", 4, 1000, policies, delta=0.1) == pytest.approx(by_hand)
    assert fact.bound("von_neumann", 4, 1000) is None
    assert sparring_bound(4, 1000, policies) == fact.bound("von_neumann", 4, 1000, policies)


@pytest.mark.compiled
@pytest.mark.parametrize("order", [None, [0, 0, 1]])
def test_regret_is_below_the_bound(order):
    problem = Contextual([ONE, OTHER], SWAP.policies, order=order)
    result = du.simulate(problem, "sparring-exp4p", horizon=20_000, runs=20, seed=1)
    assert result.strong[0, :, -1, 0].max() < sparring_bound(2, 20_000, SWAP.policies)
    assert result.strong[0, :, -1, 0].max() < 0.2 * 0.4 * 20_000  # and far below that of any constant policy


# ---- explore, solve, play


@pytest.mark.edges
def test_exploration_estimates_the_game_of_policies_without_bias():
    """Over the pair and the outcome, K² r 1[π(x) = a, ρ(x) = b] is what π wins against ρ."""
    problem = du.problem("contexts:arms=3,contexts=1,policies=4")
    game, policies = np.zeros((4, 4)), problem.policies
    for a in range(3):
        for b in range(3):
            s = choice("sparring-fpl:explore=9").start(3, 100, policies)
            for outcome in (1, -1) if a != b else (0,):
                chance = (0.5 + outcome * (problem.win[0, a, b] - 0.5)) / 9 if a != b else 1 / 9
                fresh = copy.deepcopy(s)
                update(fresh, 1, Duel(a, b, 1 / 3, 1 / 3), outcome)
                game += chance * 9 * fresh.log.outcomes[0][np.ix_(policies[:, 0], policies[:, 0])]
    np.testing.assert_allclose(game, problem.policy_game(), atol=1e-12)


def test_exploration_has_the_length_of_the_theorem():
    for name in NAMES[1:]:
        s = choice(f"{name}:delta=0.1").start(4, 10_000, np.zeros((20, 3), np.int64))
        assert s.rounds == math.ceil((4 * 10_000) ** (2 / 3) * math.log(200) ** (1 / 3))
        assert choice(name).start(4, 10, np.zeros((20, 3), np.int64)).rounds == 10
        assert choice(f"{name}:explore=7").start(4, 10, np.zeros((20, 3), np.int64)).rounds == 7


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
def test_the_mean_play_of_sparring_exp4p_is_the_von_neumann_winner():
    problem, horizon = constant(RING), 200_000
    first = play_on(problem, choice("sparring-exp4p").start(3, horizon, problem.policies), horizon)[0].sum(axis=1)
    np.testing.assert_allclose(first / horizon, 1 / 3, atol=0.05)


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


def test_the_projection_keeps_its_promise():
    """|s - v|² <= |s - z|² + 8 |v_1 - z| / √N_in for every policy s (Lemma 9)."""
    rng = np.random.default_rng(0)
    V = np.eye(12)[rng.integers(12, size=(5, 4))].sum(axis=1) / 2
    for steps in (1, 4, 50):
        start = rng.dirichlet(np.ones(5))
        z = V.T @ start + 0.3 * rng.normal(size=12)
        v = V.T @ naive.approximate_projection(V, z, start, steps)
        slack = 8 * np.linalg.norm(V.T @ start - z) / math.sqrt(steps)
        for s in V:
            assert ((s - v) ** 2).sum() <= ((s - z) ** 2).sum() + slack


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


def fresh(name, problem, horizon=100):
    short = SHORT.get(name, "") + ("" if name == "sparring-exp4p" else ",explore=40")
    return choice(name + short).start(len(problem.arms), horizon, problem.policies)


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
