"""What goes in and out, as JSON. The description of the interface is made from these."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from duelling.live.arena import MOST_TICKETS
from duelling.live.imports.votes import MOST as MOST_VOTES
from duelling.live.items import MOST_ITEMS
from duelling.live.reading.pictures import LARGEST_PICTURE
from duelling.serve.access.vault import Scope
from duelling.serve.page import Page

STEERS = r"\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069"  # control characters, as errors.CONTROL has them
Name = Annotated[str, Field(max_length=200, pattern=rf"^[^{STEERS}]*[^{STEERS}\s][^{STEERS}]*$")]
Answer = Literal["left", "right", "tie", "bad", "skip"]
Media = Literal["text", "markdown", "image"]
LONGEST_TEXT = 500_000


class Given(BaseModel):
    """What a caller sends: nothing beside the fields that are known."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Sent(BaseModel):
    """What is answered."""

    model_config = ConfigDict(frozen=True)


class Failure(Sent):
    """Why a request was refused."""

    error: str = Field(description="One line for people: what to change.")
    code: str = Field(description="One word for programs.")


class Side(Sent):
    """What is seen on one side. One of text, html and src is there."""

    kind: Media
    text: str | None = None
    html: str | None = Field(default=None, description="Safe HTML, made from markdown.")
    src: str | None = Field(default=None, description="The address of a picture.")
    name: str | None = Field(default=None, description="The name of the item; only for programs that ask for it.")


class Ticket(Sent):
    """A question for one voter, without the names of the items."""

    id: str
    left: Side
    right: Side
    case: str | None = Field(default=None, description="What both sides answer, where the arena has cases.")
    answers: list[Answer]
    expires: str = Field(description="When the question may be put to somebody else; ISO 8601, UTC.")


class Tickets(Sent):
    """Several questions for one voter; fewer than were asked for, if ``why`` says so."""

    tickets: list[Ticket]
    why: str = ""


class Ask(Given):
    """A request for questions."""

    count: Annotated[int, Field(ge=1, le=MOST_TICKETS)] = 1
    voter: Name | None = Field(default=None, description="Who will answer; only programs may say it.")
    names: bool = Field(default=False, description="Send the names of the items as well; only for programs.")


class Vote(Given):
    """An answer."""

    answer: Answer
    took: Annotated[int, Field(ge=0, le=10**9)] | None = Field(default=None, description="Milliseconds.")


class Told(Sent):
    """What became of an answer."""

    ticket: str
    answer: Answer
    counted: bool
    why: str = Field(description="Why it does not count; empty if it does.")
    votes: int | None = Field(default=None, description="How many votes of this voter count now, if he has a name.")
    left_name: str | None = Field(default=None, description="Where the arena reveals names after the vote.")
    right_name: str | None = None
    next: Ticket | None = Field(default=None, description="The next question, if it was asked for and there is one.")


class Undone(Sent):
    """A vote that was taken back; ``changed`` is false if it had been already."""

    ticket: str
    changed: bool


