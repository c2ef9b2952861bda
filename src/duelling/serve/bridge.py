"""From the thread that writes to the event loop: the answers of one commit come together, and wake the loop once."""

import asyncio
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from typing import Any


class Bridge:
    """Brings what other threads compute into one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._arrived: deque[tuple[asyncio.Future[Any], Future[Any]]] = deque()
        self._woken = False

    async def result(self, coming: "Future[Any]") -> Any:
        """Return the result of a future of another thread, or raise its error."""
        here: asyncio.Future[Any] = self.loop.create_future()
        coming.add_done_callback(lambda done: self._arrive(here, done))
        return await here

    def _arrive(self, here: "asyncio.Future[Any]", done: "Future[Any]") -> None:
        self._arrived.append((here, done))
        if not self._woken:
            self._woken = True
            with suppress(RuntimeError):  # the service has ended meanwhile
                self.loop.call_soon_threadsafe(self._hand_over)

    def _hand_over(self) -> None:
        self._woken = False  # first: what arrives from now on wakes the loop again
        while self._arrived:
            here, done = self._arrived.popleft()
            if here.done():
                continue  # nobody waits any more
            if (error := done.exception()) is not None:
                here.set_exception(error)
            else:
                here.set_result(done.result())
