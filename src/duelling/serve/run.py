"""Run the service on an address, in one process or in several."""

import asyncio
import json
import logging
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any

from duelling.errors import Conflict, InputError, WrongValue, whole
from duelling.serve.app import application
from duelling.serve.memory import collect_seldom, give_back_for_ever, spare_memory
from duelling.serve.service import Options, Service
from duelling.serve.shell import log_to

APPLICATION = "duelling.serve.run:handed"
HANDED = "DUELLING_SERVE"  # the name of what is handed to the processes that serve
KEEP_ALIVE = 15  # seconds
LAST_REQUESTS = 10  # seconds in which requests may end when the service ends
UNHEARD = 60  # seconds after which a process that says nothing is replaced by another
MOST_PORT = 65535
PATIENCE, AGAIN = 30.0, 0.2  # seconds for which a process that starts tries to open its place, and between two tries
FAILED = 3  # the exit code of a process that could not start, as the server's own

LOG = logging.getLogger("duelling.serve")


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; port 0 takes a free one. Raise Conflict if it cannot."""
    whole("port", port, 0, MOST_PORT)
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        reason = error.strerror or error
        raise Conflict(f"cannot listen on {host} port {port}: {reason}; choose another --host or --port") from None
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # connections inherit it; else a reply waits for 40 ms
    return made


def check_workers(place: str, workers: int) -> int:
    """Return how many processes serve; raise WrongValue for several on a file, which one process serves faster."""
    if whole("workers", workers, 1, 64) > 1 and not place.startswith(("postgresql://", "postgres://")):
        raise WrongValue("workers must be 1 for a file: several processes need PostgreSQL")
    return workers


def run(
    place: str, listening: socket.socket, options: Options, *, workers: int = 1, proxy: str = "", log: str = "warning"
) -> None:
    """Serve until a signal ends it. ``proxy`` is the address of a proxy that is believed, or several with commas."""
    import uvicorn

    from duelling.serve.reading import Bounded

    os.environ[HANDED] = json.dumps({"place": place, "options": asdict(options), "log": log})
    how: dict[str, Any] = {
        "factory": True,
        "http": Bounded,
        "ws": "none",
        "proxy_headers": bool(proxy),
        "forwarded_allow_ips": proxy,
        "server_header": False,
        "access_log": False,
        "log_config": None,
        "timeout_keep_alive": KEEP_ALIVE,
        "timeout_graceful_shutdown": LAST_REQUESTS,
        "timeout_worker_healthcheck": UNHEARD,
    }
    if workers == 1:
        uvicorn.Server(uvicorn.Config(APPLICATION, **how)).run(sockets=[listening])
        return
    uvicorn.run(APPLICATION, fd=listening.fileno(), workers=workers, **how)


def handed() -> Any:
    """Return the application that the environment of this process describes."""
    told = json.loads(os.environ[HANDED])
    log_to(told["log"])
    spare_memory()
    service = opened(told["place"], Options(**told["options"]))

    @asynccontextmanager
    async def until_the_end(_: object) -> AsyncIterator[None]:
        when_told_to_end(service.stop)
        collect_seldom()
        tidying = asyncio.create_task(give_back_for_ever())
        yield
        tidying.cancel()
        service.close()

    return application(service, until_the_end)


def opened(place: str, options: Options, patience: float = PATIENCE) -> Service:
    """Return the service. A database that starts again is waited for; if it does not come, the process ends.

    The place was opened before, by the process that prints the links.
    """
    end = time.monotonic() + patience
    while True:
        try:
            return Service(place, options)
        except InputError as error:
            if time.monotonic() >= end:
                LOG.error("%s", error)
                raise SystemExit(FAILED) from None
        time.sleep(AGAIN)


def when_told_to_end(stop: Callable[[], None]) -> None:
    """Call ``stop`` in this event loop when a signal ends the server, beside what the server does itself.

    The server would wait for all requests first.
    """
    loop = asyncio.get_running_loop()

    def beside(serve: Any) -> Callable[..., None]:
        def told(number: int, frame: Any) -> None:
            loop.call_soon_threadsafe(stop)
            serve(number, frame)

        return told

    for each in (signal.SIGTERM, signal.SIGINT):
        if callable(serve := signal.getsignal(each)):
            signal.signal(each, beside(serve))
