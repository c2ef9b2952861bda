"""The loop with contexts: regret by its definitions, seeds, and learners that leave the arms."""

import numpy as np
import pytest

import duelling as du
from duelling.core.protocol import choose, decide, update
from duelling.core.regrets import recorder
from duelling.core.winners import von_neumann_of
from duelling.registry.choice import choice
from duelling.seeds import streams
from duelling.worlds.contexts.loop import ContextStage, mixture_losses
from duelling.worlds.contexts.problem import Contextual
from duelling.worlds.contexts.protocol import observe, reveal
from tests.helpers.contexts import SMALL
from tests.naive import contexts as naive


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


def test_a_learner_that_leaves_the_arms_is_stopped():
    problem, totals = du.problem(SMALL), np.zeros((2, 2, 1))
    learner = choice("sparring-exp4p").start(5, 10, problem.policies)  # it believes in two more arms
    rounds = np.array([399, 400])
    assert (
        1
        <= ContextStage(problem, ["policy"], rounds, recorder()).run(learner, rounds, streams(0, 0), totals).left
        < 400
    )
