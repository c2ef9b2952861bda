"""The application: the interface and the pages over one service."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Lifespan

from duelling.errors import InputError
from duelling.serve.api.answers import failed
from duelling.serve.api.call import as_voter, identify
from duelling.serve.api.dispatch import Interface
from duelling.serve.pages.render import message, static, words
from duelling.serve.pages.table import PAGES, Show
from duelling.serve.pages.voting import see_other
from duelling.serve.refusals import Refused, refused, wrong_method
from duelling.serve.service import Service
from duelling.serve.shell import Shell

KEYS = {404: "missing", 503: "unavailable"}  # the words of a page that cannot be shown
NOWHERE = "there is nothing at this address: /api/v1/openapi.json has all of them"
LATER = 5  # seconds after which such a page is loaded again


def application(service: Service, lifespan: Lifespan[Starlette] | None = None) -> ASGIApp:
    """Return the application, for any server that speaks ASGI."""
    pages = [Route(show.path, _page(service, show), methods=list(show.methods)) for show in PAGES]
    app = Starlette(
        routes=[Route("/static/{name}", _static), *pages],
        exception_handlers={HTTPException: _lost},  # type: ignore[dict-item]
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return Shell(Interface(service, app), service.options, service.metrics)


async def _static(request: Request) -> Response:
    request.scope["route"] = "/static/{name}"
    try:
        return await static(request)
    except InputError as error:
        return failed(refused(error))


def _page(service: Service, show: Show) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        request.scope["route"] = show.path
        try:
            call = await identify(service, request)
            if show.admin and not call.may("admin"):
                return see_other("/admin")
            if "arena" in request.path_params:
                call.room = await service.room(request.path_params["arena"])
                as_voter(call)
            return await show.call(call)
        except InputError as error:
            return _said(request, refused(error))
        except Refused as why:
            return _said(request, why)

    return endpoint


async def _lost(request: Request, error: HTTPException) -> Response:
    """Answer a request that fits no route."""
    if error.status_code == 405 and error.headers:
        why = wrong_method(error.headers["Allow"].split(", "))
    else:
        why = Refused(error.status_code, NOWHERE, headers=error.headers)
    return failed(why) if request.scope["path"].startswith("/api/") else _said(request, why)


def _said(request: Request, why: Refused) -> Response:
    """Return a refusal as a page."""
    key = KEYS.get(why.status, "wrong")
    body = why.line if key == "wrong" else None
    arena = request.path_params.get("arena") if key == "wrong" and request.scope["path"].startswith("/admin/") else None
    link = (f"/admin/{quote(arena, safe='')}", words(request)("back")) if arena else None
    made = message(request, key, status=why.status, body=body, again_in=LATER if why.status == 503 else 0, link=link)
    made.headers.update({name: value for name, value in why.headers.items() if name != "Retry-After"})
    return made
