"""DBGD: its twin, a step by hand, its gradient exactly, rates and bound, what every learner owes, and the commands."""

import copy
import itertools
import json
import math
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import duelling as du
from duelling.cli.commands import run
from duelling.core.links import prefer
from duelling.core.protocol import choose, decide, update
from duelling.errors import InputError
from duelling.lab.growth import growth
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from duelling.seeds import streams
from duelling.worlds.continuous import dbgd
from duelling.worlds.continuous.bodies import SHAPES, body_of, centre, inside, reach
from duelling.worlds.continuous.problem import ContinuousProblem
from duelling.worlds.continuous.utilities import shortfall
from tests.helpers.modes import fewer
from tests.helpers.points import problem_in
from tests.naive import continuous as naive

SMALL = {"delta": 0.01, "gamma": 0.001}  # too small for the boundary to matter


def started(shape="ball", d=3, horizon=100, **settings):
    return dbgd.start(problem_in(shape, d).given[0], horizon, **settings)


@pytest.mark.edges
@pytest.mark.parametrize("shape", SHAPES)
def test_agrees_with_the_pseudo_code_on_random_transcripts(shape):
    for seed, d in itertools.product(range(fewer(12)), (2, 3, 9)):
        nature = np.random.default_rng([seed, 1])
        delta, gamma = nature.choice([0.05, 0.5, 3.0], 2)
        fast = started(shape, d, delta=delta, gamma=gamma)
        slow = naive.Dbgd(shape, delta, gamma, centre(fast.body))
        ours, theirs = np.random.default_rng(seed), np.random.default_rng(seed)
        for t in range(1, 60):
            duel, twin = choose(fast, t, ours), slow.choose(theirs)
            for mine, other in zip(duel, twin, strict=True):
                np.testing.assert_allclose(mine, other, atol=1e-9)
            outcome = int(nature.integers(-1, 2))
            update(fast, t, duel, outcome)
            slow.update(twin[2], outcome == -1)
            np.testing.assert_allclose(fast.w, slow.w, atol=1e-9)


def test_a_step_by_hand():
    s = started("ball", 2, delta=0.5, gamma=0.25)
    duel = choose(s, 1, np.random.default_rng(0))
    raw = np.random.default_rng(0)
    u = np.array([raw.standard_normal(), raw.standard_normal()])
    u /= math.hypot(*u)
    np.testing.assert_allclose(duel.direction, u)
    np.testing.assert_allclose(duel.second, 0.5 * u)
    assert not duel.first.any()
    for outcome in (1, 0):
        update(s, 1, duel, outcome)
        assert not s.w.any()
    update(s, 1, duel, -1)
    np.testing.assert_allclose(s.w, 0.25 * u)
    update(s, 2, dbgd.PointDuel(duel.first, duel.second, np.array([4.0, 0.0])), -1)
    assert np.linalg.norm(s.w) == pytest.approx(1)  # projected


def test_against_an_opponent_that_always_loses_nothing_moves():
    for shape in SHAPES:
        s, rng = started(shape), np.random.default_rng(0)
        for t in range(1, 50):
            update(s, t, choose(s, t, rng), 1)
        np.testing.assert_array_equal(s.w, centre(s.body))


def test_inside_the_body_candidates_are_delta_away_and_wins_add_up():
    for shape in SHAPES:
        s, rng, total = started(shape, 4, **SMALL), np.random.default_rng(1), np.zeros(4)
        for t in range(1, 50):
            duel = choose(s, t, rng)
            flat = duel.direction - (duel.direction.mean() if shape == "simplex" else 0)  # W has no other directions
            assert np.linalg.norm(duel.second - duel.first) == pytest.approx(0.01 * np.linalg.norm(flat))
            if t % 3:
                update(s, t, duel, -1)
                total += flat
        np.testing.assert_allclose(s.w - centre(s.body), 0.001 * total, atol=1e-15)


def test_directions_are_uniform_on_the_sphere():
    """Length 1, mean 0 and E u uᵀ = I/d."""
    d, n, s, rng = 3, 3000, started("box", 3), np.random.default_rng(2)
    u = np.array([choose(s, t, rng).direction for t in range(n)])
    np.testing.assert_allclose(np.linalg.norm(u, axis=1), 1)
    assert abs(u.mean(axis=0)).max() < 4.5 / math.sqrt(d * n)
    assert abs(u.T @ u / n - np.eye(d) / d).max() < 4.5 * 0.3 / math.sqrt(n)  # no entry of u uᵀ deviates by more


