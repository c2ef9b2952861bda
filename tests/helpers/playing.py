"""Play learners by their verbs, against outcomes that are known."""

from typing import NamedTuple

from duelling.core.protocol import Duel, choose, update, verdict


def nature(t, duel):
    """An outcome that depends on the round and the pair alone: the lower arm mostly wins, ties happen."""
    if duel.first == duel.second:
        return 0
    sign = 1 if duel.first < duel.second else -1
    return (0, sign, sign, -sign, sign)[(7 * t + 3 * int(duel.first) + 5 * int(duel.second)) % 5]


def play(state, rounds, rng, outcome=nature, begin=1):
    """The pairs of these rounds, with their chances."""
    duels = []
    for t in range(begin, begin + rounds):
        duel = choose(state, t, rng)
        update(state, t, duel, outcome(t, duel))
        duels.append((int(duel.first), int(duel.second), float(duel.p_first), float(duel.p_second)))
    return duels


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
