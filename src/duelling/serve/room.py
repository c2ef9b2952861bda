"""An arena that is served: its decisions for an event loop, what is remembered of it, and its standings."""

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np

from duelling.live.arena import Arena
from duelling.live.decisions.look import Look
from duelling.live.journal.store import Store
from duelling.serve.access.limits import Limit, Turns
from duelling.serve.desk import Find, Handed, Tray
from duelling.serve.page import Page, page_in

FRESH = 1.0  # seconds for which the settings of a page count: another process may have changed them
REST = 5  # times as long as it takes, a result that takes long is not computed again
KNOWN = 20_000  # tickets whose contents are at hand

T = TypeVar("T")


class Once(Generic[T]):
    """A result that takes long to compute, kept with the number of the event up to which it speaks.

    It is computed in a thread, by one caller at a time; the others wait for the same result.
    """

    def __init__(self, compute: Callable[[], T]) -> None:
        self._compute = compute
        self._lock = asyncio.Lock()
        self._kept: tuple[int, T] | None = None
        self._done = self._took = 0.0

    async def get(self, head: int, calm: bool = False) -> tuple[int, T]:
        """Return the result for the journal up to event ``head``, or further, and the number up to which it speaks.

        Where ``calm``, the last one is good enough while to compute it would take most of the time.
        """
        async with self._lock:
            known, now = self._kept, time.monotonic()
            if known is None or (known[0] < head and not (calm and now - self._done < REST * self._took)):
                self._kept = head, await asyncio.to_thread(self._compute)
                self._done = time.monotonic()
                self._took = self._done - now
            assert self._kept is not None
            return self._kept


class Room:
    """One arena, for all who come to it over the web."""

    def __init__(self, arena: Arena, store: Store) -> None:
        self.arena, self.name = arena, arena.name
        self._store, self._number = store, store.find(arena.name) or 0
        self._reading, self._last, self._times = threading.Lock(), 0, np.zeros(0, np.int64)
        self.turns = Turns()
        self.asks = self.tells = Limit(0)
        self.standings = Once(arena.standings)
        self.verdict = Once(arena.verdict)
        self._handed: OrderedDict[str, Handed] = OrderedDict()
        self._page, self._read = Page(), -FRESH

    async def do(self, *decisions: Any) -> list[Any]:
        """Carry out decisions in one commit; if one is refused after the first, its error is the last answer."""
        return await asyncio.wrap_future(self.arena.submit(*decisions))

    async def look(self, see: Callable[[Any], T]) -> T:
        """Return what ``see`` makes of the state; it must be quick, and keep nothing of the state."""
        (seen,) = await self.do(Look(see))
        return seen  # type: ignore[no-any-return]

    async def head(self) -> int:
        """The number of the last event."""
        return await asyncio.to_thread(lambda: self.arena.head)

    async def page(self) -> Page:
        """What the owner has decided about the pages."""
        if time.monotonic() - self._read >= FRESH:
            self.remember_page(await self.look(lambda state: state.settings.page))
        return self._page

    def remember_page(self, given: dict[str, Any]) -> None:
        """The settings of the page, as they stand in the journal now."""
        self._page, self._read = page_in(given), time.monotonic()
        if self.asks.most != self._page.per_minute:
            self.asks, self.tells = Limit(self._page.per_minute), Limit(2 * self._page.per_minute)

    def remember(self, tray: Tray) -> None:
        """The contents of tickets are asked for soon after the tickets."""
        for ticket in tray.tickets:
            self._handed[ticket.id] = ticket
            self._handed.move_to_end(ticket.id)
        while len(self._handed) > KNOWN:
            self._handed.popitem(last=False)

    def times(self) -> "np.ndarray":
        """When votes were told, in seconds since 1970; what is known already is not read again."""
        with self._reading:
            found = self._store.columns(self._number, "told", ["seq", "at"], self._last)
            if len(found["seq"]):
                self._last = int(found["seq"][-1])
                self._times = np.concatenate([self._times, found["at"] // 1_000_000])
            return self._times

    def at_hand(self, id: str) -> Handed | None:
        """Return a ticket that was handed out not long ago, by its id."""
        return self._handed.get(id)

    async def ticket(self, id: str) -> Handed:
        """Return a ticket by its id; raise UnknownName if there is none."""
        found = self._handed.get(id)
        if found is None:
            (found,) = await self.do(Find(id))
        return found
