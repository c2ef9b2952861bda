"""All that is known of an arena: a fold of its journal, event by event. Nothing else ever changes it."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np

from duelling.live.items import Case, Items
from duelling.live.journal.events import AnyEvent, Offered
from duelling.live.people import People, pair_code
from duelling.live.policies import Best, Named, Policy, Show
from duelling.live.questions import OPEN, VOID, Questions
from duelling.live.records import Records
from duelling.live.settings import Settings
from duelling.live.tickets import Offer, Ticket, number_of, same_id, ticket_id, unknown_ticket
from duelling.seeds import question_stream, side_stream

POLICIES: dict[str, type[Policy]] = {"best": Best, "show": Show, "rank": Policy, "learner": Named}
UNDO = "undo"  # why a vote was voided that its voter takes back: the question waits for another answer
KEYS = 4096  # of the last asks


class Streams(NamedTuple):
    """Where random numbers come from; each number of a question or ticket has its own."""

    question: Callable[[int, int], np.random.Generator] = question_stream
    side: Callable[[int, int], np.random.Generator] = side_stream


STREAMS = Streams()


class Past(Protocol):
    """The journal, for what the state does not hold."""

    def event(self, seq: int) -> Any:
        """The event with this number, or None."""

    def keyed(self, key: str) -> list[int]:
        """The numbers of the tickets that were given for the request with this key."""


class State:
    """The tables of an arena. What its goal makes of them, the policy, is folded when it is asked for."""

    def __init__(self, streams: Streams = STREAMS, past: Past | None = None) -> None:
        """Tickets of long ago are looked up in the ``past``."""
        self.head = 0
        self.streams, self.past = streams, past
        self.name, self.secret, self.version = "", b"", ""
        self.settings = Settings()
        self.closed = False
        self.items, self.people, self.questions = Items(), People(), Questions()
        self.records = Records()
        self.cases: list[Case] = []
        self.keys: dict[str, list[int]] = {}
        self.begun = 0  # the event of the first question
        self.voided = 0  # votes that were taken away, not by their voter
        self.skips = 0
        self.faults = 0
        self.shown = 0  # the event since which voters have seen who leads; 0 if they have not

    def fold(self, event: AnyEvent) -> None:
        """Bring the state one event further."""
        getattr(self, "_" + event.kind.replace("-", "_"))(event)
        self.head = event.seq

    @cached_property
    def policy(self) -> Policy:
        """What draws pairs for the goal, in the present roster."""
        if self.settings.goal == "condorcet":
            from duelling.live.contest import Condorcet  # brings the counts of votes, which the other goals do without

            return Condorcet(self)
        return POLICIES[self.settings.goal](self)

    def _anew(self) -> None:
        """The goal, the roster or the learner are others: what was folded for them is folded anew when needed."""
        self.__dict__.pop("policy", None)

    @property
    def t(self) -> int:
        """The learner's round: one more than the votes that count and the self-duels."""
        return 1 + self.questions.counted + len(self.questions.selves)

    @property
    def level(self) -> float:
        """The level of the present roster; those of all rosters together are δ."""
        return self.items.roster.level(self.settings.delta)

    def ticket(self, offer: Offer) -> Ticket:
        """The ticket as its voter gets it."""
        first, second = self.pair(offer.question)
        left, right = (self.items.name(k) for k in ((second, first) if offer.flipped else (first, second)))
        case = self.questions.table.cell("case", offer.question - 1)
        return Ticket(
            id=ticket_id(self.secret, self.name, offer, first, second),
            left=left,
            right=right,
            case=self.cases[case].text if case >= 0 else None,
            voter=self.people.name(offer.voter),
            expires=offer.at / 1e6 + self.settings.expires,
        )

    def find(self, ticket: Ticket | str) -> tuple[str, Offer]:
        """The id of a ticket, and what is known of it; raise UnknownName if no ticket has this id."""
        text, number = number_of(ticket)
        offer = self.offer(number)
        if offer is None or not same_id(text, ticket_id(self.secret, self.name, offer, *self.pair(offer.question))):
            raise unknown_ticket(text)
        return text, offer

    def offer(self, number: int) -> Offer | None:
        """The ticket with this number, of a question that waits or in the journal; None if there is none."""
        if number in self.questions.offers:
            return self.questions.offers[number]
        event = self.event(number)
        if not isinstance(event, Offered):
            return None
        return Offer(number, event.at, event.question, -1 if event.voter is None else event.voter, event.flipped)

    def event(self, number: int) -> Any:
        """The event with this number, from the journal; None if there is none."""
        return self.past.event(number) if self.past and 0 < number <= self.head else None

    def keyed(self, key: str) -> list[int]:
        """The numbers of the tickets that were given for the request with this key."""
        if key in self.keys:
            return self.keys[key]
        return self.past.keyed(key) if self.past else []

    def answer(self, question: int) -> str:
        """What was answered on the ticket that counts."""
        names = ("skip", "answer", "bad", "flipped")
        skip, answer, bad, flipped = (self.questions.table.cell(name, question - 1) for name in names)
        if skip:
            return "skip"
        if answer == 0:
            return "bad" if bad else "tie"
        return "left" if (answer == 1) != bool(flipped) else "right"

    def content(self, ticket: Ticket | str, *, left: bool) -> tuple[str, str]:
        """The media and the content on one side of a ticket; of an item without a content, its name."""
        _, offer = self.find(ticket)
        number = self.pair(offer.question)[left == offer.flipped]
        item, case = self.items.all[number], self.questions.table.cell("case", offer.question - 1)
        if case >= 0 and number in self.cases[case].contents:
            return self.cases[case].media, self.cases[case].contents[number]
        return item.media, item.name if item.content is None else item.content

    def alive(self, offer: Offer, now: int) -> bool:
        """Whether the ticket has not expired. One of the far future has: the clock has gone back."""
        return abs(now - offer.at) <= self.settings.expires * 1e6

    def late(self, offer: Offer, now: int) -> bool:
        """Whether an answer on the ticket comes late; never if the clock has gone back."""
        return now > offer.at + self.settings.expires * 1e6

    # What each kind of event changes

    def _created(self, event: Any) -> None:
        self.name, self.secret, self.version = event.name, bytes.fromhex(event.secret), event.version
        self.settings = Settings.model_validate(event.settings)

    def _configured(self, event: Any) -> None:
        self.settings, self.version = Settings.model_validate(event.settings), event.version
        self._anew()
        self._show(event, not self.closed and self.settings.page.get("standings") == "always")

    def _opened(self, event: Any) -> None:
        self.closed = False
        shows = self.settings.page.get("standings")
        self._show(event, shows == "always" or (shows == "closed" and 0 < self.begun < event.seq))

    def _show(self, event: Any, shown: bool) -> None:
        """Those who vote from now on may have seen who leads: what a service shows is in its page."""
        self.shown = self.shown or (event.seq if shown else 0)

    def _closed(self, event: Any) -> None:
        self.closed = True

    def _item_added(self, event: Any) -> None:
        self.items.add(event.seq, event.name, event.media, event.content)

    def _item_retired(self, event: Any) -> None:
        self.items.retire(event.item)

    def _item_restored(self, event: Any) -> None:
        self.items.restore(event.seq, event.item)

    def _case_added(self, event: Any) -> None:
        self.cases.append(Case(event.text, event.media, {int(k): text for k, text in event.contents.items()}))

    def _answers_added(self, event: Any) -> None:
        for case, text in event.contents.items():
            self.cases[int(case)].contents[event.item] = text

    def _roster(self, event: Any) -> None:
        self.items.begin(event.number, event.why, len(self.questions))
        self._anew()

    def _left(self, event: Any) -> None:
        self.items.roster.left.append(event.item)

    def _voter_known(self, event: Any) -> None:
        self.people.add(event.name)

    def _voter_barred(self, event: Any) -> None:
        self.people.all[event.voter].barred = True

    def _voter_admitted(self, event: Any) -> None:
        self.people.all[event.voter].barred = False

    def _voter_owns(self, event: Any) -> None:
        self.people.all[event.voter].owns = frozenset(event.items)

    def _drawn(self, event: Any) -> None:
        self.begun = self.begun or event.seq
        self.questions.draw(vars(event))

    def _failed(self, event: Any) -> None:
        self.faults += 1

    def _self(self, event: Any) -> None:
        self.begun = min(self.begun or event.seq, event.seq)  # very many events at once come in another order
        names = ("seq", "p_first", "p_second", "t")
        self.questions.selves.add({**{name: getattr(event, name) for name in names}, "item": event.first})

    def _offered(self, event: Any) -> None:
        voter = -1 if event.voter is None else event.voter
        self.questions.offer(Offer(event.seq, event.at, event.question, voter, event.flipped))
        if voter >= 0:
            self.people.touch(voter, event.at)
            self.people.all[voter].tickets.append(event.seq)
        if event.key is not None:
            self._given(event.key, event.seq)

    def _repeated(self, event: Any) -> None:
        self._given(event.key, event.ticket)

    def _given(self, key: str, ticket: int) -> None:
        """The ticket belongs to the request with this key."""
        self.keys.setdefault(key, []).append(ticket)
        if len(self.keys) > KEYS:
            del self.keys[next(iter(self.keys))]

    def _told(self, event: Any) -> None:
        self._answered(event, event.answer)

    def _skipped(self, event: Any) -> None:
        self.skips += 1
        if self.settings.skip == "tie":
            self._answered(event, "skip")
            return
        offer = self.questions.offers[event.ticket]
        self.questions.skip(offer)
        self._release(offer)
        if offer.voter >= 0:
            self.people.all[offer.voter].skipped.append(self.code(offer.question))

    def _answered(self, event: Any, answer: str) -> None:
        offer = self.questions.offers[event.ticket]
        for each in self.questions.waiting[offer.question].offers:
            self._release(each)
        self.questions.tell(event.seq, offer, answer)
        if offer.voter >= 0:
            self.people.touch(offer.voter, event.at)
            self.people.all[offer.voter].answered.append(self.code(offer.question))

    def _release(self, offer: Offer) -> None:
        """The ticket is no longer one that its voter holds."""
        if offer.voter >= 0 and offer.number in self.people.all[offer.voter].tickets:
            self.people.all[offer.voter].tickets.remove(offer.number)

    def competes(self, question: int) -> bool:
        """Whether both items of a question compete."""
        arms = self.items.roster.arms
        return all(arms.item(item) >= 0 for item in self.pair(question))

    def pair(self, question: int) -> tuple[int, int]:
        """The items of a question: the first and the second."""
        table = self.questions.table
        return table.cell("first", question - 1), table.cell("second", question - 1)

    def code(self, question: int) -> int:
        """The pair of a question, in whichever order."""
        return pair_code(*self.pair(question))

    def _voided(self, event: Any) -> None:
        undone = event.why == UNDO
        offer = self.questions.answering(event.question)
        self.questions.take_back(event.question, OPEN if undone else VOID)
        self._refold(event.question)
        self.voided += not undone
        if undone and offer.voter >= 0:
            self.people.all[offer.voter].answered.remove(self.code(event.question))
            self.people.all[offer.voter].tickets.append(offer.number)

    def _restored(self, event: Any) -> None:
        status = self.questions.table.cell("status", event.question - 1)
        offer = self.questions.answering(event.question)
        for each in self.questions.waiting[event.question].offers if status == OPEN else ():
            self._release(each)
        self.questions.restore(event.question)
        self._refold(event.question)
        self.voided -= status == VOID
        if status == OPEN and offer.voter >= 0:
            self.people.all[offer.voter].answered.append(self.code(event.question))

    def _refold(self, question: int) -> None:
        """A vote of the past counts no more, or counts again."""
        if "policy" in self.__dict__:
            self.policy.back(question, self.questions.table.cell("told", question - 1))

    def _refused(self, event: Any) -> None:
        """It is written down, and changes nothing."""

    def _imported(self, event: Any) -> None:
        self.records.digests.append(event.digest)

    def _recorded(self, event: Any) -> None:
        self.records.add(event)

    def _records_voided(self, event: Any) -> None:
        self.voided += self.records.turn(event.voter, void=True)

    def _records_restored(self, event: Any) -> None:
        self.voided -= self.records.turn(event.voter, void=False)
