"""Processes that share an arena in a file, as tests see them, with a clock that stands still unless it is moved."""

from duelling.live.book import Book
from duelling.live.journal.opening import open_store
from duelling.live.journal.writer import Writer
from tests.helpers.memory import SECOND


class Clock:
    """The time, which somebody moves."""

    def __init__(self):
        self.now = SECOND


class Filed:
    """One process: a store, a book and a writer of its own. It can do what ``tests.helpers.memory.Follower`` does."""

    def __init__(self, place, clock):
        self.place, self.clock = place, clock
        self._open()

    def _open(self):
        self.store = open_store(self.place, durable=False)
        found = self.store.find("main")
        self.number = self.store.create("main") if found is None else found
        self.book = Book(self.store, self.number)
        self.writer = Writer(self.store, self.number, self.book, lambda: self.clock.now)

    def close(self):
        self.writer.close()
        self.store.close()

    def forget(self):
        """As after a crash: nothing but the file is left."""
        self.close()
        self._open()

    def read(self):
        """Fold what others have written."""
        self.writer.submit().result()
        return self.book.state

    def do(self, decision):
        """Decide, fold and write; the answer of the decision."""
        return self.writer.call(decision)

    @property
    def journal(self):
        """The events in the file, and the time."""
        return self

    @property
    def events(self):
        return list(self.store.events(self.number))

    @property
    def now(self):
        return self.clock.now

    @now.setter
    def now(self, value):
        self.clock.now = value
