"""A corrupted problem: what its budget buys, and what regret is measured with."""

import numpy as np
import pytest

from duelling.core.jit import jit
from duelling.core.protocol import decide
from duelling.errors import InputError
from duelling.lab.simulate import simulate
from duelling.problems.adversaries.corruption import Corrupted
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.named import problem
from duelling.problems.utility import UtilityModel
from tests.helpers.modes import INTERPRETED
from tests.naive.adversaries import corruption

SHARP = [[0.5, 0.9, 0.6], [0.1, 0.5, 0.7], [0.4, 0.3, 0.5]]  # the first arm wins under every concept


@pytest.mark.parametrize("budget", [0.3, 0.8, 1.0, 8.0, 100.0])
@pytest.mark.parametrize("arm", [None, 1, 2])
def test_exactly_the_budget_is_spent_and_then_no_more(budget, arm):
    P = np.array(SHARP)
    given = Corrupted(PreferenceMatrix(P), budget=budget, arm=arm)
    spent = corruption(P, given.win, given.rounds, 400)
    assert spent == pytest.approx(budget)
    np.testing.assert_array_equal(given.win[-1], P)
    worst = 0 if arm is None else arm
    others = [i for i in range(3) if i != worst]
    for piece in given.win:  # nothing else is touched
        np.testing.assert_array_equal(piece[np.ix_(others, others)], P[np.ix_(others, others)])
    if budget >= 1:
        np.testing.assert_allclose(given.win[0, worst], P[:, worst])


@jit
def count_wins(state, t, duels, rng):
    wins = 0
    for _ in range(duels):
        wins += decide(state, t, 0, 1, rng) == 1
    return wins


@pytest.mark.edges
@pytest.mark.parametrize(("t", "chance"), [(1, 0.1), (10, 0.1), (11, 0.5), (12, 0.9), (10**6, 0.9)])
def test_duels_are_corrupted_while_the_budget_lasts(t, chance):
    """A round costs 0.8, and 8.4 = 10 * 0.8 + 0.4 leaves half a round."""
    given, duels = Corrupted(PreferenceMatrix(SHARP), budget=8.4), 2_000 if INTERPRETED else 40_000
    wins = count_wins(given.start(10**6), t, duels, np.random.default_rng(0))
    assert abs(wins - duels * chance) < 4.5 * np.sqrt(duels * chance * (1 - chance))


def test_regret_is_that_of_the_true_preferences_unless_told_otherwise():
    """The best arm pays nothing though it loses; what was played makes it pay for ten rounds."""
    P = np.array(SHARP)
    true, played = (
        simulate(
            Corrupted(PreferenceMatrix(P), budget=8, paid=paid), "fixed:first=0,second=0", horizon=12, runs=1
        ).weak[0, 0, :, 0]
        for paid in ("true", "corrupted")
    )
    np.testing.assert_array_equal(true, np.zeros(12))
    turned = P.copy()
    turned[0], turned[:, 0] = P[:, 0], P[0]
    table = np.array([(turned if t < 10 else P).mean(axis=0) for t in range(12)])
    expected = [table[: t + 1, 0].sum() - table[: t + 1].sum(axis=0).min() for t in range(12)]
    np.testing.assert_allclose(played, expected, atol=1e-12)


@pytest.mark.plain
@pytest.mark.parametrize("text", ["random", "fixed:first=1,second=2"])
def test_the_two_regrets_of_a_run_differ_by_at_most_twice_the_budget(text):
    """The duels are the same, and a Borda loss changes by at most the round's corruption."""
    true, played = (
        simulate(Corrupted(PreferenceMatrix(SHARP), budget=8, paid=paid), text, horizon=100, runs=3)
        for paid in ("true", "corrupted")
    )
    for regret in ("weak", "strong"):
        apart = abs(getattr(true, regret) - getattr(played, regret))
        assert 0 < apart.max() <= 16


def test_winners_are_those_that_regret_is_measured_with():
    origin = PreferenceMatrix(SHARP)
    assert Corrupted(origin, budget=100).winners(10).borda == (0,)
    assert Corrupted(origin, budget=100, paid="corrupted").winners(10).borda == (1,)
    assert Corrupted(UtilityModel([0.9, 0.1]), budget=1).concepts(10)[0] == "utility"
    assert "utility" not in Corrupted(UtilityModel([0.9, 0.1]), budget=1, paid="corrupted").concepts(10)


def test_a_corrupted_problem_may_have_parameters_of_its_own(tmp_path):
    given = problem("corrupted:random:cyclic,arms=5,seed=2,budget=3,arm=1")
    np.testing.assert_array_equal(given.win[-1], problem("random:cyclic,arms=5,seed=2").preference())
    for each in (given, problem("corrupted:sushi,budget=1234567.8"), Corrupted(problem("sushi"), budget=3)):
        assert problem(each.name).describe() == each.describe()
    (tmp_path / "mine.txt").write_text("0.5 0.8\n0.2 0.5\n")
    assert problem("corrupted:mine.txt,budget=1", tmp_path).win[0, 0, 1] == pytest.approx(0.2)


def test_equal_arms_cannot_be_corrupted():
    with pytest.raises(InputError, match="must have constant preferences to be corrupted, got flips"):
        Corrupted("flips:arms=3", budget=1)
    with pytest.raises(InputError, match="arm must have preferences that a corruption can change, got 0"):
        Corrupted(PreferenceMatrix(np.full((3, 3), 0.5)), budget=1)
