"""Templates and files of the pages."""

import hashlib
import mimetypes
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from duelling.errors import UnknownName
from duelling.serve.api.answers import NO_STORE
from duelling.serve.api.call import cookies
from duelling.serve.languages import Language, choose, languages
from duelling.serve.page import Page

LANG = "duelling-lang"  # the name of the cookie
YEAR = 365 * 86400
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


class File(NamedTuple):
    """A file that pages load."""

    data: bytes
    kind: str
    version: str


@cache
def files() -> dict[str, File]:
    """Return all files that pages load, by name."""
    found = {}
    for each in resources.files("duelling.serve").joinpath("static").iterdir():
        data, end = each.read_bytes(), each.name[each.name.rindex(".") :]
        kind = KINDS.get(end) or mimetypes.guess_type(each.name)[0] or "application/octet-stream"
        found[each.name] = File(data, kind, hashlib.sha256(data).hexdigest()[:12])
    return found


def address(name: str) -> str:
    """Return where a file is loaded from; another version has another address, so that it may be kept for ever."""
    return f"/static/{name}?v={files()[name].version}"


async def static(request: Request) -> Response:
    """Send a file."""
    file = files().get(request.path_params["name"])
    if file is None:
        raise UnknownName("there is no such file")
    kept = f"public, max-age={YEAR}, immutable" if request.query_params.get("v") == file.version else "no-cache"
    return Response(file.data, media_type=file.kind, headers={"Cache-Control": kept})


@cache
def _templates() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("duelling.serve", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.globals["static"] = address
    made.filters["thousands"] = lambda number: f"{number:,}".replace(",", "\u202f")
    return made


def words(request: Request, page: Page | None = None) -> Language:
    """Return the language of a page: that of the arena, that which was chosen, or that of the browser."""
    wanted = (page.language if page else "") or request.query_params.get("lang") or cookies(request).get(LANG)
    return choose(wanted, request.headers.get("accept-language"))


def rendered(template: str, /, **values: Any) -> str:
    """Return a template with these values in it."""
    return str(_templates().get_template(template).render(**values))


def html(
    request: Request, name: str, values: dict[str, Any], *, status: int = 200, page: Page | None = None
) -> HTMLResponse:
    """Return a page in the visitor's language; a language that was just chosen is remembered."""
    t = words(request, page)
    others = [] if page and page.language else list(languages().values())
    made = HTMLResponse(rendered(name, t=t, languages=others, **values), status, dict(NO_STORE))
    chosen = request.query_params.get("lang")
    if chosen in languages() and others:
        made.set_cookie(LANG, str(chosen), max_age=YEAR, httponly=True, samesite="lax")
    return made


def message(
    request: Request,
    key: str,
    *,
    status: int = 200,
    page: Page | None = None,
    body: str | None = None,
    again_in: int = 0,
    link: tuple[str, str] | None = None,
    last: str | None = None,
    page_url: str = "",
) -> HTMLResponse:
    """Return a page with a heading and a sentence, by the key of its words; ``again_in`` seconds it is loaded anew."""
    t = words(request, page)
    said = body if body is not None else t(f"{key}.body")
    values = {"title": t(key), "heading": t(key), "body": said, "again_in": again_in, "link": link, "last": last}
    made = html(request, "message.html", {**values, "page_url": page_url}, status=status, page=page)
    if again_in and status in (429, 503):
        made.headers["Retry-After"] = str(again_in)
    return made
