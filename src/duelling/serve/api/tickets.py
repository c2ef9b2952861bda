"""Questions and votes."""

import hashlib
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from duelling.errors import UnknownName
from duelling.live.decisions.undo import Restore
from duelling.serve.api import models
from duelling.serve.api.answers import NO_STORE, sent
from duelling.serve.api.call import Call
from duelling.serve.content.markdown import LONGEST, MEDIA, render
from duelling.serve.content.shown import show
from duelling.serve.desk import Handed, Piece, Serve, TakeBack, Tray, Vote
from duelling.serve.page import Page
from duelling.serve.refusals import Refused, too_many
from duelling.serve.room import Room

SIDES = ("left", "right")
LATE = "it came too late"  # as the arena says it


def address_of_ticket(room: Room, ticket: str) -> str:
    """Where a ticket is found."""
    return f"/api/v1/arenas/{quote(room.name, safe='')}/tickets/{ticket}"


def shown(room: Room, page: Page, ticket: Handed, names: bool = False) -> dict[str, Any]:
    """Return the fields of a ticket as its voter gets it: nothing in it tells which items they are."""
    address = address_of_ticket(room, ticket.id)
    return {
        "id": ticket.id,
        "left": _side(ticket.left, f"{address}/left", names),
        "right": _side(ticket.right, f"{address}/right", names),
        "case": ticket.case,
        "answers": page.answers(),
        "expires": datetime.fromtimestamp(ticket.expires, UTC).isoformat(timespec="seconds"),
    }


def _side(piece: Piece, address: str, names: bool) -> dict[str, Any]:
    seen = show(piece.media, piece.content, address)._asdict()  # type: ignore[arg-type]
    return {**seen, "name": piece.name} if names else seen


def voter_of(call: Call, page: Page, wanted: str | None) -> str | None:
    """Return in whose name is asked; raise Refused if the caller may not ask."""
    if call.may("vote"):
        return wanted or call.voter
    if call.token is not None:
        call.allow("vote")
    if wanted is not None:
        raise Refused(403, "only a program with a token may say who votes")
    if page.voters == "api":
        raise Refused(403, "votes in this arena come from programs with a token", "programs")
    if call.voter is None:
        said = "this needs the cookie that the voting page sets, or a token with the scope vote"
        raise Refused(401, said, headers={"WWW-Authenticate": "Bearer"})
    return call.voter


def check_turn(room: Room, page: Page, voter: str | None) -> None:
    """Raise Refused if a voter must wait for others."""
    wait = room.turns.wait(voter, page.in_a_row) if voter else 0.0
    if wait:
        raise too_many(f"after {page.in_a_row} votes in a row it is the turn of others", min(wait, 3.0))


def settled(room: Room, tray: Tray, voter: str | None) -> Tray:
    """Remember what was handed out."""
    room.remember(tray)
    room.remember_page(tray.page)
    if voter and tray.new:
        room.turns.asked(voter)
    return tray


async def ask(call: Call) -> Response:
    """Hand out questions; the same key again gives the same ones."""
    room, given = call.room, call.body
    page = await room.page()
    voter = voter_of(call, page, given.voter)
    if given.names and call.token is None:
        raise Refused(403, "only a program with a token may see names before the vote")
    if call.token is None and given.count > page.most_open:
        raise Refused(422, f"count: a voter may hold {page.most_open} tickets, got {given.count}")
    check_turn(room, page, voter)
    call.slow_down(voter, given.count)
    key = call.request.headers.get("idempotency-key")
    (tray,) = await room.do(Serve(given.count, voter, key and _own_key(call, voter, key)))
    settled(room, tray, voter)
    if not tray.tickets:
        raise Refused(409, tray.why, "nothing")
    tickets = [shown(room, page, ticket, given.names) for ticket in tray.tickets]
    status = 201 if tray.new else 200
    if given.count == 1:
        return sent(models.Ticket.model_validate(tickets[0]), status)
    return sent(models.Tickets.model_validate({"tickets": tickets, "why": tray.why}), status)


def _own_key(call: Call, voter: str | None, key: str) -> str:
    """A key counts for its caller alone: nobody gets the tickets of another by guessing his keys."""
    who = call.token.label if call.token else ""
    return hashlib.sha256("\n".join((who, voter or "", key)).encode()).hexdigest()


async def _ticket(call: Call) -> Handed:
    """The ticket in the path. Whoever tries ids is slowed down."""
    id = call.request.path_params["ticket"]
    if call.room.at_hand(id) is None:
        call.slow_down(None)
    return await call.room.ticket(id)


