"""Every algorithm of the registry is played compiled, at its edges, as ``make test`` does with bounds checks.

In plain Python the tests of each algorithm call its kernels at many more edges, and NumPy checks every index. Here the
machine code of the same verbs must choose what plain Python chooses, and no index may leave its array.
"""

import numpy as np
import pytest

from duelling.core.jit import interpreted
from duelling.core.protocol import choose, seat_newcomer, standing, update, verdict
from duelling.registry.choice import choice
from duelling.testing.grounds import alike, arms_for, cost, fresh, shown, stopper
from duelling.testing.playing import EASY, Mail, hold_numbers, hold_pair, nature, order
from tests.helpers.everyone import SHORT, TEXTS

pytestmark = [pytest.mark.edges, pytest.mark.compiled]


def turning(t, duel):
    """The better arm wins, from round 500 on the worse one."""
    return order(t, duel) * (1 if t < 500 else -1)


def circle(t, duel):
    """Of three arms each beats the next, and so on among the following ones; of different threes the lower one wins."""
    i, j = int(cost(duel.first)), int(cost(duel.second))
    return order(t, duel) if i // 3 != j // 3 else (0, 1, -1)[(j - i) % 3]


LATE = 5  # outcomes that are on their way
COMPARED = (  # arms, horizon, rounds, and what is told
    (2, 1, 3, nature),
    (2, 120, 120, nature),
    (4, 120, 120, lambda t, duel: 1),
    (3, 120, 120, lambda t, duel: -1),
    (3, 120, 120, lambda t, duel: 0),
    (60, 3, 5, nature),
)
COMPILED = (  # plain Python would take minutes for all of them
    (4, 2000, 1000, turning),
    (7, 3000, 1000, circle),
    (20, 3000, 1000, order),
    (300, 3, 5, nature),
)


def scene(chosen, arms, horizon, rounds, outcome):
    """The pairs of a learner, after each the verdict if it has one; a tenth of the outcomes is lost, the rest is late.

    One that takes any vote is told half as many more that it did not ask for. In the end comes a newcomer.
    """
    arms = arms_for(chosen, arms)
    unasked = 0.5 if chosen.algorithm.takes_any_vote else 0
    mail = Mail(chosen, arms, outcome, 0.1, unasked)
    state, rng, found, waiting = fresh(chosen, arms, horizon), np.random.default_rng(arms), [], []
    for t in range(1, rounds + 1):
        duel = choose(state, t, rng)
        hold_pair(t, arms, duel)
        found.append((*shown(duel), verdict(state) if type(state) in verdict.written else 0))
        waiting.append((t, duel))
        if len(waiting) > LATE:
            mail.tell(state, *waiting.pop(t % len(waiting)))
    if chosen.algorithm.world == "arms" and chosen.algorithm.folds:
        seat_newcomer(state, arms - 1)
        found.append((*shown(choose(state, rounds + 1, rng)), 0))
    hold_numbers(state, "at an edge")
    return found


def until_sure(state, most=3000):
    """The pairs until there is a verdict on an easy problem, with the verdicts, and with the groups in the end."""
    rng, coins, found = np.random.default_rng(0), np.random.default_rng(5), []
    groups = np.zeros(3, dtype=np.int64)
    for t in range(1, most):
        arm = verdict(state)
        if type(state) in standing.written and (t < 20 or arm != -1):
            found.append((bool(standing(state, groups)), *groups.tolist(), 0))
        if arm != -1:
            break
        duel = choose(state, t, rng)
        found.append((*shown(duel), arm))
        won = coins.random() < EASY[duel.first, duel.second]
        update(state, t, duel, 0 if duel.first == duel.second else 1 if won else -1)
    return found


def played(chosen):
    """All that is compared with plain Python."""
    found = [each for case in COMPARED for each in scene(chosen, *case)]
    return found if chosen.algorithm.identify is None else found + until_sure(stopper(chosen))


def hold_alike(ours, theirs):
    for k, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        assert alike(one, other), k


@pytest.mark.parametrize("text", TEXTS)
def test_no_index_leaves_its_array_and_plain_python_chooses_alike(text):
    chosen = choice(f"{text}:{SHORT[text]}" if text in SHORT else text)
    ours = played(chosen)
    with interpreted(), np.errstate(all="ignore"):
        theirs = played(chosen)
    hold_alike(ours, theirs)
    for case in COMPILED:
        scene(chosen, *case)


def test_so_it_is_with_one_that_finds_the_best_two():
    """It has another state than one that finds the best."""
    ours, theirs = (choice("race:top=2", identify=True, delta=0.1).start(3) for _ in range(2))
    found = until_sure(ours)
    with interpreted():
        hold_alike(found, until_sure(theirs))
