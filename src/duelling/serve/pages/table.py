"""All pages."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from starlette.responses import Response

from duelling.serve.api.call import Call
from duelling.serve.pages import acts, board, doors, public, voting


class Show(NamedTuple):
    """A path and what answers it."""

    path: str
    call: Callable[[Call], Awaitable[Response]]
    methods: tuple[str, ...] = ("GET",)
    admin: bool = False


POST = ("POST",)
BOARD = "/admin/{arena}"

PAGES = (
    Show("/", public.home),
    Show("/a/{arena}", voting.vote_page),
    Show("/a/{arena}/start", voting.start, POST),
    Show("/a/{arena}/vote", voting.send_vote, POST),
    Show("/a/{arena}/undo", voting.send_undo, POST),
    Show("/a/{arena}/standings", public.standings),
    Show("/v/{arena}/{sealed}", voting.enter),
    Show("/admin", doors.hall),
    Show("/admin/log-in", doors.log_in, POST),
    Show("/admin/log-out", doors.log_out, POST),
    Show(BOARD, board.board, admin=True),
    Show(f"{BOARD}/live", board.live, admin=True),
    *(Show(f"{BOARD}/{name}", act, POST, admin=True) for name, act in acts.ACTS.items()),
)
