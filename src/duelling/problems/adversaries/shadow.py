"""The shadow: an adversary that follows the learner and makes what it is about to play lose.

Before round t the shadow has a copy of the learner after all past rounds. It asks the copy for a duel, with coins of
its own. The arms of that duel lose to all others in this round. A favoured arm b beats all the rest, and the others
follow it in the order of their numbers. So M^t is an order of the arms, with the guessed ones at its end, and the Borda
loss of the arm at place r = 0, 1, ... is (r + 1/2) / K. No array is larger than K.

A learner whose next arm can be guessed plays the worst arm of every round, while in hindsight b is good whenever it was
not guessed: its regret is linear. Against a learner that draws its arms the shadow guesses right no more often than
chance allows. Theorem 5.2 of the thesis still bounds E[sum_t min(l_t[A_t], l_t[B_t])] - E[sum_t l_t[a]] for every arm
a, since the losses of a round do not depend on its coins. What is recorded is larger: it compares with the arm that is
best in that run.

What the shadow knows: the rule, and the state to which it has brought the learner; not the coins of this round. For a
learner whose state follows from its past duels that is the adversary who knows rule and duels: so it is for
X+UnifK-1, RUCB, RMED and WS-W. For one that keeps coins which no duel has shown yet, as an order of the arms drawn in
the first round, it is a stronger one. The copy is made anew before each round, so that asking it does no harm: the
``choose`` of WS-W draws a challenger and keeps it, and a copy that drew another one would never agree with the duels
again. A copy of X+UnifK-1, RUCB or RMED that is made once and then told each duel makes the very same guesses.

As text: ``shadow:arms=10,favoured=3,guesses=both``.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from duelling.core import losses
from duelling.core.losses import enter
from duelling.core.protocol import choose, decide, update
from duelling.core.states import copy, restore, write_out
from duelling.errors import one_of, whole
from duelling.problems.base import AdaptiveProblem, Meeting
from duelling.problems.checks import frozen, name_arms
from duelling.problems.random import Arms
from duelling.registry.makers import maker

MOST_ARMS = 10**6  # each has a name; no matrix would show that there are too many


class Followed(NamedTuple):
    """A learner, and the copy that its shadow will ask."""

    learner: Any
    copy: Any


def _choose(s: Followed, t, rng):
    restore(s.copy, s.learner)  # before the learner draws anything in this round
    return choose(s.learner, t, rng)


def _update(s: Followed, t, duel, outcome):
    update(s.learner, t, duel, outcome)


choose.register(Followed, _choose)
update.register(Followed, _update)


class Order(NamedTuple):
    order: np.ndarray  # the arms, b first
    both: int  # 1: both arms of the guessed duel lose, 0: the first alone


class ShadowState(NamedTuple):
    order: np.ndarray
    both: int
    copy: Any  # the learner before round t
    ledger: losses.Ledger  # of l_t[i, 0], the Borda losses of M^t


def _decide(s: ShadowState, t, first, second, rng):
    guess = choose(s.copy, t, rng)
    u, v = guess.first, guess.second if s.both else guess.first
    loss, arms, guessed = s.ledger.loss, s.order.size, 0
    for r in range(arms):
        i = s.order[r]
        if i in (u, v):
            guessed += 1
        else:
            loss[i, 0] = (r - guessed + 0.5) / arms
    for r in range(arms):
        i = s.order[r]
        if i in (u, v):
            loss[i, 0] = (arms - guessed + 0.5) / arms
            guessed -= 1
    enter(s.ledger, t)
    if first == second:
        return 0
    return 1 if loss[first, 0] < loss[second, 0] else -1


decide.register(ShadowState, _decide)


@maker("shadow", example="shadow:arms=10")
class Shadow(AdaptiveProblem):
    """An adversary for every learner: it guesses the first arm of the next duel, or both, and makes them lose.

    Args:
        arms: the number of arms.
        favoured: the arm that beats the others in rounds in which it is not guessed.
        guesses: what is guessed of the next duel: its "first" arm or "both".

    Raises:
        InputError: an argument breaks a rule.

    >>> Shadow(10).concepts()
    ('borda',)
    """

    kind = "shadow"

    def __init__(
        self,
        arms: Arms,
        *,
        favoured: Annotated[int, "The arm that beats the others in rounds in which it is not guessed."] = 0,
        guesses: Annotated[
            Literal["first", "both"], "What is guessed of the next duel: its first arm or both."
        ] = "first",
    ) -> None:
        one_of("guesses", guesses, ("first", "both"))
        self.arms = name_arms(None, whole("arms of shadow", arms, 2, MOST_ARMS))
        favoured = whole("favoured", favoured, 0, len(self.arms) - 1)
        self.favoured, self.guesses = favoured, guesses
        self.name = f"shadow:arms={len(self.arms)},favoured={favoured},guesses={guesses}"
        what = "the first arm" if guesses == "first" else "both arms"
        self.description = f"makes {what} of the duel that it expects lose to everybody; arm {favoured} beats the rest"

    def start(self, horizon: int) -> Order:
        """What the shadow is before it meets a learner; ``against`` makes what decides.

        Args:
            horizon: the number of rounds.

        Returns:
            The order of the arms, and how many of the duel it guesses.

        Raises:
            InputError: the horizon is no whole number from 1 on.

        >>> Shadow(3, favoured=1).start(100).order
        array([1, 0, 2])
        """
        whole("horizon", horizon)
        return self._order()

    def _order(self) -> Order:
        others = [arm for arm in range(len(self.arms)) if arm != self.favoured]
        return Order(frozen([self.favoured, *others], np.int64), int(self.guesses == "both"))

    def against(self, learner: Any, concepts: Sequence[str], rounds: np.ndarray) -> Meeting:
        write_out(learner)
        own = copy(learner)
        ledger = losses.ledger(len(self.arms), len(concepts), rounds)
        return Meeting(Followed(learner, own), ShadowState(*self._order(), own, ledger), ledger)

    def content(self) -> dict[str, Any]:
        return {"favoured": self.favoured, "guesses": self.guesses, "size": len(self.arms)}
