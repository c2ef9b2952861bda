"""The loop with contexts, and the regret of what was played in it.

    policy        max over π of Σ_t (M_t[π(x_t), A_t] + M_t[π(x_t), B_t]) / 2, with M = 2P - 1 in the context of round t
    von Neumann   the same with the mixture of policies that no policy beats on average, in place of the maximum

The first is the regret of Dudík, Hofmann, Schapire, Slivkins and Zoghi (COLT 2015, equation 3) and never below the
second. Weak regret has the smaller of the two terms instead of their mean. All of it follows from how often each pair
was played in each context, so the loop counts and nothing more.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from duelling.core.jit import borrowed, loop
from duelling.core.protocol import choose, decide, update
from duelling.core.regrets import Played, Psi, combined, regrets_of
from duelling.core.winners import von_neumann_of
from duelling.seeds import Streams
from duelling.worlds.contexts.problem import Contextual
from duelling.worlds.contexts.protocol import observe, reveal

CONCEPTS = ("policy", "von_neumann")


@loop
def play(learner, problem, arms, first, last, learner_rng, problem_rng, played):
    """Duel from round ``first`` to round ``last`` and count the pairs of each context in played[x, i, j].

    Returns 0, or the round in which the learner chose something that is not an arm.
    """
    learner, problem, played = borrowed(learner), borrowed(problem), borrowed(played)
    learner_rng, problem_rng = borrowed(learner_rng), borrowed(problem_rng)
    for t in range(first, last + 1):
        context = reveal(problem, t, problem_rng)
        observe(learner, t, context)
        duel = choose(learner, t, learner_rng)
        if not (0 <= duel.first < arms and 0 <= duel.second < arms):
            return t
        update(learner, t, duel, decide(problem, t, duel.first, duel.second, problem_rng))
        played[context, duel.first, duel.second] += 1
    return 0


def mixture_losses(problem: Contextual, mixture: np.ndarray) -> np.ndarray:
    """l[x, i] = Σ_π mixture(π) (2 P_x[π(x), i] - 1), what arm i loses to the mixture in context x."""
    game = 2 * problem.win - 1
    return np.stack([mixture @ game[x][problem.policies[:, x]] for x in range(len(game))])


class ContextStage:
    """A problem with contexts that is set up to be played; totals hold the regret itself."""

    def __init__(self, problem: Contextual, concepts: Sequence[str], rounds: np.ndarray, psi: Psi) -> None:
        self.problem, self.concepts, self.horizon, self.psi = problem, concepts, int(rounds[-1]), psi
        self.cost: np.ndarray | None = None  # of each arm in each context, against the von Neumann mixture of policies
        if "von_neumann" in concepts:
            mixture = von_neumann_of((1 + problem.policy_game(self.horizon)) / 2)[0]
            self.cost = mixture_losses(problem, mixture)

    def run(self, learner: Any, rounds: np.ndarray, stream: Streams, totals: np.ndarray) -> Played:
        problem, played = self.problem, np.zeros(self.problem.win.shape, np.int64)
        environment, done = problem.start(self.horizon), 0
        for c, last in enumerate(rounds):
            left = play(learner, environment, len(problem.arms), done + 1, last, *stream, played)
            if left:
                return Played(int(left), 0.0)
            for k, concept in enumerate(self.concepts):
                totals[:, c, k] = self.policy_regret(played) if concept == "policy" else self.mixture_regret(played)
            done = last
        return Played(0, 0.0)

    def policy_regret(self, played: np.ndarray) -> list[float]:
        """Each kind of regret against the policy that is best in hindsight."""
        game, count = 2 * self.problem.win - 1, played.astype(float)
        paid = np.zeros((regrets_of(self.psi), *game.shape[:2]))  # by always answering context x with arm i
        for i in range(len(self.problem.arms)):
            for r, each in enumerate(combined(self.psi, game[:, i, :, None], game[:, i, None, :])):
                paid[r, :, i] = (count * each).sum(axis=(1, 2))
        contexts = np.arange(len(game))
        return [float(each[contexts, self.problem.policies].sum(axis=1).max()) for each in paid]

    def mixture_regret(self, played: np.ndarray) -> list[float]:
        """Each kind of regret against the mixture of policies that no policy beats."""
        assert self.cost is not None  # the concept was asked for
        return [
            float((played * each).sum()) for each in combined(self.psi, self.cost[:, :, None], self.cost[:, None, :])
        ]
