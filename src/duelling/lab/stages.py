"""How the problems of each world are played: a problem is set up once, and then played run by run."""

import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from duelling.core import losses
from duelling.core.regrets import Played, Psi, recorder
from duelling.errors import Advice, Doubt, WrongValue, names, quoted, unknown
from duelling.loops import play
from duelling.problems.base import AdaptiveProblem, Problem
from duelling.registry.facts import Algorithm
from duelling.registry.vocabulary import World
from duelling.registry.winners import against_zero, winner_names, winner_title
from duelling.seeds import Streams
from duelling.worlds.contexts import loop as contexts
from duelling.worlds.continuous import problem as points


class Stage(Protocol):
    """A problem that is set up to be played: winner concepts, checkpoints and kinds of regret are settled."""

    def run(self, learner: Any, rounds: np.ndarray, stream: Streams, totals: np.ndarray) -> Played:
        """Play one run and add its losses to totals[regret, checkpoint, concept]; regret is what exceeds the best."""


class DuelStage:
    """A problem whose rounds are fixed beforehand: all runs share its states and its best arm."""

    def __init__(self, problem: Problem, concepts: Sequence[str], rounds: np.ndarray, psi: Psi) -> None:
        horizon, self.arms, self.psi = int(rounds[-1]), len(problem.arms), psi
        self.environment, self.losses = problem.start(horizon), problem.losses(concepts, horizon)
        if self.environment is None:
            raise WrongValue(f"start of {problem.name} must return a state, got None")
        self.best = losses.comparator(self.losses, rounds, against_zero(concepts))

    def run(self, learner: Any, rounds: np.ndarray, stream: Streams, totals: np.ndarray) -> Played:
        states = (learner, self.environment, self.losses, self.psi)
        left = play(*states, self.arms, rounds, *stream, totals)
        return Played(int(left), self.best)


class AdaptiveStage:
    """A problem that makes its rounds against the learner: each run has states and a best arm of its own."""

    def __init__(self, problem: AdaptiveProblem, concepts: Sequence[str], rounds: np.ndarray, psi: Psi) -> None:
        problem.check_concepts(concepts, int(rounds[-1]))
        self.problem, self.concepts, self.psi = problem, concepts, psi

    def run(self, learner: Any, rounds: np.ndarray, stream: Streams, totals: np.ndarray) -> Played:
        states = (*self.problem.against(learner, self.concepts, rounds), self.psi)
        left = play(*states, len(self.problem.arms), rounds, *stream, totals)
        return Played(int(left), states[2].best)


def set_up_arms(problem: Problem, concepts: Sequence[str], rounds: np.ndarray, psi: Psi) -> Stage:
    """The stage of a problem with arms alone."""
    if isinstance(problem, AdaptiveProblem):
        return AdaptiveStage(problem, concepts, rounds, psi)
    return DuelStage(problem, concepts, rounds, psi)


class Play(NamedTuple):
    """How one world is played."""

    concepts: Callable[[], tuple[str, ...]]  # what regret can be measured against
    usual: str  # unless the user names another
    set_up: Callable[[Any, Sequence[str], np.ndarray, Psi], Stage]


PLAYS: dict[World, Play] = {
    "arms": Play(winner_names, "borda", set_up_arms),
    "contexts": Play(lambda: contexts.CONCEPTS, "policy", contexts.ContextStage),
    "continuous": Play(lambda: points.CONCEPTS, "condorcet", points.PointStage),
}


def parse_winners(winner: str | Sequence[str] | None, world: World) -> tuple[str, ...]:
    """The winner concepts that a user names for a problem of this world: one, several, or None for the usual one.

    - and _ are the same in a name.
    """
    if callable(winner):
        raise WrongValue("winner must be a name, got a function: @du.winner('mine') above it gives it one")
    known = PLAYS[world].concepts()
    asked = names("winner", PLAYS[world].usual if winner is None else winner)
    found = tuple(name.replace("-", "_") for name in asked)
    for name in found:
        if name not in known:
            raise unknown("winner", name, known)
    if not found or len(set(found)) < len(found):
        raise WrongValue(f"winner must name at least one concept, each once, got {quoted(winner)}")
    return found


def doubt_the_usual(problem: Problem, algorithms: Sequence[Algorithm], horizon: int) -> None:
    """Warn where nobody named a winner, and all algorithms look for another one than that which regret then has."""
    usual, sought = PLAYS[problem.world].usual, [each.winners for each in algorithms if each.winners]
    if problem.world != "arms" or not sought or any(usual in each for each in sought):
        return
    shared = [name for name in sought[0] if all(name in each for each in sought) and name in problem.concepts(horizon)]
    if shared:
        advice = Advice(
            f"say --winner {shared[0]} or --winner {usual}", f'say winner="{shared[0]}" or winner="{usual}"'
        )
        who = "this algorithm looks" if len(algorithms) == 1 else "these algorithms look"
        found = f"{who} for the {winner_title(shared[0])} winner"
        line = f"regret is measured against the {winner_title(usual)} winner, but {found}: {advice}"
        warnings.warn(line, Doubt, stacklevel=3)


def set_up(problem: Problem, concepts: Sequence[str], rounds: np.ndarray, psi: Psi | None = None) -> Stage:
    """``problem`` ready to be played until the last of ``rounds``, with regret recorded after each of them."""
    return PLAYS[problem.world].set_up(problem, concepts, rounds, recorder() if psi is None else psi)
