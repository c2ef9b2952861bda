"""Questions in the order of drawing, what was answered, and which of them wait for an answer."""

import math
from collections import deque
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

import numpy as np

from duelling.live.table import FEW, Table
from duelling.live.tickets import Offer

OPEN, COUNTED, VOID = range(3)  # the status of a question
COLUMNS: dict[str, tuple[str, float]] = {
    "first": ("u2", 0),
    "second": ("u2", 0),
    "p_first": (FEW, np.nan),
    "p_second": (FEW, np.nan),
    "chance": (FEW, np.nan),  # π
    "least": (FEW, np.nan),  # s
    "widest": (FEW, np.nan),
    "out": ("u2", 0),  # how many had left the race of the roster
    "roster": ("u4", 1),
    "t": ("u4", 1),
    "case": ("i4", -1),
    "status": ("i1", OPEN),
    "answer": ("i1", 0),  # 1, 0 or -1 from the side of the first item; of an open question, what was taken back
    "bad": ("i1", 0),  # 1: a tie that said that both are bad
    "skip": ("i1", 0),  # 1: a skip that counts as a tie
    "told": ("u4", 0),  # the number of the event in which it was told
    "ticket": ("u4", 0),
    "asked": ("i8", 0),  # when the ticket was offered, in microseconds since 1970
    "voter": ("i4", -1),
    "flipped": ("i1", 0),
}
SELVES: dict[str, tuple[str, float]] = {
    "seq": ("u4", 0),
    "item": ("u2", 0),
    "p_first": ("f8", np.nan),
    "p_second": ("f8", np.nan),
    "t": ("u4", 1),
}
RECENT = 4096  # votes whose order of telling is at hand


@dataclass
class Waiting:
    """A question that nobody has answered yet."""

    offers: list[Offer] = field(default_factory=list)  # the last one may be alive
    skipped: set[int] = field(default_factory=set)  # who did, as ``skipper`` names them
    held: bool = False  # the last offer was not skipped

    def skipped_by(self, voter: int) -> bool:
        """Whether this voter skipped it; for -1, whether anybody without a name did."""
        return voter in self.skipped if voter >= 0 else any(each < 0 for each in self.skipped)


def skipper(offer: Offer) -> int:
    """Who skips if this ticket is skipped: its voter, or minus its number where nobody knows who holds it."""
    return offer.voter if offer.voter >= 0 else -offer.number


class Questions:
    """A row for each question; its number is that of its row, from 1 on."""

    def __init__(self) -> None:
        self.table = Table(COLUMNS)
        self.selves = Table(SELVES)
        self.waiting: dict[int, Waiting] = {}  # by number
        self.offers: dict[int, Offer] = {}  # the tickets of those that wait
        self._lone: set[int] = set()  # those of which nobody holds a ticket
        self._earliest, self._latest = math.inf, -math.inf  # no ticket that somebody holds was offered before or after
        self.skipped: dict[int, set[int]] = {}  # who skipped those that were answered, in case an answer is taken back
        self.recent: deque[tuple[int, int]] = deque(maxlen=RECENT)  # (event, row) as votes were told
        self.counted = 0

    def __len__(self) -> int:
        return len(self.table)

    def draw(self, values: dict[str, Any]) -> None:
        self.table.add(values)
        self.wait(len(self.table), Waiting())

    def wait(self, question: int, waiting: Waiting) -> None:
        """Nobody has answered this question."""
        self.waiting[question] = waiting
        self.offers |= {offer.number: offer for offer in waiting.offers}
        self._hold(question, waiting)

    def _hold(self, question: int, waiting: Waiting) -> None:
        """Remember whether somebody holds a ticket of a question that waits."""
        if waiting.held:
            self._lone.discard(question)
            at = waiting.offers[-1].at
            self._earliest, self._latest = min(self._earliest, at), max(self._latest, at)
        else:
            self._lone.add(question)

    def free(self, now: int, span: float) -> list[int]:
        """The questions of which nobody holds a ticket that is younger than ``span``; first those offered before.

        Mostly no ticket has expired, and those that are held need not be looked at: they are as many as voters.
        """
        found = [*self._lone]
        if now - self._earliest > span or self._latest - now > span:
            held = {question: each.offers[-1].at for question, each in self.waiting.items() if each.held}
            self._earliest = min(held.values(), default=math.inf)
            self._latest = max(held.values(), default=-math.inf)
            found += [question for question, at in held.items() if abs(now - at) > span]
        return sorted(found, key=lambda question: (not self.waiting[question].offers, question))

    def offer(self, offer: Offer) -> None:
        waiting = self.waiting[offer.question]
        waiting.offers.append(offer)
        waiting.held = True
        self.offers[offer.number] = offer
        self._hold(offer.question, waiting)

    def skip(self, offer: Offer) -> None:
        """The question waits for somebody else."""
        waiting = self.waiting.get(offer.question)
        if waiting is not None:
            waiting.skipped.add(skipper(offer))
            waiting.held = waiting.held and waiting.offers[-1].number != offer.number
            self._hold(offer.question, waiting)

    def tell(self, seq: int, offer: Offer, answer: str) -> None:
        """The answer counts, and the question waits no more."""
        won = {"left": 1, "right": -1}.get(answer, 0)
        self.table.put(
            offer.question - 1,
            answer=-won if offer.flipped else won,
            bad=answer == "bad",
            skip=answer == "skip",
            told=seq,
            ticket=offer.number,
            asked=offer.at,
            voter=offer.voter,
            flipped=offer.flipped,
        )
        self._count(offer.question - 1, seq)

    def _count(self, row: int, seq: int) -> None:
        self.table.put(row, status=COUNTED)
        self.counted += 1
        self.recent.append((seq, row))
        waiting = self.waiting.pop(row + 1, Waiting())
        self._lone.discard(row + 1)
        for offer in waiting.offers:
            del self.offers[offer.number]
        if waiting.skipped:
            self.skipped[row + 1] = waiting.skipped

    def take_back(self, question: int, status: int) -> None:
        """The vote no longer counts; the question is open again, or void."""
        self.table.put(question - 1, status=status)
        self.counted -= 1
        self.recent.clear()
        if status == OPEN:
            self.wait(question, Waiting([self.answering(question)], self.skipped.pop(question, set()), held=True))

    def restore(self, question: int) -> None:
        """The vote counts again, in its old place."""
        self._count(question - 1, self.table.cell("told", question - 1))
        self.recent.clear()

    def answering(self, question: int) -> Offer:
        """The ticket on which a question was last answered."""
        row = {name: self.table.cell(name, question - 1) for name in ("ticket", "asked", "voter", "flipped")}
        return Offer(row["ticket"], row["asked"], question, row["voter"], bool(row["flipped"]))

    def told_after(self, seq: int) -> np.ndarray:
        """The rows of the votes that count and were told after this event, in the order of telling."""
        if self.recent and self.recent[0][0] <= seq:
            later = takewhile(lambda each: each[0] > seq, reversed(self.recent))
            return np.array([row for _, row in later], dtype=np.int64)[::-1]
        rows = np.flatnonzero((self.table["told"] > seq) & (self.table["status"] == COUNTED))
        return rows[np.argsort(self.table["told"][rows], kind="stable")]
