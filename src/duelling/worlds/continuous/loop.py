"""The loop ``play`` with points in place of arms: the same verbs, the same records."""

from duelling.core.jit import entry
from duelling.core.protocol import charge, choose, decide, record, update
from duelling.worlds.continuous.bodies import inside


@entry
def play_points(learner, problem, losses, psi, space, rounds, learner_rng, problem_rng, totals):
    """Duel until the last of ``rounds``; totals[r, c, k] is the sum of regret r under concept k after rounds[c].

    Returns 0, or the round in which the learner chose something that is not a point of the body.
    """
    c, concepts = 0, totals.shape[2]
    for t in range(1, rounds[-1] + 1):
        duel = choose(learner, t, learner_rng)
        if not (inside(space.body, duel.first) and inside(space.body, duel.second)):
            return t
        update(learner, t, duel, decide(problem, t, duel.first, duel.second, problem_rng))
        for k in range(concepts):
            record(psi, totals, c, k, charge(losses, t, duel.first, k), charge(losses, t, duel.second, k))
        if t == rounds[c]:
            c += 1
            if c < rounds.size:
                for r in range(totals.shape[0]):
                    for k in range(concepts):
                        totals[r, c, k] = totals[r, c - 1, k]
    return 0
