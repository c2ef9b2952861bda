"""The intervals of all pairs, which hold at once and at every look with chance 1 - δ, whoever chose the pairs."""

from typing import NamedTuple

import numpy as np

from duelling.core.evidence.pairs import pair_intervals
from duelling.votes.ballots import Ballots
from duelling.votes.tally import Tally, count
from duelling.votes.voter_intervals import pair_ends_by_voter


class Bounds(NamedTuple):
    """Tables of all pairs: [i, j] is about the chance that i wins against j; 1/2 on the diagonal."""

    low: np.ndarray
    high: np.ndarray
    share: np.ndarray  # of the votes, with ties as halves; 1/2 where there are none
    met: np.ndarray  # whether there are votes


def pair_bounds(ballots: Ballots, delta: float) -> Bounds:
    """The bounds from the votes before the first open question on their pair.

    Beside them stand those from all votes, with each open question answered in the worst way: both are about one and
    the same evidence at two times, so that the narrower end may be taken.
    """
    bounds = bounds_of(count(ballots.take(ballots.settled_in_pair)), delta)
    waiting = ballots.open
    if not waiting.any():
        return bounds
    arrived = count(ballots)
    low = _ends(arrived.wins, arrived.ties, arrived.losses + waiting, delta)[0]
    high = _ends(arrived.wins + waiting, arrived.ties, arrived.losses, delta)[1]
    worst = _tables(low, high, len(ballots.items))
    return bounds._replace(low=np.maximum(bounds.low, worst[0]), high=np.minimum(bounds.high, worst[1]))


def bounds_of(tally: Tally, delta: float) -> Bounds:
    """The bounds from counts."""
    low, high = _ends(tally.wins, tally.ties, tally.losses, delta)
    return Bounds(*_tables(low, high, len(tally.items)), *_shares(tally))


def voter_bounds(ballots: Ballots, most: int, delta: float) -> Bounds:
    """The bounds where each voter counts once for a pair, with the first ``most`` answers on it."""
    items = len(ballots.items)
    low, high = pair_ends_by_voter(ballots, most, _alpha(items, delta))
    above = np.triu_indices(items, 1)
    return Bounds(*_tables(low[above], high[above], items), *_shares(count(ballots)))


def _alpha(items: int, delta: float) -> float:
    return 2 * delta / (items * (items - 1))


def _shares(tally: Tally) -> tuple[np.ndarray, np.ndarray]:
    share = np.where(tally.met > 0, (tally.wins + tally.ties / 2) / np.maximum(tally.met, 1), 0.5)
    return share, tally.met > 0


def _ends(wins: np.ndarray, ties: np.ndarray, losses: np.ndarray, delta: float) -> np.ndarray:
    """The lower and the upper ends for what stands above the diagonal of these tables of counts."""
    i, j = np.triu_indices(len(wins), 1)
    return np.asarray(pair_intervals(wins[i, j], ties[i, j], losses[i, j], _alpha(len(wins), delta)))


def _tables(lows: np.ndarray, highs: np.ndarray, items: int) -> tuple[np.ndarray, np.ndarray]:
    """Tables from what stands above the diagonal."""
    i, j = np.triu_indices(items, 1)
    low, high = np.full((items, items), 0.5), np.full((items, items), 0.5)
    low[i, j], high[i, j] = lows, highs
    low[j, i], high[j, i] = 1 - highs, 1 - lows
    return low, high
