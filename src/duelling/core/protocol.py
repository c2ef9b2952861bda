"""The verbs of the library: what a bandit, a learner, a problem and its losses can be asked to do."""

from typing import Any, NamedTuple

from duelling.core.fields import parts
from duelling.core.jit import generic, interpreted

ENDLESS = 1 << 62  # a horizon that no run reaches
NOBODY = -2  # the verdict that no arm wins


class Duel(NamedTuple):
    """A pair to compare, and the chances with which its two arms were drawn.

    Args:
        first: the arm A_t, a number from 0 on.
        second: the arm B_t.
        p_first: the chance with which the first was drawn.
        p_second: the chance with which the second was drawn.

    >>> Duel(0, 2, 1.0, 0.5).second
    2
    """

    first: int
    second: int
    p_first: float
    p_second: float


@generic
def pull(bandit, t, rng):
    """Draw an arm for round t.

    Args:
        bandit: its state.
        t: the round, from 1 on.
        rng: what ``np.random.default_rng`` makes.

    Returns:
        The arm, and the chance with which it was drawn.

    Raises:
        InputError: nobody has registered this verb for the state.

    >>> import numpy as np
    >>> from duelling.kernels import BANDITS
    >>> arm, p = pull(BANDITS.find("exp3").start(4, 100), 1, np.random.default_rng(0))
    >>> float(p)
    0.25
    """


@generic
def chances(bandit, t, w):
    """Write the chances with which ``pull`` would draw each arm into ``w``; for bandits that know them.

    Args:
        bandit: its state.
        t: the round, from 1 on.
        w: an array with a place for each arm.

    Raises:
        InputError: nobody has registered this verb for the state.

    >>> import numpy as np
    >>> from duelling.kernels import BANDITS
    >>> w = np.zeros(4)
    >>> chances(BANDITS.find("exp3").start(4, 100), 1, w)
    >>> w
    array([0.25, 0.25, 0.25, 0.25])
    """


@generic
def learn(bandit, t, arm, p, loss):
    """Learn what an arm cost.

    Args:
        bandit: its state, which changes.
        t: the round, from 1 on.
        arm: what was pulled.
        p: the chance with which it was drawn.
        loss: from 0 to 1.

    Raises:
        InputError: nobody has registered this verb for the state.

    >>> import numpy as np
    >>> from duelling.kernels import BANDITS
    >>> bandit = BANDITS.find("exp3").start(2, 100)
    >>> learn(bandit, 1, 0, 0.5, 1.0)
    >>> w = np.zeros(2)
    >>> chances(bandit, 2, w)
    >>> bool(w[0] < w[1])
    True
    """


@generic
def choose(learner, t, rng):
    """Choose the duel to play in round t.

    Args:
        learner: its state.
        t: the round, from 1 on.
        rng: what ``np.random.default_rng`` makes.

    Returns:
        A ``Duel``.

    Raises:
        InputError: nobody has registered this verb for the state.

    >>> import duelling as du
    >>> import numpy as np
    >>> duel = choose(du.choice("ws-w").start(4, 100), 1, np.random.default_rng(0))
    >>> bool(duel.first != duel.second)
    True
    """


@generic
def update(learner, t, duel, outcome):
    """Learn from a duel. Outcomes may come late, never, or for duels that the learner did not choose.

    Args:
        learner: its state, which changes.
        t: the round in which the duel was chosen.
        duel: what was played.
        outcome: Y_t, 1 if the first arm won, 0 on a tie, -1 if the second won.

    Raises:
        InputError: nobody has registered this verb for the state.

    >>> import duelling as du
    >>> import numpy as np
    >>> learner, rng = du.choice("ws-w").start(4, 100), np.random.default_rng(0)
    >>> duel = choose(learner, 1, rng)
    >>> update(learner, 1, duel, 1)
    >>> bool(choose(learner, 2, rng).first == duel.first)  # the winner stays
    True
    """


