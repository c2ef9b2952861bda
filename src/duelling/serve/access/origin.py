"""Whether a page of this very site sent a request. A browser says so, and a page elsewhere cannot lie about it."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from duelling.serve.refusals import Refused

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
OWN = frozenset({"same-origin", "none"})  # none: the user typed it, or another program sent it


def check_origin(method: str, headers: Mapping[str, str], form: bool) -> None:
    """Raise Refused if a request that changes something may come from another site.

    A form must say where it comes from. A call with JSON need not: another site cannot send one without asking first,
    and it is never allowed.
    """
    if method in SAFE:
        return
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        own = site in OWN and not (form and site == "none")
    elif origin is not None:
        own = _host(origin) == headers.get("host", "").lower()
    else:
        own = not form
    if not own:
        raise Refused(403, "this request came from another site: open the page itself and try again", "other_site")


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
