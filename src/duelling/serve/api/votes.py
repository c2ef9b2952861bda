"""Votes from elsewhere, sent as rows; and whether everything is as the journal says."""

from collections.abc import Sequence

import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from duelling.live.decisions.include import Include
from duelling.live.imports.votes import digest_of
from duelling.serve.api import models
from duelling.serve.api.answers import sent
from duelling.serve.api.call import Call
from duelling.serve.refusals import Refused
from duelling.votes.ballots import Ballots

OUTCOMES = {"left": 1, "right": -1, "tie": 0, "bad": 0}


async def include(call: Call) -> Response:
    """Take in votes from elsewhere: all of them or none, and the same ones once."""
    given: models.NewVotes = call.body
    ballots = await run_in_threadpool(ballots_of, given.votes)
    digest = digest_of(ballots)
    (other,) = await call.room.do(Include(ballots, given.source, digest, given.again))
    return sent(models.Included(source=given.source, digest=digest, votes=len(ballots), other_cases=other), 201)


def ballots_of(rows: Sequence[models.Row]) -> Ballots:
    """The votes in arrays; raise Refused for one that compares an item with itself."""
    same = next((k for k, row in enumerate(rows) if row.left == row.right), None)
    if same is not None:
        raise Refused(422, f"votes.{same}: left and right must be two different items")
    items, shown = _places([name for row in rows for name in (row.left, row.right)])
    voters, voter = _places([row.voter for row in rows])
    cases, case = _places([row.case for row in rows])
    return Ballots(
        items=items,
        left=shown[::2],
        right=shown[1::2],
        outcome=np.array([OUTCOMES[row.answer] for row in rows], dtype=np.int64),
        bad=np.array([row.answer == "bad" for row in rows], dtype=bool),
        voters=voters,
        voter=voter,
        cases=cases,
        case=case,
        time=np.array([np.nan if row.time is None else row.time for row in rows], dtype=float),
        chance=None,
        least=None,
        source="",
    )


def _places(names: Sequence[str | None]) -> tuple[tuple[str, ...], np.ndarray]:
    """The different names in the order of appearance, and the place of each; -1 for None."""
    place = {name: k for k, name in enumerate(dict.fromkeys(name for name in names if name is not None))}
    return tuple(place), np.array([-1 if name is None else place[name] for name in names], dtype=np.int64)


async def check(call: Call) -> Response:
    """Fold the whole journal from zero and compare it with what is kept of it; it takes as long as the journal is."""
    found = await run_in_threadpool(call.room.arena.check)
    return sent(models.Checked(**found.to_dict()))