@pytest.mark.parametrize("link", ["linear", "bradley-terry"])
def test_the_expected_step_is_the_gradient_of_the_chance_to_win(link):
    """(d/δ) E[X u] over the directions ±e_i, exact for a linear utility and link; else up to the bend of the link."""
    d, delta = 4, 0.05
    problem = ContinuousProblem("linear", np.arange(1.0, d + 1), link=link)
    w, code, slope = np.full(d, 0.1), problem.start(1).link, problem.given[0].slope
    step = np.zeros(d)
    for u in np.vstack([np.eye(d), -np.eye(d)]):
        wins = prefer(code, shortfall(problem.v, w) - shortfall(problem.v, w + delta * u))
        step += wins * u / (2 * d)
    np.testing.assert_allclose(d / delta * step, slope * problem.v.scale * problem.v.anchor, rtol=1e-4)


def test_rates_are_those_of_the_theorem_and_delta_is_the_best_one_for_its_bound():
    problem, T = problem_in("box", 4), 10_000
    space = problem.given[0]
    R, d, L = 2.0, 4, space.rise / 2
    s = choice("dbgd").start(0, T, space)
    assert s.gamma == pytest.approx(R / 100)
    assert s.delta == pytest.approx(math.sqrt(2 * R * d / (13 * L)) / 10)
    bound = ALGORITHMS.find("dbgd").bound("condorcet", d, T, space)
    assert bound == pytest.approx(T**0.75 * math.sqrt(26 * R * d * L))
    paper = lambda delta: 2 * R * d * math.sqrt(T) / delta + 13 * delta * L * T  # noqa: E731
    assert paper(s.delta) == pytest.approx(2 * bound)  # the paper's regret is twice ours
    assert min(paper(s.delta * x) for x in (0.9, 1.1)) > 2 * bound
    set_ = choice("dbgd:delta=0.25,gamma=0.5").start(0, T, space)
    assert (set_.delta, set_.gamma) == (0.25, 0.5)


def test_the_bound_of_a_bent_link_comes_with_lambda_and_only_for_long_horizons():
    problem = problem_in("ball", 3, link="bradley-terry", spread=8.0)
    space, bound = problem.given[0], ALGORITHMS.find("dbgd").bound
    delta = dbgd.theory_rates(space, 10**8)[0]
    factor = 1 / (1 - delta * space.rise / (6 * math.sqrt(3)) / 0.25)
    plain = 10**6 * math.sqrt(26 * reach(space.body) * 3 * space.rise / 4)
    assert bound("condorcet", 3, 10**8, space) == pytest.approx(factor * plain)
    assert bound("condorcet", 3, 1, space) is None
    assert bound("condorcet", 3, 10**8) is None
    assert bound("condorcet", 3, 10**8, space, delta=0.1) is None


# ---- what every learner owes


def play(state, rounds, rng, outcome=lambda t: (-1, 1, -1, 0)[t % 4], begin=1):
    seen = []
    for t in range(begin, begin + rounds):
        duel = choose(state, t, rng)
        update(state, t, duel, outcome(t))
        seen.append(np.concatenate(duel))
    return np.array(seen)


@pytest.mark.edges
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("save", [copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))], ids=["copied", "pickled"])
def test_a_saved_learner_goes_on_and_shares_nothing(shape, save):
    s, rng = started(shape), np.random.default_rng(3)
    play(s, 50, rng)
    saved, saved_rng = save(s), save(rng)
    ours = play(s, 50, rng)
    np.testing.assert_array_equal(play(saved, 50, saved_rng), ours)
    np.testing.assert_array_equal(s.w, saved.w)


@pytest.mark.edges
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("outcome", [1, 0, -1])
@pytest.mark.parametrize("size", [1e-9, 1.0, 1e100])
def test_extreme_outcomes_and_steps_stay_in_the_body(shape, outcome, size):
    s = started(shape, 4, delta=size, gamma=size)
    for points in play(s, 60, np.random.default_rng(0), lambda t: outcome):
        assert inside(s.body, points[:4])
        assert inside(s.body, points[4:8])
    assert inside(s.body, s.w)


@pytest.mark.edges
def test_late_and_unordered_outcomes_step_along_their_own_direction():
    s, rng = started("ball", 3, **SMALL), np.random.default_rng(0)
    duels = [choose(s, t, rng) for t in range(1, 11)]
    for t in (7, 2, 9):
        update(s, t, duels[t - 1], -1)
    np.testing.assert_allclose(s.w, 0.001 * sum(duels[t - 1].direction for t in (7, 2, 9)), atol=1e-15)


def test_dimension_one_is_a_walk_on_an_interval():
    s = started("ball", 1, delta=0.5, gamma=0.25)
    seen = play(s, 100, np.random.default_rng(0), lambda t: -1)
    assert set(np.abs(seen[:, 2])) == {1.0}
    assert abs(seen[:, 0]).max() == 1


