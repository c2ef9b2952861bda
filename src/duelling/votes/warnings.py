"""Where votes do not fit what the guarantees rest on, or say less than they seem to."""

import numpy as np

from duelling.votes.ballots import Ballots
from duelling.votes.clusters import Clusters
from duelling.votes.cycles import circles, curls
from duelling.votes.sides import Sides
from duelling.votes.tally import Tally, count
from duelling.votes.uniform import doubt

RARE = 0.01  # about the share of files without a fault that each kind of warning is wrong about


def warnings(
    ballots: Ballots,
    proof: Ballots,
    tally: Tally,
    clustered: Clusters,
    sides: Sides,
    pairs: str,
    by_voter: bool,
    delta: float,
) -> list[str]:
    """Sentences for people, without a full stop; the most important first. ``proof`` are the votes that may prove."""
    told = count(proof.take(proof.settled_in_pair))
    crowd = clustered.of_time if by_voter else (*clustered.of_voters, *clustered.of_time)
    return [*_pairs(ballots, tally, pairs), *crowd, *_sides(sides), *_circles(tally, told, delta)]


def _pairs(ballots: Ballots, tally: Tally, pairs: str) -> list[str]:
    votes = tally.met[np.triu_indices(len(tally.items), 1)]
    found = []
    if len(tally.groups) > 1:
        found.append(f"the items fall into {len(tally.groups)} groups that were never compared with each other")
    if (never := int((votes == 0).sum())) and pairs == "any":
        found.append(f"{never} of {votes.size} pairs never met; their chances are filled in from the strengths")
    if pairs == "uniform" and (said := doubt(ballots)):
        found.append(said)
    return found


def _sides(sides: Sides) -> list[str]:
    return [sides.says] if sides.proved else []


def _circles(tally: Tally, told: Tally, delta: float) -> list[str]:
    proved, fitted = circles(told.wins, delta), curls(tally.wins, RARE)
    return [triples.says for triples in (proved, fitted) if triples.says][:1]
