"""The voting page: one pair after the other. Everything here is a form; the script in the page does the same faster."""

import secrets
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from duelling.errors import Conflict, UnknownName
from duelling.serve.api.call import Call, cookie_name, form_of
from duelling.serve.api.tickets import LATE, check_turn, settled, shown
from duelling.serve.content.markdown import render
from duelling.serve.desk import TakeBack, Tray, Visit, Vote
from duelling.serve.languages import Language
from duelling.serve.page import Page
from duelling.serve.pages.render import YEAR, html, message, words
from duelling.serve.refusals import Refused
from duelling.serve.room import Room

SAID = ("saved", "undone", "kept", "stands", "late", "uncounted", "lost")
ANSWERS = ("left", "right", "tie", "bad", "skip")
LONGEST_ID = 100
USUAL = "main"  # the name of an arena that nobody has named


def page_url(room: Room) -> str:
    """Return the address of an arena's voting page."""
    return f"/a/{quote(room.name, safe='')}"


def see_other(address: str, **query: str | None) -> RedirectResponse:
    """Send the browser on to a page, which it then gets."""
    known = {key: value for key, value in query.items() if value}
    return RedirectResponse(f"{address}?{urlencode(known)}" if known else address, 303, {"Cache-Control": "no-store"})


def title_of(room: Room, page: Page, t: Language) -> str:
    """Return the heading of the pages of an arena; the name that every arena has by itself says nothing to voters."""
    return page.title or (t("title") if room.name == USUAL else room.name)


def sees_standings(page: Page, closed: bool) -> bool:
    """Whether voters may see who leads."""
    return page.standings == "always" or (page.standings == "closed" and closed)


async def vote_page(call: Call) -> Response:
    """Show the pair that this voter is asked about, or why there is none."""
    page, request = await call.room.page(), call.request
    if page.voters == "api":
        return message(request, "programs", status=403, page=page)
    if call.voter is None:
        return await _before_the_first(call, page)
    try:
        check_turn(call.room, page, call.voter)
    except Refused:
        return _pause(call, page, "pause.turns", 3)
    try:
        call.slow_down(call.voter)
    except Refused as why:
        return _pause(call, page, "pause.fast", int(why.headers["Retry-After"]))
    again = request.query_params.get("again", "")[:LONGEST_ID] or None
    try:
        ((what, tray),) = await call.room.do(Visit(call.voter, again))
    except Conflict as error:
        return message(request, "wrong", status=409, page=page, body=str(error))
    if tray is not None:
        settled(call.room, tray, call.voter)
    if what == "ask":
        return _ask(call, page, tray)
    return await _nothing(call, page, what, tray)


async def _before_the_first(call: Call, page: Page) -> Response:
    """Who is here for the first time reads what it is about; nobody is asked anything before he wants it."""
    if await call.room.look(lambda state: state.closed):
        return await _nothing(call, page, "closed", None)
    if page.voters == "invited":
        return message(call.request, "invited", status=403, page=page)
    about = Markup(render(page.about).at("")) if page.about else ""
    return html(call.request, "welcome.html", {**_titles(call, page), "about": about}, page=page)


def _titles(call: Call, page: Page) -> dict[str, Any]:
    t = words(call.request, page)
    question = page.question or t("question")
    return {"title": title_of(call.room, page, t), "question": question, "page_url": page_url(call.room)}


def _pause(call: Call, page: Page, key: str, seconds: int) -> Response:
    said = words(call.request, page)(key)
    return message(call.request, "pause", status=429, page=page, body=said, again_in=max(2, seconds))


def _ask(call: Call, page: Page, tray: Tray) -> Response:
    said, again, last = (call.request.query_params.get(name, "") for name in ("said", "again", "last"))
    ticket = shown(call.room, page, tray.tickets[0])
    holds = {"saved": last in tray.back, "undone": again == ticket["id"]}  # an address may say anything
    values = {
        **_titles(call, page),
        "api": f"/api/v1/arenas/{quote(call.room.name, safe='')}",
        "ticket": ticket,
        "votes": tray.votes,
        "most": tray.most,
        "back": tray.back,
        "said": said if said in SAID and holds.get(said, True) else "",
    }
    return html(call.request, "vote.html", values, page=page)


async def _nothing(call: Call, page: Page, what: str, tray: Tray | None) -> Response:
    t, link = words(call.request, page), None
    if sees_standings(page, what == "closed"):
        link = (f"{page_url(call.room)}/standings", t("standings.see"))
    body = t("thanks.body", count=tray.votes) if what == "thanks" and tray else None
    status = 403 if what == "barred" else 200
    return message(
        call.request, what, status=status, page=page, body=body, link=link,
        last=tray.back[0] if tray and tray.back else None, page_url=page_url(call.room),
    )  # fmt: skip


async def start(call: Call) -> Response:
    """Give a visitor a cookie, by which the arena knows which pairs he has answered."""
    await form_of(call.request)
    page = await call.room.page()
    if page.voters == "open" and call.voter is None:
        call.slow_down(None)
        return with_voter(call, f"guest-{secrets.token_hex(6)}")
    return see_other(page_url(call.room))


async def enter(call: Call) -> Response:
    """Exchange an invitation for a cookie, so that it does not stay in the address bar."""
    found = call.service.vault.voters(call.room.name, "link").read(call.request.path_params["sealed"])
    if not found:
        page = await call.room.page()
        t = words(call.request, page)
        return message(call.request, "invited", status=404, page=page, body=t("invited.wrong"))
    return with_voter(call, found[0])


def with_voter(call: Call, voter: str) -> Response:
    """Send the visitor on to the voting page, as this voter."""
    answer = see_other(page_url(call.room))
    sealed = call.service.vault.voters(call.room.name, "cookie").write(voter)
    secure = call.service.options.secure or call.request.scope["scheme"] == "https"
    answer.set_cookie(
        cookie_name(call.room.name), sealed, max_age=YEAR // 2, httponly=True, samesite="lax", secure=secure
    )
    return answer


async def send_vote(call: Call) -> Response:
    """Store the vote of a form, and show the next pair."""
    given = await form_of(call.request)
    ticket, answer = given.get("ticket", "")[:LONGEST_ID], given.get("answer", "")
    if answer not in ANSWERS:
        raise Refused(422, f"answer: must be one of {', '.join(ANSWERS)}")
    try:
        (cast,) = await call.room.do(Vote(ticket, answer))
    except Conflict:
        return see_other(page_url(call.room), said="stands")
    except UnknownName:  # a question that a power cut has lost
        return see_other(page_url(call.room), said="lost")
    if cast.receipt.counted and cast.new and call.voter:
        call.room.turns.told(call.voter)
    if answer == "skip":
        return see_other(page_url(call.room))
    if not cast.receipt.counted:
        return see_other(page_url(call.room), said="late" if cast.receipt.why == LATE else "uncounted")
    return see_other(page_url(call.room), last=ticket, said="saved")


async def send_undo(call: Call) -> Response:
    """Take the vote of a form back, and show its pair again."""
    ticket = (await form_of(call.request)).get("ticket", "")[:LONGEST_ID]
    try:
        await call.room.do(TakeBack(ticket, call.voter))
    except Conflict:  # it is too old, or was another's
        return see_other(page_url(call.room), said="kept")
    except UnknownName as error:
        return message(call.request, "wrong", status=409, page=await call.room.page(), body=str(error))
    return see_other(page_url(call.room), again=ticket, said="undone")
