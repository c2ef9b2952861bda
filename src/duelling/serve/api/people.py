"""Voters and their links, programs and their tokens."""

from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from duelling.errors import UnknownName
from duelling.live.decisions.manage import Bar, Own
from duelling.live.decisions.undo import Restore, Void
from duelling.serve.access.vault import Token
from duelling.serve.api import models
from duelling.serve.api.answers import sent
from duelling.serve.api.call import Call


def voters_of(state: Any) -> list[models.VoterSeen]:
    """Return all voters of an arena."""
    return [
        models.VoterSeen(voter=number, name=voter.name, votes=len(voter.answered), barred=voter.barred)
        for number, voter in enumerate(state.people.all)
    ]


async def voters(call: Call) -> Response:
    """All voters that have asked at least once."""
    found, name = await call.room.look(voters_of), call.query["name"]
    return sent(models.Voters(voters=[voter for voter in found if name in (None, voter.name)]))


def invitation(call: Call, name: str) -> str:
    """Return the link of a voter; the same name gives the same link."""
    base = call.service.options.public or str(call.request.base_url)
    sealed = call.service.vault.voters(call.room.name, "link").write(name)
    return f"{base.rstrip('/')}/v/{quote(call.room.name, safe='')}/{sealed}"


async def invite(call: Call) -> Response:
    """Make the link of a voter, and say which items are his own."""
    name, owns = call.body.name, call.body.owns
    new = await call.room.look(lambda state: name not in state.people.numbers)
    if owns is not None:
        await call.room.do(Own(name, tuple(owns)))
    known = {voter.name: voter for voter in await call.room.look(voters_of)}
    found = known.get(name) or models.VoterSeen(name=name)
    return sent(found.model_copy(update={"link": invitation(call, name)}), 201 if new else 200)


async def _voter(call: Call) -> models.VoterSeen:
    number, found = int(call.request.path_params["voter"]), await call.room.look(voters_of)
    if number >= len(found):
        raise UnknownName(f"there is no voter with the number {number}")
    return found[number]


async def change_voter(call: Call) -> Response:
    """Bar a voter, or admit him again."""
    voter = await _voter(call)
    await call.room.do(Bar(voter.name, call.body.barred))
    return sent(await _voter(call))


async def void(call: Call) -> Response:
    """Take away all votes of a voter; again is fine."""
    (votes,) = await call.room.do(Void((await _voter(call)).name))
    return sent(models.Changed(votes=votes))


async def restore(call: Call) -> Response:
    """Let the votes of a voter count again."""
    (votes,) = await call.room.do(Restore(voter=(await _voter(call)).name))
    return sent(models.Changed(votes=votes))


async def end_links(call: Call) -> Response:
    """End all links and all voters' cookies of an arena."""
    await run_in_threadpool(call.service.vault.end_links, call.room.name)
    return Response(status_code=204)


def _token(token: Token, secret: str | None = None) -> models.TokenSeen:
    return models.TokenSeen(**token.model_dump(), token=secret)


async def tokens(call: Call) -> Response:
    """What tokens there are."""
    vault = await call.service.fresh_vault()
    return sent(models.Tokens(tokens=[_token(token) for token in vault.tokens()]))


async def make_token(call: Call) -> Response:
    """Make a token for a program; it is told once."""
    given, vault = call.body, call.service.vault
    secret = await run_in_threadpool(vault.issue, given.label, given.scope, given.arena)
    (made,) = [token for token in vault.tokens() if token.label == given.label]
    return sent(_token(made, secret), 201)


async def end_token(call: Call) -> Response:
    """End a token."""
    await run_in_threadpool(call.service.vault.end, call.request.path_params["label"])
    return Response(status_code=204)