@generic
def verdict(learner):
    """The arm that the learner has committed to; for learners that commit at all.

    Args:
        learner: its state.

    Returns:
        An arm, -1 while the learner still explores, or NOBODY: no arm wins.

    Raises:
        InputError: nobody has registered this verb for the state.

    >>> import duelling as du
    >>> int(verdict(du.choice("savage", identify=True).start(4, 100)))
    -1
    """


@generic
def seat(learner, arm):
    """Let a newcomer take its place: ``arm`` was there from the start, but nobody could choose it until now.

    For bandits and learners that add up losses: they give it the least of the others. Those that count have nothing to
    do, because what was never tried looks promising to them.

    Args:
        learner: the state of a bandit or a learner, which changes.
        arm: the newcomer.

    Raises:
        InputError: nobody has registered this verb for the state.

    >>> from duelling.kernels import BANDITS
    >>> bandit = BANDITS.find("exp3").start(3, 100, rate="anytime")
    >>> learn(bandit, 1, 0, 0.5, 1.0)
    >>> learn(bandit, 2, 1, 0.25, 1.0)
    >>> seat(bandit, 2)
    >>> bandit.L.tolist()
    [2.0, 4.0, 2.0]
    """


@generic
def standing(learner, groups):
    """Write the group of each arm into ``groups``; for learners that find more than one arm.

    Groups count from 0, the best; arms of one group are not told apart. So a set has the groups 0 and 1, and a ranking
    one for each arm. It is final as soon as there is a verdict, which is then an arm of group 0.

    Args:
        learner: its state.
        groups: an array of whole numbers with a place for each arm.

    Returns:
        Whether it is final.

    Raises:
        InputError: nobody has registered this verb for the state.

    >>> import duelling as du
    >>> import numpy as np
    >>> bool(standing(du.choice("race:top=2", identify=True).start(4, 100), np.zeros(4, int)))
    False
    """


@generic
def decide(problem, t, first, second, rng):
    """Decide a duel.

    Args:
        problem: its state, what ``Problem.start`` returns.
        t: the round, from 1 on.
        first: the first arm.
        second: the second arm.
        rng: what ``np.random.default_rng`` makes.

    Returns:
        The outcome Y_t: 1 if the first arm won, 0 on a tie, -1 if the second won.

    Raises:
        InputError: nobody has registered this verb for the state.

    >>> import duelling as du
    >>> import numpy as np
    >>> sure = du.PreferenceMatrix([[0.5, 1.0], [0.0, 0.5]])
    >>> decide(sure.start(100), 1, 0, 1, np.random.default_rng(0))
    1
    """


@generic
def charge(losses, t, arm, concept):
    """Say what an arm loses.

    Args:
        losses: the state that ``Problem.losses`` returns.
        t: the round, from 1 on.
        arm: which arm.
        concept: the place of the winner concept among those that ``Problem.losses`` was given.

    Returns:
        The loss l_t of the arm, less that of the best arm of all rounds.

    Raises:
        InputError: nobody has registered this verb for the state.

    >>> import duelling as du
    >>> losses = du.PreferenceMatrix([[0.5, 1.0], [0.0, 0.5]]).losses(["borda"], 100)
    >>> float(charge(losses, 1, 0, 0)), float(charge(losses, 1, 1, 0))
    (0.0, 0.5)
    """


@generic
def combine(psi, x, y):
    """ψ(x, y): what a round costs.

    Args:
        psi: the state of a kind of regret.
        x: the loss of the first arm.
        y: the loss of the second arm.

    Returns:
        A number, which is added to the regret.

    Raises:
        InputError: nobody has registered this verb for the state.

    >>> from typing import NamedTuple
    >>> class Worse(NamedTuple):
    ...     "The worse arm counts."
    >>> combine.register(Worse, lambda s, x, y: max(x, y))
    >>> combine(Worse(), 0.1, 0.3)
    0.3
    """


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
