"""CTB: agreement with a list of all orders, the exact pairs of short transcripts, and constant weak regret."""

import numpy as np
import pytest

import duelling as du
from duelling.algorithms.shared.linear_orders import linear_orders
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.lab.growth import growth
from duelling.registry.choice import choice
from tests.helpers.modes import fewer
from tests.naive.agreement import agree, matrices
from tests.naive.comparing_the_best import ComparingTheBest, orders_by


def text_of(points):
    return "; ".join(" ".join(map(repr, point)) for point in np.asarray(points).tolist())


def same_values(fast, slow):
    assert fast.V.tolist() == slow.values()


@pytest.mark.edges
@pytest.mark.parametrize("arms", [2, 3, 4, 5])
def test_subsets_do_what_the_list_of_all_orders_does(arms):
    for seed in range(fewer(4, 2)):
        for win in matrices(arms, seed):
            agree("ctb", ComparingTheBest(arms), arms, 60, seed, win, ties=0.1, each=same_values)


@pytest.mark.edges
@pytest.mark.parametrize("arms", [2, 4, 6])
def test_orders_by_features_do_what_their_list_does(arms):
    for seed in range(fewer(4, 2)):
        points = np.random.default_rng(seed).normal(size=(arms, 2))
        for win in matrices(arms, seed):
            slow = ComparingTheBest(arms, orders_by(points))
            agree(f"ctb:features={text_of(points)}", slow, arms, 80, seed, win, ties=0.1, each=same_values)


def told(*wins, arms=3, text="ctb"):
    """The state after these wins of one arm over another."""
    s = choice(text).start(arms, 100)
    for i, j in wins:
        update(s, 1, Duel(i, j, 1.0, 1.0), 1)
    return s


@pytest.mark.edges
def test_the_first_pairs_of_three_arms():
    """After 0 beats 1 the next pair is 0 and 2 for certain; if then 2 beats 0, it is 2 against one of the others."""
    s = told((0, 1))
    assert s.V.tolist() == [1, 0, 1]
    assert {frozenset(choose(s, 2, np.random.default_rng(seed))[:2]) for seed in range(20)} == {frozenset({0, 2})}
    update(s, 2, Duel(0, 2, 0.5, 1.0), -1)
    assert s.V.tolist() == [1, 1, 2]
    duels = [choose(s, 3, np.random.default_rng(seed)) for seed in range(40)]
    assert {duel.first for duel in duels} == {2}
    assert {duel.second for duel in duels} == {0, 1}
    assert {duel[2:] for duel in duels} == {(1.0, 0.5)}


@pytest.mark.edges
def test_ties_and_the_side_change_nothing():
    s, same = told((0, 1), (2, 1)), told((0, 1))
    update(same, 2, Duel(1, 2, 1.0, 1.0), -1)
    update(same, 3, Duel(0, 2, 1.0, 1.0), 0)
    np.testing.assert_array_equal(s.V, same.V)
    np.testing.assert_array_equal(s.f, same.f)


@pytest.mark.edges
def test_a_cycle_is_cut_where_it_is_weakest():
    """0 beats 1 three times, 1 beats 2 twice, 2 beats 0 once: the best order ignores the last duel."""
    assert told((0, 1), (0, 1), (0, 1), (1, 2), (1, 2), (2, 0)).V.tolist() == [5, 3, 4]


@pytest.mark.edges
def test_first_arm_is_uniform_before_any_duel():
    first = np.bincount([choose(told(), 1, np.random.default_rng(seed)).first for seed in range(900)], minlength=3)
    assert abs(first - 300).max() < 4.5 * np.sqrt(200)


@pytest.mark.edges
def test_orders_by_three_features_do_what_their_list_does():
    points = np.random.default_rng(5).normal(size=(4, 3))  # in general position, so all orders are admissible
    for win in matrices(4, 1):
        agree(f"ctb:features={text_of(points)}", ComparingTheBest(4), 4, 80, 1, win, ties=0.1, each=same_values)


@pytest.mark.edges
def test_points_on_a_line_have_two_orders():
    assert linear_orders(np.array([[0, 0], [1, 2], [2, 4]])).tolist() == [[0, 1, 2], [2, 1, 0]]
    s = choice("ctb:features=0 0; 1 2; 2 4").start(3, 10)
    assert s.V.tolist() == [0, -1, 0]
    assert set(choose(s, 1, np.random.default_rng(0))[:2]) == {0, 2}  # the middle one is never the best


@pytest.mark.edges
def test_a_duel_speaks_for_arms_that_did_not_play():
    """Points 0, 1, 3 on a line and one beside it: a win of 0 over 1 makes 0 likelier than 3."""
    s = told((0, 1), arms=3, text="ctb:features=0 0; 1 0; 3 0")
    assert s.V.tolist() == [1, -1, 0]


@pytest.mark.compiled
def test_weak_regret_is_constant_and_features_help():
    """The arms' utilities are linear in their features, under the Bradley-Terry link."""
    points = np.random.default_rng(5).normal(size=(10, 2))
    problem = du.UtilityModel(points @ [1.0, 0.5], "bradley-terry")
    texts = ["ctb", f"ctb:features={text_of(points)}", "random"]
    result = du.simulate(problem, texts, horizon=5000, runs=40, winner="utility", checkpoints="log", seed=2)
    blind, seeing, random = result.weak[:, :, -1, 0].mean(axis=1)
    assert seeing < blind < 0.02 * random
    for a in range(2):
        late = result.weak[a, :, -1, 0] - result.weak[a, :, np.searchsorted(result.rounds, 2500), 0]
        assert (late < 1e-9).mean() >= 0.9
    assert growth(result.rounds, result.weak[0, :, :, 0]).high < 0.15


@pytest.mark.parametrize(
    ("text", "arms", "message"),
    [
        ("ctb", 13, "arms of ctb must be at most 12 without features, got 13"),
        ("ctb:features=1 2; 3 4", 3, "features must be as many numbers for each of 3 arms"),
        ("ctb:features=1 2; 3 x", 2, "features must be as many numbers for each of 2 arms"),
        ("ctb:features=1 2; 3", 2, "features must be as many numbers for each of 2 arms"),
        ("ctb:features=1 2; nan 3", 2, "features must be as many numbers for each of 2 arms"),
        ("ctb:features=1 2; 1 2", 2, "features must differ from arm to arm"),
        ("ctb:features=1e308 0; -1e308 0", 2, "features must be at most 1e100 in size"),
        (
            "ctb:features=" + "; ".join(f"{i} {i * i} {i**3}" for i in range(30)),
            30,
            "at most 50000 orders, 3 for 30 arms",
        ),
        ("ctb:features=1 2; inf 3", 2, "features must be at most 1e100 in size"),
    ],
)
def test_bad_parameters_say_what_to_change(text, arms, message):
    with pytest.raises(InputError, match=message):
        choice(text).start(arms, 10)
