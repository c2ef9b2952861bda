"""Ask for questions: a voter gets the first of those that wait, or of new ones, that he may answer."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

from duelling.errors import Conflict, quoted
from duelling.live.decisions.drawing import draw
from duelling.live.journal.events import Offered, Repeated, VoterKnown
from duelling.live.people import Voter, pair_of
from duelling.live.state import State
from duelling.live.tickets import Offer, Ticket

SKIPPED = 4  # questions that somebody without a name has skipped, before such people are asked one of them again
AHEAD = 32  # questions that may wait for others while a voter who may not answer them goes on

Steps = Generator[Any, Any, "Asked"]


class ArenaClosed(Conflict):
    """The arena gives no questions until it is opened."""


class VoterBarred(Conflict):
    """The voter gets no questions."""


class NothingToAsk(Conflict):
    """There is no question for this voter, now or at all."""


class Asked(NamedTuple):
    """The tickets, and why there are fewer than were asked for."""

    tickets: tuple[Ticket, ...]
    why: str = ""


@dataclass(frozen=True)
class Ask:
    """So many tickets for a voter; ``key`` names the request, so that asking twice gives the same tickets."""

    count: int = 1
    voter: str | None = None
    key: str | None = None

    def decide(self, state: State, now: int) -> Steps:
        if state.closed:
            raise ArenaClosed(f"arena {state.name} is closed: open it to go on")
        if len(state.items.roster.members) < 2:
            raise Conflict(
                f"arena {state.name} must have at least two items, got {len(state.items.active())}: add some"
            )
        who = -1 if self.voter is None else state.people.numbers.get(self.voter, len(state.people))
        before = [] if self.key is None else [offer for offer in map(state.offer, state.keyed(self.key)) if offer]
        if any(offer.voter != who for offer in before):
            raise Conflict(f"key {quoted(self.key)} names a request of another voter: take another key")
        if before:
            return Asked(tuple(map(state.ticket, before)))
        voter = state.people.all[who] if 0 <= who < len(state.people) else None
        if voter is not None and voter.barred:
            raise VoterBarred(f"voter {voter.name} is barred from arena {state.name}")
        if self.voter is not None and voter is None:
            yield VoterKnown(voter=who, name=self.voter)
            voter = state.people.all[who]
        held = _held(state, voter, now)[: self.count]
        if self.key is not None:
            for offer in held:
                yield Repeated(ticket=offer.number, key=self.key)
        tickets = [*map(state.ticket, held)]
        while len(tickets) < self.count:
            why = _exhausted(state, voter, now)
            question = None if why else (yield from _find(state, voter, who, now))
            if question is None:
                return Asked(tuple(tickets), why or "all questions that wait are for other voters: ask again later")
            tickets.append((yield from _offer(state, question, who, self.key)))
        return Asked(tuple(tickets))


def _held(state: State, voter: Voter | None, now: int) -> list[Offer]:
    """The tickets of a voter that have not expired, about items that compete."""
    held = [] if voter is None else [state.questions.offers[number] for number in voter.tickets]
    return [offer for offer in held if state.alive(offer, now) and state.competes(offer.question)]


def _find(state: State, voter: Voter | None, who: int, now: int) -> Generator[Any, Any, int | None]:
    """A question that the voter may answer: one that waits, those first that were offered before, or a new one."""
    free = _free(state, now)
    for question in free:
        if not state.questions.waiting[question].skipped_by(who) and _may_answer(state, voter, question, now):
            return question
    while len(free) < (SKIPPED if voter is None else AHEAD) or (voter and len(free) < 2 * _present(state, now)):
        yield from draw(state)
        free.append(len(state.questions))
        if _may_answer(state, voter, free[-1], now):
            return free[-1]
    if voter is not None:
        return None
    # of those who have no name, the next may be somebody else, who is asked what was asked longest ago
    return min(free, key=lambda question: state.questions.waiting[question].offers[-1].number)


def _present(state: State, now: int) -> int:
    """How many voters may hold a ticket that has not expired."""
    return state.people.present(now - int(state.settings.expires * 1e6))


def _free(state: State, now: int) -> list[int]:
    """The questions that nobody holds a ticket of, between items that compete."""
    return [*filter(state.competes, state.questions.free(now, state.settings.expires * 1e6))]


def _may_answer(state: State, voter: Voter | None, question: int, now: int) -> bool:
    if voter is None:
        return True
    repeats, code = state.settings.repeats, state.code(question)
    if repeats is not None and sum(codes.count(code) for codes in _seen(state, voter, now)) >= repeats:
        return False
    return not voter.owns & {*pair_of(code)}


def _seen(state: State, voter: Voter, now: int) -> list[Any]:
    """The pairs that he has seen, which are not shown to him for ever: answered, skipped, and those that he holds."""
    return [voter.answered, voter.skipped, _asked(state, voter, now)]


def _asked(state: State, voter: Voter, now: int) -> list[int]:
    """The pairs of the questions that he holds; a ticket that expired no longer keeps him from another one."""
    return [state.code(question) for question in {offer.question for offer in _held(state, voter, now)}]


def _exhausted(state: State, voter: Voter | None, now: int) -> str:
    """Why there will never be a question for this voter; empty if there may be."""
    if voter is None:
        return ""
    most, repeats = state.settings.most_per_voter, state.settings.repeats
    given = len(voter.answered) + len(voter.tickets)  # or fewer: some may have expired
    if most is not None and given >= most and len(voter.answered) + len(_asked(state, voter, now)) >= most:
        return f"voter {voter.name} has given all of his {most} votes"
    items = state.items.roster.members.tolist()
    if len(voter.open_to(items)) < 2:
        return f"voter {voter.name} may not answer about any pair"
    if repeats is not None and voter.has_seen_all(items, repeats, _asked(state, voter, now)):
        return f"voter {voter.name} has seen every pair: invite others, or set repeats to {repeats + 1}"
    return ""


def _offer(state: State, question: int, who: int, key: str | None) -> Generator[Any, Any, Ticket]:
    number = state.head + 1
    flipped = bool(state.streams.side(state.settings.seed, number).random() < 0.5)
    yield Offered(question=question, voter=None if who < 0 else who, flipped=flipped, key=key)
    return state.ticket(state.questions.offers[number])
