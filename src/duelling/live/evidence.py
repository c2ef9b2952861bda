"""Borda evidence of one roster: its questions in the order of drawing, up to the oldest that waits for an answer.

Whoever answers sooner where one item wins would distort the evidence if it were taken as it comes. So it goes by the
votes before the oldest open question, the prefix, with the chances that were written down when each was drawn. Beside
it stands the worst case: all votes, with every open question answered as badly as possible for what is claimed.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from duelling.core.evidence.candidates import LEFT, VERDICT, Candidates, start_candidates
from duelling.core.evidence.logged import tell_logged
from duelling.live.compiling import compiled_if_ready
from duelling.live.marks import Marks
from duelling.live.questions import OPEN, VOID
from duelling.votes.racing import outcome, worst_case
from duelling.votes.tickets import Tickets, equally_likely

if TYPE_CHECKING:
    from duelling.live.state import State

STEP = 64  # questions between two copies of the race
PIECE = 2**16  # questions that are counted at once: very many would take as much memory again as all that is known
STUCK = 64  # votes behind an open question from which the worst case has a say in what is drawn
COUNTABLE = (0.5, 1.0)  # the weights that a race draws with
FEW = 4  # questions that are looked at one by one
KINDS = (np.int64, np.int64, np.float64, np.float64, np.float64, np.int64)
TOLD = ("status", "answer", "first", "second", "least", "chance", "widest", "out")  # what evidence knows of a question


class Evidence:
    """The race among the items of the present roster."""

    def __init__(self, state: "State") -> None:
        self.state, self.roster = state, state.items.roster
        self.counted = state.settings.goal in ("best", "condorcet", "rank")
        self.marks = Marks(self._start, STEP)
        self._left = np.zeros((0, 0), bool)  # what ``_outs`` found last: it changes only when an item leaves
        self._opened = (-1, 0)  # (event, questions before the first open one)
        self._worst: tuple[int, list[int]] = (0, [])  # (votes, who had left in the worst case)

    def _start(self) -> Candidates:
        settings = self.state.settings
        return start_candidates(len(self.roster.members), self.state.level, settings.within, counted=self.counted)

    def back(self, question: int) -> None:
        """The answer to this question has changed."""
        self.marks.back(max(question - 1 - self.roster.begin, 0))
        self._worst = (0, [])

    def race(self) -> Candidates:
        """The race by all votes before the oldest open question."""
        end = self._first_open()
        while (done := self.marks.now[0]) < end:
            upto = min(done + PIECE, end)
            told, countable = self._raced(done, upto)
            if self.counted and not countable:
                self.counted = False  # another policy draws with other weights
                self.marks.reset()
                continue
            race = self.marks.go(upto)
            with compiled_if_ready(race, len(told[0])):
                tell_logged(race, *told)
        found: Candidates = self.marks.now[1]
        return found

    def _first_open(self) -> int:
        """How many questions of the roster stand before the first that waits and would be evidence."""
        if self._opened[0] != self.state.head:
            questions, begin = self.state.questions, self.roster.begin
            cell = questions.table.cell
            waits = (q - 1 for q in sorted(questions.waiting) if q > begin and not math.isnan(cell("least", q - 1)))
            self._opened = self.state.head, next(waits, len(questions)) - begin
        return self._opened[1]

    def _raced(self, begin: int, end: int) -> tuple[tuple[np.ndarray, ...], bool]:
        """What a race is told of these questions, and whether their weights are those of a race: then counts suffice.

        Few of them are looked at one by one: mostly it is a single one.
        """
        if end - begin > FEW:
            many = self.tickets(begin, end).raced
            return many, all(bool(np.isin(each, COUNTABLE).all()) for each in many[3:5])
        found = [each for row in range(begin, end) if (each := self._told(self.roster.begin + row))]
        told = (*(np.array([each[k] for each in found], kind) for k, kind in enumerate(KINDS)), self._outs())
        return told, all(each[3] in COUNTABLE and each[4] in COUNTABLE for each in found)

    def _told(self, row: int) -> tuple[float, ...] | None:
        """The same of one question that was answered; None if it is no evidence."""
        table, arms = self.state.questions.table, self.roster.arms
        status, answer, first, second, least, chance, widest, out = (table.cell(name, row) for name in TOLD)
        if status == VOID or math.isnan(least):
            return None
        return arms.item(first), arms.item(second), (1 + answer) / 2, least / chance, widest, out

    def _outs(self) -> np.ndarray:
        """[n, arm]: whether the arm was among the first n that left the race."""
        left = len(self.roster.left)
        if len(self._left) != left + 1:
            self._left = np.zeros((left + 1, len(self.roster.members)), bool)
            for k, arm in enumerate(self.roster.out.tolist(), 1):
                self._left[k:, arm] = True
        return self._left

    def tickets(self, begin: int, end: int | None = None) -> Tickets:
        """The questions of the roster from ``begin`` on, up to ``end``, that are evidence once they are answered."""
        table, roster = self.state.questions.table, self.roster
        rows = slice(roster.begin + begin, None if end is None else roster.begin + end)
        held = {name: table[name][rows] for name in TOLD}
        answer = np.where(held["status"] == OPEN, np.nan, (1 + held["answer"].astype(float)) / 2)
        return Tickets(
            first=roster.arms[held["first"]],
            second=roster.arms[held["second"]],
            share=answer,
            weight=held["least"] / held["chance"],
            widest=held["widest"],
            gone=held["out"].astype(np.int64),
            outs=self._outs(),
            even=equally_likely(held["least"], held["out"] > 0, len(roster.members)),
        ).take((held["status"] != VOID) & ~np.isnan(held["least"]))

    def worst(self) -> Candidates:
        """The race by all votes, with every open question answered as badly as possible for the leader."""
        race = self.race()
        behind = self.tickets(self.marks.now[0])
        return worst_case(race, behind, compiled_if_ready(race, behind.size))

    def outcome(self) -> tuple[np.ndarray, int]:
        """The arms that may still be the best, and the one that is named, or -1."""
        return outcome(self.worst())

    def left(self) -> list[int]:
        """The items that have left by now, in the order of leaving.

        By the prefix; where many votes wait behind one question, which perhaps nobody will ever answer, by the worst
        case as well. It goes over all of them, so it is looked at when as many more have come.
        """
        race, votes = self.race(), len(self.state.questions) - len(self.state.questions.waiting)
        behind = votes - self.roster.begin - self.marks.now[0]
        if behind >= STUCK and votes - self._worst[0] >= behind:
            self._worst = votes, self._items(self.worst())
        found = self._items(race)
        return [*found, *(item for item in self._worst[1] if behind >= STUCK and item not in found)]

    def _items(self, race: Candidates) -> list[int]:
        return self.roster.members[race.order[race.now[LEFT] :][::-1]].tolist()  # type: ignore[no-any-return]

    def field(self) -> Candidates:
        """The race to draw from: without those that have left in the worst case, and are in the prefix still."""
        race = self.race()
        if not self.roster.left:
            return race
        gone, inside = self.roster.out, race.order[: race.now[LEFT]]
        if not (race.place[gone] < inside.size).any():
            return race
        out = np.isin(inside, gone)
        order, now, place = race.order.copy(), race.now.copy(), race.place.copy()
        order[: inside.size] = np.concatenate([inside[~out], inside[out]])
        place[order] = np.arange(order.size)
        now[LEFT] = inside.size - out.sum()
        if now[LEFT] == 1:
            now[VERDICT] = order[0]
        return race._replace(order=order, now=now, place=place)
