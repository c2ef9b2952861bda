"""What the theory promises, measured: few, seeded, and sized so that a wrong kernel fails."""

import numpy as np
import pytest

import duelling as du
from duelling.problems.reading.named import problem_names
from duelling.registry.facts import ALGORITHMS

pytestmark = [pytest.mark.compiled, pytest.mark.slow]


def mean_and_error(values):
    """The mean over runs and its standard error."""
    return values.mean(axis=0), values.std(axis=0, ddof=1) / np.sqrt(len(values))


@pytest.mark.parametrize("name", problem_names())
def test_exp3_unif_stays_under_the_proven_borda_bound(name):
    """The whole interval does, at every checkpoint that is a horizon of its own for the anytime rate."""
    problem = du.problem(name)
    result = du.simulate(problem, ["exp3+unif", "exp3+unif:rate=anytime"], horizon=10_000, runs=40, checkpoints="log")
    arms, algorithm = len(problem.arms), ALGORITHMS.find("exp3+unif")
    mean, error = mean_and_error(result.weak[0, :, -1, 0])
    assert mean + 4 * error < algorithm.bound("borda", arms, 10_000)
    mean, error = mean_and_error(result.weak[1, :, :, 0])
    for t, m, e in zip(result.rounds, mean, error, strict=True):
        assert m - 4 * e < algorithm.bound("borda", arms, int(t), rate="anytime")


def test_expected_borda_regret_is_half_the_utility_regret_on_the_same_plays():
    result = du.simulate(
        "arithmetic", ["exp3+unif", "ws-w", "ucb-sparring"], horizon=2000, runs=5, winner=["borda", "utility"]
    )
    for regret in (result.weak, result.strong):
        np.testing.assert_allclose(2 * regret[..., 0], regret[..., 1], rtol=1e-9, atol=1e-9)


def test_von_neumann_regret_is_at_most_the_utility_regret_on_the_same_plays():
    result = du.simulate("arithmetic", ["exp3+unif", "random"], horizon=2000, runs=5, winner=["von_neumann", "utility"])
    assert np.all(result.weak[..., 0] <= result.weak[..., 1] + 1e-9)
    assert np.all(result.strong[..., 0] <= result.strong[..., 1] + 1e-9)


def test_utility_regret_stays_under_the_corrected_bound():
    result = du.simulate(
        "arithmetic", ["exp3+unif", "exp3+unif:rate=utility"], horizon=10_000, runs=40, winner="utility"
    )
    for a, parameters in enumerate(({}, {"rate": "utility"})):
        mean, error = mean_and_error(result.weak[a, :, -1, 0])
        assert mean + 4 * error < ALGORITHMS.find("exp3+unif").bound("utility", 8, 10_000, **parameters)


@pytest.mark.parametrize("name", ["arxiv", "cyclic"])
def test_sparring_stays_under_its_condorcet_bound_which_is_half_of_the_other(name):
    """A Condorcet winner is the von Neumann winner, who counts a duel from -1 to 1."""
    texts = ["exp3-sparring", "exp3p-sparring", "exp3ix-sparring", "tsallis-sparring"]
    result = du.simulate(name, texts, horizon=10_000, runs=20, winner=["condorcet", "von_neumann"])
    np.testing.assert_allclose(2 * result.strong[..., 0], result.strong[..., 1], atol=1e-9)
    for text, regret in zip(texts, result.strong[:, :, -1, 0], strict=True):
        mean, error = mean_and_error(regret)
        assert mean + 4 * error < ALGORITHMS.find(text).bound("condorcet", len(result.problem["arms"]), 10_000)


@pytest.mark.parametrize("name", ["arxiv", "cyclic", "arithmetic"])
def test_winner_stays_is_flat_from_ten_thousand_to_a_hundred_thousand_rounds(name):
    """Ninety thousand further rounds add less than a tenth to the mean weak regret of the first ten thousand."""
    result = du.simulate(name, "ws-w", horizon=100_000, runs=400, checkpoints=[10_000])
    early, late = result.weak[0, :, :, 0].T
    added, error = mean_and_error(late - early)
    assert added - 4 * error <= 0.1 * early.mean()
    assert added < 0.2 * early.mean()


@pytest.mark.parametrize("name", ["arxiv", "cyclic", "borda_vonneumann"])
def test_tsallis_unif_beats_exp3_unif_in_mean_weak_borda_regret(name):
    """In pairs: run r of both meets the same problem stream."""
    result = du.simulate(name, ["tsallis+unif", "exp3+unif"], horizon=100_000, runs=40)
    mean, error = mean_and_error(result.weak[1, :, -1, 0] - result.weak[0, :, -1, 0])
    assert mean > 4 * error


def test_a_sequence_without_repetition_of_runs_has_no_variance_for_a_fixed_pair():
    result = du.simulate("borda_vonneumann", "fixed", horizon=1000, runs=3, period=20)
    assert np.all(result.weak == result.weak[:, :1])
