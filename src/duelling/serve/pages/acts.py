"""What an organiser does on the dashboard, by forms."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from duelling.errors import InputError, WrongValue, plain_text
from duelling.live.decisions.manage import Bar, Open, Retire
from duelling.live.decisions.undo import Restore, Void
from duelling.live.journal.events import Media
from duelling.serve.api.call import Call, form_of
from duelling.serve.api.people import invitation
from duelling.serve.page import Page, page_of
from duelling.serve.pages.board import board, board_url
from duelling.serve.pages.voting import see_other
from duelling.serve.refusals import refused

MOST_NAMES = 500
CHECKS = ("reveal", "tie", "bad", "skip")
WHOLES = ("most_open", "per_minute", "in_a_row")

Act = Callable[[Call], Awaitable[Response]]


def _back(call: Call, part: str) -> Response:
    return see_other(f"{board_url(call.room)}#{part}")


def _on_voter(decision: Callable[[str], Any]) -> Act:
    async def act(call: Call) -> Response:
        given = await form_of(call.request)
        await call.room.do(decision(given.get("voter", "")))
        return _back(call, "voters")

    return act


async def set_open(call: Call) -> Response:
    """Open or close the arena."""
    given = await form_of(call.request)
    await call.room.do(Open(given.get("open") == "1"))
    return _back(call, "verdict")


async def set_page(call: Call) -> Response:
    """Change the words and rules of the pages."""
    given = await form_of(call.request)
    wanted: dict[str, Any] = {name: given.get(name, "") for name in ("title", "question", "about", "language")}
    wanted |= {name: given[name] for name in ("voters", "standings") if name in given}
    wanted |= {name: name in given for name in CHECKS}
    wanted |= {name: _whole(name, given.get(name, "")) for name in WHOLES}
    page: Page = page_of(wanted)
    settings = await run_in_threadpool(lambda: call.room.arena.set(page=page.model_dump(exclude_defaults=True)))
    call.room.remember_page(settings.page)
    return _back(call, "settings")


async def set_arena(call: Call) -> Response:
    """Change what the arena is for, and what its voters may do."""
    given = await form_of(call.request)
    wanted: dict[str, Any] = {"goal": given.get("goal", "best")}
    wanted |= {name: _real(name, given.get(name, "")) for name in ("delta", "within", "expires")}
    wanted |= {
        name: _whole(name, given[name]) if given.get(name, "").strip() else None
        for name in ("repeats", "most_per_voter")
    }
    await run_in_threadpool(lambda: call.room.arena.set(**wanted))
    return _back(call, "settings")


def _whole(name: str, text: str) -> int:
    if not (text.strip().isascii() and text.strip().isdigit() and len(text) < 16):
        raise WrongValue(f"{name} must be a whole number, got {text!r}")
    return int(text)


def _real(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise WrongValue(f"{name} must be a number, got {text!r}") from None


async def add_item(call: Call) -> Response:
    """Let an item compete whose content is a text; what is wrong with it is said where it was written."""
    given = await form_of(call.request)
    kind: Media = "markdown" if given.get("kind") == "markdown" else "text"
    content = given.get("content", "").replace("\r\n", "\n") or None
    try:
        await run_in_threadpool(lambda: call.room.arena.add(given.get("name", ""), content, kind if content else None))
    except InputError as error:
        why = refused(error)
        return await board(call, {"trouble": why.line, "item": given}, why.status)
    return _back(call, "items")


async def set_item(call: Call) -> Response:
    """Let an item compete no more, or again."""
    given = await form_of(call.request)
    if given.get("active") == "1":
        await run_in_threadpool(lambda: call.room.arena.add(given.get("item", "")))
    else:
        await call.room.do(Retire((given.get("item", ""),), fewest=2))  # with fewer there are no standings to show
    return _back(call, "items")


async def invite(call: Call) -> Response:
    """Make links for voters, a name on each line."""
    given = await form_of(call.request)
    names = [name.strip() for name in given.get("names", "").splitlines() if name.strip()]
    if not names:
        raise WrongValue("names must be one on each line, got none")
    if len(names) > MOST_NAMES:
        raise WrongValue(f"names must be at most {MOST_NAMES} at a time, got {len(names)}")
    links = [(plain_text("name", name), invitation(call, name)) for name in dict.fromkeys(names)]
    return await board(call, {"links": links})


async def end_links(call: Call) -> Response:
    """End all links and all voters' cookies."""
    await form_of(call.request)
    await run_in_threadpool(call.service.vault.end_links, call.room.name)
    return _back(call, "invitations")


ACTS: dict[str, Act] = {
    "open": set_open,
    "page": set_page,
    "settings": set_arena,
    "add": add_item,
    "item": set_item,
    "bar": _on_voter(Bar),
    "admit": _on_voter(lambda voter: Bar(voter, barred=False)),
    "void": _on_voter(Void),
    "restore": _on_voter(lambda voter: Restore(voter=voter)),
    "invite": invite,
    "end-links": end_links,
}
