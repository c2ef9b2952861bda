"""Arenas without a disk: a journal that is a list, and states that follow it."""

from contextlib import suppress

import numpy as np

from duelling.errors import InputError
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.create import Create, NewCase, NewItem
from duelling.live.decisions.manage import Add, Bar, Configure, Open, Own, Retire
from duelling.live.decisions.tell import Tell
from duelling.live.decisions.undo import Restore, Undo, Void
from duelling.live.settings import settings_of
from duelling.live.state import STREAMS, State

SECOND = 1_000_000  # microseconds
SECRET = "00" * 32


class Journal:
    """The events of one arena, and the time, which stands still unless somebody moves it."""

    def __init__(self):
        self.events, self.now = [], SECOND

    def event(self, seq):
        return self.events[seq - 1]

    def keyed(self, key):
        found = [event for event in self.events if vars(event).get("key") == key]  # most have none, and say so slowly
        return [event.ticket if event.kind == "repeated" else event.seq for event in found]


class Follower:
    """One process: a state that follows the journal, and decides on it."""

    def __init__(self, journal, streams=STREAMS):
        self.journal, self.streams = journal, streams
        self.forget()

    def forget(self):
        """As after a crash."""
        self.state = State(self.streams, self.journal)

    def read(self):
        """Fold what others have written."""
        for event in self.journal.events[self.state.head :]:
            self.state.fold(event)
        return self.state

    def do(self, decision):
        """Decide, fold and write; the answer of the decision."""
        self.read()
        steps, event = decision.decide(self.state, self.journal.now), None
        try:
            while True:
                event = steps.send(event)
                event = event.model_copy(update={"seq": self.state.head + 1, "at": self.journal.now})
                self.state.fold(event)
                self.journal.events.append(event)
        except StopIteration as done:
            return done.value


def arena(items=("fox", "owl", "hare"), *, cases=(), streams=STREAMS, **settings):
    """A new arena in memory."""
    made = Follower(Journal(), streams)
    wanted = settings_of({"seed": 7, **settings})
    new = [NewItem(name) for name in items]
    assert made.do(Create("main", wanted, SECRET, "test", new, [NewCase(text, {}) for text in cases]))
    return made


def eventful(goal, votes=300, **settings):
    """An arena in which everything happens; what is refused is left out."""
    made, rng, held, told = arena("abcde", goal=goal, repeats=None, **settings), np.random.default_rng(3), [], []
    made.do(Configure({"page": {"standings": "closed"}}, ""))
    for k in range(votes):
        if k == votes // 2:
            made.do(Open(False))
            made.do(Open(True))
        voter = None if k % 4 else f"voter {int(rng.random() * 9)}"
        for decision in (Ask(1 + int(rng.random() * 3), voter), _something(rng, k, held, told)):
            with suppress(InputError):
                answer = made.do(decision)
                held += [ticket for ticket in getattr(answer, "tickets", ()) if ticket not in held]
        made.journal.now += int(rng.random() * 60 * SECOND)
    return made


def _something(rng, k, held, told):
    """Mostly a vote."""
    chance, voter = rng.random(), f"voter {int(rng.random() * 9)}"
    if chance < 0.85 and held:
        told.append(held.pop(int(rng.random() * len(held))))
        return Tell(told[-1], ("left", "right", "tie", "bad", "skip")[int(rng.random() * 4.3)])
    if chance < 0.92 and told:
        return (Undo, Undo, Restore)[k % 3](ticket=told[int(rng.random() * len(told))])
    changes = [Void(voter), Restore(voter=voter), Bar(voter, barred=k % 2 == 0), Own(voter, ("a",))]
    return [*changes, Add((NewItem(f"item {k % 50}"),)), Retire(("b",)), Add((NewItem("b"),))][int(rng.random() * 7)]
