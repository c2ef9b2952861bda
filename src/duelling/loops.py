"""The compiled loops. Each serves every algorithm on every problem: the verbs dispatch on the types of the states."""

from duelling.core.jit import entry
from duelling.core.protocol import charge, choose, decide, record, update, verdict


@entry
def play(learner, problem, losses, psi, arms, rounds, learner_rng, problem_rng, totals):
    """Duel until the last of ``rounds``; totals[r, c, k] is the sum of regret r under concept k after rounds[c].

    Returns 0, or the round in which the learner chose something that is not an arm.
    """
    c, concepts = 0, totals.shape[2]
    for t in range(1, rounds[-1] + 1):
        duel = choose(learner, t, learner_rng)
        if not (0 <= duel.first < arms and 0 <= duel.second < arms):
            return t
        outcome = decide(problem, t, duel.first, duel.second, problem_rng)
        update(learner, t, duel, outcome)
        for k in range(concepts):
            record(psi, totals, c, k, charge(losses, t, duel.first, k), charge(losses, t, duel.second, k))
        if t == rounds[c]:
            c += 1
            if c < rounds.size:
                for r in range(totals.shape[0]):  # whole rows at once would take the compiler three seconds
                    for k in range(concepts):
                        totals[r, c, k] = totals[r, c - 1, k]
    return 0


@entry
def play_until_sure(learner, problem, arms, limit, learner_rng, problem_rng):
    """Duel until the learner has a verdict; the number of duels and the arm, -1 if it is not sure after ``limit``.

    The arm is K where the learner chose something that is not an arm.
    """
    for t in range(1, limit + 1):
        arm = verdict(learner)
        if arm >= 0:
            return t - 1, arm
        duel = choose(learner, t, learner_rng)
        if not (0 <= duel.first < arms and 0 <= duel.second < arms):
            return t, arms
        update(learner, t, duel, decide(problem, t, duel.first, duel.second, problem_rng))
    return limit, verdict(learner)
