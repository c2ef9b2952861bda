"""Adversaries that fix everything beforehand, and corruption: phases, budgets, and the comparator round by round."""

import numpy as np
import pytest

from duelling.cli.commands import run as command
from duelling.core import losses
from duelling.errors import InputError
from duelling.lab.grids.plan import resolve
from duelling.lab.grids.run import Threads, run
from duelling.lab.grids.specification import parse
from duelling.lab.simulate import simulate
from duelling.problems.adversaries.moving import drift, flips, phase_starts
from duelling.problems.changing import Drifting, Piecewise
from duelling.problems.reading.named import problem
from duelling.registry.facts import ALGORITHMS

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


@pytest.mark.parametrize("settings", [{"length": 2.5}, {"length": True}, {"phases": 3.5}, {"phases": 0}])
def test_phases_are_counted_in_whole_numbers(settings):
    for make in (flips, drift):
        with pytest.raises(InputError, match=f"{next(iter(settings))} must be a whole number from 1 on"):
            make(3, **settings)


GRID = """
[[experiment]]
id = "adversaries"
problems = ["flips:arms=4,length=10", "drift:arms=4", "corrupted:arxiv,budget=5", "shadow:arms=4"]
algorithms = "random"
horizons = 60
runs = 2
"""


@pytest.mark.plain
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
