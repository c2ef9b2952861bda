"""The scores of all items, by how the pairs were chosen, and whether votes or voters count."""

from dataclasses import replace

import numpy as np

from duelling.votes.ballots import Ballots
from duelling.votes.bounds import Bounds
from duelling.votes.by_voter import scores_by_voter
from duelling.votes.scores.balanced import balanced
from duelling.votes.scores.box import box
from duelling.votes.scores.first import first_items
from duelling.votes.scores.known import known_chances
from duelling.votes.scores.scores import Race, Scores, never_met, refused
from duelling.votes.tally import count
from duelling.votes.tickets import Pairs
from duelling.votes.uniform import refusal
from duelling.votes.verdict import ASSUMED, UNIFORM, counted_by_voter
from duelling.votes.voter_intervals import score_ends_by_voter, voices

REFUSAL = "Scores by more than one answer of each voter need pairs that were all equally likely, or any pairs at all"


def scores(ballots: Ballots, pairs: Pairs, bounds: Bounds, delta: float, run: Race | None = None) -> Scores:
    """The scores where every vote counts; ``bounds`` are those of the pairs."""
    return _if_uniform(_scores(ballots, pairs, bounds, delta, ASSUMED, run), ballots, pairs)


def _scores(
    ballots: Ballots, pairs: Pairs, bounds: Bounds, delta: float, assumes: tuple[str, ...], run: Race | None = None
) -> Scores:
    if pairs == "any":
        return box(bounds, assumes)
    if pairs == "first":
        return first_items(ballots, delta, assumes)
    if pairs == "balanced":
        return balanced(ballots, delta, assumes)
    return known_chances(ballots, pairs, delta, assumes, run)


def scores_of_voters(ballots: Ballots, pairs: Pairs, bounds: Bounds, most: int, delta: float) -> Scores:
    """The scores where each voter counts once, with the first ``most`` answers; ``bounds`` are by voter too."""
    return _if_uniform(_scores_of_voters(ballots, pairs, bounds, most, delta), ballots, pairs)


def _if_uniform(found: Scores, ballots: Ballots, pairs: Pairs) -> Scores:
    """The scores, without anything that uniform pairs would prove if they cannot have been uniform."""
    return refused(found, refusal(ballots)) if pairs == "uniform" and refusal(ballots) else found


def _scores_of_voters(ballots: Ballots, pairs: Pairs, bounds: Bounds, most: int, delta: float) -> Scores:
    """With one answer each, the votes are those of different people, and count as votes do."""
    assumes, never = counted_by_voter(most), never_met(count(ballots))
    if pairs == "any":
        return box(bounds, assumes)
    if most == 1:
        return replace(_scores(voices(ballots, by_pair=False), pairs, bounds, delta, assumes), never_met=never)
    items = len(ballots.items)

    def above(tests: float, within: float) -> np.ndarray:
        return scores_by_voter(ballots.take(slice(ballots.settled)), most, within).proved(delta / tests)

    score, low, high = score_ends_by_voter(ballots, most, delta / items)
    if pairs == "uniform":
        return Scores(score, low, high, above, (*assumes, UNIFORM), never)
    return refused(Scores(score, low, high, above, assumes, never), REFUSAL)
