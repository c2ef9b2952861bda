"""What can happen in an arena, one type of event each; a journal is a list of them that only grows.

The canonical form of a journal is a line of JSON for each event, with all its fields by name.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from duelling.errors import DamagedFile

FORMAT = 1  # of the events; what reads them goes on reading every older one

Answer = Literal["left", "right", "tie", "bad"]
Media = Literal["text", "markdown", "image"]
Chance = Annotated[float, Field(gt=0, le=1)]
Item = Annotated[int, Field(ge=0, lt=2**16)]  # its number; a state has two bytes for it, and four for the others
Number = Annotated[int, Field(ge=0, lt=2**31)]
Serial = Annotated[int, Field(ge=1, lt=2**31)]


class Event(BaseModel):
    """What all events have: their number in the journal, from 1 without gaps, and the time, which is only shown."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)  # few kinds are ever met

    seq: Number = 0  # 0 until it stands in a journal
    at: int = 0  # microseconds since 1970, UTC


class Created(Event):
    """An arena begins. ``secret`` makes the ids of its tickets unguessable."""

    kind: Literal["created"] = "created"
    name: str
    settings: dict[str, Any]
    secret: str
    version: str  # of the package
    format: int = FORMAT


class Configured(Event):
    """The settings are these from now on; ``version`` is that of the package."""

    kind: Literal["configured"] = "configured"
    settings: dict[str, Any]
    version: str


class ItemAdded(Event):
    """An item competes from now on. Its number is never given to another."""

    kind: Literal["item-added"] = "item-added"
    item: Item
    name: str
    media: Media = "text"
    content: str | None = None  # the text; of an image, the digest under which its bytes are kept


class ItemRetired(Event):
    kind: Literal["item-retired"] = "item-retired"
    item: Item


class ItemRestored(Event):
    kind: Literal["item-restored"] = "item-restored"
    item: Item


class CaseAdded(Event):
    """Something that all items answer, such as a prompt; ``contents`` are their answers, by the item's number."""

    kind: Literal["case-added"] = "case-added"
    case: Number
    text: str
    media: Media = "text"  # of the answers
    contents: dict[str, str] = Field(default_factory=dict)


class AnswersAdded(Event):
    """What an item that came later answers to the cases, by their numbers; of the media that the cases have."""

    kind: Literal["answers-added"] = "answers-added"
    item: Item
    contents: dict[str, str]


class VoterKnown(Event):
    """A voter has this number from now on."""

    kind: Literal["voter-known"] = "voter-known"
    voter: Number
    name: str


class VoterBarred(Event):
    kind: Literal["voter-barred"] = "voter-barred"
    voter: Number


class VoterAdmitted(Event):
    kind: Literal["voter-admitted"] = "voter-admitted"
    voter: Number


class VoterOwns(Event):
    """These items are the voter's own, and he is never asked about them."""

    kind: Literal["voter-owns"] = "voter-owns"
    voter: Number
    items: tuple[Item, ...]


class Roster(Event):
    """Borda evidence starts anew: other items take part, or one comes back into the race."""

    kind: Literal["roster"] = "roster"
    number: Serial
    why: str


class Drawn(Event):
    """A question: a pair, with everything that evidence needs to know of its drawing; never computed again."""

    kind: Literal["drawn"] = "drawn"
    question: Serial  # 1, 2, ... in the order of drawing
    first: Item
    second: Item
    p_first: Chance | None  # None where the learner does not tell its chances
    p_second: Chance | None
    chance: Chance | None  # π, of the unordered pair
    least: Chance | None  # s, the least chance of the pairs that touch an item in the race
    widest: Chance | None  # the largest s/π of a pair of two items in the race
    out: Item  # how many items had left the race of this roster
    roster: Serial
    t: Serial  # the learner's round
    seen: Number  # the last event in the state that drew it
    case: Number | None = None


class Failed(Event):
    """The learner has raised this error; in its place a uniform pair is drawn."""

    kind: Literal["failed"] = "failed"
    question: Serial
    why: str


class SelfDuel(Event):
    """The learner drew an item against itself: nobody is asked, and it is told a tie."""

    kind: Literal["self"] = "self"
    first: Item
    p_first: Chance | None
    p_second: Chance | None
    t: Serial


