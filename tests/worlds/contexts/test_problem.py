"""Problems with contexts: what they reveal and decide, the regret of their policies, and how they are asked for."""

import json

import numpy as np
import pytest

import duelling as du
from duelling.cli import commands as cli
from duelling.core.protocol import choose, decide, update
from duelling.core.regrets import recorder
from duelling.core.winners import von_neumann_of
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.seeds import streams
from duelling.worlds.contexts.loop import ContextStage, mixture_losses
from duelling.worlds.contexts.problem import Contextual, linear_policies
from duelling.worlds.contexts.protocol import observe, reveal
from tests.naive import contexts as naive

ONE, OTHER = [[0.5, 0.9], [0.1, 0.5]], [[0.5, 0.1], [0.9, 0.5]]
POLICIES = [[0, 0], [1, 1], [1, 0], [0, 1]]
SMALL = "contexts:arms=3,contexts=2,policies=5,seed=1"


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


@pytest.mark.parametrize("text", ["sparring-exp4p", "projected-gd:explore=30,outer=5,inner=3"])
def test_regret_is_its_definition(text):
    problem, horizon, rounds = du.problem(SMALL), 60, [1, 20, 60]
    result = du.simulate(problem, text, horizon=horizon, runs=2, winner=["policy", "von_neumann"], checkpoints=rounds)
    mixture = von_neumann_of((1 + problem.policy_game()) / 2)[0]
    for run in range(2):
        learner, state = choice(text).start(3, horizon, problem.policies), problem.start(horizon)
        (rng, nature), transcript = streams(0, run), []
        for t in range(1, horizon + 1):
            x = reveal(state, t, nature)
            observe(learner, t, x)
            duel = choose(learner, t, rng)
            update(learner, t, duel, decide(state, t, duel.first, duel.second, nature))
            transcript.append((int(x), int(duel.first), int(duel.second)))
        for c, t in enumerate(rounds):
            found = result.weak[0, run, c], result.strong[0, run, c]
            weak, strong = naive.regret(problem, transcript[:t], problem.policies)
            assert [values[0] for values in found] == pytest.approx([weak, strong], abs=1e-10)
            paid = [
                [[mixture @ (2 * problem.win[x, problem.policies[:, x], arm] - 1)] for arm in pair]
                for x, *pair in transcript[:t]
            ]
            both = np.array(paid)[..., 0]
            assert [values[1] for values in found] == pytest.approx([both.min(axis=1).sum(), both.mean(axis=1).sum()])


def test_one_context_and_constant_policies_have_the_losses_of_the_matrix():
    P = du.problem("borda_vonneumann").preference()
    problem = Contextual([P], np.arange(len(P))[:, None])
    u = von_neumann_of((1 + problem.policy_game()) / 2)[0]
    np.testing.assert_allclose(mixture_losses(problem, u)[0], u @ (2 * P - 1), atol=1e-12)


def test_the_best_policy_in_hindsight_is_never_worse_than_the_mixture():
    result = du.simulate(SMALL, "sparring-exp4p", horizon=200, runs=4, winner=["policy", "von_neumann"])
    assert (result.strong[..., 0] >= result.strong[..., 1] - 1e-9).all()
    assert result.winners == ("policy", "von_neumann")


def test_results_depend_on_the_seed_alone():
    texts = ["sparring-exp4p", "sparring-fpl:steps=10,explore=50"]
    both = du.simulate(SMALL, texts, horizon=100, runs=3, threads=2, seed=5)
    alone = du.simulate(SMALL, texts[1], horizon=100, runs=1, first_run=2, threads=1, seed=5)
    assert both.winners == ("policy",)
    np.testing.assert_array_equal(both.strong[1, 2], alone.strong[0, 0])
    assert (du.simulate(SMALL, texts[1], horizon=100, runs=1, seed=6).strong != alone.strong).any()


# ---- names, commands, bad input


def test_the_text_makes_the_problem():
    problem = du.problem("contexts:arms=5,contexts=2,policies=7,seed=3")
    assert problem.win.shape == (2, 5, 5)
    assert problem.policies.shape == (7, 2)
    np.testing.assert_array_equal(problem.win, du.problem(problem.name).win)
    assert (problem.win != du.problem("contexts:arms=5,contexts=2,policies=7").win).any()
    assert du.problem("contexts:").win.shape == (3, 4, 4)


def test_the_first_linear_policy_is_the_best():
    problem = du.problem("contexts:arms=5,contexts=6,policies=9,model=linear,features=2,seed=3")
    assert problem.policy_game()[0].min() == 0
    for x, arm in enumerate(problem.policies[0]):
        assert problem.win[x, arm].min() == 0.5
    np.testing.assert_array_equal(problem.win, du.problem(problem.name).win)


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
    ("text", "message"),
    [
        ("arms=1", "arms of contexts must be a whole number from 2 on, got 1"),
        ("contexts=0", "contexts of contexts must be a whole number from 1 on, got 0"),
        ("policies=x", "policies of contexts must be a whole number, got 'x'"),
        ("model=odd", "model of contexts must be one of free, linear, got 'odd'"),
        ("features=7", "features of contexts must be left out unless model=linear, got 7"),
        ("arm=3", "arm"),
        ("arms", "parameters of contexts must be written parameter=value, got 'arms'"),
        ("seed=-1", "seed must be a whole number from 0 on, got -1"),
        ("arms=3,arms=4", "arms of contexts must be given once, got 'arms=3,arms=4'"),
    ],
)
def test_bad_texts_say_what_to_change(text, message):
    with pytest.raises(InputError, match=message):
        du.problem(f"contexts:{text}")


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


def test_a_learner_that_leaves_the_arms_is_stopped():
    problem, totals = du.problem(SMALL), np.zeros((2, 2, 1))
    learner = choice("sparring-exp4p").start(5, 10, problem.policies)  # it believes in two more arms
    rounds = np.array([399, 400])
    assert (
        1
        <= ContextStage(problem, ["policy"], rounds, recorder()).run(learner, rounds, streams(0, 0), totals).left
        < 400
    )
