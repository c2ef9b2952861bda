"""The verbs of the library: what a bandit, a learner, a problem and its losses can be asked to do."""

from typing import Any, NamedTuple

from duelling.core.fields import parts
from duelling.core.jit import generic, interpreted

ENDLESS = 1 << 62  # a horizon that no run reaches
NOBODY = -2  # the verdict that no arm wins


class Duel(NamedTuple):
    """A pair to compare, and the chances with which its two arms were drawn."""

    first: int  # A_t
    second: int  # B_t
    p_first: float
    p_second: float


@generic
def pull(bandit, t, rng):
    """An arm for round t, and the chance with which it was drawn."""


@generic
def chances(bandit, t, w):
    """Fill w with the chances with which ``pull`` would draw each arm in round t; for those that know them."""


@generic
def learn(bandit, t, arm, p, loss):
    """Learn that ``arm``, drawn with chance p, cost ``loss`` in [0, 1]."""


@generic
def choose(learner, t, rng):
    """The duel to play in round t = 1, 2, ..."""


@generic
def update(learner, t, duel, outcome):
    """Learn from a duel: ``outcome`` is Y_t, 1 if the first arm won, 0 on a tie, -1 if the second won."""


@generic
def verdict(learner):
    """The arm that the learner has committed to, or -1 while it still explores; for those that commit at all.

    NOBODY says that no arm wins.
    """


@generic
def seat(learner, arm):
    """Let a newcomer take its place: ``arm`` was there from the start, but nobody could choose it until now.

    For bandits and learners that add up losses: they give it the least of the others. Those that count have nothing to
    do, because what was never tried looks promising to them.
    """


@generic
def standing(learner, groups):
    """Write the group of each arm into ``groups``; return whether it is final. For those that find more than one arm.

    Groups count from 0, the best; arms of one group are not told apart. So a set has the groups 0 and 1, and a ranking
    one for each arm. It is final as soon as there is a verdict, which is then an arm of group 0.
    """


@generic
def decide(problem, t, first, second, rng):
    """The outcome Y_t of first against second in round t."""


@generic
def charge(losses, t, arm, concept):
    """The loss of ``arm`` in round t under the winner concept with this number."""


@generic
def combine(psi, x, y):
    """ψ(x, y): what a round costs whose two arms have the losses x and y."""


@generic
def record(psi, totals, c, k, x, y):
    """Add a round whose two arms have the losses x and y to totals[regret, c, k], unless regret is weak or strong."""


def stand(learner: Any, groups: Any) -> bool:
    """As ``standing``, for every learner with a verdict: the arm of the verdict is alone in group 0.

    It is asked once a run, so it runs in plain Python: to compile it would take longer.
    """
    with interpreted():
        if type(learner) in standing.written:
            return bool(standing(learner, groups))
        arm = int(verdict(learner))
    groups[:] = int(arm >= 0)
    if arm >= 0:
        groups[arm] = 0
    return arm != -1


def seat_newcomer(learner: Any, arm: int) -> None:
    """Let every part of a learner do what it has to do for a newcomer; most have nothing to do."""
    for part in parts(learner):
        if type(part) in seat.written:
            seat(part, arm)
