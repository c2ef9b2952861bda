"""The state of an arena as the writer sees it: it goes forward event by event, and can go back to the journal."""

from collections.abc import Callable

from duelling.live.journal.events import AnyEvent
from duelling.live.state import State


class Book:
    """A state that can be thrown away: ``load`` makes it anew from what the journal holds."""

    def __init__(self, load: Callable[[], State]) -> None:
        self._load = load
        self.state = load()

    @property
    def head(self) -> int:
        """The number of the last event in the state."""
        return self.state.head

    def fold(self, event: AnyEvent) -> None:
        """Bring the state one event further."""
        self.state.fold(event)

    def reset(self, upto: int) -> None:
        """Forget all events after this one, because the journal may not hold them."""
        self.state = self._load()
