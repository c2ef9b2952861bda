"""The loop ``play`` with points in place of arms: the same verbs, the same records."""

from duelling.core.jit import borrowed, loop
from duelling.core.protocol import charge, choose, decide, record, update
from duelling.core.regrets import with_round
from duelling.worlds.continuous.bodies import inside


@loop
def play_points(learner, problem, losses, psi, space, rounds, learner_rng, problem_rng, totals):
    """Duel until the last of ``rounds``; totals[r, c, k] is the sum of regret r under concept k after rounds[c].

    Returns 0, or the round in which the learner chose something that is not a point of the body.
    """
    learner, problem, losses, totals = borrowed(learner), borrowed(problem), borrowed(losses), borrowed(totals)
    space, learner_rng, problem_rng = borrowed(space), borrowed(learner_rng), borrowed(problem_rng)
    concepts, done = totals.shape[2], 0
    for c in range(rounds.size):
        if c > 0:
            for r in range(totals.shape[0]):  # whole rows at once would take the compiler three seconds
                for k in range(concepts):
                    totals[r, c, k] = totals[r, c - 1, k]
        weak, strong = totals[0, c, 0], totals[1, c, 0]  # of the first concept: what is not stored costs less
        for t in range(done + 1, rounds[c] + 1):
            duel = choose(learner, t, learner_rng)
            if not (inside(space.body, duel.first) and inside(space.body, duel.second)):
                return t
            update(learner, t, duel, decide(problem, t, duel.first, duel.second, problem_rng))
            x, y = charge(losses, t, duel.first, 0), charge(losses, t, duel.second, 0)
            weak, strong = with_round(weak, strong, x, y)
            record(psi, totals, c, 0, x, y)
            for k in range(1, concepts):
                x, y = charge(losses, t, duel.first, k), charge(losses, t, duel.second, k)
                totals[0, c, k], totals[1, c, k] = with_round(totals[0, c, k], totals[1, c, k], x, y)
                record(psi, totals, c, k, x, y)
        totals[0, c, 0], totals[1, c, 0], done = weak, strong, rounds[c]
    return 0
