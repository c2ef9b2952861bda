"""How pairs are drawn for each goal, with everything that has to be written down about the draw."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from duelling.algorithms.race import Race
from duelling.algorithms.reductions.serve import Serve
from duelling.algorithms.reductions.uniform import Uniform
from duelling.core.evidence.candidates import LEFT, VERDICT
from duelling.core.jit import interpreted
from duelling.core.protocol import Duel, chances, choose
from duelling.core.sampling import draw_other
from duelling.core.states import copy
from duelling.live.evidence import Evidence
from duelling.live.learners import start_of
from duelling.live.learning import Learning

if TYPE_CHECKING:
    from duelling.live.state import State


class Draw(NamedTuple):
    """A pair of arms; what is None nobody can say."""

    duel: Duel
    chance: float | None = None  # π, of the unordered pair
    least: float | None = None  # s, the least π of the pairs that hold a candidate
    widest: float | None = None  # the largest s/π of a pair of two candidates
    all_in: bool = True  # s is the least π of all pairs, also of those of items that have left


def uniform(arms: int, rng: np.random.Generator) -> Draw:
    """Any two arms."""
    first = int(rng.random() * arms)
    duel = Duel(first, draw_other(first, arms, rng), 1 / arms, 1 / (arms - 1))
    each = 2 / (arms * (arms - 1))
    return Draw(duel, each, each, 1.0)


def weighed(duel: Duel, w: np.ndarray, candidates: np.ndarray) -> Draw:
    """A pair of which the first arm had the chances w, and the second any of the others alike."""
    others = len(w) - 1
    inside = np.sort(w[candidates])
    rest = np.delete(w, candidates)
    rarest = inside[0] + min([*inside[1:2], *np.sort(rest)[:1]])
    two = inside[0] + inside[1] if len(inside) > 1 else rarest
    chance, least = float(w[duel.first] + w[duel.second]) / others, float(rarest) / others
    if least <= 0:
        return Draw(duel, chance)  # some pairs cannot be drawn, so that nothing is said about scores
    return Draw(duel, chance, min(least, chance), min(float(rarest / two), 1.0), not rest.size)


class Policy:
    """Draws pairs for one goal in one roster: here any two arms."""

    races = False  # who may still be the best has a say in what is drawn

    def __init__(self, state: "State") -> None:
        self.state, self.arms = state, len(state.items.roster.members)
        self.evidence = Evidence(state)

    def draw(self, rng: np.random.Generator) -> Draw:
        """The next pair, in plain Python: nobody waits for a compiler."""
        self.fold()
        with interpreted():
            return self._draw(self.state.t, rng)

    def _draw(self, t: int, rng: np.random.Generator) -> Draw:
        return uniform(self.arms, rng)

    def fold(self) -> None:
        """Fold the votes that have come, in compiled code if they are many."""
        self.evidence.race()

    def back(self, question: int, seq: int) -> None:
        """The vote on this question, which was told in this event, counts no more, or counts again."""
        self.evidence.back(question)


class Learned(Policy):
    """A policy that asks a learner."""

    races = True

    def __init__(self, state: "State") -> None:
        super().__init__(state)
        self.learning = Learning(lambda: start_of(state.settings, self.arms))

    def fold(self) -> None:
        super().fold()
        self.learning.learner(self.state)

    def _learner(self) -> Any:
        """A copy of the learner: what it changes when it chooses, such as a first guess, is no part of the fold."""
        return copy(self.learning.learner(self.state))

    def back(self, question: int, seq: int) -> None:
        super().back(question, seq)
        self.learning.back(seq)


class Best(Policy):
    """The race; after its verdict uniform pairs."""

    races = True

    def _draw(self, t: int, rng: np.random.Generator) -> Draw:
        race = self.evidence.field()
        if race.now[VERDICT] >= 0:
            return uniform(self.arms, rng)
        duel = choose(Race(0, race), t, rng)
        left = race.now.item(LEFT)
        each = 1 / (left * (self.arms - 1))  # the chance to draw a candidate, then this opponent
        all_in = left == self.arms
        both = race.place.item(duel.first) < left and race.place.item(duel.second) < left
        return Draw(duel, 2 * each if both else each, 2 * each if all_in else each, 1.0 if all_in else 0.5, all_in)


class Show(Learned):
    """A bandit against a uniform opponent, mixed with the race until its verdict, then alone."""

    def __init__(self, state: "State") -> None:
        super().__init__(state)
        self.w = np.zeros(self.arms)

    def _draw(self, t: int, rng: np.random.Generator) -> Draw:
        race, learner = self.evidence.field(), self._learner()
        duel = choose(Serve(self.state.settings.mix, learner, race, self.w), t, rng)
        if race.now[VERDICT] < 0:
            return weighed(duel, self.w, race.order[: race.now[LEFT]])
        chances(learner.bandit, t, self.w)
        return weighed(duel, self.w, race.order)


class Named(Learned):
    """A learner that the user named."""

    def _draw(self, t: int, rng: np.random.Generator) -> Draw:
        learner = self._learner()
        known = isinstance(learner, Uniform) and type(learner.bandit) in chances.written
        w = np.zeros(self.arms)
        if known:
            chances(learner.bandit, t, w)
        duel = choose(learner, t, rng)
        if not known:
            return Draw(duel)
        race = self.evidence.field()
        return weighed(duel, w, race.order[: race.now[LEFT]])
