"""The service: one place with its arenas, and what all requests share."""

import asyncio
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from duelling.errors import Conflict, InputError, Unavailable, UnknownName, quoted
from duelling.live.arena import Arena
from duelling.live.journal.opening import open_store
from duelling.serve.access.limits import Limit
from duelling.serve.access.vault import Vault
from duelling.serve.again import Replies
from duelling.serve.content.pictures import Picture, picture
from duelling.serve.memory import give_back
from duelling.serve.metrics import Metrics
from duelling.serve.room import Room

PICTURES = 64  # that are kept ready, at most
LARGEST_KEPT = 2**19  # bytes of a picture that is kept ready
WELL = 2.0  # seconds for which the service that could store something is well
LOGINS = 10  # a minute for an address


@dataclass(frozen=True)
class Options:
    """How a service is run."""

    public: str = ""  # the address that others reach it by, such as https://vote.example.org; for links and cookies
    per_address: int = 3000  # questions a minute for an address; a whole room may have one; 0 is no limit
    durable: bool = True
    embed: str = ""  # who may show the pages in a frame, as in Content-Security-Policy: frame-ancestors

    @property
    def secure(self) -> bool:
        """Whether everybody comes by https."""
        return self.public.startswith("https://")


class Service:
    """What lies behind the pages and the interface."""

    def __init__(self, place: str | Path, options: Options | None = None) -> None:
        self.options = options or Options()
        self.store = open_store(place, durable=self.options.durable)
        self.place = place
        self.vault = Vault(self.store)
        self.metrics = Metrics()
        self.asks = Limit(self.options.per_address)
        self.logins = Limit(LOGINS)
        self.replies = Replies()
        self.began, self._well = time.monotonic(), -WELL
        self._rooms: dict[str, Room] = {}
        self._opening = threading.Lock()
        self._ready = lru_cache(maxsize=PICTURES)(self._picture)

    def stop(self) -> None:
        """The service is told to end: let nobody wait for what takes long. Call it in the event loop."""
        for room in self._rooms.values():
            room.stop()

    def close(self) -> None:
        """Finish what waits, and give everything back."""
        for room in self._rooms.values():
            room.arena.close()
        self.store.close()

    def open(self, name: str) -> Room:
        """Return the room of an arena; raise UnknownName if there is none. It may take long: call it in a thread."""
        with self._opening:
            if name not in self._rooms:
                if self.store.made(name) is None:
                    raise UnknownName(f"there is no arena {quoted(name)}")
                try:
                    arena = Arena(self.place, name=name, durable=self.options.durable)
                except (UnknownName, Conflict) as error:  # it was there a moment ago: the database starts again, say
                    raise Unavailable(str(error)) from None
                self._rooms[name] = Room(arena, self.store)
                give_back()
        return self._rooms[name]

    async def room(self, name: str) -> Room:
        """Return the room of an arena; raise UnknownName if there is none."""
        found = self._rooms.get(name)
        return found if found is not None else await asyncio.to_thread(self.open, name)

    async def rooms(self) -> list[Room]:
        """Return the rooms of all arenas that can be served, in the order in which they were made."""
        names = await asyncio.to_thread(self.store.arenas)
        return [await self.room(name) for name in names]

    async def fresh_vault(self) -> Vault:
        """Return the vault as it is now, also where another process has changed it."""
        if self.vault.stale:
            await asyncio.to_thread(self.vault.refresh)
        return self.vault

    async def check(self) -> None:
        """Raise Unavailable if nothing can be stored now. It is tried, but not more often than every few seconds."""
        if time.monotonic() - self._well >= WELL:
            await asyncio.to_thread(self._try)
            self._well = time.monotonic()

    def _try(self) -> None:
        self.store.swap("health", self.store.note("health"), str(int(time.time())))

    async def picture(self, digest: str) -> Picture | None:
        """Return a picture of the place, ready to be shown; None if there is none, or it cannot be shown."""
        found = await asyncio.to_thread(self._ready, digest)
        if found is not None and len(found.data) > LARGEST_KEPT:
            self._ready.cache_clear()
        return found

    def _picture(self, digest: str) -> Picture | None:
        found = self.store.media(digest)
        try:
            return picture(found[1]) if found else None
        except InputError:
            return None
