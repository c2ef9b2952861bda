"""Journals that are written by hand: every kind of history, without an arena that would have to live through it."""

import numpy as np

from duelling.live.exports.facts import Facts
from duelling.live.journal.events import (
    CaseAdded,
    Created,
    Drawn,
    Imported,
    ItemAdded,
    ItemRetired,
    Left,
    Offered,
    Recorded,
    Restored,
    Roster,
    Skipped,
    Told,
    Voided,
    VoterKnown,
)
from duelling.live.questions import COUNTED, OPEN, VOID
from tests.naive.votes_of_journal import Reader

ITEMS = ("fox", "tie", "bad", "Tie", "=1+1", "é")
SECRET = "ab" * 32
STATUS = {"open": OPEN, "counted": COUNTED, "void": VOID}
BEGIN = 1_700_000_000_000_000  # microseconds


class Book:
    """A journal that grows."""

    def __init__(self, seed, skips="again", retire=False):
        self.events, self.rng, self.skips = [], np.random.default_rng(seed), skips
        self.questions, self.tickets, self.counted, self.gone = 0, [], {}, []
        self.add(Created(name="main", settings={"skip": skips}, secret=SECRET, version="0"))
        for item, name in enumerate(ITEMS):
            self.add(ItemAdded(item=item, name=name, content=f"all of {name}" if item < 5 else None))
        for case in range(2):
            self.add(CaseAdded(case=case, text=f"case {case}", contents={str(k): f"{case} by {k}" for k in range(3)}))
        self.roster, self.left, self.members = 1, [], list(range(len(ITEMS)))
        self.add(Roster(number=1, why="begin"))
        for voter, name in enumerate(("ann", "bob", "cy")):
            self.add(VoterKnown(voter=voter, name=name))
        for step in range(120):
            self.step()
            if retire and step == 60:
                self.add(ItemRetired(item=0))
                self.members.remove(0)
                self.roster, self.left = 2, []
                self.add(Roster(number=2, why="an item left"))

    def add(self, event):
        seq = len(self.events) + 1
        self.events.append(event.model_copy(update={"seq": seq, "at": BEGIN + 1_234_567 * seq}))
        return seq

    def step(self):
        """Something happens."""
        rare = ["skip", "undo", "void", "restore", "leave", "include"]
        getattr(self, self.rng.choice(["draw"] * 5 + ["tell"] * 6 + rare))()

    def draw(self):
        self.questions += 1
        first, second = self.rng.choice(self.members, 2, replace=False).tolist()
        logged = self.rng.random() < 0.9
        chances = dict.fromkeys(("p_first", "p_second", "chance", "widest"), 0.25 if logged else None)
        case = [None, 0, 1][self.rng.integers(3)]
        more = {"out": len(self.left), "roster": self.roster, "t": 1, "seen": len(self.events), "case": case}
        pair = {"first": first, "second": second, "least": 0.125 if logged else None}
        self.add(Drawn(question=self.questions, **pair, **chances, **more))
        voter = [None, 0, 1, 2][self.rng.integers(4)]
        if self.rng.random() < 0.9:
            flipped = bool(self.rng.random() < 0.5)
            self.tickets.append(
                (self.add(Offered(question=self.questions, voter=voter, flipped=flipped)), self.questions)
            )

    def tell(self):
        if self.tickets:
            ticket, question = self.tickets.pop(self.rng.integers(len(self.tickets)))
            answer = str(self.rng.choice(["left", "right", "tie", "bad"]))
            took = [None, 1234][self.rng.integers(2)]
            self.add(
                Told(ticket=ticket, question=question, answer=answer, took=took, late=bool(self.rng.random() < 0.1))
            )
            self.counted[question] = ticket

    def skip(self):
        if self.tickets:
            ticket, question = self.tickets.pop(0)
            self.add(Skipped(ticket=ticket, question=question))
            if self.skips == "tie":
                self.counted[question] = ticket

    def undo(self):
        if self.counted:
            question, ticket = self.counted.popitem()
            self.add(Voided(question=question, why="undo", action=len(self.events) + 1))
            self.tickets.append((ticket, question))

    def void(self):
        if self.counted:
            question = next(iter(self.counted))
            self.gone.append((question, self.counted.pop(question)))
            self.add(Voided(question=question, why="voter ann", action=len(self.events) + 1))

    def restore(self):
        if self.gone:
            question, ticket = self.gone.pop()
            self.counted[question] = ticket
            self.add(Restored(question=question, action=len(self.events) + 1))

    def leave(self):
        if len(self.members) - len(self.left) > 2:
            self.left.append(next(item for item in self.members if item not in self.left))
            self.add(Left(roster=self.roster, item=self.left[-1]))

    def include(self):
        self.add(Imported(source="old.csv", digest="0", rows=2))
        self.add(Recorded(first=1, second=2, answer="tie", voter=1, time=1.5e9))
        self.add(Recorded(first=3, second=1, answer="left", case=1))


def facts_of(events):
    """What the state of an arena would tell of these events."""
    read = Reader(events)
    return Facts(
        head=len(events),
        arena="main",
        secret=bytes.fromhex(SECRET),
        items=tuple(read.items),
        present=frozenset(range(len(read.items))) - read.retired,
        voters=tuple(read.voters),
        cases=tuple(read.cases),
        contents=tuple(read.contents),
        answers=tuple(read.answers),
        status=np.array([STATUS[read.status[question]] for question in sorted(read.status)], dtype=np.int8),
        records=np.ones(sum(event.kind == "recorded" for event in events), dtype=bool),
        roster=read.roster,
        left=tuple(read.left),
        skip=read.skip,
    )


def kept(store, events, name="main"):
    """The number of a new arena in ``store`` whose journal these are."""
    arena = store.create(name)
    with store.writing(arena) as writing:
        writing.append(events)
    return arena
