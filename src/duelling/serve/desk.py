"""What the service asks of an arena in one step: tickets with what is to be seen on them, and votes taken back."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from duelling.errors import Conflict, UnknownName
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.tell import Tell
from duelling.live.decisions.undo import Undo
from duelling.live.people import Voter
from duelling.live.questions import COUNTED
from duelling.live.state import State
from duelling.live.tickets import Offer, Receipt, Ticket, number_of

UNDO_SECONDS = 600  # for which a voter may take his vote back
UNDO_VOTES = 5  # of his last ones

Steps = Generator[Any, Any, Any]


class Piece(NamedTuple):
    """What is shown of an item: a text, or of an image its digest. The name is for those who may know it."""

    name: str
    media: str
    content: str


class Handed(NamedTuple):
    """A ticket as the service keeps it. Only ``id`` may leave before the vote, and what the pieces show."""

    id: str
    left: Piece
    right: Piece
    case: str | None
    voter: str | None
    expires: float  # seconds since 1970


class Tray(NamedTuple):
    """The answer to a voter who asks: tickets, or why there are none, and how far he is."""

    tickets: tuple[Handed, ...]
    why: str
    votes: int  # that he has given
    most: int | None  # that he may give
    page: dict[str, Any]
    new: bool  # some of the tickets were not his before
    back: tuple[str, ...] = ()  # the tickets whose votes he may take back, the last one first


class Cast(NamedTuple):
    """What became of an answer; ``new`` is False if the same had been told before."""

    receipt: Receipt
    new: bool
    votes: int | None  # of the voter whose ticket it is


def hand(state: State, ticket: Ticket) -> Handed:
    """Return the ticket with its contents."""
    offer = state.offer(number_of(ticket)[1])
    assert offer is not None  # it was given
    case = state.questions.table.cell("case", offer.question - 1)
    left, right = (_piece(state, name, case) for name in (ticket.left, ticket.right))
    return Handed(ticket.id, left, right, ticket.case, ticket.voter, ticket.expires)


def _piece(state: State, name: str, case: int) -> Piece:
    number = state.items.numbers[name]
    item = state.items.all[number]
    answer = state.cases[case].contents.get(number) if case >= 0 else None
    if answer is not None:
        return Piece(name, state.cases[case].media, answer)
    return Piece(name, item.media, name if item.content is None else item.content)


@dataclass(frozen=True)
class Serve:
    """Tickets for a voter, with their contents."""

    count: int = 1
    voter: str | None = None
    key: str | None = None

    def decide(self, state: State, now: int) -> Steps:
        before = state.head
        asked = yield from Ask(self.count, self.voter, self.key).decide(state, now)
        tickets = tuple(hand(state, ticket) for ticket in asked.tickets)
        number = state.people.numbers.get(self.voter or "", -1)
        votes = len(state.people.all[number].answered) if number >= 0 else 0
        most = state.settings.most_per_voter
        return Tray(tickets, asked.why, votes, most, state.settings.page, state.head > before)


class Visit(NamedTuple):
    """A voter opens the page: what is to be shown to him, in one word, and his ticket if he is asked something.

    ``again`` is a ticket of his that he wants to see once more, because he has taken its vote back.
    """

    voter: str
    again: str | None = None

    def decide(self, state: State, now: int) -> Steps:
        number = state.people.numbers.get(self.voter, -1)
        voter = state.people.all[number] if number >= 0 else None
        if state.closed or len(state.items.active()) < 2:
            return "closed", None
        if voter is not None and voter.barred:
            return "barred", None
        offer, back = _found(state, self.again), tuple(state.ticket(each).id for each in fresh(state, number, now))
        if offer is not None and voter is not None and offer.number in voter.tickets:
            tickets = (hand(state, state.ticket(offer)),)
            settings = state.settings
            return "ask", Tray(tickets, "", len(voter.answered), settings.most_per_voter, settings.page, False, back)
        tray = yield from Serve(1, self.voter).decide(state, now)
        done = tray.most is not None and tray.votes >= tray.most
        return ("ask" if tray.tickets else "thanks" if done else _nothing(state, voter)), tray._replace(back=back)


def _nothing(state: State, voter: Voter | None) -> str:
    """Why a voter is asked nothing: he has seen all pairs, or those that wait are for others."""
    items, repeats = state.items.roster.members.tolist(), state.settings.repeats
    return "finished" if voter is not None and voter.has_seen_all(items, repeats) else "nothing"


def _found(state: State, ticket: str | None) -> Offer | None:
    """The ticket with this id, if there is one."""
    try:
        return state.find(ticket or "")[1]
    except UnknownName:
        return None


class Vote(NamedTuple):
    """An answer, and whether it was told for the first time."""

    ticket: str
    answer: str
    took: int | None = None

    def decide(self, state: State, now: int) -> Steps:
        before, offer = state.head, state.offer(number_of(self.ticket)[1])  # afterwards it is in the journal alone
        receipt = yield from Tell(self.ticket, self.answer, self.took).decide(state, now)
        voter = state.people.all[offer.voter] if offer and offer.voter >= 0 else None
        return Cast(receipt, state.head > before, len(voter.answered) if voter else None)


class Find(NamedTuple):
    """The ticket with this id, with its contents."""

    ticket: str

    def decide(self, state: State, now: int) -> Steps:
        _text, offer = state.find(self.ticket)
        return hand(state, state.ticket(offer))
        yield


class TakeBack(NamedTuple):
    """The vote on a ticket is taken back: by its voter, if it is one of his last, or by whoever may do everything."""

    ticket: str
    voter: str | None
    everything: bool = False

    def decide(self, state: State, now: int) -> Steps:
        text, offer = state.find(self.ticket)
        if not self.everything:
            if self.voter is None or state.people.name(offer.voter) != self.voter:
                raise UnknownName(f"ticket {text} is not yours")
            if _stands(state, offer) and offer.number not in [each.number for each in fresh(state, offer.voter, now)]:
                minutes = UNDO_SECONDS // 60
                raise Conflict(f"only the last {UNDO_VOTES} votes can be taken back, within {minutes} minutes")
        taken = yield from Undo(text).decide(state, now)
        return taken


def _stands(state: State, offer: Offer) -> bool:
    """Whether a vote on this ticket counts."""
    counted = state.questions.table.cell("status", offer.question - 1) == COUNTED
    return bool(counted and state.questions.answering(offer.question).number == offer.number)


def fresh(state: State, voter: int, now: int) -> list[Offer]:
    """The tickets of a voter's last votes that are not old and count, the last one first: he may take them back."""
    table, found = state.questions.table, []
    rows = np.flatnonzero((table["voter"] == voter) & (table["told"] > 0)) if voter >= 0 else np.zeros(0, np.int64)
    for row in rows[np.argsort(table["told"][rows])][::-1][:UNDO_VOTES].tolist():
        event = state.event(table.cell("told", row))
        if event is None or now - event.at > UNDO_SECONDS * 1e6:
            break
        if table.cell("status", row) == COUNTED:
            found.append(state.questions.answering(row + 1))
    return found
