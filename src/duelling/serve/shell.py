"""What surrounds every answer: headers that protect it, a line in the log, a count; no error tells too much."""

import json
import logging
import sys
import time
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from duelling.serve.metrics import Metrics
from duelling.serve.refusals import Refused
from duelling.serve.service import Options

LOG = logging.getLogger("duelling.serve")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors {frames}"
)
LENGTHS = frozenset({b"content-length", b"transfer-encoding"})
TWO_LENGTHS = Refused(400, "a body must have a length or come in chunks, not both", headers={"connection": "close"})
DEFECT = Refused(500, "this is a defect of the service: its log has the details")


class Shell:
    """The outermost part of the application."""

    def __init__(self, app: ASGIApp, options: Options, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics
        self._headers = protecting(options)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; whatever goes wrong is written to the log, and the caller is told that it did."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def protected(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *self._headers]
            await send(message)

        try:
            if LENGTHS <= {name for name, _ in scope.get("headers", ())}:
                await _tell(TWO_LENGTHS, protected)  # a proxy may see another end of this request, and a second one
            else:
                await self._app(scope, receive, protected)
        except Exception:
            LOG.exception("a defect", extra={"route": scope.get("route")})
            if not status:
                await _tell(DEFECT, protected)
        finally:
            self._count(scope, status or 500, time.perf_counter() - began)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        """Ids, tokens and links are never written down: a route is, as it stands in the table."""
        found = scope.get("route")
        route = (
            found if isinstance(found, str) else getattr(found, "path", "other")
        )  # of a wrong method: Starlette's own
        self._metrics.count(scope["method"] if route != "other" else "other", route, status, seconds)
        if LOG.isEnabledFor(logging.INFO):
            told = {"method": scope["method"], "route": route, "status": status, "ms": round(1000 * seconds, 1)}
            LOG.info("request", extra=told)


async def _tell(refusal: Refused, send: Send) -> None:
    body = json.dumps(refusal.body()).encode()
    named = {"content-type": "application/json", "cache-control": "no-store", **refusal.headers}
    headers = [(name.encode(), value.encode()) for name, value in named.items()]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def protecting(options: Options) -> list[tuple[bytes, bytes]]:
    """Return the headers of every answer."""
    found = {
        "content-security-policy": POLICY.format(frames=options.embed or "'none'"),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }
    if not options.embed:
        found["x-frame-options"] = "DENY"
    if options.secure:
        found["strict-transport-security"] = "max-age=31536000"
    return [(name.encode(), value.encode("latin-1")) for name, value in found.items()]


class Lines(logging.Formatter):
    """A line of JSON for each thing that happened."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        told: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        for name in ("method", "route", "status", "ms"):
            if hasattr(record, name):
                told[name] = getattr(record, name)
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def log_to(level: str) -> None:
    """Write lines of JSON to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for name in ("duelling", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
    logging.getLogger("duelling").setLevel(level.upper())
    logging.getLogger("uvicorn").setLevel(max(logging.WARNING, logging.getLogger("duelling").level))
