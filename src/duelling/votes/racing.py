"""The race among items that may still be the best, run again over recorded votes."""

import contextlib

import numpy as np

from duelling.core.evidence.candidates import LEFT, VERDICT, Candidates, start_candidates
from duelling.core.evidence.logged import tell_logged, tell_worst
from duelling.core.jit import interpreted
from duelling.core.states import copy
from duelling.votes.tickets import Tickets

MOST = 1000  # items: the evidence holds 16 numbers for each pair
FEW = 1000  # votes that Python has counted before the compiler is ready
FEW_ITEMS = 30  # for whose pairs Python has found all intervals before the compiler is ready


def ready(votes: int, items: int = 0) -> contextlib.AbstractContextManager[None]:
    """Where votes and pairs are counted: in plain Python if they are few, otherwise in compiled code."""
    return interpreted() if votes <= FEW and items <= FEW_ITEMS else contextlib.nullcontext()


def race(told: Tickets, delta: float, within: float) -> tuple[np.ndarray, int]:
    """The items that may still be the best, and the one that is named, or -1; wrong with chance ``delta`` at most."""
    candidates = start_candidates(told.items, delta, within)
    fold(candidates, told.settled)
    return outcome(worst_case(candidates, told.behind))


def fold(candidates: Candidates, told: Tickets) -> None:
    """Count votes in the order in which their pairs were drawn."""
    with ready(told.size):
        tell_logged(candidates, *told.raced)


def worst_case(
    candidates: Candidates, behind: Tickets, where: contextlib.AbstractContextManager[None] | None = None
) -> Candidates:
    """The candidates if every open question is answered in the worst way for the leader.

    ``behind`` begins with the first of them; ``where`` it is counted is decided by ``ready`` unless somebody knows
    better. The state of the race itself does not change.
    """
    if not behind.size or candidates.now[VERDICT] >= 0:
        return candidates
    changed: Candidates = copy(candidates)
    with where or ready(behind.size):
        tell_worst(changed, *behind.raced, _leader(candidates, behind))
    return changed


def _leader(candidates: Candidates, behind: Tickets) -> int:
    """The candidate with the largest mean by all answers, also those behind an open question."""
    weight, won = candidates.score.T.copy()
    answered = ~np.isnan(behind.share)
    v, y = behind.weight[answered], behind.share[answered]
    for place, share in ((behind.first[answered], y), (behind.second[answered], 1 - y)):
        np.add.at(weight, place, v)
        np.add.at(won, place, v * share)
    left = np.sort(candidates.order[: candidates.now[LEFT]])
    mean = np.divide(won, weight, out=np.full(weight.size, 0.5), where=weight > 0)
    return int(left[mean[left].argmax()])


def outcome(candidates: Candidates) -> tuple[np.ndarray, int]:
    """The items that are left, and the one that is named, or -1."""
    return np.sort(candidates.order[: candidates.now[LEFT]]), int(candidates.now[VERDICT])
