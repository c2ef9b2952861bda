"""Borda evidence of one roster: its questions in the order of drawing, up to the oldest that waits for an answer.

Whoever answers sooner where one item wins would distort the evidence if it were taken as it comes. So it goes by the
votes before the oldest open question, the prefix, with the chances that were written down when each was drawn.
"""

from typing import TYPE_CHECKING

import numpy as np

from duelling.core.evidence.candidates import LEFT, VERDICT, Candidates, is_left, start_candidates, tell_candidates
from duelling.core.jit import interpreted
from duelling.live.marks import Marks
from duelling.live.questions import COUNTED, OPEN

if TYPE_CHECKING:
    from duelling.live.state import State

STEP = 64  # questions between two copies of the race


class Evidence:
    """The race among the items of the present roster."""

    def __init__(self, state: "State") -> None:
        self.state, self.roster = state, state.items.roster
        arms, level = len(self.roster.members), state.level
        counted = state.settings.goal in ("best", "rank")
        self.marks = Marks(lambda: start_candidates(arms, level, state.settings.within, counted=counted), STEP)

    def back(self, question: int) -> None:
        """The answer to this question has changed."""
        self.marks.back(max(question - 1 - self.roster.begin, 0))

    def race(self) -> Candidates:
        """The race by all votes before the oldest open question."""
        done, race = self.marks.now
        found: Candidates = race
        begin, table = self.roster.begin + done, self.state.questions.table
        waits = (table["status"][begin:] == OPEN) & ~np.isnan(table["least"][begin:])
        count = int(np.append(waits, True).argmax())
        if count:
            self.marks.go(done + count)
            self._fold(race, begin, begin + count)
        return found

    def _fold(self, race: Candidates, begin: int, end: int) -> None:
        table = self.state.questions.table
        rows = begin + np.flatnonzero((table["status"][begin:end] == COUNTED) & ~np.isnan(table["least"][begin:end]))
        arms, gone = self.roster.arms, self.roster.out.tolist()
        with interpreted():
            for row in rows.tolist():
                if any(is_left(race, arm) for arm in gone[: table["out"][row]]):
                    continue
                a, b, y = arms[table["first"][row]], arms[table["second"][row]], (1 + int(table["answer"][row])) / 2
                weight = float(table["least"][row] / table["chance"][row])
                tell_candidates(race, int(a), int(b), y, weight, float(table["widest"][row]))

    def left(self) -> list[int]:
        """The items that have left by now, in the order of leaving."""
        race = self.race()
        return [int(self.roster.members[arm]) for arm in race.order[race.now[LEFT] :][::-1]]

    def outcome(self) -> tuple[np.ndarray, int]:
        """The arms that may still be the best, and the one that is named, or -1."""
        race = self.race()
        return np.sort(race.order[: race.now[LEFT]]), int(race.now[VERDICT])
