"""An arena that is served: its decisions for an event loop, what is remembered of it, and its standings."""

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar

import numpy as np

from duelling.live.arena import Arena
from duelling.live.decisions.look import Look
from duelling.live.journal.store import Store
from duelling.live.judgement import Judgement, judge
from duelling.live.standings import see, standings
from duelling.serve.access.limits import Limit, Turns
from duelling.serve.bridge import Bridge
from duelling.serve.desk import Find, Handed, Tray
from duelling.serve.memory import give_back
from duelling.serve.page import Page, page_in
from duelling.serve.refusals import LATER, Refused
from duelling.votes.standings import Standings

FRESH = 1.0  # seconds for which the settings of a page count: another process may have changed them
LONG = 1.0  # seconds after which a computation has taken much memory as well
REST = 2  # times as long as it takes, a result that takes long is not computed again
TOLD = ("at", "question", "took")
KNOWN = 10_000  # tickets whose contents are at hand: 4 MB

ENDS = "the service ends: ask again later"

T = TypeVar("T")


class Once(Generic[T]):
    """A result that takes long to compute, kept with the number of the event up to which it speaks.

    It is computed in a thread, by one caller at a time; the others wait for the same result. When the service ends,
    nobody waits any more, and the thread ends with the process.
    """

    def __init__(self, compute: Callable[[], T]) -> None:
        self._compute = compute
        self._lock = asyncio.Lock()
        self._kept: tuple[int, T] | None = None
        self._coming: asyncio.Future[T] | None = None
        self._stopped = False
        self._done = self._took = 0.0

    async def get(self, head: int, calm: bool = False) -> tuple[int, T]:
        """Return the result for the journal up to event ``head``, or further, and the number up to which it speaks.

        Where ``calm``, the last one is good enough while to compute it would take most of the time.
        """
        async with self._lock:
            known, now = self._kept, time.monotonic()
            if known is None or (known[0] < head and not (calm and now - self._done < REST * self._took)):
                self._kept = head, await self._computed()
                self._done = time.monotonic()
                self._took = self._done - now if known else 0.0  # the first one also imports what it needs
                if self._done - now > LONG:
                    await asyncio.to_thread(give_back)
            assert self._kept is not None
            return self._kept

    async def _computed(self) -> T:
        if self._stopped:
            raise _ends()
        loop = asyncio.get_running_loop()
        coming: asyncio.Future[T] = loop.create_future()
        self._coming = coming

        def settle(found: Any, error: Exception | None) -> None:
            if not coming.done():
                coming.set_result(found) if error is None else coming.set_exception(error)

        def compute() -> None:
            found, error = None, None
            try:
                found = self._compute()
            except Exception as why:
                error = why
            with suppress(RuntimeError):  # the service has ended meanwhile
                loop.call_soon_threadsafe(settle, found, error)

        threading.Thread(target=compute, name="duelling-once", daemon=True).start()
        return await coming

    def stop(self) -> None:
        """Let those who wait know that the service ends."""
        self._stopped = True
        if self._coming is not None and not self._coming.done():
            self._coming.set_exception(_ends())


def _ends() -> Refused:
    return Refused(503, ENDS, headers={"Retry-After": str(LATER)})


def report(arena: Arena) -> tuple[Standings, Judgement]:
    """Return who leads and whether one may stop. Votes go on while it is computed."""
    seen = arena.look(see)
    found = standings(seen)
    return found, judge(seen, found)


class Room:
    """One arena, for all who come to it over the web."""

    def __init__(self, arena: Arena, store: Store) -> None:
        self.arena, self.name = arena, arena.name
        self._store, self._number = store, store.find(arena.name) or 0
        self._reading, self._last = threading.Lock(), 0
        self._told = {name: np.zeros(0, np.int64) for name in TOLD}
        self._once: dict[str, Once[Any]] = {}
        self.turns = Turns()
        self.asks = self.tells = Limit(0)
        self.report = Once(lambda: report(arena))
        self._handed: OrderedDict[str, Handed] = OrderedDict()
        self._page, self._read = Page(), -FRESH
        self._given: dict[str, Any] | None = None  # what the page was made of
        self._bridge: Bridge | None = None

    async def do(self, *decisions: Any) -> list[Any]:
        """Carry out decisions in one commit; if one is refused after the first, its error is the last answer."""
        loop = asyncio.get_running_loop()
        if self._bridge is None or self._bridge.loop is not loop:
            self._bridge = Bridge(loop)
        found: list[Any] = await self._bridge.result(self.arena.submit(*decisions))
        return found

    async def look(self, see: Callable[[Any], T]) -> T:
        """Return what ``see`` makes of the state; it must be quick, and keep nothing of the state."""
        (seen,) = await self.do(Look(see))
        return seen  # type: ignore[no-any-return]

    async def head(self) -> int:
        """The number of the last event."""
        return await asyncio.to_thread(lambda: self.arena.head)

    async def last(self) -> tuple[int, float]:
        """The number of the last event, and when it was stored, in seconds since 1970."""
        head = await self.head()
        event = await asyncio.to_thread(self._store.event, self._number, head)
        return head, event.at / 1e6 if event else 0.0

    async def page(self) -> Page:
        """What the owner has decided about the pages."""
        if time.monotonic() - self._read >= FRESH:
            self.remember_page(await self.look(lambda state: state.settings.page))
        return self._page

    def remember_page(self, given: dict[str, Any]) -> None:
        """The settings of the page, as they stand in the journal now."""
        self._read = time.monotonic()
        if given is self._given:  # every vote brings them, and mostly they are the same
            return
        self._page, self._given = page_in(given), given
        if self.asks.most != self._page.per_minute:
            self.asks, self.tells = Limit(self._page.per_minute), Limit(2 * self._page.per_minute)

    def remember(self, tray: Tray) -> None:
        """The contents of tickets are asked for soon after the tickets."""
        for ticket in tray.tickets:
            self._handed[ticket.id] = ticket
            self._handed.move_to_end(ticket.id)
        while len(self._handed) > KNOWN:
            self._handed.popitem(last=False)

    def told(self) -> dict[str, "np.ndarray"]:
        """When votes were told (``at``, in seconds since 1970), on which question, and how many milliseconds they took.

        What is known already is not read again.
        """
        with self._reading:
            found = self._store.columns(self._number, "told", ["seq", "at", "question", "took"], self._last)
            if len(found["seq"]):
                self._last = int(found["seq"][-1])
                found["at"] //= 1_000_000
                self._told = {name: np.concatenate([self._told[name], found[name]]) for name in TOLD}
            return self._told

    def once(self, what: str, compute: Callable[[], T]) -> Once[T]:
        """Return the one computation of this arena with this name."""
        return self._once.setdefault(what, Once(compute))

    def stop(self) -> None:
        """Nobody waits for a computation any more."""
        for each in (self.report, *self._once.values()):
            each.stop()

    def at_hand(self, id: str) -> Handed | None:
        """Return a ticket that was handed out not long ago, by its id."""
        return self._handed.get(id)

    async def ticket(self, id: str) -> Handed:
        """Return a ticket by its id; raise UnknownName if there is none."""
        found = self._handed.get(id)
        if found is None:
            (found,) = await self.do(Find(id))
        return found
