"""Pages for everybody: which votes are open, and who leads where that may be seen."""

from starlette.responses import Response

from duelling.serve.api.call import Call
from duelling.serve.api.results import unnamed
from duelling.serve.charts.intervals import axis, interval
from duelling.serve.pages.render import html, message, words
from duelling.serve.pages.voting import page_url, see_other, sees_standings, title_of
from duelling.votes.standings import Standings


async def home(call: Call) -> Response:
    """Show which votes are open; where there is one arena, go there."""
    rooms = await call.service.rooms()
    if len(rooms) == 1:
        return see_other(page_url(rooms[0]))
    found = []
    for room in rooms:
        page, closed = await room.page(), await room.look(lambda state: state.closed)
        if page.voters == "open" and not closed:
            found.append({"url": page_url(room), "title": title_of(room, page, words(call.request, page))})
    return html(call.request, "home.html", {"title": "duelling", "arenas": found})


async def standings(call: Call) -> Response:
    """Show who leads, if the owner lets voters see it."""
    page, closed = await call.room.page(), await call.room.look(lambda state: state.closed)
    if not (sees_standings(page, closed) or call.may("read")):
        return message(call.request, "missing", status=404, page=page)
    _, (found, _) = await call.room.report.get(await call.room.head(), calm=True)
    values = {
        "title": title_of(call.room, page, words(call.request, page)),
        "rows": rows(found),
        "axis": axis(),
        "standings": found,
        "warnings": unnamed(found.warnings),
        "back": None if closed else page_url(call.room),
    }
    return html(call.request, "standings.html", values, page=page)


def rows(found: Standings) -> list[dict[str, object]]:
    """Return what a table of standings shows of each item, best first."""
    counts = (found.wins.sum(axis=1) + found.ties.sum(axis=1) + found.wins.sum(axis=0)).astype(int).tolist()
    columns = zip(found.items, found.first, found.last, found.score, found.low, found.high, counts, strict=True)
    return [
        {
            "item": item,
            "place": f"{first}" if first == last else f"{first}–{last}",
            "score": "" if score != score else f"{100 * score:.0f}%",
            "range": "" if low != low else f"{100 * low:.0f}–{100 * high:.0f}%",
            "chart": interval(float(score), float(low), float(high), item in found.verdict.items),
            "votes": votes,
            "winner": item in found.verdict.items,
        }
        for item, first, last, score, low, high, votes in columns
    ]
