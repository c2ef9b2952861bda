"""A learner that sees the contexts in turn, so that it can be played like one without contexts.

It shows the context of a round again before the outcome of that round is told, as ``observe`` asks for.
"""

from typing import Any, NamedTuple

from duelling.core.protocol import choose, update
from duelling.worlds.contexts.protocol import observe


class Turns(NamedTuple):
    learner: Any
    contexts: int  # round t has the context t modulo this number


def _choose(s: Turns, t, rng):
    observe(s.learner, t, t % s.contexts)
    return choose(s.learner, t, rng)


def _update(s: Turns, t, duel, outcome):
    observe(s.learner, t, t % s.contexts)
    update(s.learner, t, duel, outcome)


choose.register(Turns, _choose)
update.register(Turns, _update)
