"""The door of the organisers: log in with the token, log out, choose an arena or make one."""

import time
from typing import Any

from starlette.responses import Response

from duelling.serve.api.call import ADMIN, Call, form_of
from duelling.serve.api.manage import seen
from duelling.serve.pages.board import board_url
from duelling.serve.pages.render import html
from duelling.serve.pages.voting import page_url, see_other
from duelling.serve.refusals import too_many

DAY = 12 * 3600  # seconds for which somebody stays logged in


async def hall(call: Call) -> Response:
    """Show all arenas; or the form to log in."""
    if not call.may("admin"):
        return login_form(call)
    found: list[dict[str, Any]] = []
    for room in await call.service.rooms():
        arena = await room.look(lambda state, room=room: seen(room, state))  # type: ignore[misc]
        found.append({"arena": arena, "vote": page_url(room), "board": board_url(room)})
    tokens = (await call.service.fresh_vault()).tokens()
    return html(call.request, "hall.html", {"title": "Arenas", "arenas": found, "tokens": tokens})


def login_form(call: Call, wrong: bool = False) -> Response:
    """Ask for the token."""
    return html(call.request, "login.html", {"title": "Log in", "wrong": wrong}, status=401 if wrong else 200)


async def log_in(call: Call) -> Response:
    """Exchange the token for a cookie, and show the dashboard; where there are several arenas, show all of them."""
    given = await form_of(call.request)
    wait = call.service.logins.wait(call.address)
    if wait:
        raise too_many("too many tries to log in: wait a moment", wait)
    vault = await call.service.fresh_vault()
    if not (vault.has_admin and vault.is_admin(given.get("token", "").strip())):
        return login_form(call, wrong=True)
    rooms = await call.service.rooms()
    answer = see_other(board_url(rooms[0]) if len(rooms) == 1 else "/admin")
    secure = call.service.options.secure or call.request.scope["scheme"] == "https"
    sealed = vault.admins().write(str(int(time.time()) + DAY))
    answer.set_cookie(ADMIN, sealed, max_age=DAY, httponly=True, samesite="strict", secure=secure)
    return answer


async def log_out(call: Call) -> Response:
    """Forget the cookie."""
    await form_of(call.request)
    answer = see_other("/admin")
    answer.delete_cookie(ADMIN, httponly=True, samesite="strict")
    return answer
