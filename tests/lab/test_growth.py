"""Growth fits on curves that are known, and the growth of every algorithm of the catalogue where its theory speaks."""

import math
from typing import NamedTuple

import numpy as np
import pytest

import duelling as du
import duelling.algorithms  # declares them
from duelling.errors import InputError
from duelling.lab.growth import growth, per_round
from duelling.lab.simulate import checkpoint_rounds
from duelling.registry.facts import ALGORITHMS, BANDITS

pytestmark = pytest.mark.plain

LINEAR, LOG = checkpoint_rounds(100_000), checkpoint_rounds(100_000, "log")
CHECKPOINTS = pytest.mark.parametrize("t", [LINEAR, LOG], ids=["linear", "log"])

# ---- curves that are known


@CHECKPOINTS
@pytest.mark.parametrize("power", [0, 0.5, 2 / 3, 1, -0.25])
def test_a_power_of_t_has_its_exponent(t, power):
    scales = np.array([[1.0], [2.0], [5.0]])
    assert growth(t, scales * t**power) == pytest.approx([power] * 3, abs=1e-12)


def test_the_logarithm_has_the_exponent_one_over_itself():
    """d ln ln t / d ln t = 1 / ln t, and the fit is that somewhere in the decade, whatever the checkpoints."""
    by_steps, by_ratios = (growth(t, [np.log(t)]).exponent for t in (LINEAR, LOG))
    assert 1 / math.log(100_000) < by_ratios < 1 / math.log(10_000)
    assert by_steps == pytest.approx(by_ratios, rel=0.01)


def test_checkpoints_that_crowd_weigh_no_more():
    """t + 100 sqrt t bends: without the weights, linear checkpoints would measure its steeper end."""
    curve, steps = LINEAR + 100 * np.sqrt(LINEAR), LINEAR[LINEAR >= 10_000]
    true = growth(LOG, [LOG + 100 * np.sqrt(LOG)]).exponent
    unweighted = np.polyfit(np.log(steps), np.log(curve[-steps.size :]), 1)[0]
    assert abs(growth(LINEAR, [curve]).exponent - true) < 0.1 * (unweighted - true)


def test_only_the_last_decade_counts():
    t = np.array([1, 5, 10, 20, 40, 100])
    assert growth(t, [[9, -1, 10, 20, 40, 100]]).exponent == pytest.approx(1)
    assert growth(t, [[9, 1, 10, 20, 40, 40]], decade=3).exponent == pytest.approx(0)
    assert math.isnan(growth(t, [[9, 1, 10, 20, 40, 100]], decade=2.4).exponent)


def test_one_run_has_an_exponent_and_no_interval():
    fit = growth([10, 100], [[3, 30]])
    assert fit.exponent == pytest.approx(1)
    assert np.isnan(fit[1:]).all()
    assert np.isnan(per_round([10, 100], [[3, 30]])[1:]).all()


@pytest.mark.parametrize(
    ("t", "values"),
    [
        ([10, 50, 100], [[1, 0, 2], [1, 0, 1]]),
        ([10, 50, 100], [[1, 2, -5], [1, 3, 4]]),
        ([10, 50, 100], [[1, 2, math.nan]]),
        ([10, 50, 100], [[1e-15, 5e-15, 1e-14]]),  # what sums of losses leave of nothing
        ([9, 100], [[1, 2], [2, 3]]),  # one checkpoint in the decade
    ],
)
def test_without_positive_regret_or_a_second_checkpoint_there_is_no_exponent(t, values):
    assert np.isnan(growth(t, values)).all()


def test_an_exponent_that_hangs_on_one_run_has_no_interval():
    fit = growth([10, 100], [[10, 100], [0, 0]])
    assert fit.exponent == pytest.approx(1)
    assert np.isnan(fit[1:]).all()


