"""Items: they come and go."""

import base64
import binascii
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from duelling.errors import UnknownName
from duelling.live.decisions.manage import Retire
from duelling.live.journal.events import Media
from duelling.serve.api import models
from duelling.serve.api.answers import NO_STORE, sent
from duelling.serve.api.call import Call
from duelling.serve.api.tickets import picture
from duelling.serve.content.pictures import picture as bare_picture
from duelling.serve.refusals import Refused


def parts_of(item: models.Item) -> tuple[str, str | bytes | None, Media]:
    """The parts of an item; raise Refused if its picture is none."""
    if item.kind != "image":
        if len(item.content or "") > models.LONGEST_TEXT:
            raise Refused(422, f"content: a text must have at most {models.LONGEST_TEXT} characters")
        return item.name, item.content, item.kind
    try:
        data = base64.b64decode(item.content or "", validate=True)
    except (binascii.Error, ValueError):
        raise Refused(422, "content: the bytes of an image must be in base64") from None
    bare_picture(data)
    return item.name, data, item.kind


def items_of(state: Any) -> list[models.ItemSeen]:
    return [
        models.ItemSeen(item=number, name=item.name, kind=item.media, active=item.active, content=item.content)
        for number, item in enumerate(state.items.all)
    ]


async def items(call: Call) -> Response:
    """All items that are or were in the arena."""
    found = await call.room.look(items_of)
    name = call.query["name"]
    return sent(models.Items(items=[item for item in found if name in (None, item.name)]))


async def add_item(call: Call) -> Response:
    """Let an item compete; the same again is fine."""
    name, content, media = parts_of(call.body)
    here = {item.name for item in await call.room.look(items_of) if item.active}
    cases = [(text, {name: answer}) for text, answer in call.body.answers.items()]
    await run_in_threadpool(lambda: call.room.arena.add(name, content, media, cases=cases))
    (found,) = [item for item in await call.room.look(items_of) if item.name == name]
    return sent(found, 200 if name in here else 201)


async def _item(call: Call) -> models.ItemSeen:
    number, found = int(call.request.path_params["item"]), await call.room.look(items_of)
    if number >= len(found):
        raise UnknownName(f"there is no item with the number {number}")
    return found[number]


async def retire_item(call: Call) -> Response:
    """Let an item compete no more; again is fine."""
    item = await _item(call)
    await call.room.do(Retire((item.name,)))
    return sent(await _item(call))


async def item_content(call: Call) -> Response:
    """Send what an item shows."""
    item = await _item(call)
    if item.kind == "image":
        return await picture(call, item.content or "")
    return Response(
        item.name if item.content is None else item.content, media_type="text/plain; charset=utf-8", headers=NO_STORE
    )
