"""Adversaries that fix everything beforehand, and corruption: phases, budgets, and the comparator round by round."""

import numpy as np
import pytest

from duelling.cli.commands import run as command
from duelling.core import losses
from duelling.core.jit import jit
from duelling.core.protocol import decide
from duelling.errors import InputError
from duelling.lab.grids.plan import resolve
from duelling.lab.grids.run import Threads, run
from duelling.lab.grids.specification import parse
from duelling.lab.simulate import simulate
from duelling.problems.adversaries.corruption import Corrupted
from duelling.problems.adversaries.moving import drift, flips, phase_starts
from duelling.problems.changing import Drifting, Piecewise
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.named import problem
from duelling.problems.utility import UtilityModel
from duelling.registry.facts import ALGORITHMS
from tests.helpers.modes import INTERPRETED
from tests.naive.adversaries import corruption

SHARP = [[0.5, 0.9, 0.6], [0.1, 0.5, 0.7], [0.4, 0.3, 0.5]]  # the first arm wins under every concept
TEXTS = ["flips:arms=4,length=3", "flips:arms=4,length=3,what=favourite", "drift:arms=4,length=3,growth=1.5"]


def each_round(given, horizon):
    """P_1, ..., P_T by differences of the running mean."""
    sums = [t * given.preference(t) for t in range(1, horizon + 1)]
    return np.diff([np.zeros_like(sums[0]), *sums], axis=0)


def test_phases_double_and_the_last_has_no_end():
    assert phase_starts(100, 2.0, 4) == [1, 101, 301, 701]
    assert phase_starts(50, 1.0, 3) == [1, 51, 101]
    assert phase_starts(3, 1.5, 4) == [1, 4, 8, 15]  # 3, 4.5 and 6.75 rounds
    long = phase_starts(100, 2.0, 1000)
    assert long[-1] <= 2**53 < 2 * long[-1] + 100


def test_an_order_turns_round():
    given = problem("flips:arms=3,length=2,phases=3,gap=0.3")
    assert isinstance(given, Piecewise)
    P = np.array([[0.5, 0.8, 0.8], [0.2, 0.5, 0.8], [0.2, 0.2, 0.5]])
    np.testing.assert_allclose(each_round(given, 8), [P, P, P.T, P.T, P.T, P.T, P, P], atol=1e-12)


def test_a_favourite_changes():
    matrices = each_round(flips(3, what="favourite", length=1, growth=1, phases=5), 5)
    for s, P in enumerate(matrices):
        best = s % 3
        others = [i for i in range(3) if i != best]
        np.testing.assert_allclose(P[best, others], 0.7)
        np.testing.assert_allclose(P[np.ix_(others, others)], 0.5)


def test_a_lead_passes_to_the_next_arm_along_a_line():
    given = drift(3, gap=0.4, length=4, growth=1, phases=3)
    assert isinstance(given, Drifting)
    lead = each_round(given, 13)[:, 0, 2]  # of the first arm over one that is never met before round 5
    np.testing.assert_allclose(lead[:5], [0.9, 0.8, 0.7, 0.6, 0.5], atol=1e-12)
    np.testing.assert_allclose(lead[9:], 0.1, atol=1e-12)  # the third arm's turn


@pytest.mark.parametrize("text", TEXTS)
def test_the_comparator_is_the_best_arm_in_hindsight(text):
    given, horizon = problem(text), 40
    table = each_round(given, horizon).mean(axis=1)  # Borda losses
    state = given.losses(["borda"], horizon)
    rounds = [1, 5, 17, 40]
    reference = int(table.sum(axis=0).argmin())  # losses are kept relative to it
    expected = [(table[:t].sum(axis=0) - table[:t, reference].sum()).min() for t in rounds]
    np.testing.assert_allclose(losses.comparator(state, rounds, [False])[:, 0], expected, atol=1e-10)


def test_regret_of_a_fixed_pair_changes_with_the_phases():
    """K = 2, gap 0.2: the arms' losses differ by 0.2 in each round; with (0, 0) regret is what arm 1 gains."""
    given = problem("flips:arms=2,length=10,phases=2")
    result = simulate(given, "fixed:first=0,second=0", horizon=50, runs=1, checkpoints=[10, 20, 50])
    np.testing.assert_allclose(result.weak[0, 0, :, 0], [0, 0, 0.2 * (40 - 10)], atol=1e-12)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("text", ["flips:arms=10", "flips:arms=10,what=favourite,growth=4", "drift:arms=10"])