def trajectory():
    """Fifty rounds on every body, as they end."""
    found = []
    for shape in SHAPES:
        s, problem = started(shape, 5, gamma=0.2), problem_in(shape, 5)
        rng, nature = streams(4, 0)
        for t in range(1, 51):
            duel = choose(s, t, rng)
            update(s, t, duel, decide(problem.start(50), t, duel.first, duel.second, nature))
        found.append(s.w.tolist())
    return found


@pytest.mark.compiled
def test_compiled_equals_interpreted_and_processes_agree():
    program = "import json; from tests.worlds.continuous.test_dbgd import trajectory; print(json.dumps(trajectory()))"
    for setting, exact in (("1", False), ("0", True)):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": setting}
        done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
        other = json.loads(done.stdout)
        np.testing.assert_allclose(other, trajectory(), rtol=0 if exact else 1e-9, atol=0 if exact else 1e-12)


# ---- simulations


CASES = [("distance", "ball", "linear", 1), ("quadratic", "box", "bradley-terry", 4), ("linear", "ball", "probit", 2)]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("form", "shape", "link", "spread"), CASES)
def test_regret_stays_below_the_bound_and_the_best_point_is_found(form, shape, link, spread):
    """At a horizon where the bound says something: it is below what the worst point would cost."""
    problem, T, runs = (
        du.problem(f"continuous:{form},body={shape},dimension=2,link={link},spread={spread}"),
        200_000,
        10,
    )
    space = problem.given[0]
    bound = ALGORITHMS.find("dbgd").bound("condorcet", 2, T, space)
    assert bound < T * (prefer(problem.start(T).link, spread) - 0.5)
    regret = du.simulate(problem, "dbgd", horizon=T, runs=runs, checkpoints=[T // 2]).strong[0, :, :, 0]
    assert regret[:, -1].mean() + 4 * regret[:, -1].std() / math.sqrt(runs) < bound
    last = (regret[:, 1] - regret[:, 0]) / (T / 2)  # a round of the second half
    assert np.mean(last < bound / T) >= 0.9


@pytest.mark.slow
@pytest.mark.compiled
def test_regret_grows_with_the_power_three_quarters_of_the_horizon():
    problem, horizons = du.problem("continuous:distance,dimension=2"), [12_500, 25_000, 50_000, 100_000]
    regrets = [du.simulate(problem, "dbgd", horizon=T, runs=30, seed=1, checkpoints=[T]) for T in horizons]
    for kind in ("weak", "strong"):
        fit = growth(horizons, np.column_stack([getattr(each, kind)[0, :, -1, 0] for each in regrets]))
        assert 0.65 < fit.low <= 0.75 <= fit.high < 0.85, fit


# ---- the commands


def test_the_command_line_plays_lists_and_refuses(capsys):
    assert run(["simulate", "continuous:linear,dimension=2", "dbgd", "--horizon", "50", "--runs", "2", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["winner"] == "condorcet"
    assert printed["results"][0]["strong"]["mean"] >= printed["results"][0]["weak"]["mean"] > 0
    assert run(["algorithms", "dbgd", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["world"] == "continuous"
    assert run(["problems", "continuous:linear,dimension=2"]) == 0
    best = du.problem("continuous:linear,dimension=2").best
    shown = capsys.readouterr().out
    assert "points of a ball in 2 dimensions" in shown
    assert f"{best[0]:.4g} {best[1]:.4g}" in shown
    assert run(["problems", "continuous:linear,dimension=2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["best"] == best.tolist()
    for words, message in (
        ("simulate sushi dbgd --horizon 10", "dbgd must play on a problem with continuous arms"),
        ("simulate continuous:linear rucb --horizon 10", "rucb must play on"),
        ("simulate continuous:linear dbgd --horizon 10 --winner borda", "there is no winner 'borda'"),
        ("simulate continuous:linear dbgd --horizon 10 --period 5", "period must be left out for"),
        ("simulate continuous:linear dbgd:delta=0 --horizon 10", "delta must be above 0 and at most 1e+100"),
        ("simulate continuous:linear dbgd:gamma=inf --horizon 10", "gamma must be above 0 and at most 1e+100, got inf"),
        ("identify continuous:linear savage", "savage must play on"),
        ("sequence continuous:linear --out none.npz", "has no preference matrix"),
    ):
        assert run(words.split()) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert message in err


def test_only_a_space_starts_it():
    with pytest.raises(InputError, match="dbgd must play on a problem with continuous arms"):
        choice("dbgd").start(5, 100)
    assert body_of("ball", 3) == started().body
