"""Tell an answer: it counts once; the same again is confirmed, another one is a conflict."""

from collections.abc import Generator
from typing import Any, NamedTuple

from duelling.errors import Conflict
from duelling.live.journal.events import Refused, Skipped, Told
from duelling.live.questions import COUNTED, OPEN, skipper
from duelling.live.state import State
from duelling.live.tickets import Offer, Receipt, Ticket

Steps = Generator[Any, Any, Receipt]


class Tell(NamedTuple):
    """The answer to a ticket, or to its id: left, right, tie, bad or skip."""

    ticket: Ticket | str
    answer: str
    took: int | None = None  # milliseconds

    def decide(self, state: State, now: int) -> Steps:
        text, offer = state.find(self.ticket)
        question, answer = offer.question, self.answer
        status = state.questions.table.cell("status", question - 1)
        if status == COUNTED and state.questions.answering(question).number == offer.number:
            stands = state.answer(question)
            if answer != stands:
                raise Conflict(f"ticket {text} has the answer {stands}: take it back before it is told anew")
            return Receipt(text, stands, True)
        if status == OPEN and skipper(offer) in state.questions.waiting[question].skipped:
            if answer != "skip":
                raise Conflict(f"ticket {text} was skipped: ask for the next one")
            return Receipt(text, answer, False, "skipped")
        why = self._refusal(state, offer, status, now)
        if why:
            yield Refused(ticket=offer.number, answer=answer, why=why)
            return Receipt(text, answer, False, why)
        if answer == "skip":
            yield Skipped(ticket=offer.number, question=question)
            return Receipt(text, answer, state.settings.skip == "tie", "skipped")
        late = state.late(offer, now)
        yield Told(ticket=offer.number, question=question, answer=answer, took=self.took, late=late)  # type: ignore[arg-type]
        return Receipt(text, answer, True)

    def _refusal(self, state: State, offer: Offer, status: int, now: int) -> str:
        """Why the answer does not count; empty if it does."""
        if status == COUNTED or (status == OPEN and offer.number not in state.questions.offers):
            return "somebody else has answered this question"  # and perhaps taken it back, to answer it anew
        if status != OPEN:
            return "this question was taken away"
        if state.closed:
            return f"arena {state.name} is closed"
        if offer.voter >= 0 and state.people.all[offer.voter].barred:
            return f"voter {state.people.name(offer.voter)} is barred"
        if state.settings.late == "refuse" and state.late(offer, now):
            return "it came too late"
        return ""
