"""A request straight to an application, with whatever bytes a test likes."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple
from urllib.parse import unquote


class Answer(NamedTuple):
    """What came back, with the headers as they were sent."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @property
    def everything(self) -> bytes:
        """All bytes of the answer."""
        return b"\n".join([*(name + b": " + value for name, value in self.headers), self.body])


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Return the result of a coroutine; in a thread, because a browser may have a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


async def send(app: Any, method: str, target: str, headers: dict[str, str] | None = None, body: bytes = b"") -> Answer:
    """Return the answer to a request; ``target`` is a path, and perhaps a query."""
    path, _, query = target.partition("?")
    given = {"host": "testserver", **(headers or {})}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode("utf-8", "surrogatepass"),
        "query_string": query.encode("utf-8", "surrogatepass"),
        "root_path": "",
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in given.items()],
        "client": ("127.0.0.1", 50000),
        "server": ("testserver", 80),
    }
    waiting, sent = [{"type": "http.request", "body": body, "more_body": False}], []

    async def receive() -> dict[str, Any]:
        return waiting.pop() if waiting else await asyncio.Event().wait()  # type: ignore[return-value]

    async def take(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, take)
    start = sent[0]
    content = b"".join(message.get("body", b"") for message in sent[1:])
    return Answer(start["status"], list(start["headers"]), content)