def test_slope_is_what_a_round_adds_in_the_last_half():
    t = np.array([10, 40, 50, 70, 100])
    runs = np.array([[5, 9, -10, 0, -20], [5, 9, -10, 7, 30]])
    found = per_round(t, runs)
    assert found.mean == pytest.approx((-0.2 + 0.8) / 2)
    assert found == pytest.approx(per_round(t, runs + 1000))
    assert per_round([100], [[7.0]]).mean == 0.07
    assert per_round(t, [3.0 * t, 3.0 * t]) == pytest.approx((3, 3, 3))


def test_a_higher_level_has_a_wider_interval():
    runs = np.random.default_rng(0).random((9, 1)) * LINEAR + LINEAR**0.5
    for fit in (growth, per_round):
        (value, low, high), (same, lower, higher) = fit(LINEAR, runs, level=0.9), fit(LINEAR, runs, level=0.99)
        assert value == same
        assert lower < low < value < high < higher


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], np.ones((2, 0))), "t must be increasing rounds from 1 on, got \\[\\]"),
        (([10, 10], np.ones((2, 2))), "t must be increasing rounds from 1 on"),
        (([0, 10], np.ones((2, 2))), "t must be increasing rounds from 1 on"),
        (([1, 10], np.ones(2)), "values must have the shape \\(runs, 2\\), one column for each t, got \\(2,\\)"),
        (([1, 10], np.ones((0, 2))), "values must have the shape"),
        (([1, 10], np.ones((3, 1))), "values must have the shape"),
        (([1, 10], np.ones((3, 2)), 1.0), "decade must be a finite number above 1, got 1.0"),
    ],
)
def test_bad_curves_say_what_to_change(arguments, message):
    with pytest.raises(InputError, match=message):
        growth(*arguments)


# ---- noise


def skewed(rng, runs):
    """sqrt t, each run times its own exponential variable, and what a random walk of the log adds."""
    return LINEAR**0.5 * rng.exponential(size=(runs, 1)) * np.exp(0.05 * rng.normal(size=(runs, LINEAR.size)).cumsum(1))


def walk(rng, runs):
    """Steps of mean 1/10 with a far larger deviation."""
    return 0.1 * LINEAR + 100 * rng.normal(size=(runs, LINEAR.size)).cumsum(axis=1)


def between_horizons(rng, runs):
    """Runs at different horizons have nothing in common."""
    return LINEAR**0.5 * rng.lognormal(sigma=0.5, size=(runs, LINEAR.size))


@pytest.mark.parametrize(
    ("fit", "draw", "truth"),
    [
        (growth, skewed, growth(LINEAR, [LINEAR**0.5 * np.exp(0.05**2 / 2 * np.arange(1, 101))]).exponent),
        (growth, walk, 1.0),
        (growth, between_horizons, 0.5),
        (per_round, walk, 0.1),
    ],
    ids=["skewed", "walk", "horizons", "slope"],
)
def test_intervals_cover_the_truth_in_95_of_100_cases(fit, draw, truth):
    """1000 cases of 30 runs: 95% within five standard errors, and 1.5% more for skewness."""
    rng, hits = np.random.default_rng(3), 0
    for _ in range(1000):
        _, low, high = fit(LINEAR, draw(rng, 30))
        hits += low <= truth <= high
    assert abs(hits - 950) < 5 * math.sqrt(1000 * 0.95 * 0.05) + 15


# ---- the catalogue


def linear_link(*utilities):
    """Here the Condorcet regret is half the utility regret, arm by arm, so that both grow alike."""
    x = np.array(utilities)
    return 0.5 + (x[:, None] - x) / 2


