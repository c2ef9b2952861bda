"""Arenas: made, opened, closed, changed."""

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from duelling.errors import quoted
from duelling.live.arena import Arena
from duelling.live.decisions.manage import Open
from duelling.live.settings import Settings
from duelling.serve.api import models
from duelling.serve.api.answers import sent
from duelling.serve.api.call import Call
from duelling.serve.api.items import parts_of
from duelling.serve.page import page_of
from duelling.serve.refusals import Refused
from duelling.serve.room import Room


def seen(room: Room, state: Any) -> models.ArenaSeen:
    """Return an arena as it is sent."""
    settings = state.settings.model_dump(mode="json", exclude={"page", "seed"})
    return models.ArenaSeen(
        name=room.name,
        open=not state.closed,
        head=state.head,
        votes=state.questions.counted,
        items=len(state.items.active()),
        voters=len(state.people),
        settings=settings,
        page=page_of(state.settings.page),
    )


async def arenas(call: Call) -> Response:
    """All arenas of the place."""
    rooms = await call.service.rooms()
    found = [await room.look(lambda state, room=room: seen(room, state)) for room in rooms]  # type: ignore[misc]
    return sent(models.Arenas(arenas=found))


async def arena(call: Call) -> Response:
    """One arena."""
    return sent(await call.room.look(lambda state: seen(call.room, state)))


async def make_arena(call: Call) -> Response:
    """Make an arena; the same again is fine."""
    given: models.NewArena = call.body
    check_settings(given.settings)
    items, page = [parts_of(item) for item in given.items], given.page.model_dump(exclude_defaults=True)
    cases = [(case.text, case.answers, case.kind) for case in given.cases] or None
    service, there = call.service, await run_in_threadpool(call.service.store.find, given.name)

    def make() -> None:
        how = {"name": given.name, "cases": cases, "durable": service.options.durable, **given.settings}
        with Arena(service.place, items, **how) as arena:
            if page:
                arena.set(page=page)

    await run_in_threadpool(make)
    room = await service.room(given.name)
    return sent(await room.look(lambda state: seen(room, state)), 201 if there is None else 200)


def check_settings(given: dict[str, Any]) -> None:
    """Raise Refused for a setting that an arena does not have."""
    known = [name for name in Settings.model_fields if name != "page"]
    wrong = [name for name in given if name not in known]
    if wrong:
        raise Refused(422, f"settings: there is no setting {quoted(wrong[0])}, choose from {', '.join(known)}")


async def change(call: Call) -> Response:
    """Open or close an arena, or change its settings and its page."""
    given: models.Change = call.body
    room, changes = call.room, dict(given.settings)
    check_settings(given.settings)
    if given.page:
        now = await room.look(lambda state: dict(state.settings.page))
        changes["page"] = page_of({**now, **given.page}).model_dump(exclude_defaults=True)
    if changes:
        settings = await run_in_threadpool(lambda: room.arena.set(**changes))
        room.remember_page(settings.page)
    if given.open is not None:
        await room.do(Open(given.open))
    return await arena(call)
