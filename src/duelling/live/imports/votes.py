"""Votes from elsewhere, in any form that ``du.tally`` reads, for an arena."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from duelling.errors import WrongValue
from duelling.live.decisions.include import Include
from duelling.votes.ballots import Ballots
from duelling.votes.reading.read import read_votes

MOST = 1_000_000  # votes that are taken in at once


class Included(NamedTuple):
    """What was taken in."""

    source: str  # the file, or "votes"
    digest: str  # of the votes
    votes: int
    open: int  # questions without an answer, which are left out
    other_cases: int  # votes whose case is none of the arena's, and is left out


def include(
    do: Callable[[Any], Any], votes: Any, columns: Mapping[str, str] | str | None = None, again: bool = False
) -> Included:
    """Read votes and hand them to an arena; ``do`` makes a decision there."""
    ballots = read_votes(votes, columns)
    source, digest = ballots.source or "votes", digest_of(ballots)
    if len(ballots) > MOST:
        raise WrongValue(f"{source} must have at most {MOST} votes to be taken in at once, got {len(ballots)}")
    other = do(Include(ballots, source, digest, again))
    return Included(source, digest, len(ballots), len(ballots.waiting), other)


def digest_of(ballots: Ballots) -> str:
    """A digest of what the votes say, however they are written down and in whatever order."""
    items, left, right = _sorted(ballots.items, ballots.left, ballots.right)
    voters, voter = _sorted(ballots.voters, ballots.voter)
    cases, case = _sorted(ballots.cases, ballots.case)
    time = np.where(np.isnan(ballots.time), np.nan, ballots.time + 0.0)  # one NaN, and no -0.0
    rows = np.column_stack([left, right, ballots.outcome, ballots.bad, voter, case, time.view(np.int64)])
    found = hashlib.sha256(json.dumps([items, voters, cases]).encode())
    found.update(rows[np.lexsort(rows.T)].astype("<i8").tobytes())
    return found.hexdigest()


def _sorted(names: tuple[str, ...], *columns: np.ndarray) -> list[Any]:
    """The names in their order, and places in them in place of those in ``names``; -1 stays."""
    order = sorted(names)
    place = {name: number for number, name in enumerate(order)}
    places = np.array([*(place[name] for name in names), -1])  # the last one is that of -1
    return [order, *(places[column] for column in columns)]
