"""From a request to its handler: who calls is found out before anything is read or looked up."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Path

from duelling.errors import EXACT, InputError
from duelling.serve.access.origin import check_origin
from duelling.serve.api.answers import failed
from duelling.serve.api.call import Call, as_voter, identify, json_of
from duelling.serve.api.route import Query, Route
from duelling.serve.api.table import REPLY, TABLE
from duelling.serve.refusals import Refused, refused
from duelling.serve.service import Service

SAYS = {"1": True, "true": True, "0": False, "false": False}
OFTEN = ("/vote", "/tickets")  # how paths end that are called most often
LONGEST = 200  # characters of a value in an address


def paths(service: Service) -> list[Path]:
    """Return the paths of the interface; each knows all its methods, so that a wrong one is told the right ones.

    They are looked through one by one, those of votes first.
    """
    table: dict[str, dict[str, Route]] = {}
    for route in TABLE:
        table.setdefault(route.path, {})[route.method] = route
    often = sorted(table, key=lambda path: not path.endswith(OFTEN))
    return [Path(path, _endpoint(service, table[path]), methods=list(table[path])) for path in often]


def _endpoint(service: Service, routes: Mapping[str, Route]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        route = routes["GET" if request.method == "HEAD" else request.method]
        request.scope["route"] = route.path
        try:
            return await _answered(service, route, await _prepare(service, request, route))
        except InputError as error:
            return failed(refused(error))
        except Refused as why:
            return failed(why)

    return endpoint


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
    found = {}
    for name, (kind, default, _) in known.items():
        text = request.query_params.get(name)
        found[name] = default if text is None else _value(name, kind, text)
    return found


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
