"""The loop with points: the same as by hand, for any number of threads, and stopped where a learner leaves the body."""

import numpy as np
import pytest

import duelling as du
from duelling.core.links import prefer
from duelling.core.protocol import choose, decide, update
from duelling.core.regrets import recorder
from duelling.errors import InputError
from duelling.registry.facts import algorithm
from duelling.seeds import streams
from duelling.worlds.continuous import dbgd
from duelling.worlds.continuous.loop import play_points
from duelling.worlds.continuous.utilities import shortfall
from tests.helpers.points import problem_in


def test_a_simulation_is_the_loop_by_hand():
    problem = problem_in("ball", 2, link="probit", spread=3.0)
    found = du.simulate(problem, "dbgd", horizon=30, runs=2, seed=5, winner=["utility", "condorcet"], checkpoints=[7])
    s = dbgd.start(problem.given[0], 30)
    rng, nature = streams(5, 1)
    weak, strong = np.zeros((2, 31, 2))
    for t in range(1, 31):
        duel = choose(s, t, rng)
        update(s, t, duel, decide(problem.start(30), t, duel.first, duel.second, nature))
        short = [shortfall(problem.v, w) for w in duel[:2]]
        for c, (x, y) in enumerate((short, [prefer(2, gap) - 0.5 for gap in short])):
            weak[t, c], strong[t, c] = weak[t - 1, c] + min(x, y), strong[t - 1, c] + (x + y) / 2
    np.testing.assert_allclose(found.weak[0, 1], weak[[7, 30]])
    np.testing.assert_allclose(found.strong[0, 1], strong[[7, 30]])
    assert found.winners == ("utility", "condorcet")
    assert found.problem["arms"] == []


@pytest.mark.compiled
def test_threads_change_nothing_and_the_paper_s_regret_is_the_usual_one():
    one, two = (du.simulate("continuous:linear", "dbgd", horizon=300, runs=6, threads=n) for n in (1, 2))
    np.testing.assert_array_equal(one.strong, two.strong)
    assert one.winners == ("condorcet",)
    assert one.summary()["weak"][0] <= one.summary()["strong"][0]
    assert one.plot(log=True, bound=100.0) is not None


@pytest.mark.edges
def test_a_learner_that_leaves_the_body_is_stopped():
    space = problem_in("ball", 2).given[0]
    stray = dbgd.start(problem_in("box", 2).given[0], 10, delta=3.0)  # corners of the box
    state, losses = problem_in("ball", 2).start(10), problem_in("ball", 2).losses(["utility"], 10)
    assert play_points(stray, state, losses, recorder(), space, np.array([10]), *streams(0, 0), np.zeros((2, 1, 1))) > 0
    facts = {"label": "x", "reference": "x", "winners": (), "regret": "weak", "adversarial": False, "anytime": True}
    algorithm("astray", cost="O(1)", world="continuous", **facts)(lambda space, horizon: stray)
    with pytest.raises(InputError, match="astray must choose points of a ball in 2 dimensions, it left them in rou"):
        du.simulate(problem_in("ball", 2), "astray", horizon=10, runs=1)
