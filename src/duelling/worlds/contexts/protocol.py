"""The verbs that contexts add: what a problem shows and a learner sees before the pair is chosen."""

from duelling.core.jit import generic


@generic
def reveal(problem, t, rng):
    """Show the context of a round; ``decide`` goes by it until the next one.

    Args:
        problem: its state, which changes.
        t: the round, from 1 on.
        rng: what ``np.random.default_rng`` makes.

    Returns:
        The number of the context, from 0 on.

    Raises:
        InputError: nobody has registered this verb for the state.

    >>> import duelling as du
    >>> import numpy as np
    >>> swap = du.Contextual([[[0.5, 0.9], [0.1, 0.5]]] * 2, policies=[[0, 1]], order=[1, 0])
    >>> int(reveal(swap.start(10), 1, np.random.default_rng(0)))
    1
    """


@generic
def observe(learner, t, context):
    """See the context of a round; what is chosen and learnt goes by it until the next one.

    Before an outcome is told late, the context of its round is shown again.

    Args:
        learner: its state, which changes.
        t: the round, from 1 on.
        context: its number, from 0 on.

    Raises:
        InputError: nobody has registered this verb for the state.

    >>> import duelling as du
    >>> import numpy as np
    >>> policies = np.array([[0, 1], [1, 0]])
    >>> observe(du.choice("sparring-exp4p").start(2, 100, policies), 1, 1)
    """


@generic
def solve(solver, log, policies, mixture, rng):
    """Write to ``mixture`` the weights of policies that no policy beats in the duels of ``log``."""
