"""The loop: regret by its definition, checkpoints, and results that depend on nothing but their arguments."""

import multiprocessing
import warnings
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import duelling as du
from duelling.lab.simulate import checkpoint_rounds, simulate
from duelling.registry.facts import ALGORITHMS as ALGORITHMS_KNOWN
from tests.helpers.playing import Astray
from tests.naive import regret

ALGORITHMS = ["exp3+unif", "exp3-sparring", "ws-w"]


def small(algorithms=ALGORITHMS, **changes):
    settings = {"horizon": 200, "runs": 4, "winner": ["borda", "copeland"], "seed": 3, "period": 20, **changes}
    return simulate("borda_vonneumann", algorithms, **settings)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_regret_is_its_definition_on_a_sequence(algorithm):
    rounds = [1, 7, 40, 200]
    result = small([algorithm], checkpoints=rounds)
    problem = du.exact_sequence(du.problem("borda_vonneumann"), period=20, seed=3)
    for run in range(2):
        pairs = regret.pairs_played(problem, algorithm, 200, 3, run)
        for k, losses in enumerate((regret.borda_losses, regret.copeland_losses)):
            table = losses(problem.outcome, 200)
            expected = np.array([regret.weak_and_strong(pairs[:t], table) for t in rounds])
            np.testing.assert_allclose(result.weak[0, run, :, k], expected[:, 0], atol=1e-10)
            np.testing.assert_allclose(result.strong[0, run, :, k], expected[:, 1], atol=1e-10)


def test_threads_subset_and_order_of_algorithms_change_nothing():
    one, two = small(threads=1), small(threads=2)
    np.testing.assert_array_equal(one.weak, two.weak)
    np.testing.assert_array_equal(one.strong, two.strong)
    np.testing.assert_array_equal(small(ALGORITHMS[::-1]).weak[::-1], one.weak)
    np.testing.assert_array_equal(small(ALGORITHMS[1:2]).weak[0], one.weak[1])


def test_fewer_runs_are_the_first_of_more_runs():
    np.testing.assert_array_equal(small(runs=2).weak, small(runs=4).weak[:, :2])


def test_large_work_in_parts_says_which_runs_they_are(tmp_path):
    part, whole = small(runs=2, first_run=2), small(runs=4)
    np.testing.assert_array_equal(part.weak, whole.weak[:, 2:])
    part.save(tmp_path / "part.parquet")
    again = du.Result.load(tmp_path / "part.parquet")
    assert again.first_run == 2
    assert again.frame().equals(whole.frame().filter(pl.col("run") >= 2))


def test_one_concept_alone_is_the_same_as_with_others():
    alone, both = small("ws-w", winner="copeland"), small("ws-w")
    np.testing.assert_array_equal(alone.weak[..., 0], both.weak[..., 1])


def _in_another_process(_):
    return small().weak


@pytest.mark.compiled
def test_same_seed_same_result_in_a_spawned_process():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        (theirs,) = pool.map(_in_another_process, [0])
    np.testing.assert_array_equal(theirs, small().weak)


def test_another_seed_gives_another_result():
    assert not np.array_equal(small(seed=4).weak, small(seed=3).weak)


def test_a_pair_with_the_winner_has_no_weak_regret_and_half_the_strong_one():
    result = simulate("arxiv", "fixed:first=0,second=3", horizon=50, runs=1)
    gap = np.diff(np.sort(du.problem("arxiv").preference().mean(axis=0)[[0, 3]]))[0]
    assert result.weak.tolist() == np.zeros((1, 1, 50, 1)).tolist()
    np.testing.assert_allclose(result.strong[0, 0, :, 0], np.arange(1, 51) * gap / 2)


def test_linear_checkpoints_are_equal_steps_up_to_the_horizon():
    assert checkpoint_rounds(10_000).tolist() == list(range(100, 10_001, 100))
    assert checkpoint_rounds(3).tolist() == [1, 2, 3]


def test_logarithmic_checkpoints_span_all_decades():
    rounds = checkpoint_rounds(10**5, "log")
    assert (rounds[0], rounds[-1]) == (1, 10**5)
    assert np.all(np.diff(np.log10(rounds[rounds >= 100])) < 0.06)


@pytest.mark.parametrize("given", [[50, 7, 50], (7, 50), np.array([7, 50]), np.array([50, 7], np.uint64), {7, 50}])
def test_given_checkpoints_are_sorted_and_end_at_the_horizon(given):
    assert checkpoint_rounds(100, given).tolist() == [7, 50, 100]


