"""The loop with contexts, and the regret of what was played in it.

    policy        max over π of Σ_t (M_t[π(x_t), A_t] + M_t[π(x_t), B_t]) / 2, with M = 2P - 1 in the context of round t
    von Neumann   the same with the mixture of policies that no policy beats on average, in place of the maximum

The first is the regret of Dudík, Hofmann, Schapire, Slivkins and Zoghi (COLT 2015, equation 3) and never below the
second. Weak regret has the smaller of the two terms instead of their mean. All of it follows from how often each pair
was played in each context, so the loop counts and nothing more.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from duelling.core.jit import entry, kernel_for
from duelling.core.protocol import choose, decide, update
from duelling.core.winners import von_neumann_of
from duelling.seeds import Streams
from duelling.worlds.contexts.problem import Contextual
from duelling.worlds.contexts.protocol import observe, reveal

CONCEPTS = ("policy", "von_neumann")


@entry
def play(learner, problem, arms, first, last, learner_rng, problem_rng, played):
    """Duel from round ``first`` to round ``last`` and count the pairs of each context in played[x, i, j].

    Returns 0, or the round in which the learner chose something that is not an arm.
    """
    for t in range(first, last + 1):
        context = reveal(problem, t, problem_rng)
        observe(learner, t, context)
        duel = choose(learner, t, learner_rng)
        if not (0 <= duel.first < arms and 0 <= duel.second < arms):
            return t
        update(learner, t, duel, decide(problem, t, duel.first, duel.second, problem_rng))
        played[context, duel.first, duel.second] += 1
    return 0


def policy_regret(problem: Contextual, played: np.ndarray) -> tuple[float, float]:
    """Weak and strong regret against the policy that is best in hindsight."""
    game, count = 2 * problem.win - 1, played.astype(float)
    weak, strong = np.zeros((2, *game.shape[:2]))  # of always answering context x with arm i
    for i in range(len(problem.arms)):
        x, y = game[:, i, :, None], game[:, i, None, :]
        weak[:, i] = (count * np.minimum(x, y)).sum(axis=(1, 2))
        strong[:, i] = (count * (x + y)).sum(axis=(1, 2)) / 2
    contexts = np.arange(len(game))
    return weak[contexts, problem.policies].sum(axis=1).max(), strong[contexts, problem.policies].sum(axis=1).max()


def mixture_losses(problem: Contextual, mixture: np.ndarray) -> np.ndarray:
    """l[x, i] = Σ_π mixture(π) (2 P_x[π(x), i] - 1), what arm i loses to the mixture in context x."""
    game = 2 * problem.win - 1
    return np.stack([mixture @ game[x][problem.policies[:, x]] for x in range(len(game))])


def duels(problem: Contextual, concepts: Sequence[str], horizon: int) -> tuple[Callable[..., int], Callable[..., Any]]:
    """How a run on this problem is played; the regret is made of differences, so there is nothing to take off it."""
    arms, cost = len(problem.arms), None
    if "von_neumann" in concepts:
        cost = mixture_losses(problem, von_neumann_of((1 + problem.policy_game(horizon)) / 2)[0])

    def regret(concept: str, played: np.ndarray) -> tuple[float, float]:
        if concept == "policy" or cost is None:
            return policy_regret(problem, played)
        x, y = cost[:, :, None], cost[:, None, :]
        return float((played * np.minimum(x, y)).sum()), float((played * (x + y)).sum() / 2)

    def run(learner: Any, rounds: np.ndarray, stream: Streams, weak: np.ndarray, strong: np.ndarray) -> int:
        environment, played = problem.start(horizon), np.zeros(problem.win.shape, np.int64)
        kernel, done = kernel_for(play, learner, environment), 0
        for c, last in enumerate(rounds):
            astray = kernel(learner, environment, arms, done + 1, last, *stream, played)
            if astray:
                return int(astray)
            for k, concept in enumerate(concepts):
                weak[c, k], strong[c, k] = regret(concept, played)
            done = last
        return 0

    return run, lambda rounds: np.zeros((len(rounds), len(concepts)))
