"""What is right: by the definitions, pair by pair; what is assumed, and an order that is none."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

import duelling as du
from duelling.core.winners import condorcet_winner
from duelling.lab.quests import look_for
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from duelling.registry.known import kept
from tests.naive.agreement import CYCLE

pytestmark = pytest.mark.plain

BTL = 1 / (1 + np.exp(-np.subtract.outer(*2 * [np.array([1.0, 0.7, 0.1, -0.4])])))
ORDER = np.array([[0.5, 0.6, 0.7, 0.9], [0.4, 0.5, 0.52, 0.8], [0.3, 0.48, 0.5, 0.53], [0.1, 0.2, 0.47, 0.5]])


def quest(win, winner, within=0.0, own=0.0, wrong=0, **facts):
    """The best two by ``race``, as if it looked for another winner, with a tolerance of its own."""
    facts = {"winners": (winner,), "finds": "ranking", **facts}
    chosen = choice("race:top=2", identify=True)
    chosen = chosen._replace(algorithm=replace(chosen.algorithm, **facts))
    made = look_for(du.PreferenceMatrix(win), chosen, within=0.0, horizon=None, limit=100)
    made.within, made.tolerance = within, {"within": own, "wrong": wrong}
    return made


def answers(arms):
    """Every way to give groups 0, 1, ... to the arms."""
    every = itertools.product(range(arms), repeat=arms)
    return np.array([each for each in every if {*each} == {*range(len({*each}))}], dtype=np.int16)


@pytest.mark.parametrize("winner", ["condorcet", "borda", "copeland"])
@pytest.mark.parametrize(("within", "own", "wrong"), [(0.0, 0.0, 0), (0.025, 0.0, 0), (0.0, 0.04, 0), (0.0, 0.0, 1)])
def test_every_answer_is_judged_by_the_definition(winner, within, own, wrong):
    groups, win = answers(4), ORDER
    if winner == "borda":
        share = [np.mean([win[i, j] for j in range(4) if j != i]) for i in range(4)]
        better = lambda i, j, by: share[i] - share[j] > by + 1e-9  # noqa: E731
    elif winner == "copeland":
        score = [sum(win[i, j] > 0.5 for j in range(4)) for i in range(4)]
        better = lambda i, j, by: score[i] - score[j] > by  # noqa: E731
    else:
        better = lambda i, j, by: win[i, j] > 0.5 + by + 1e-9  # noqa: E731
    found = quest(win, winner, within, own, wrong).judge(np.zeros(len(groups), dtype=int), groups)
    for run, g in enumerate(groups):
        bad = [[i for i in range(4) if g[i] > g[j]] for j in range(4)]  # arms that stand below j
        count = lambda by: sum(better(i, j, by) for j in range(4) for i in bad[j])  # noqa: B023, E731
        truth = sorted(g)  # the order of ORDER is 0, 1, 2, 3 under each concept
        wrongly = sum(g[i] < truth[i] for i in range(4))
        assert found.inversions[run] == count(0)
        assert found.fits[run] == (count(within) == 0)
        assert found.wrong_members[run] == wrongly
        assert found.near[run] == (count(max(within, own)) == 0 or wrongly <= wrong > 0)
    assert 0 < found.fits.sum() < len(groups)


def test_without_a_verdict_nothing_is_right():
    found = quest(ORDER, "borda").judge(np.array([-1]), np.zeros((1, 4), dtype=np.int16))
    assert not found.fits[0]
    assert not found.near[0]


def test_an_order_is_refused_where_arms_go_round_in_a_circle():
    with pytest.raises(du.InputError, match=r"race:top=2 must play where the arms have an order, got .* in a circle"):
        quest(CYCLE, "condorcet")
    assert quest(CYCLE, "borda").finds == "ranking"
    below = np.full((4, 4), 0.5)
    below[0, 1:], below[1:, 0] = 0.9, 0.1
    below[1:, 1:] = CYCLE
    assert condorcet_winner(below) == 0
    with pytest.raises(du.InputError, match="in a circle"):
        quest(below, "condorcet")
    tied = np.where(below == 0.9, 0.9, np.where(below == 0.1, 0.1, 0.5))
    assert quest(tied, "condorcet").by_duels  # equal arms may stand in any order


@pytest.mark.parametrize(
    ("assumed", "has"),
    [
        ("total order", {"btl", "order"}),
        ("sst", {"btl", "equal"}),
        ("mst", {"btl", "order", "equal"}),
        ("sti", {"btl", "equal"}),
        ("plackett-luce", {"btl", "equal"}),
    ],
)
def test_what_is_assumed_and_not_there_is_one_line(assumed, has):
    uneven = ORDER.copy()
    uneven[0, 2], uneven[2, 0] = 0.58, 0.42  # less than 0.6, so it is moderate only
    for name, win in {"btl": BTL, "order": uneven, "circle": CYCLE, "equal": np.full((3, 3), 0.5)}.items():
        line = quest(win, "borda", assumes=(assumed,)).warning() if len(win) > 3 else None
        if line is None:
            made = choice("race", identify=True)
            made = made._replace(algorithm=replace(made.algorithm, assumes=(assumed,)))
            line = look_for(du.PreferenceMatrix(win), made, within=0.0, horizon=None, limit=100).warning()
        assert (line == "") == (name in has), name
        assert "\n" not in line
    assert quest(BTL, "borda").warning() == ""


def test_the_warning_is_given_and_kept():
    with kept():
        ALGORITHMS.add("assuming", replace(ALGORITHMS.find("race"), name="assuming", assumes=("sst", "sti")), __name__)
        with pytest.warns(du.Doubt, match="assuming promises nothing here: it assumes strong stochastic transitivity"):
            found = du.identify("cyclic", "assuming", runs=1, limit=10)
        assert found.summary()["warning"].endswith("which cyclic does not have")