@pytest.mark.parametrize(
    "bad", [[0], [101], [1.5], "monthly", [None], [[1, 2]], np.array([1.5, 2]), None, 0, 2.5, True]
)
def test_bad_checkpoints_are_refused(bad):
    with pytest.raises(du.InputError, match="checkpoints must be"):
        checkpoint_rounds(100, bad)


@pytest.mark.parametrize("none", [[], (), set(), np.zeros(0, int)])
def test_no_checkpoint_at_all_is_refused(none):
    with pytest.raises(du.InputError, match="checkpoints must hold at least one round, got "):
        checkpoint_rounds(100, none)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"horizon": 0}, "horizon must be a whole number from 1 on, got 0"),
        ({"horizon": None}, "horizon must be a whole number from 1 on, got None"),
        ({"horizon": "100"}, "horizon must be"),
        ({"first_run": -1}, "first_run must be a whole number from 0 on, got -1"),
        ({"first_run": 1.5}, "first_run must be"),
        ({"first_run": None}, "first_run must be"),
        ({"runs": 0}, "runs must be a whole number from 1 on, got 0"),
        ({"runs": 2.5}, "runs must be"),
        ({"seed": -1}, "seed must be"),
        ({"threads": -1}, "threads must be"),
        ({"winner": "bordar"}, "did you mean 'borda'"),
        ({"winner": []}, "winner must name"),
        ({"winner": 5}, "winner must be a text or a list of texts, got 5"),
        ({"winner": ["borda", None]}, r"winner\[1\] must be a text, got None"),
        ({"winner": "utility"}, "utility"),
        ({"algorithms": ["ws-w", "ws-w"]}, "each once"),
        ({"algorithms": "ws"}, "did you mean 'ws-s'"),
        ({"algorithms": None}, "algorithms must be a name, a list of names, or a dict of parameters by name, got None"),
        ({"algorithms": ["ws-w", 5]}, "algorithm must be a name, or a name and its parameters in a dict, got 5"),
        ({"horizon": 210}, "multiple"),
        ({"period": 7}, "period"),
    ],
)
def test_bad_settings_are_one_clear_line(changes, message):
    with pytest.raises(du.InputError, match=message) as caught:
        small(**changes)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("bad", [None, 5, [], np.eye(2), b"cyclic"])
def test_what_is_no_problem_is_one_clear_line(bad):
    with pytest.raises(du.InputError, match=r"^problem(: P.*)? must be ") as caught:
        simulate(bad, "random", horizon=10)
    assert "\n" not in str(caught.value)


def test_a_path_is_a_problem(tmp_path):
    (tmp_path / "mine.txt").write_text("0.5 0.75\n0.25 0.5\n")
    assert simulate(tmp_path / "mine.txt", "random", horizon=10, runs=1).problem["name"] == "mine"


def test_progress_counts_every_round():
    seen = []
    small(runs=3, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(200 * i, 200 * 9) for i in range(1, 10)]


def test_an_error_inside_a_run_reaches_the_caller_and_stops_the_rest():
    def interrupt(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        small(progress=interrupt)


def test_a_choice_that_is_no_arm_is_an_error_and_not_a_crash():
    facts = replace(ALGORITHMS_KNOWN.find("random"), name="astray", start=lambda arms, horizon: Astray(arms))
    ALGORITHMS_KNOWN.add("astray", facts, __name__)
    with pytest.raises(du.InputError, match="astray must choose arms from 0 to 4, it left them in round 7"):
        small("astray")


def test_numbers_may_be_written_as_people_write_them():
    found = small(horizon=4e1, runs=2.0, seed=1.0, checkpoints=[1e1, 20.0])
    assert (found.horizon, found.runs, found.seed, found.rounds.tolist()) == (40, 2, 1, [10, 20, 40])
    assert {type(n) for n in (found.horizon, found.runs, found.seed)} == {int}
    assert checkpoint_rounds(1000, 4).tolist() == [250, 500, 750, 1000]


def test_no_seed_is_a_fresh_one_that_is_recorded():
    one, two = (small(seed=None) for _ in range(2))
    assert one.seed != two.seed
    np.testing.assert_array_equal(one.weak, small(seed=one.seed).weak)


@pytest.mark.plain
def test_the_usual_winner_is_doubted_where_nobody_looks_for_it():
    with pytest.warns(du.Doubt, match='these algorithms look for the Condorcet winner: say winner="condorcet" or'):
        small(algorithms=["ws-w", "rucb"], winner=None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        small(algorithms=["ws-w", "rucb"], winner="borda")
        small(algorithms=["ws-w", "exp3+unif"], winner=None)
        simulate("multisol", "rucb", horizon=5, runs=1)  # there is no other winner
