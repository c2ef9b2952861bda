"""The compiled loops. Each serves every algorithm on every problem: the verbs dispatch on the types of the states."""

from typing import Any, NamedTuple

import numpy as np

from duelling.arrays import numbers, whole_numbers
from duelling.core.fields import is_state
from duelling.core.jit import borrowed, loop
from duelling.core.protocol import Duel, charge, choose, decide, record, update, verdict
from duelling.core.regrets import with_round
from duelling.errors import WrongValue, quoted, whole


@loop
def play(learner, problem, losses, psi, arms, rounds, learner_rng, problem_rng, totals):
    """Duel until the last of ``rounds``; totals[r, c, k] is the sum of regret r under concept k after rounds[c].

    Returns 0, or the round in which the learner chose something that is not an arm.
    """
    learner, problem, losses, totals = borrowed(learner), borrowed(problem), borrowed(losses), borrowed(totals)
    learner_rng, problem_rng = borrowed(learner_rng), borrowed(problem_rng)
    concepts, done = totals.shape[2], 0
    for c in range(rounds.size):
        if c > 0:
            for r in range(totals.shape[0]):  # whole rows at once would take the compiler three seconds
                for k in range(concepts):
                    totals[r, c, k] = totals[r, c - 1, k]
        weak, strong = totals[0, c, 0], totals[1, c, 0]  # of the first concept: what is not stored costs less
        for t in range(done + 1, rounds[c] + 1):
            duel = choose(learner, t, learner_rng)
            if not (0 <= duel.first < arms and 0 <= duel.second < arms):
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


@loop
def play_until_sure(learner, problem, arms, limit, learner_rng, problem_rng):
    """Duel until the learner has a verdict; the number of duels and the arm, -1 if it is not sure after ``limit``.

    The arm is NOBODY where the verdict is that no arm wins, and K where the learner chose something that is not an arm.
    """
    learner, problem = borrowed(learner), borrowed(problem)
    learner_rng, problem_rng = borrowed(learner_rng), borrowed(problem_rng)
    for t in range(1, limit + 1):
        arm = verdict(learner)
        if arm != -1:
            return t - 1, arm
        duel = choose(learner, t, learner_rng)
        if not (0 <= duel.first < arms and 0 <= duel.second < arms):
            return t, arms
        update(learner, t, duel, decide(problem, t, duel.first, duel.second, problem_rng))
    return limit, verdict(learner)


class Duels(NamedTuple):
    """Recorded duels, one place in each array for one duel; ``recorded`` makes and checks them.

    Attributes:
        t: the round in which it was chosen.
        first: the first arm.
        second: the second arm.
        p_first: the chance with which the first was drawn.
        p_second: the chance with which the second was drawn.
    """

    t: np.ndarray
    first: np.ndarray
    second: np.ndarray
    p_first: np.ndarray
    p_second: np.ndarray


def recorded(arms: int, t: Any, first: Any, second: Any, p_first: Any, p_second: Any) -> Duels:
    """Duels from arrays or lists of equal length, as ``replay`` takes them.

    Args:
        arms: how many arms there are.
        t: the round in which each duel was chosen.
        first: the first arms.
        second: the second arms.
        p_first: the chances with which the first arms were drawn; one number holds for all.
        p_second: those of the second arms.

    Returns:
        The duels.

    Raises:
        InputError: the lengths differ, or a number is no round, no arm or no chance.

    >>> recorded(3, [1, 2], [0, 2], [1, 0], 1 / 3, 1 / 2).p_second
    array([0.5, 0.5])
    """
    last, rounds = whole("arms", arms) - 1, whole_numbers("t", t)
    numbered = [rounds, whole_numbers("first", first), whole_numbers("second", second)]
    for name, values, least, most in zip(
        ("t", "first", "second"), numbered, (1, 0, 0), (np.inf, last, last), strict=True
    ):
        if values.ndim != 1 or values.shape != rounds.shape:
            raise WrongValue(f"{name} must be a list with one number for each duel, got the shape {values.shape}")
        if wrong := values[(values < least) | (values > most)].tolist():
            upto = "on" if most == np.inf else f"to {most}"
            raise WrongValue(f"{name} must hold numbers from {least} {upto}, got {wrong[0]}")
    chances = []
    for name, p in (("p_first", p_first), ("p_second", p_second)):
        values = numbers(name, p).astype(float)
        if values.shape not in ((), rounds.shape):
            raise WrongValue(f"{name} must be one chance, or one for each duel, got the shape {values.shape}")
        chances.append(np.broadcast_to(values, rounds.shape))
        if wrong := values[~((values > 0) & (values <= 1 + 1e-12))].tolist():
            raise WrongValue(f"{name} must hold chances above 0 and at most 1, got {wrong[0]}")
    return Duels(*(values.copy() for values in numbered), *(values.copy() for values in chances))


def replay(learner: Any, duels: Duels, outcomes: Any) -> None:
    """Tell a learner recorded duels in this order, by ``update`` alone. Nothing is drawn.

    A fresh learner that folds (a fact of the algorithm) then goes on as the one that chose the duels.

    Args:
        learner: its state, which changes.
        duels: what ``recorded`` returned.
        outcomes: 1, 0 or -1 for each duel.

    Raises:
        InputError: an argument is something else.

    >>> import duelling as du
    >>> learner = du.choice("champion").start(3, 100)
    >>> replay(learner, recorded(3, [1, 2], [0, 2], [1, 0], 1, 1), [1, -1])
    >>> learner.wins.tolist()  # twice how often who won against whom: in an arena half a win may be counted
    [[0, 2, 2], [0, 0, 0], [0, 0, 0]]
    """
    if not is_state(learner):
        raise WrongValue(f"learner must be a state, got {quoted(learner)}")
    if not isinstance(duels, Duels):
        raise WrongValue(f"duels must be what recorded() returns, got {quoted(duels)}")
    found = numbers("outcomes", outcomes)
    if found.shape != duels.t.shape:
        raise WrongValue(f"outcomes must have the shape of the duels, {duels.t.shape}, got {found.shape}")
    if wrong := found[~np.isin(found, (-1, 0, 1))].tolist():
        raise WrongValue(f"outcomes must be 1, 0 or -1, got {wrong[0]}")
    fold_duels(learner, duels, found.astype(np.int64))


@loop
def fold_duels(learner, duels, outcomes):
    """Tell the learner duels that are known to be right, in this order."""
    learner, duels = borrowed(learner), borrowed(duels)
    for k in range(outcomes.size):
        duel = Duel(duels.first[k], duels.second[k], duels.p_first[k], duels.p_second[k])
        update(learner, duels.t[k], duel, outcomes[k])
