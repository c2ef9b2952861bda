"""What the votes say, and the votes themselves."""

import json
import math
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, Response, StreamingResponse

from duelling.live.exports.export import Format
from duelling.live.exports.tables import as_csv, as_jsonl, as_parquet
from duelling.serve.api import models
from duelling.serve.api.answers import NO_STORE, sent, tagged, unchanged
from duelling.serve.api.call import Call
from duelling.votes.standings import Standings

EXPORTS: dict[str, tuple[Format, str]] = {  # the files that can be had: the format, and the type
    "votes.csv": ("csv", "text/csv; charset=utf-8"),
    "votes.jsonl": ("jsonl", "application/x-ndjson"),
    "votes.parquet": ("parquet", "application/vnd.apache.parquet"),
    "dpo.jsonl": ("dpo", "application/x-ndjson"),
}
EXPORTED = "Duelling-Exported"  # the header that says how much is in a file, and what was left out
NAMED = re.compile(r"^one voter, .*, gave ", re.DOTALL)  # a warning about a voter
WITH_IDS = {"csv": as_csv, "jsonl": as_jsonl, "parquet": as_parquet}


async def _may_read(call: Call) -> None:
    """Raise Refused unless the caller may see who leads: voters may not, while they vote."""
    page = await call.room.page()
    if page.standings == "always" or call.may("read"):
        return
    if page.standings == "closed" and await call.room.look(lambda state: state.closed):
        return
    call.allow("read")


def unnamed(warnings: Iterable[str]) -> list[str]:
    """Return warnings as everybody may read them: who voted is nobody's business but the organisers'."""
    return [NAMED.sub("one voter gave ", line) for line in warnings]


async def standings(call: Call) -> Response:
    """Who leads, with intervals that hold at every look."""
    await _may_read(call)
    head = await call.room.head()
    same = unchanged(call.request, f'"{head}"')
    if same:
        return same
    upto, (found, _) = await call.room.report.get(head)
    told = found.to_dict()
    if not call.may("read"):
        told |= {"noted": [], "warnings": unnamed(found.warnings)}
    if call.query["matrix"]:
        told["matrix"] = _matrix(found, upto)
    return sent(models.Standings(head=upto, **told), headers=tagged(f'"{upto}"'), nulls=True)


async def verdict(call: Call) -> Response:
    """Whether one may stop, and how many more votes it may take."""
    await _may_read(call)
    head = await call.room.head()
    same = unchanged(call.request, f'"{head}"')
    if same:
        return same
    upto, (_, found) = await call.room.report.get(head)
    told = judged(found, upto)
    if not call.may("read"):
        told = told.model_copy(update={"warnings": unnamed(found.warnings)})
    return sent(told, headers=tagged(f'"{upto}"'), nulls=True)


def judged(found: Any, head: int) -> models.Verdict:
    """Return a judgement of an arena as it is sent."""
    ahead = found.forecast
    return models.Verdict(
        head=head,
        goal=found.goal,
        state=found.state,
        winner=found.winner,
        race=list(found.race),
        says=found.says,
        forecast=ahead and models.Range(low=ahead.low, high=_finite(ahead.high), says=ahead.says),
        votes=found.votes,
        delta=found.delta,
        assumes=list(found.assumes),
        warnings=list(found.warnings),
    )


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


async def matrix(call: Call) -> Response:
    """How often each item was preferred to each other."""
    await _may_read(call)
    head = await call.room.head()
    same = unchanged(call.request, f'"{head}"')
    if same:
        return same
    upto, (found, _) = await call.room.report.get(head)
    return sent(_matrix(found, upto), headers=tagged(f'"{upto}"'), nulls=True)


def _matrix(found: Standings, head: int) -> models.Matrix:
    return models.Matrix(head=head, items=list(found.items), wins=_whole(found.wins), ties=_whole(found.ties))


def _whole(counts: np.ndarray) -> list[list[int]]:
    return counts.astype(int).tolist()  # type: ignore[no-any-return]


async def tally(call: Call) -> Response:
    """All votes between the items that compete, counted; with the names of voters."""
    found = await run_in_threadpool(call.room.arena.tally)
    told = models.Tally(
        items=list(found.items),
        wins=_whole(found.wins),
        ties=_whole(found.ties),
        bad=_whole(found.bad),
        left=found.left,
        right=found.right,
        voters=list(found.voters),
        voter_votes=found.voter_votes.tolist(),
    )
    return sent(told)


async def export(call: Call) -> Response:
    """Send all votes as a file."""
    name = call.request.scope["path"].rsplit("/", 1)[-1]
    form, kind = EXPORTS[name]
    how = {name: bool(call.query.get(name)) for name in ("names", "voided", "present")}
    if call.query.get("ids"):
        content = await run_in_threadpool(lambda: WITH_IDS[form](call.room.arena.votes(voided=how["voided"])))
        return Response(content, media_type=kind, headers=NO_STORE)
    folder = tempfile.TemporaryDirectory(prefix="duelling-")
    path = Path(folder.name) / name
    try:
        made = await run_in_threadpool(lambda: call.room.arena.export(path, form, **how))
    except BaseException:
        folder.cleanup()
        raise
    done, summary = BackgroundTask(folder.cleanup), json.dumps(made._replace(content=None)._asdict())
    headers = {**NO_STORE, EXPORTED: summary}
    return FileResponse(path, media_type=kind, filename=f"{call.room.name}-{name}", headers=headers, background=done)


async def events(call: Call) -> Response:
    """Send the journal from a number on, a line of JSON for each event.

    What makes ids unguessable is left out, and the seed, by which one could tell what will be asked.
    """
    after = call.query["after"]
    found = call.room.arena.events(after)

    def lines() -> Any:
        for event in found:
            yield _told(event).model_dump_json() + "\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson", headers=NO_STORE)


def _told(event: Any) -> Any:
    """The event without what nobody is told."""
    hidden: dict[str, Any] = {"secret": ""} if event.kind == "created" else {}
    if event.kind in ("created", "configured"):
        hidden["settings"] = {name: value for name, value in event.settings.items() if name != "seed"}
    return event.model_copy(update=hidden) if hidden else event
