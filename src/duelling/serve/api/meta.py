"""About the service itself: is it well, how much was done, how is it used."""

import time

from starlette.responses import Response

from duelling import __version__
from duelling.serve.api import models
from duelling.serve.api.answers import NO_STORE, sent
from duelling.serve.api.call import Call


async def health(call: Call) -> Response:
    """Answer 200 while votes can be stored: something is stored, as a vote would be."""
    await call.service.check()
    found = [await room.last() for room in await call.service.rooms()]
    return sent(
        models.Health(
            status="ok",
            version=__version__,
            seconds=round(time.monotonic() - call.service.began, 3),
            arenas=len(found),
            head=sum(head for head, _ in found),
            age=round(max(0.0, time.time() - max(at for _, at in found)), 3) if found else None,
        )
    )


async def metrics(call: Call) -> Response:
    """Numbers for Prometheus."""
    numbers: dict[str, dict[str, float]] = {"events": {}, "votes": {}, "voters": {}, "questions_open": {}}
    for room in await call.service.rooms():
        found = await room.look(
            lambda state: (state.head, state.questions.counted, len(state.people), len(state.questions.waiting))
        )
        for name, value in zip(numbers, found, strict=True):
            numbers[name][room.name] = value
    return Response(
        call.service.metrics.text(numbers), media_type="text/plain; version=0.0.4; charset=utf-8", headers=NO_STORE
    )