class Item(Given):
    """Something that competes."""

    name: Name
    kind: Media = "text"
    content: Annotated[str, Field(max_length=4 * LARGEST_PICTURE // 3 + 4)] | None = Field(
        default=None, description="The text; of an image, its bytes in base64. Without it the name is shown."
    )


class NewItem(Item):
    """Something that competes from now on."""

    answers: dict[str, Annotated[str, Field(max_length=LONGEST_TEXT)]] = Field(
        default_factory=dict, description="What it answers to the cases, by their texts, if the arena has cases."
    )


class ItemSeen(Sent):
    """An item as it stands in the arena."""

    item: int
    name: str
    kind: Media
    active: bool
    content: str | None = Field(default=None, description="The text; of an image, the digest of its bytes.")


class Items(Sent):
    """All items that are or were in an arena."""

    items: list[ItemSeen]


class Case(Given):
    """What both sides answer, such as a prompt."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    answers: dict[str, Annotated[str, Field(max_length=LONGEST_TEXT)]] = Field(
        default_factory=dict, description="What items answer, by their names; what an item lacks is its own content."
    )
    kind: Literal["text", "markdown"] = Field(default="text", description="What the answers are.")


class NewArena(Given):
    """An arena to be made."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
    items: Annotated[list[Item], Field(min_length=1, max_length=MOST_ITEMS)]
    cases: list[Case] = Field(default_factory=list, description="Each question is about one of them, drawn by chance.")
    settings: dict[str, Any] = Field(default_factory=dict, description="As the keywords of duelling.Arena.")
    page: Page = Page()


class Change(Given):
    """What is to be changed of an arena; what is left out stays."""

    open: bool | None = None
    settings: dict[str, Any] = Field(default_factory=dict)
    page: dict[str, Any] = Field(default_factory=dict)


class ArenaSeen(Sent):
    """An arena."""

    name: str
    open: bool
    head: int
    votes: int
    items: int
    voters: int
    settings: dict[str, Any]
    page: Page


class Arenas(Sent):
    """All arenas of a place."""

    arenas: list[ArenaSeen]


class Invitation(Given):
    """A voter who is to get a link of his own."""

    name: Name
    owns: Annotated[list[Name], Field(max_length=MOST_ITEMS)] | None = Field(
        default=None, description="Items that are his own, about which he is never asked; as they were, if left out."
    )


class VoterSeen(Sent):
    """A voter. ``link`` is his invitation; whoever has it votes in his name."""

    voter: int | None = Field(default=None, description="His number; none before he has asked for the first time.")
    name: str
    votes: int = 0
    barred: bool = False
    link: str | None = None


class Voters(Sent):
    """All voters of an arena."""

    voters: list[VoterSeen]


class VoterChange(Given):
    """What is to be changed of a voter."""

    barred: bool


class Changed(Sent):
    """How many votes were changed."""

    votes: int


class NewToken(Given):
    """A token for a program."""

    label: Name
    scope: Scope
    arena: Name | None = Field(
        default=None, description="The one arena in which it is worth something; all, if left out."
    )


class TokenSeen(Sent):
    """What a token is worth. The token itself is told once, when it is made."""

    label: str
    scope: Scope
    arena: str | None = None
    made: int
    token: str | None = None


class Tokens(Sent):
    """All tokens of a place."""

    tokens: list[TokenSeen]


class Statement(Sent):
    """What may be said now."""

    state: Literal["decided", "open", "refused"]
    says: str
    winner: str | None = None
    race: list[str] = Field(description="Who may still turn out to be the winner.")


class Other(Sent):
    """What may be said of another kind of winner."""

    about: str
    state: Literal["decided", "open", "refused"]
    says: str


class Standing(Sent):
    """One item; low and high hold its score at every look."""

    item: str
    places: list[int]
    score: float | None = None
    low: float | None = None
    high: float | None = None
    wins: int
    ties: int
    losses: int
    strength: float | None = None
    strength_se: float | None = None


class Noted(Sent):
    """A voter about whom there is something to say."""

    voter: str
    votes: int
    note: str


class Matrix(Sent):
    """How often the row was preferred to the column, and how often neither was; items are best first."""

    head: int
    items: list[str]
    wins: list[list[int]]
    ties: list[list[int]]


class Standings(Sent):
    """Who leads, and how sure that is: what ``duelling rank --json`` says of a file of votes."""

    head: int = Field(description="The number of the last event that is in it.")
    items: list[Standing]
    votes: int
    voters: int | None = None
    pairs: str
    delta: float
    within: float
    promise: str = Field(description="What is right with which chance, if all that it assumes is true.")
    assumes: list[str]
    display_only: list[str] = Field(description="About which numbers nothing is promised.")
    strength_note: str = Field(description="What the errors of strengths allow for.")
    place_notes: list[str] = Field(description="Who promises the first places, and what else to know of the table.")
    verdict: Statement
    others: list[Other]
    groups: list[list[str]]
    forecast: str | None = None
    warnings: list[str]
    sides: dict[str, int]
    by_voter: int | None = None
    noted: list[Noted]
    matrix: Matrix | None = Field(default=None, description="Who won against whom, where it was asked for.")


class Range(Sent):
    """More votes that it may take, approximate; without ``high`` no end is in sight."""

    low: float
    high: float | None = None
    says: str


class Verdict(Sent):
    """Whether one may stop."""

    head: int
    goal: str
    state: Literal["decided", "open", "refused"]
    winner: str | None = None
    race: list[str]
    says: str
    forecast: Range | None = None
    votes: int
    delta: float
    assumes: list[str]
    warnings: list[str]


class Tally(Sent):
    """Votes between the items that compete, counted. In the tables the row beats, or ties with, the column."""

    items: list[str]
    wins: list[list[int]]
    ties: list[list[int]]
    bad: list[list[int]] = Field(description="The ties that said that both are bad.")
    left: int = Field(description="How often the left item won.")
    right: int
    voters: list[str]
    voter_votes: list[int]


class Row(Given):
    """A vote from elsewhere."""

    left: Name
    right: Name
    answer: Literal["left", "right", "tie", "bad"]
    voter: Name | None = None
    case: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    time: Annotated[float, Field(allow_inf_nan=False)] | None = Field(default=None, description="Seconds since 1970.")


class NewVotes(Given):
    """Votes from elsewhere. They count in the table and for strengths; nothing is proved by them."""

    votes: Annotated[list[Row], Field(min_length=1, max_length=MOST_VOTES)]
    source: Name = Field(default="votes", description="Where they come from, in words.")
    again: bool = Field(default=False, description="Take them in even if the same were taken in before.")


class Included(Sent):
    """What was taken in."""

    source: str
    digest: str = Field(description="Of what the votes say, in whatever order.")
    votes: int
    other_cases: int = Field(description="Votes whose case is none of the arena's, and is left out.")


class Checked(Sent):
    """What was found when the whole journal was folded from zero."""

    clean: bool
    events: int
    votes: int
    problems: list[str]


class Health(Sent):
    """Whether votes can be stored now."""

    status: Literal["ok"]
    version: str
    seconds: float = Field(description="How long this process has run.")
    arenas: int
    head: int = Field(description="Events in the journals of all arenas.")
    age: float | None = Field(default=None, description="Seconds since the last of them was stored.")
