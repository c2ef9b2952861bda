"""What votes, or voters, prove: scores, and every pair by itself."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from duelling.votes.ballots import Ballots
from duelling.votes.bounds import Bounds, pair_bounds, voter_bounds
from duelling.votes.by_voter import pairs_by_voter
from duelling.votes.scores.measure import scores, scores_of_voters
from duelling.votes.scores.scores import Race, Scores
from duelling.votes.tally import count
from duelling.votes.tickets import Pairs
from duelling.votes.verdict import ASSUMED, Verdict, counted_by_voter
from duelling.votes.verdicts.borda import tied, top
from duelling.votes.verdicts.condorcet import beaten_by, condorcet, loses_by_little, settled
from duelling.votes.verdicts.copeland import copeland
from duelling.votes.verdicts.von_neumann import von_neumann
from duelling.votes.voter_intervals import pair_ends_by_voter, voices


@dataclass(frozen=True, eq=False)
class Evidence:
    """Scores, the intervals of all pairs together, and tests of single pairs."""

    scores: Scores
    bounds: Bounds
    lost: Callable[[float], np.ndarray]  # (α): where [i, j] is true, j is proved to beat i, each pair at level α
    settled: Callable[[float, float], np.ndarray]  # (ε, α): i is proved to win against j with at least 1/2 - ε
    assumes: tuple[str, ...]  # what the pairs rest on

    def verdicts(self, items: tuple[str, ...], within: float, best: int | None, delta: float) -> tuple[Verdict, ...]:
        """The verdicts beside that on the best score, each at its own level; ``best`` is how many items are sought."""
        alpha, assumes = delta / len(items), self.assumes
        found = [] if best is None or self.scores.refusal else [top(items, self.scores, best, delta)]
        if within > 0 and not self.scores.refusal:
            found.append(tied(items, self.scores, within, delta))
        found.append(condorcet(items, self.lost(alpha), delta, assumes))
        if within > 0:
            found.append(loses_by_little(items, self.settled(within, alpha), within, delta, assumes))
        found.append(copeland(items, self.bounds, within, delta, assumes))
        found.append(von_neumann(items, self.bounds, within, delta, assumes).verdict)
        return tuple(found)


def evidence_of(
    ballots: Ballots, pairs: Pairs, by_voter: int | None, delta: float, run: Race | None = None
) -> Evidence:
    """The evidence of votes, or of voters with so many answers each; ``run`` is the race where it was run already."""
    if by_voter is None:
        bounds = pair_bounds(ballots, delta)
        return _by_votes(ballots, scores(ballots, pairs, bounds, delta, run), bounds, ASSUMED)
    assumes = counted_by_voter(by_voter)
    if by_voter == 1:
        people = voices(ballots, by_pair=True)
        bounds = pair_bounds(people, delta)
        return _by_votes(people, scores_of_voters(ballots, pairs, bounds, 1, delta), bounds, assumes)
    bounds = voter_bounds(ballots, by_voter, delta)
    cast = ballots.take(ballots.settled_in_pair)

    def at_least(within: float, alpha: float) -> np.ndarray:
        low, high = pair_ends_by_voter(ballots, by_voter, 2 * alpha)  # one end alone is wanted
        above = np.triu(low, 1) + np.triu(1 - high, 1).T >= 0.5 - within
        return np.asarray(above | np.eye(len(low), dtype=bool))

    return Evidence(
        scores_of_voters(ballots, pairs, bounds, by_voter, delta),
        bounds,
        lambda alpha: pairs_by_voter(cast, by_voter).proved(alpha).T,
        at_least,
        assumes,
    )


def _by_votes(ballots: Ballots, measured: Scores, bounds: Bounds, assumes: tuple[str, ...]) -> Evidence:
    """Pairs by the votes before their first open question, or by all in the worst case: two looks at one evidence."""
    told, arrived = count(ballots.take(ballots.settled_in_pair)), count(ballots)
    waiting = ballots.open

    def lost(alpha: float) -> np.ndarray:
        return np.asarray(beaten_by(told.wins, alpha) | beaten_by(arrived.wins, alpha, waiting))

    def at_least(within: float, alpha: float) -> np.ndarray:
        found = settled(told.wins, told.ties, within, alpha)
        if waiting.any():
            found |= settled(arrived.wins, arrived.ties, within, alpha, waiting)
        return found

    return Evidence(measured, bounds, lost, at_least, assumes)
