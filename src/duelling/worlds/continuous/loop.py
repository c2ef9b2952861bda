"""The loop of the engine with points in place of arms: the same verbs, the same records.

The records are written out in both: a call that the two could share costs every round as much as two random draws.
"""

from duelling.core.jit import entry
from duelling.core.protocol import charge, choose, decide, update
from duelling.worlds.continuous.bodies import inside


@entry
def play_points(learner, problem, losses, space, rounds, learner_rng, problem_rng, weak, strong):
    """Duel until the last of ``rounds``; weak[c, k] and strong[c, k] are the totals of concept k after rounds[c].

    Returns 0, or the round in which the learner chose something that is not a point of the body.
    """
    c, concepts = 0, weak.shape[1]
    for t in range(1, rounds[-1] + 1):
        duel = choose(learner, t, learner_rng)
        if not (inside(space.body, duel.first) and inside(space.body, duel.second)):
            return t
        update(learner, t, duel, decide(problem, t, duel.first, duel.second, problem_rng))
        for k in range(concepts):
            x, y = charge(losses, t, duel.first, k), charge(losses, t, duel.second, k)
            weak[c, k] += min(x, y)
            strong[c, k] += (x + y) / 2
        if t == rounds[c]:
            c += 1
            if c < rounds.size:
                for k in range(concepts):
                    weak[c, k], strong[c, k] = weak[c - 1, k], strong[c - 1, k]
    return 0
