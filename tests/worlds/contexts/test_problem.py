"""Problems with contexts: what they reveal and decide, the regret of their policies, and how they are asked for."""

import json

import numpy as np
import pytest

import duelling as du
from duelling.cli import commands as cli
from duelling.core.protocol import decide
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.worlds.contexts.problem import Contextual, linear_policies
from duelling.worlds.contexts.protocol import reveal
from tests.helpers.contexts import SMALL

ONE, OTHER = [[0.5, 0.9], [0.1, 0.5]], [[0.5, 0.1], [0.9, 0.5]]
POLICIES = [[0, 0], [1, 1], [1, 0], [0, 1]]


# ---- rounds


def test_contexts_come_with_their_chances_and_decide_the_duel():
    problem = Contextual([ONE, OTHER], POLICIES, chances=[0.8, 0.2])
    state, rng, n = problem.start(1), np.random.default_rng(0), 4000
    seen, wins = np.zeros(2), np.zeros(2)
    for t in range(1, n + 1):
        x = reveal(state, t, rng)
        seen[x] += 1
        wins[x] += decide(state, t, 0, 1, rng) == 1
        assert decide(state, t, 1, 1, rng) == 0
    assert abs(seen[0] - 0.8 * n) < 4.5 * np.sqrt(0.16 * n)
    for x, p in enumerate((0.9, 0.1)):
        assert abs(wins[x] - p * seen[x]) < 4.5 * np.sqrt(0.09 * seen[x])


def test_an_order_of_contexts_repeats_and_draws_nothing():
    state, rng = Contextual([ONE, OTHER], POLICIES, order=[0, 1, 1]).start(9), np.random.default_rng(0)
    assert [reveal(state, t, rng) for t in range(1, 8)] == [0, 1, 1, 0, 1, 1, 0]
    assert rng.random() == np.random.default_rng(0).random()


def test_shares_preferences_and_the_game_are_those_of_the_rounds():
    drawn, ordered = Contextual([ONE, OTHER], POLICIES), Contextual([ONE, OTHER], POLICIES, order=[0, 1, 1])
    np.testing.assert_allclose(drawn.preference(), 0.5)
    np.testing.assert_allclose(
        drawn.policy_game(), [[0, 0, 0.4, -0.4], [0, 0, 0.4, -0.4], [-0.4, -0.4, 0, -0.8], [0.4, 0.4, 0.8, 0]]
    )
    np.testing.assert_allclose(ordered.shares(), [1 / 3, 2 / 3])
    np.testing.assert_allclose(ordered.shares(4), [1 / 2, 1 / 2])
    np.testing.assert_allclose(ordered.preference(1), ONE)
    assert ordered.policy_game()[1, 0] == pytest.approx(0.8 / 3)
    assert drawn.winners().copeland == (0, 1)
    np.testing.assert_allclose(ordered.losses(["condorcet"], 6).loss[:, 0], [0.8 / 6, 0], atol=1e-12)
    assert drawn.describe()["sha256"] != ordered.describe()["sha256"]
    assert "2 contexts, 4 policies" in drawn.description


def test_linear_policies_take_the_arm_with_the_highest_value():
    features = np.array([[[1, 0], [0, 1]], [[0, 2], [1, 0]]])
    np.testing.assert_array_equal(linear_policies(features, [[1, 0], [0, 1], [1, 1]]), [[0, 1], [1, 0], [0, 0]])


# ---- regret


# ---- names, commands, bad input


def test_the_command_line_plays_and_lists_them(capsys):
    def ask(*arguments):
        assert cli.run([*arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    found = ask("simulate", SMALL, "sparring-exp4p", "--horizon", "50", "--runs", "2")
    assert (found["winner"], found["results"][0]["algorithm"]) == ("policy", "sparring-exp4p")
    assert ask("algorithms", "sparring-exp4p")["world"] == "contexts"
    assert np.shape(ask("problems", SMALL)["matrix"]) == (3, 3)
    assert cli.run(["simulate", "sushi", "sparring-exp4p", "--horizon", "50"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("problem", "text", "settings", "message"),
    [
        ("sushi", "sparring-exp4p", {}, "sparring-exp4p must play on a problem with contexts, such as .*, got sushi"),
        (SMALL, "ws-w", {}, "ws-w must play on a problem with a finite set of arms and no contexts, such as sushi"),
        (SMALL, "sparring-fpl", {"winner": "borda"}, "winner"),
        (SMALL, "sparring-fpl", {"period": 10}, "period must be left out for contexts"),
    ],
)
def test_what_does_not_fit_says_so(problem, text, settings, message):
    with pytest.raises(InputError, match=message):
        du.simulate(problem, text, horizon=10, runs=1, **settings)


def test_only_learners_with_contexts_are_given_policies():
    with pytest.raises(InputError, match="projected-gd must play on a problem with contexts"):
        choice("projected-gd").start(3, 10)
    with pytest.raises(InputError, match="must play on a problem with a finite set of arms"):
        du.identify(SMALL, "savage", runs=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"matrices": []}, "matrices must hold at least one matrix"),
        ({"matrices": [ONE, np.full((3, 3), 0.5)]}, "matrices\\[1\\] must have shape \\(2, 2\\) like the first"),
        ({"matrices": [ONE, [[0.5, 2], [0.1, 0.5]]]}, "matrices\\[1\\]\\[0, 1\\] must be between 0 and 1, got 2"),
        ({"policies": [[0, 0, 0]]}, "policies must have 2 columns, one for each context, got 3"),
        ({"policies": [[0, 2]]}, "policies must hold numbers from 0 to 1, got 2"),
        ({"policies": [[0.0, 1.0]]}, "policies must be a table of whole numbers"),
        ({"policies": []}, "policies must be a table of whole numbers"),
        ({"chances": [0.5, 0.6]}, "chances must be 2 numbers from 0 on with the sum 1"),
        ({"chances": "x"}, "chances must be 2 numbers from 0 on with the sum 1, got 'x'"),
        ({"order": [0, 2]}, "order must hold numbers from 0 to 1, got 2"),
        ({"order": [0], "chances": [0.5, 0.5]}, "chances must be left out"),
        ({"arms": ["one"]}, "arms must name each of the 2 arms"),
    ],
)
def test_bad_problems_say_what_to_change(arguments, message):
    with pytest.raises(InputError, match=message):
        Contextual(**{"matrices": [ONE, OTHER], "policies": POLICIES, **arguments})
