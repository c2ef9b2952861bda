"""Requests that are sent again because their reply was lost: the first reply is given once more."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from starlette.responses import Response

from duelling.serve.refusals import Refused

KEPT = 1000  # replies
LONGEST = 200  # characters of a key

Name = tuple[str, ...]


class Replies:
    """The last replies to requests that had a key of their own, by this process since it began.

    After that, or in another process, the request is carried out again: what has a name is found by it then.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._most = kept
        self._kept: OrderedDict[Name, tuple[bytes, asyncio.Task[Response]]] = OrderedDict()

    async def once(self, name: Name, body: bytes, answer: Callable[[], Awaitable[Response]]) -> Response:
        """Return the reply to the request with this name, of which ``answer`` is called once if it succeeds.

        Raise Refused if the same name stood for another body.
        """
        if len(name[-1]) > LONGEST:
            raise Refused(422, f"Idempotency-Key: must have at most {LONGEST} characters")
        digest = hashlib.sha256(body).digest()
        known = self._kept.get(name)
        if known is None:
            known = digest, asyncio.ensure_future(_made(answer))
            self._kept[name] = known
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        if known[0] != digest:
            raise Refused(409, "Idempotency-Key: it stood for another request, take another key")
        try:
            reply = await asyncio.shield(known[1])
        except BaseException:
            if known[1].done() and self._kept.get(name) is known:
                del self._kept[name]  # it may succeed the next time
            raise
        return Response(reply.body, reply.status_code, dict(reply.headers))


async def _made(answer: Callable[[], Awaitable[Response]]) -> Response:
    return await answer()
