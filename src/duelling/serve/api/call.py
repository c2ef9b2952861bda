"""One request: who calls, what he may do, what he sent."""

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any, Literal
from urllib.parse import parse_qsl

from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from duelling.serve.access.limits import address_of
from duelling.serve.access.origin import check_origin
from duelling.serve.access.vault import ADMIN_TOKEN, Scope, Token
from duelling.serve.refusals import Refused, too_many
from duelling.serve.room import Room
from duelling.serve.service import Service

Who = Literal["anyone", "voter", "reader", "admin"]
VOTE_SIZE, JSON_SIZE = 16 * 2**10, 2**20  # bytes of a body
WHOLE = "duelling.whole"  # in the scope of a request: its body is here, and needs no timer
SLOWEST = 20.0  # seconds in which a body must arrive
ADMIN = "duelling-admin"  # the name of the cookie


@dataclass
class Call:
    """A request with what is known about it. ``room`` is the arena in its path, ``body`` what was sent."""

    request: Request
    service: Service
    token: Token | None = None
    voter: str | None = None  # by a cookie
    room: Room = field(default=None)  # type: ignore[assignment]
    body: Any = None
    query: Mapping[str, Any] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Where the request comes from, for limits."""
        return address_of(self.request.client.host if self.request.client else None)

    def may(self, scope: Scope) -> bool:
        """Whether the caller has a token for this, in this arena."""
        if self.token is None or self.token.scope not in (scope, "admin"):
            return False
        return self.token.arena is None or (self.room is not None and self.token.arena == self.room.name)

    def allow(self, scope: Scope) -> None:
        """Raise Refused unless the caller may do this."""
        if not self.may(scope):
            if self.token is None:
                raise Refused(401, f"this needs a token with the scope {scope}", headers={"WWW-Authenticate": "Bearer"})
            raise Refused(403, f"this token has not the scope {scope} here")

    def slow_down(self, voter: str | None, count: int = 1) -> None:
        """Raise Refused if a voter or an address asks too often."""
        wait = self.room.asks.wait(voter, count) if voter is not None else 0.0
        if wait:
            raise too_many("this voter asks too often", wait)
        wait = 0.0 if self.token else self.service.asks.wait(self.address, count)
        if wait:
            raise too_many("too many questions for one address", wait)


def cookie_name(arena: str) -> str:
    """The name of the cookie of an arena's voters."""
    return f"duelling-voter-{hashlib.sha256(arena.encode()).hexdigest()[:12]}"


def cookies(request: Request) -> dict[str, str]:
    """The cookies of a request; what is none is left out."""
    found: SimpleCookie = SimpleCookie()
    for part in request.headers.get("cookie", "").split(";"):
        try:
            found.load(part)
        except CookieError:
            continue
    return {name: morsel.value for name, morsel in found.items()}


async def identify(service: Service, request: Request) -> Call:
    """Find out who calls: by a token, or by the cookie of an admin."""
    vault, call = await service.fresh_vault(), Call(request, service)
    kind, _, text = request.headers.get("authorization", "").partition(" ")
    if kind:
        call.token = vault.token(text.strip()) if kind.lower() == "bearer" else None
        if call.token is None:
            raise Refused(401, "this token is not known", headers={"WWW-Authenticate": "Bearer"})
    elif vault.has_admin and _holds(vault.admins().read(cookies(request).get(ADMIN, ""))):
        call.token = ADMIN_TOKEN
    return call


def as_voter(call: Call) -> None:
    """Find out which voter of the arena calls, by the cookie that the voting page has set."""
    if "authorization" not in call.request.headers:
        sealed = cookies(call.request).get(cookie_name(call.room.name), "")
        parts = call.service.vault.voters(call.room.name, "cookie").read(sealed)
        call.voter = parts[0] if parts else None


def _holds(parts: list[str] | None) -> bool:
    """Whether what an admin's cookie says holds: it has an end."""
    return parts is not None and float(parts[0]) > time.time()


async def body_of(request: Request, largest: int) -> bytes:
    """Return the body; raise Refused if it is too large or comes too slowly."""
    parts, size = [], 0
    try:
        async with nullcontext() if request.scope.get(WHOLE) else asyncio.timeout(SLOWEST):
            async for part in request.stream():
                size += len(part)
                if size > largest:
                    raise Refused(413, f"the body must have at most {_size(largest)}")
                parts.append(part)
    except TimeoutError:
        raise Refused(408, f"the body must arrive within {SLOWEST:g} seconds") from None
    except ClientDisconnect:
        raise Refused(400, "the body did not arrive") from None
    return b"".join(parts)


def _size(count: int) -> str:
    """So many bytes, in words."""
    return next((f"{count // 2**k} {unit}" for k, unit in ((20, "MB"), (10, "kB")) if count >= 2**k), f"{count} bytes")


async def json_of(request: Request, model: type[BaseModel], largest: int) -> BaseModel:
    """Return the body as this model; an empty one stands for {}."""
    raw = await body_of(request, largest)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if raw and kind != "application/json":
        raise Refused(415, "the body must be JSON, with the header Content-Type: application/json")
    return parsed(model.model_validate_json, raw or b"{}")


def parsed(parse: Callable[[Any], BaseModel], raw: Any, where: str = "") -> BaseModel:
    """Return what ``parse`` makes of something; raise Refused that names the first field that is wrong."""
    try:
        return parse(raw)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or where
        status = 400 if first["type"] == "json_invalid" else 422
        raise Refused(status, f"{place}: {first['msg']}".removeprefix(": ")) from None


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form of one of the pages; raise Refused if another site sent it."""
    check_origin(request.method, request.headers, form=True)
    raw = await body_of(request, JSON_SIZE)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if raw and kind != "application/x-www-form-urlencoded":
        raise Refused(415, "the form must be sent as application/x-www-form-urlencoded")
    try:
        return dict(parse_qsl(raw.decode(), keep_blank_values=True, max_num_fields=200))
    except ValueError:
        raise Refused(400, "the form is damaged") from None


Handler = Callable[[Call], Awaitable[Response]]
