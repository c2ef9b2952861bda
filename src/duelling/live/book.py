"""The state of an arena as the writer sees it: it goes forward event by event, and can go back to the journal."""

import warnings

from duelling.errors import Doubt
from duelling.live.journal.events import AnyEvent, Event, Offered, Repeated
from duelling.live.journal.store import Store
from duelling.live.loading import load
from duelling.live.snapshots import from_bytes
from duelling.live.state import State

OF_AN_ASK = ("voter-known", "left", "self", "failed", "drawn", "offered", "repeated")


class Past:
    """The journal, for what the state does not hold: tickets of long ago."""

    def __init__(self, store: Store, arena: int) -> None:
        self.store, self.arena = store, arena

    def event(self, seq: int) -> Event | None:
        """The event with this number."""
        return self.store.event(self.arena, seq)

    def keyed(self, key: str) -> list[int]:
        """The numbers of the tickets that were given for a request with this key, which are one commit."""
        first, found = self.store.by_key(self.arena, key), []
        for event in self.store.events(self.arena, first - 1) if first else ():
            if event.kind not in OF_AN_ASK:  # type: ignore[attr-defined]
                break
            if isinstance(event, (Offered, Repeated)):
                if event.key != key:
                    break
                found.append(event.seq if isinstance(event, Offered) else event.ticket)
        return found


class Book:
    """A state that can be thrown away: it is made anew from a snapshot and what the journal holds."""

    def __init__(self, store: Store, arena: int) -> None:
        self.store, self.arena = store, arena
        self.kept = 0  # the last event in the newest snapshot
        self.state = self.load(store.head(arena))

    @property
    def head(self) -> int:
        """The number of the last event in the state."""
        return self.state.head

    def fold(self, event: AnyEvent) -> None:
        """Bring the state one event further."""
        self.state.fold(event)

    def reset(self, upto: int) -> None:
        """Forget all events after this one, because the journal may not hold them."""
        self.state = self.load(min(upto, self.store.head(self.arena)))

    def fresh(self) -> State:
        """A state that has folded nothing."""
        return State(past=Past(self.store, self.arena))

    def load(self, upto: int, *, snapshots: bool = True) -> State:
        """The state after this event."""
        found = self.store.snapshot(self.arena, upto) if snapshots else None
        state = self.fresh() if found is None else from_bytes(found[1], self.fresh)
        if state is None:
            said = f"a snapshot in {self.store.place!r} is of another version or damaged: all votes are counted anew"
            warnings.warn(said, Doubt, stacklevel=2)
            state = self.fresh()
        if snapshots:
            self.kept = state.head
        load(state, self.store, self.arena, upto)
        return state
