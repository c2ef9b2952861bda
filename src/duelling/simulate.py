"""Play learners against a problem, in compiled code, over threads."""

from duelling._jit import jit
from duelling.protocol import charge, choose, decide, update


@jit
def play(learner, problem, losses, rounds, learner_rng, problem_rng, weak, strong):
    """Duel until the last of ``rounds``; weak[c, k], strong[c, k] are concept k's total losses after rounds[c] duels."""
    c, concepts = 0, weak.shape[1]
    for t in range(1, rounds[-1] + 1):
        duel = choose(learner, t, learner_rng)
        outcome = decide(problem, t, duel.first, duel.second, problem_rng)
        update(learner, t, duel, outcome)
        for k in range(concepts):
            x, y = charge(losses, t, duel.first, k), charge(losses, t, duel.second, k)
            weak[c, k] += min(x, y)
            strong[c, k] += (x + y) / 2
        if t == rounds[c]:
            c += 1
            if c < rounds.size:
                weak[c], strong[c] = weak[c - 1], strong[c - 1]
