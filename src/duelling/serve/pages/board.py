"""The dashboard of one arena. What changes with each vote is a list of parts, sent alone to whoever watches."""

from datetime import UTC, datetime
from typing import Any

from starlette.responses import HTMLResponse, Response

from duelling.live.judgement import judge
from duelling.live.reading.pictures import LARGEST_PICTURE
from duelling.live.settings import GOALS
from duelling.live.standings import see, standings
from duelling.serve.api.answers import tagged, unchanged
from duelling.serve.api.call import Call
from duelling.serve.api.results import EXPORTS
from duelling.serve.charts.intervals import axis
from duelling.serve.charts.matrix import matrix
from duelling.serve.charts.sides import sides
from duelling.serve.charts.timeline import timeline
from duelling.serve.languages import languages
from duelling.serve.page import Page, page_in
from duelling.serve.pages.numbers import described, look, told
from duelling.serve.pages.public import rows
from duelling.serve.pages.render import html, rendered, words
from duelling.serve.pages.voting import page_url
from duelling.serve.pairs import finished
from duelling.serve.reach import host_of, only_here
from duelling.serve.room import Room

EVENTS = 100  # the last ones


def board_url(room: Room) -> str:
    """Return the address of an arena's dashboard."""
    return f"/admin{page_url(room)[2:]}"


def gather(room: Room) -> dict[str, Any]:
    """Return what the parts show. It takes a while: call it in a thread."""
    numbers, seen, out = room.arena.look(lambda state: (look(state), see(state), finished(state)))
    found, votes = standings(seen), room.told()
    return {
        "numbers": numbers,
        "finished": out,
        "standings": found,
        "verdict": judge(seen, found),
        "rows": rows(found),
        "axis": axis(),
        "people": described(numbers, found, votes),
        "matrix": matrix(found.items, found.wins, found.ties),
        "timeline": timeline(votes["at"]),
        "sides": sides(found.sides.get("left", 0), found.sides.get("tie", 0), found.sides.get("right", 0)),
        "events": _events(room, numbers.head),
        "board": board_url(room),
    }


async def values(call: Call, calm: bool = False) -> tuple[str, dict[str, Any]]:
    """Return what the parts show, and a tag that changes when they do; who watches is ``calm``."""
    room = call.room
    upto, made = await room.once("board", lambda: gather(room)).get(await room.head(), calm)
    return f'"{upto}"', made


def _events(room: Room, head: int) -> list[tuple[int, str, str, str]]:
    """The last events, the newest first: number, time, kind, what they hold."""
    found = [
        (
            event.seq,
            datetime.fromtimestamp(event.at / 1e6, UTC).strftime("%m-%d %H:%M:%S"),
            str(event.kind),
            told(event),
        )
        for event in room.arena.events(max(0, head - EVENTS))
    ]
    return found[::-1]


async def board(call: Call, news: dict[str, Any] | None = None, status: int = 200) -> Response:
    """Show everything; ``news`` is shown once, such as a link that was just made, or why an item was refused."""
    _, made = await values(call)
    page: Page = page_in(made["numbers"].page)
    base = call.service.options.public or str(call.request.base_url)
    shown = {
        **made,
        "title": page.title or call.room.name,
        "name": call.room.name,
        "page": page,
        "vote_url": page_url(call.room),
        "public": base.rstrip("/") + page_url(call.room),
        "alone": only_here(host_of(base)),
        "api": f"/api/v1/arenas{page_url(call.room)[2:]}",
        "exports": list(EXPORTS),
        "largest": LARGEST_PICTURE,
        "goals": [goal for goal in GOALS if goal != "learner"],
        "all_languages": list(languages().values()),
        "news": {"links": [], "trouble": "", "item": {}, **(news or {})},
    }
    return html(call.request, "board.html", shown, status=status)


async def live(call: Call) -> Response:
    """Send the parts that change, unless nothing has changed."""
    tag, made = await values(call, calm=True)
    same = unchanged(call.request, tag)
    if same:
        return same
    return HTMLResponse(rendered("live.html", t=words(call.request), **made), headers=tagged(tag))