def test_the_bound_holds_where_preferences_change(text):
    result = simulate(text, ["exp3+unif", "tsallis+unif"], horizon=20_000, runs=10)
    for name, weak in zip(result.algorithms, result.weak, strict=True):
        assert weak[:, -1, 0].mean() <= ALGORITHMS.find(name).bound("borda", 10, 20_000)


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


def test_identities_tell_everything_apart():
    texts = [*TEXTS, "flips:arms=4,length=3,gap=0.1", "corrupted:arxiv,budget=3", "corrupted:arxiv,budget=4"]
    texts += ["corrupted:arxiv,budget=3,paid=corrupted", "shadow:arms=4"]
    assert len({problem(text).describe()["sha256"] for text in texts}) == len(texts)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("flips:", "arms of flips must be given, as in 'flips:arms=10'"),
        ("drift:arms=1", "arms of drift must be a whole number from 2 on, got 1"),
        ("flips:arms=3,gap=0.6", "gap must be above 0 and at most 0.5, got 0.6"),
        ("flips:arms=3,length=0", "length must be a whole number from 1 on, got 0"),
        ("drift:arms=3,phases=0", "phases must be a whole number from 1 on, got 0"),
        ("drift:arms=3,growth=0.5", "growth must be a finite number from 1 on, got 0.5"),
        ("flips:arms=3,what=all", "what of flips must be one of order, favourite, got 'all'"),
        ("flips:arms=3,gap", "parameters of flips must be written parameter=value, got 'gap'"),
        ("corrupted:sushi", "budget of corrupted must be given, as in 'corrupted:sushi,budget=1000'"),
        ("corrupted:budget=3", "corrupted must name a problem"),
        ("corrupted:sushi,budget=0", "budget must be above 0 and at most 2.53, got 0.0"),
        ("corrupted:sushi,budget=1,arm=16", "arm must be a whole number from 0 to 15, got 16"),
        ("corrupted:shadow:arms=4,budget=1", "must have constant preferences to be corrupted, got shadow:arms=4"),
        ("corrupted:flips:arms=4,budget=1", "must have constant preferences to be corrupted, got flips:arms=4"),
        ("corrupted:sushy,budget=1", "there is no problem 'sushy': did you mean 'sushi'"),
        ("flip:arms=3", "there is no problem 'flip:arms=3'"),
    ],
)
def test_bad_texts_are_one_clear_line(text, message):
    with pytest.raises(InputError, match=message):
        problem(text)


@pytest.mark.parametrize("settings", [{"length": 2.5}, {"length": True}, {"phases": 3.0}, {"phases": 0}])
def test_phases_are_counted_in_whole_numbers(settings):
    for make in (flips, drift):
        with pytest.raises(InputError, match=f"{next(iter(settings))} must be a whole number from 1 on"):
            make(3, **settings)


def test_equal_arms_cannot_be_corrupted():
    with pytest.raises(InputError, match="must have constant preferences to be corrupted, got 'sushi'"):
        Corrupted("sushi", budget=1)
    with pytest.raises(InputError, match="arm must have preferences that a corruption can change, got 0"):
        Corrupted(PreferenceMatrix(np.full((3, 3), 0.5)), budget=1)


GRID = """
[[experiment]]
id = "adversaries"
problems = ["flips:arms=4,length=10", "drift:arms=4", "corrupted:arxiv,budget=5", "shadow:arms=4"]
algorithms = "random"
horizons = 60
runs = 2
"""


def test_a_grid_plays_them_once_and_knows_them_again(tmp_path):
    plan = resolve(parse(GRID, "grid.toml"))
    assert len({unit.key() for unit in plan.units}) == 4
    assert run(plan, tmp_path, player=Threads(1))[:2] == (4, 0)
    assert run(plan, tmp_path, player=Threads(1))[:2] == (0, 4)


def ask(capsys, *arguments):
    code = command(list(arguments))
    return code, capsys.readouterr()


def test_the_command_line_says_what_there_is(capsys):
    code, said = ask(capsys, "problems", "shadow:arms=4")
    assert code == 0
    assert "no matrix and no winners beforehand" in said.out
    code, said = ask(capsys, "problems", "shadow:arms=4", "--json")
    assert '"winners": null' in said.out
    code, said = ask(capsys, "problems", "flips:arms=3")
    assert (code, "whose preferences change" in said.err) == (2, True)
    code, said = ask(capsys, "problems", "flips:arms=3", "--horizon", "150")
    assert (code, "Winners" in said.out) == (0, True)
    code, said = ask(capsys, "simulate", "shadow:arms=4", "random", "--horizon", "50", "--runs", "2", "--json")
    assert (code, '"algorithm": "random"' in said.out) == (0, True)
