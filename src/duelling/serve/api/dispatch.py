"""From a request to its handler: who calls is found out before anything is read or looked up."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send

from duelling.errors import EXACT, InputError
from duelling.serve.access.origin import check_origin
from duelling.serve.api.answers import failed
from duelling.serve.api.call import Call, as_voter, identify, json_of
from duelling.serve.api.route import Query, Route
from duelling.serve.api.table import REPLY, TABLE
from duelling.serve.refusals import Refused, refused, wrong_method
from duelling.serve.service import Service

SAYS = {"1": True, "true": True, "0": False, "false": False}
OFTEN = ("/vote", "/tickets")  # how paths end that are called most often
LONGEST = 200  # characters of a value in an address


class Interface:
    """Answers the paths of the interface, and hands on all others.

    Votes come often, so they are looked for first, and nothing stands around them: the router of Starlette, which the
    pages have, takes longer than the rest of this file.
    """

    def __init__(self, service: Service, others: ASGIApp) -> None:
        self._service, self._others = service, others
        table: dict[str, dict[str, Route]] = {}
        for route in TABLE:
            table.setdefault(route.path, {})[route.method] = route
        for routes in table.values():
            if "GET" in routes:
                routes["HEAD"] = routes["GET"]
        often = sorted(table, key=lambda path: not path.endswith(OFTEN))
        self._paths = [(*compile_path(path)[::2], table[path]) for path in often]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path = scope["path"].removeprefix(scope.get("root_path", "")) if scope["type"] == "http" else ""
        for pattern, kinds, routes in self._paths:
            if found := pattern.match(path):
                scope["path_params"] = {name: kinds[name].convert(text) for name, text in found.groupdict().items()}
                response = await self._answer(Request(scope, receive, send), routes)
                await response(scope, receive, send)
                return
        await self._others(scope, receive, send)

    async def _answer(self, request: Request, routes: Mapping[str, Route]) -> Response:
        request.scope["route"] = next(iter(routes.values())).path
        try:
            if request.method not in routes:
                raise wrong_method(routes)
            route = routes[request.method]
            return await _answered(self._service, route, await _prepare(self._service, request, route))
        except InputError as error:
            return failed(refused(error))
        except Refused as why:
            return failed(why)


async def _answered(service: Service, route: Route, call: Call) -> Response:
    """The reply; where the request has a key and the route gives the same key the same reply, the first one."""
    key = call.request.headers.get("idempotency-key") if route.headers is REPLY else None
    if key is None:
        return await route.call(call)
    label = call.token.label if call.token else ""
    name = (label, route.path, call.room.name if call.room else "", key)
    return await service.replies.once(name, call.body.model_dump_json().encode(), lambda: route.call(call))


async def _prepare(service: Service, request: Request, route: Route) -> Call:
    check_origin(request.method, request.headers, form=False)
    call = await identify(service, request)
    if route.who != "anyone" and call.token is None:
        call.allow("admin" if route.who == "admin" else "read")
    if "arena" in request.path_params:
        call.room = await service.room(request.path_params["arena"])
        as_voter(call)
    if route.who == "admin":
        call.allow("admin")
    elif route.who == "reader":
        call.allow("read")
    call.query = _query(route.query, request)
    if route.body is not None:
        call.body = await json_of(request, route.body, route.largest)
    return call


def _query(known: Query, request: Request) -> dict[str, Any]:
    """The values in an address, by what the route knows of them."""
    if not known:
        return {}
    query = request.scope["query_string"]
    given = _few_values(query) if len(query) <= LONGEST else _values(query)
    return {
        name: _value(name, kind, given[name]) if name in given else other for name, (kind, other, _) in known.items()
    }


def _values(query: bytes) -> dict[str, str]:
    return dict(parse_qsl(query.decode("latin-1"), keep_blank_values=True))


_few_values = lru_cache(64)(_values)  # mostly the same, again and again


def _value(name: str, kind: type, text: str) -> Any:
    if kind is bool:
        if text.lower() in SAYS:
            return SAYS[text.lower()]
        raise Refused(422, f"{name}: must be 1 or 0")
    if kind is int:
        if text.isascii() and text.isdigit() and len(text) < 17 and int(text) <= EXACT:
            return int(text)
        raise Refused(422, f"{name}: must be a whole number from 0 on")
    if len(text) > LONGEST:
        raise Refused(422, f"{name}: must have at most {LONGEST} characters")
    return text