TWO, THREE = linear_link(1, 0.2), linear_link(1, 0.4, 0.2)
CYCLE = np.full((5, 5), 0.5)  # of three, and two that lose to them
CYCLE[:3, :3] = [[0.5, 0.8, 0.2], [0.2, 0.5, 0.8], [0.8, 0.2, 0.5]]
CYCLE[:3, 3:], CYCLE[3:, :3] = 0.8, 0.2
CONSTANT, LN, LN_SQUARED, ROOT, AT_MOST_ROOT, TWO_THIRDS, FIVE_SIXTHS, ALL = (
    (-0.01, 0.01),
    (-0.01, 0.3),  # ln t itself has 0.1 here
    (0.1, 0.4),  # ln² t has 0.2 and comes down to it slowly
    (0.4, 0.6),
    (0.0, 0.6),
    (0.5, 0.75),
    (0.6, 0.85),
    (0.97, 1.03),
)


class Row(NamedTuple):
    """The exponent's interval lies within ``law``, for the regret and the first winner that the algorithm is made for.

    Over the last decade of one horizon if it needs none, else over final regrets from T/8 to T.
    """

    law: tuple[float, float]
    problem: np.ndarray = THREE
    horizon: int = 32_000
    runs: int = 30
    decade: float = 10.0
    parameters: str = ""


ROWS = {
    "random": Row(ALL),
    "fixed": Row(ALL, parameters=":first=1,second=2"),
    # fixed rates: on any problem they take 1/η rounds to forget, or explore with a chance γ, both like 1/sqrt T
    "exp3+unif": Row(ROOT),
    "exp3p+unif": Row(ROOT),
    "exp3ix+unif": Row(ROOT),
    "exp3p-sparring": Row(ROOT),
    "exp3ix-sparring": Row(ROOT),
    "rex3": Row(ROOT),
    "spar2": Row(ROOT, CYCLE[:4, :4], runs=10),
    # a γ that falls like T^{-1/3}, paid for both arms; with a bonus for changes only T^{5/6} is proved
    "d-exp3": Row(TWO_THIRDS),
    "borda-dex3s": Row(FIVE_SIXTHS, horizon=256_000, runs=10),
    # rates that fall like 1/sqrt t: sqrt T is the worst case, a problem with gaps is easier
    "exp3-sparring": Row(AT_MOST_ROOT),
    "exp3-doubler": Row(AT_MOST_ROOT),
    "exp3ix-doubler": Row(AT_MOST_ROOT),
    "exp3-multisbm": Row(AT_MOST_ROOT),
    "exp3ix-multisbm": Row(AT_MOST_ROOT),
    # logarithmic where there are gaps; a Doubler starts anew in every epoch
    "ucb+unif": Row(LN),
    "tsallis+unif": Row(LN),
    "tsallis-sparring": Row(LN),
    "versatile-db": Row(LN),
    "versatile-shared": Row(LN),
    "ucb-sparring": Row(LN),
    "ucb-multisbm": Row(LN),
    "tsallis-multisbm": Row(LN),
    "ucb-doubler": Row(LN_SQUARED, TWO, horizon=262_142, runs=10),
    "tsallis-doubler": Row(LN_SQUARED, TWO, horizon=262_142, runs=10),
    "forgetful-doubler": Row(LN_SQUARED, TWO, horizon=262_142, runs=10),  # no theorem; in every epoch all arms once
    "thompson+unif": Row(LN),
    "klucb+unif": Row(LN),
    "moss+unif": Row(LN),
    "lilucb+unif": Row(LN),
    "self-sparring": Row(LN),
    # half the rate of Exp3, and exploration that falls like 1/sqrt t; all arms alike until an arm can leave
    "exp3pp+unif": Row(AT_MOST_ROOT),
    "sao+unif": Row(ALL),
    # winner stays
    "ws-w": Row(CONSTANT),
    "ctb": Row(CONSTANT),
    "soda": Row(CONSTANT),
    "ws-s": Row(LN),
    "beat-the-winner": Row(CONSTANT),
    "beat-the-winner-reset": Row(CONSTANT),
    "detect": Row(CONSTANT),
    "mdb": Row(ROOT, parameters=":phases=1"),  # a share sqrt(ln T / T) of the rounds are sweeps
    "modified-beat-the-winner": Row(CONSTANT),
    # confidence, divergence, Thompson
    "rucb": Row(LN),
    "rcs": Row(LN),
    "merge-rucb": Row(LN),
    "merge-dts": Row(LN),
    "rmed1": Row(LN),
    "rmed2": Row(LN),
    "rmed2fh": Row(LN, runs=100),
    "ccb": Row(LN),
    "scb": Row(LN, horizon=200_000, decade=200),  # its epochs square their lengths: two of them
    "d-ts": Row(LN),
    "d-ts+": Row(LN),
    "ecw-rmed": Row(LN),
    # exploration of length ln T, then one arm
    "btm": Row(LN),
    "if1": Row(LN),
    "if2": Row(LN),
    "savage": Row(LN),
    "savage-copeland": Row(LN),
    "savage-borda": Row(LN),
    "borda-elimination": Row(LN),
    "borda-confidence": Row(LN, horizon=100_000),
    "borda-stop": Row(LN),
    "race": Row(LN),
    "champion": Row(LN),
    "serve+race": Row(LN),
    "pcomp": Row(LN),
    "secs": Row(LN),
    # no theorem, but the first arm is soon in the support for ever
    "vn+unif": Row(CONSTANT, CYCLE),
}
FOR_A_VERDICT = {  # no theorem speaks of their regret
    "borda-lucb", "explore-verify", "knockout", "mallows-mpi", "mallows-mpr", "merge-rank", "multisort", "opt-max",
    "pbr-copeland", "plackett-luce", "pocowista", "sequential-elimination", "single-elimination",
    "single-elimination-top",
}  # fmt: skip
GO_ON = ("serve+race", "lilucb+unif", "scb")  # they learn on: after a verdict, or in the next epoch
COMMITTED = [name for name in ROWS if name in ("if1", "if2") or (ALGORITHMS.find(name).identify and name not in GO_ON)]


