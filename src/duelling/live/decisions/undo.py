"""Take votes back, and let them count again. The evidence is folded anew; nobody comes back within a roster."""

from collections.abc import Generator
from typing import Any, NamedTuple

import numpy as np

from duelling.errors import Conflict
from duelling.live.journal.events import RecordsRestored, RecordsVoided, Restored, Roster, Voided
from duelling.live.questions import COUNTED, OPEN, VOID
from duelling.live.state import UNDO, State
from duelling.live.tickets import Ticket

Steps = Generator[Any, Any, int]


class Undo(NamedTuple):
    """The vote on a ticket is taken back; its question waits for another answer, on this ticket or a new one."""

    ticket: Ticket | str

    def decide(self, state: State, now: int) -> Steps:
        text, offer = state.find(self.ticket)
        question = offer.question
        status = state.questions.table.cell("status", question - 1)
        answering = state.questions.answering(question).number == offer.number
        if not answering:
            raise Conflict(f"ticket {text} has no vote that could be taken back")
        if status == COUNTED:
            yield Voided(question=question, why=UNDO, action=state.head + 1)
            yield from begin_roster_if_needed(state)
        return int(status == COUNTED)


class Void(NamedTuple):
    """All votes of a voter are taken away, also from elsewhere; their questions are as if they had never been asked."""

    voter: str
    why: str = "voter"

    def decide(self, state: State, now: int) -> Steps:
        questions, who = _of_voter(state, self.voter, COUNTED), state.people.number_of(self.voter)
        action, records = state.head + 1, len(state.records.of(who, void=False))
        for question in questions:
            yield Voided(question=question, why=self.why, action=action)
        if records:
            yield RecordsVoided(voter=who, why=self.why, action=action)
        if questions:
            yield from begin_roster_if_needed(state)
        return len(questions) + records


class Restore(NamedTuple):
    """The votes of a voter that were taken away, or the one on a ticket that was taken back, count again."""

    voter: str | None = None
    ticket: Ticket | str | None = None

    def decide(self, state: State, now: int) -> Steps:
        questions, who = self._questions(state), -1 if self.voter is None else state.people.number_of(self.voter)
        action, records = state.head + 1, 0 if who < 0 else len(state.records.of(who, void=True))
        for question in questions:
            yield Restored(question=question, action=action)
        if records:
            yield RecordsRestored(voter=who, action=action)
        if questions:
            yield from begin_roster_if_needed(state)
        return len(questions) + records

    def _questions(self, state: State) -> list[int]:
        if self.voter is not None:
            return _of_voter(state, self.voter, VOID)
        assert self.ticket is not None
        text, offer = state.find(self.ticket)
        if state.questions.answering(offer.question).number != offer.number:
            raise Conflict(f"ticket {text} has no vote that could count again")
        return [offer.question] if state.questions.table.cell("status", offer.question - 1) in (OPEN, VOID) else []


def _of_voter(state: State, name: str, status: int) -> list[int]:
    table, number = state.questions.table, state.people.number_of(name)
    rows = np.flatnonzero((table["voter"] == number) & (table["status"] == status) & (table["told"] > 0))
    return [row + 1 for row in rows.tolist()]


def begin_roster_if_needed(state: State) -> Generator[Any, Any, None]:
    """If the votes that are left would bring somebody back into the race, a new roster begins, at its own level."""
    roster = state.items.roster
    if not roster.left:
        return
    may_win, _ = state.policy.evidence.outcome()
    back = {*roster.left} & {*roster.members[may_win].tolist()}
    if back:
        names = ", ".join(sorted(state.items.name(item) for item in back)[:3])
        yield Roster(number=roster.number + 1, why=f"votes were changed that had put {names} out of the race")
