"""A learner, folded over the votes that count, in the order of telling; ``choose`` is never run again."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from duelling.core.jit import interpreted
from duelling.core.protocol import Duel, seat_newcomer, update
from duelling.live.compiling import MANY
from duelling.live.marks import Marks
from duelling.loops import Duels, fold_duels

if TYPE_CHECKING:
    from duelling.live.state import State

STEP = 192  # events between two copies of the learner


class Learning:
    """The state of one learner, whose arms are the places of the items in one roster."""

    def __init__(self, start: Callable[[], Any]) -> None:
        self.marks = Marks(start, STEP)

    def back(self, seq: int) -> None:
        """The vote that was told in this event counts no more, or counts again."""
        self.marks.back(seq - 1)

    def learner(self, state: "State") -> Any:
        """The learner after all votes that count now."""
        done, learner = self.marks.now
        if done == state.head:
            return learner
        seqs, duels, outcomes = _told_after(state, done)
        seats = [(seq, arm) for seq, arm in _seats(state) if seq > done]
        if not len(seqs) and not seats:
            return learner
        self.marks.go(state.head)
        try:
            begin = 0
            for seq, arm in seats:
                end = int(np.searchsorted(seqs, seq))
                _fold(learner, duels, outcomes, begin, end)
                with interpreted():
                    seat_newcomer(learner, arm)
                begin = end
            _fold(learner, duels, outcomes, begin, len(seqs))
        except Exception:
            self.marks.back(done - 1)  # it is half folded
            raise
        return learner


def _told_after(state: "State", seq: int) -> tuple[np.ndarray, Duels, np.ndarray]:
    """The votes and self-duels after an event, in their order, between items of the present roster."""
    questions, arms = state.questions, state.items.roster.arms
    rows = questions.told_after(seq)
    table, selves = questions.table, questions.selves
    alone = np.arange(np.searchsorted(selves["seq"], seq, side="right"), len(selves))

    def both(told: str, of_selves: str) -> np.ndarray:
        return np.concatenate([table[told][rows], selves[of_selves][alone]])

    seqs, first, second = both("told", "seq"), arms[both("first", "item")], arms[both("second", "item")]
    parts = (both("t", "t").astype(np.int64), first, second, both("p_first", "p_first"), both("p_second", "p_second"))
    outcomes = np.concatenate([table["answer"][rows], np.zeros(len(alone), np.int8)]).astype(np.int64)
    order = np.argsort(seqs, kind="stable")
    order = order[(first >= 0)[order] & (second >= 0)[order]]
    return seqs[order], Duels(*(part[order] for part in parts)), outcomes[order]


def _seats(state: "State") -> list[tuple[int, int]]:
    """(event, arm) of those in the roster that came after the first question, or came back."""
    found = [(seq, int(state.items.roster.arms[item])) for seq, item in state.items.seats if seq > state.begun]
    return [(seq, arm) for seq, arm in found if arm >= 0]


def _fold(learner: Any, duels: Duels, outcomes: np.ndarray, begin: int, end: int) -> None:
    if end - begin > MANY:
        fold_duels(learner, Duels(*(part[begin:end] for part in duels)), outcomes[begin:end])
        return
    told = [part[begin:end].tolist() for part in (*duels, outcomes)]
    with interpreted():
        for t, first, second, p_first, p_second, outcome in zip(*told, strict=True):
            update(learner, t, Duel(first, second, p_first, p_second), outcome)