def regret(name, horizon, checkpoints):
    row, algorithm = ROWS[name], ALGORITHMS.find(name)
    result = du.simulate(
        du.PreferenceMatrix(row.problem),
        name + row.parameters,
        horizon=horizon,
        runs=row.runs,
        winner=(*algorithm.winners, "condorcet")[0].replace("utility", "condorcet"),
        checkpoints=checkpoints,
        seed=1,
    )
    return result.rounds, getattr(result, algorithm.regret)[0, :, :, 0]


def test_every_algorithm_has_a_row():
    finite = {name: algorithm for name, algorithm in ALGORITHMS.every().items() if algorithm.world == "arms"}
    ours = {name for name, algorithm in finite.items() if algorithm.start.__module__.startswith("duelling.")}
    reductions = ("-sparring", "-doubler", "-multisbm")
    made = {name for name in ours if name.rpartition("-")[0] in BANDITS and name.endswith(reductions)}
    assert ours - made - FOR_A_VERDICT <= set(ROWS) <= ours - FOR_A_VERDICT


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", ROWS)
def test_regret_grows_as_the_theory_says(name):
    row = ROWS[name]
    if ALGORITHMS.find(name).anytime:
        fit = growth(*regret(name, row.horizon, "log"), row.decade)
    else:
        horizons = [row.horizon // n for n in (8, 4, 2, 1)]
        fit = growth(horizons, np.column_stack([regret(name, T, [T])[1] for T in horizons]))
    assert row.law[0] <= fit.low <= fit.high <= row.law[1], fit


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", COMMITTED)
def test_regret_ends_with_the_commitment(name):
    assert growth(*regret(name, ROWS[name].horizon, "log"))[1:] == pytest.approx((0, 0), abs=0.01)


@pytest.mark.compiled
def test_random_pairs_cost_their_mean_in_every_round():
    t, runs = regret("random", 32_000, "linear")
    mean = (THREE[0, 1] - 0.5) / 3  # one pair of three is without the winner, and the better of its arms counts
    assert per_round(t, runs).low < mean < per_round(t, runs).high