class Left(Event):
    """The item is proven not to be the best of this roster, and leaves the race."""

    kind: Literal["left"] = "left"
    roster: Serial
    item: Item


class Offered(Event):
    """A ticket: a question is put to one voter. The number of the ticket is the number of this event."""

    kind: Literal["offered"] = "offered"
    question: Serial
    voter: Number | None
    flipped: bool  # the first item stands on the right
    key: str | None = None  # the caller's own name for this request, so that a repeated one gets the same ticket


class Repeated(Event):
    """A voter has asked with this key, and gets a ticket that he holds already."""

    kind: Literal["repeated"] = "repeated"
    ticket: Serial
    key: str


class Told(Event):
    """A vote."""

    kind: Literal["told"] = "told"
    ticket: Serial
    question: Serial
    answer: Answer
    took: Annotated[int, Field(ge=0)] | None = None  # milliseconds
    late: bool = False


class Skipped(Event):
    kind: Literal["skipped"] = "skipped"
    ticket: Serial
    question: Serial


class Voided(Event):
    """The vote on this question no longer counts. ``action`` is the number of the first event of the same action."""

    kind: Literal["voided"] = "voided"
    question: Serial
    why: str
    action: Number


class Restored(Event):
    """The vote on this question counts again."""

    kind: Literal["restored"] = "restored"
    question: Serial
    action: Number


class Refused(Event):
    """An answer that does not count: nothing that arrived vanishes."""

    kind: Literal["refused"] = "refused"
    ticket: Serial
    answer: str
    why: str


class Imported(Event):
    """Votes from elsewhere follow, so many events of the kind ``recorded``."""

    kind: Literal["imported"] = "imported"
    source: str
    digest: str
    rows: Number


class Recorded(Event):
    """A vote from elsewhere: nobody knows how its pair was chosen. The first item stood on the left."""

    kind: Literal["recorded"] = "recorded"
    first: Item
    second: Item
    answer: Answer
    voter: Number | None = None
    case: Number | None = None
    time: float | None = None  # seconds since 1970


class RecordsVoided(Event):
    """The votes of this voter that came from elsewhere no longer count."""

    kind: Literal["records-voided"] = "records-voided"
    voter: Number
    why: str
    action: Number


class RecordsRestored(Event):
    """The votes of this voter that came from elsewhere count again."""

    kind: Literal["records-restored"] = "records-restored"
    voter: Number
    action: Number


class Opened(Event):
    kind: Literal["opened"] = "opened"


class Closed(Event):
    kind: Literal["closed"] = "closed"


AnyEvent = Annotated[
    Created
    | Configured
    | ItemAdded
    | ItemRetired
    | ItemRestored
    | CaseAdded
    | AnswersAdded
    | VoterKnown
    | VoterBarred
    | VoterAdmitted
    | VoterOwns
    | Roster
    | Drawn
    | Failed
    | SelfDuel
    | Left
    | Offered
    | Repeated
    | Told
    | Skipped
    | Voided
    | Restored
    | Refused
    | Imported
    | Recorded
    | RecordsVoided
    | RecordsRestored
    | Opened
    | Closed,
    Field(discriminator="kind"),
]
EVENT: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent, config=ConfigDict(defer_build=True))
LAZY = frozenset(
    {"drawn", "failed", "offered", "repeated", "self"}
)  # an ask: a crash may lose it, and the voter is asked something else


def durable(event: Any) -> bool:
    """Whether this event must be on the disk before anybody is told that it happened."""
    return event.kind not in LAZY


def to_lines(events: Iterable[Any]) -> Iterator[str]:
    """A line of JSON for each event."""
    for event in events:
        yield event.model_dump_json() + "\n"


def from_lines(lines: Iterable[str], source: str) -> Iterator[Any]:
    """The events in lines of JSON; raise DamagedFile at the first line that is none, or is out of order."""
    for number, line in enumerate(lines, 1):
        try:
            event = EVENT.validate_json(line)
        except ValidationError as error:
            reason = error.errors()[0]
            where = ".".join(str(part) for part in reason["loc"])
            raise DamagedFile(f"{source}, line {number}: {where or 'the line'}: {reason['msg']}") from None
        if event.seq != number:
            raise DamagedFile(f"{source}, line {number}: seq must be {number}, got {event.seq}")
        yield event
