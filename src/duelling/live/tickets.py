"""Tickets: a question that was put to one voter, and the id by which its answer comes back."""

import base64
import hmac
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple, get_args

from duelling.errors import UnknownName, WrongValue, quoted

Answer = Literal["left", "right", "tie", "bad", "skip"]
Side = Literal["left", "right"]
ANSWERS: tuple[Answer, ...] = get_args(Answer)
SIDES: tuple[Side, ...] = get_args(Side)


class Offer(NamedTuple):
    """What is known of a ticket, by its number; items are the question's."""

    number: int  # of the event in the journal
    at: int  # microseconds since 1970
    question: int
    voter: int  # -1: nobody said who
    flipped: bool  # the first item stands on the right


@dataclass(frozen=True)
class Ticket:
    """A question for one voter: which of two items is better?

    ``id`` is all that has to be kept until the answer comes.
    """

    id: str
    left: str  # the name of the item on the left
    right: str
    case: str | None  # what both items answer, where the arena has cases
    voter: str | None
    expires: float  # seconds since 1970; later the question may be put to somebody else
    answers: tuple[Answer, ...] = ANSWERS


@dataclass(frozen=True)
class Receipt:
    """What became of an answer: ``counted`` is False if somebody else had answered, or it came too late."""

    ticket: str
    answer: str
    counted: bool
    why: str = ""  # it does not count


def ticket_id(secret: bytes, name: str, offer: Offer, first: int, second: int) -> str:
    """The id of a ticket: its number and 128 bits that nobody can guess without the secret of the arena."""
    said = f"{name}|{offer.number}|{offer.at}|{offer.question}|{first}|{second}|{int(offer.flipped)}|{offer.voter}"
    keyed = _keyed(secret).copy()
    keyed.update(said.encode())
    code = keyed.digest()[:16]
    return f"{offer.number}.{base64.urlsafe_b64encode(code).decode().rstrip('=')}"


@lru_cache(64)
def _keyed(secret: bytes) -> hmac.HMAC:
    """What makes codes with this secret. A copy of it, other than ``hmac.digest``, keeps the interpreter lock."""
    return hmac.new(secret, digestmod="sha256")


def number_of(ticket: Any) -> tuple[str, int]:
    """The id of a ticket or of its id, and its number; raise UnknownName for an id that no ticket can have."""
    text = ticket.id if isinstance(ticket, Ticket) else ticket
    if not isinstance(text, str):
        raise WrongValue(f"ticket must be a ticket or its id, got {quoted(ticket)}")
    number = text.partition(".")[0]
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise UnknownName(f"{quoted(text)} is no id of a ticket: ask for a question, and give the id of its ticket")
    return text, int(number)


def unknown_ticket(text: str) -> UnknownName:
    """The error for an id that no ticket has, or that of a ticket which a power cut has taken."""
    return UnknownName(f"ticket {quoted(text)} is not known any more: ask for the next question")


def same_id(one: str, other: str) -> bool:
    """Whether two ids are the same, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "surrogatepass"), other.encode())
