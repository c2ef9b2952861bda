"""Learners that do what no learner should."""

from typing import NamedTuple

from duelling.core.protocol import Duel, choose, update, verdict


class Astray(NamedTuple):
    """A learner that chooses what is no arm in round 7."""

    arms: int


def _choose(s: Astray, t, rng):
    return Duel(0, s.arms if t == 7 else 1, 1.0, 1.0)


def _update(s: Astray, t, duel, outcome):
    pass


def _verdict(s: Astray):
    return -1


choose.register(Astray, _choose)
update.register(Astray, _update)
verdict.register(Astray, _verdict)
