"""Arenas without a disk: a journal that is a list, and states that follow it."""

from duelling.live.decisions.create import Create, NewCase, NewItem
from duelling.live.settings import settings_of
from duelling.live.state import STREAMS, State

SECOND = 1_000_000  # microseconds
SECRET = "00" * 32


class Journal:
    """The events of one arena, and the time, which stands still unless somebody moves it."""

    def __init__(self):
        self.events, self.now = [], SECOND

    def __getitem__(self, seq):
        return self.events[seq - 1] if 0 < seq <= len(self.events) else None


class Follower:
    """One process: a state that follows the journal, and decides on it."""

    def __init__(self, journal, streams=STREAMS):
        self.journal, self.streams = journal, streams
        self.forget()

    def forget(self):
        """As after a crash."""
        self.state = State(self.streams, self.journal.__getitem__)

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
