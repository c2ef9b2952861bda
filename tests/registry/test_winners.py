"""Winner concepts of users' own: their losses, what they may use, and what is refused."""

import numpy as np
import pytest

import duelling as du
from duelling.core.protocol import charge
from duelling.registry.winners import winner


def test_a_winner_against_zero_keeps_its_losses(loaded):
    winner("constant", against="zero")(lambda P, mean: np.full(len(P), 0.25))
    result = du.simulate("sushi", "random", horizon=100, runs=2, winner="constant")
    np.testing.assert_allclose(result.weak[..., -1, 0], 25)


def test_a_winner_may_use_the_mean_over_the_horizon(loaded):
    winner("late", affine=True)(lambda P, mean: 1 - mean.mean(axis=1))
    flips, drift = du.problem("flips:arms=4,length=10"), du.problem("drift:arms=4,length=10")
    for problem in (flips, drift):
        state, mean = problem.losses(["late"], 50), problem.preference(50).mean(axis=1)
        expected = mean.max() - mean
        np.testing.assert_allclose([charge(state, 33, i, 0) for i in range(4)], expected, atol=1e-12)


def test_an_own_algorithm_may_be_made_for_an_own_winner(loaded):
    facts = {
        "label": "Mine",
        "reference": "nobody",
        "regret": "weak",
        "adversarial": False,
        "anytime": True,
        "cost": "O(1)",
    }
    du.algorithm("mine", winners=("maximin",), **facts)(du.choice("random").algorithm.start)
    assert [each.name for each in du.select("maximin")] == ["mine"]
    with pytest.raises(du.InputError, match="there is no winner 'maximum': did you mean 'maximin'"):
        du.algorithm("other", winners=("maximum",), **facts)(du.choice("random").algorithm.start)


def test_bad_winners_say_what_to_change(loaded):
    with pytest.raises(du.InputError, match=r"affine in P for drift:.* whose preferences change along a line"):
        du.simulate("drift:arms=4", "random", horizon=100, runs=1, winner="maximin")
    winner("short")(lambda P, mean: P[0, :2])
    with pytest.raises(du.InputError, match="winner short must give 16 finite losses, got"):
        du.simulate("sushi", "random", horizon=10, runs=1, winner="short")
    with pytest.raises(du.InputError, match="the winner name 'borda' is taken"):
        winner("borda")(lambda P, mean: P[0])
    with pytest.raises(du.InputError, match="name of a winner must be small letters, digits and '_', got 'My Own'"):
        winner("My Own")(lambda P, mean: P[0])
    with pytest.raises(du.InputError, match="against of winner best must be one of best arm, zero, got 'nobody'"):
        winner("best", against="nobody")(lambda P, mean: P[0])
    with pytest.raises(du.InputError, match=r"winner must be one of borda for shadow:.*, got 'maximin'"):
        du.simulate("shadow:arms=4", "random", horizon=10, runs=1, winner="maximin")