async def find(call: Call) -> Response:
    """Return a ticket again."""
    ticket = await _ticket(call)
    return sent(models.Ticket.model_validate(shown(call.room, await call.room.page(), ticket)))


async def tell(call: Call) -> Response:
    """Store a vote. The reply is sent when it is on the disk. Limits keep the next question back, never a vote."""
    room, given = call.room, call.body
    page, ticket = await room.page(), await _ticket(call)
    wait = 0.0 if call.may("vote") else room.tells.wait(ticket.voter or call.address)
    if wait:
        raise too_many("this ticket is told too often", wait)
    decisions: list[Any] = [Vote(ticket.id, given.answer, given.took)]
    voter = ticket.voter if call.may("vote") else call.voter
    if call.query["next"] and _may_go_on(call, page, voter):
        decisions.append(Serve(1, voter))
    cast, *rest = await room.do(*decisions)
    tray = settled(room, rest[0], voter) if rest and isinstance(rest[0], Tray) else None
    receipt = cast.receipt
    if receipt.counted and cast.new and ticket.voter:
        room.turns.told(ticket.voter)
    if receipt.why == LATE:
        raise Refused(410, f"the answer does not count: {receipt.why}", "expired")
    names = (ticket.left.name, ticket.right.name) if page.reveal and receipt.counted else (None, None)
    told = {
        "ticket": ticket.id,
        "answer": receipt.answer,
        "counted": receipt.counted,
        "why": receipt.why,
        "votes": cast.votes,
        "left_name": names[0],
        "right_name": names[1],
        "next": shown(room, page, tray.tickets[0]) if tray and tray.tickets else None,
    }
    return sent(models.Told.model_validate(told), 201 if cast.new else 200)


def _may_go_on(call: Call, page: Page, voter: str | None) -> bool:
    """Whether the voter gets the next question with the reply."""
    if voter is None:
        return call.may("vote")
    if call.room.turns.wait(voter, page.in_a_row, coming=1):
        return False
    try:
        call.slow_down(voter)
    except Refused:
        return False
    return True


async def take_back(call: Call) -> Response:
    """Take a vote back; again is fine."""
    ticket = await _ticket(call)
    everything = call.may("admin") or (call.may("vote") and call.token is not None)
    (taken,) = await call.room.do(TakeBack(ticket.id, call.voter, everything))
    return sent(models.Undone(ticket=ticket.id, changed=bool(taken)))


async def restore_vote(call: Call) -> Response:
    """Let a vote count again that was taken back; again is fine."""
    (votes,) = await call.room.do(Restore(ticket=(await _ticket(call)).id))
    return sent(models.Changed(votes=votes))


async def content(call: Call) -> Response:
    """Send what is seen on one side: the bytes of a picture, or the text as it was written."""
    ticket, side = await _ticket(call), call.request.path_params["side"]
    if side not in SIDES:
        raise UnknownName(f"side must be left or right, got {side!r}")
    piece: Piece = getattr(ticket, side)
    if piece.media == "image":
        return await picture(call, piece.content)
    kind = f"text/{'markdown' if piece.media == 'markdown' else 'plain'}; charset=utf-8"
    return Response(_without_digests(call, piece), media_type=kind, headers=NO_STORE)


def _without_digests(call: Call, piece: Piece) -> str:
    """The text of one side. Pictures in markdown have an address there: their digests would tell which item it is."""
    if piece.media != "markdown" or len(piece.content) > LONGEST:
        return piece.content
    text = piece.content
    for number, digest in enumerate(render(text).pictures):
        text = text.replace(f"{MEDIA}{digest}", f"{call.request.scope['path']}/{number}")
    return text


async def picture_in_text(call: Call) -> Response:
    """Send a picture that stands in markdown, by its number there."""
    ticket, side = await _ticket(call), call.request.path_params["side"]
    piece: Piece | None = getattr(ticket, side) if side in SIDES else None
    number = int(call.request.path_params["number"])
    if piece is not None and piece.media == "markdown" and len(piece.content) <= LONGEST:
        pictures = render(piece.content).pictures
        if number < len(pictures):
            return await picture(call, pictures[number])
    raise UnknownName("there is no such picture")


async def picture(call: Call, digest: str) -> Response:
    """Send a picture. Nothing around it tells which one it is."""
    found = await call.service.picture(digest)
    if found is None:
        raise UnknownName("this picture cannot be shown")
    return Response(found.data, media_type=found.mime, headers=NO_STORE)
