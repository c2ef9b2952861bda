"""The verbs that contexts add: what a problem shows and a learner sees before the pair is chosen."""

from duelling.core.jit import generic


@generic
def reveal(problem, t, rng):
    """The context of round t = 1, 2, ..., a number from 0 on; ``decide`` goes by it until the next one."""


@generic
def observe(learner, t, context):
    """See the context of round t; what is chosen and learnt goes by it until the next one.

    Before an outcome is told late, the context of its round is shown again.
    """


@generic
def solve(solver, log, policies, mixture, rng):
    """Write to ``mixture`` the weights of policies that no policy beats in the duels of ``log``."""
