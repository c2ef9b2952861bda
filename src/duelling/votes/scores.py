"""Borda scores with their intervals, and which differences between them are proved, by how the pairs were chosen.

The score of an item is b_i = Σ_j p_ij / (K - 1): its chance against another item drawn at random.

    any       nothing is known about how the pairs were chosen: each p_ij has its own interval, b_i the mean of them
    uniform   every pair was equally likely: each vote on i is a vote against a random item
    logged    each pair was drawn with the chance that stands beside it: votes have weights
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from duelling.core.evidence.difference import BETS, CENTRES, log_differences, start_difference, tell_tickets
from duelling.core.evidence.pairs import pair_intervals
from duelling.core.evidence.sums import ONE, WON, score_intervals, tell_all_sums
from duelling.votes.ballots import Ballots
from duelling.votes.by_voter import scores_by_voter
from duelling.votes.racing import MOST, race, ready
from duelling.votes.tally import count
from duelling.votes.tickets import Pairs, Tickets, tickets
from duelling.votes.verdicts.verdict import ASSUMED, LOGGED, UNIFORM, counted_by_voter

Race = Callable[[float], tuple[np.ndarray, int]]  # ε: who may still be the best, and who is named, or -1


@dataclass(frozen=True, eq=False)
class Scores:
    """The scores of all items; each interval holds at every look, all of them together with chance 1 - δ."""

    score: np.ndarray  # NaN where there is no vote to say anything
    low: np.ndarray
    high: np.ndarray
    above: Callable[[float, float], np.ndarray]  # (N, ε): where [i, k] is true, b_i > b_k - ε is proved at δ/N
    assumes: tuple[str, ...]
    never_met: int  # pairs without a vote
    race: Race | None = None  # a sharper test for the best, where pairs were drawn with known chances
    refusal: str = ""  # why no difference can ever be proved


def scores(ballots: Ballots, pairs: Pairs, delta: float, run: Race | None = None) -> Scores:
    """The scores by votes whose pairs were chosen in this way; ``run`` is their race where it was run already.

    Only votes count that stand before the first question without an answer; for "any", before the first on their pair.
    The race goes on behind it, in the worst case.
    """
    if pairs == "any":
        tally = count(ballots.take(ballots.settled_in_pair))
        return box(tally.wins, tally.ties, delta)
    asked, items = tickets(ballots, pairs), len(ballots.items)
    told = asked.settled
    even = bool((told.weight == 1).all() and told.all_in.all())
    assumes = (*ASSUMED, UNIFORM if pairs == "uniform" and ballots.chance is None else LOGGED)
    score, low, high, above = (_counted if even else _weighted)(told, items, delta)
    tally = count(ballots)
    run = run or (None if items > MOST else lambda within: race(asked, delta, within))
    return Scores(score, low, high, above, assumes, _never_met(tally.wins, tally.ties), run)


def _counted(told: Tickets, items: int, delta: float) -> tuple[Any, ...]:
    """Uniform pairs: all votes on an item are votes on one pair, that of the item and a random one."""
    wins, ties = np.zeros((2, items, items), dtype=np.int64)
    for a, b, y in ((told.first, told.second, told.share), (told.second, told.first, 1 - told.share)):
        np.add.at(wins, (a[y == 1], b[y == 1]), 1)
        np.add.at(ties, (a[y == 0.5], b[y == 0.5]), 1)
    won, tied, lost = wins.sum(axis=1), ties.sum(axis=1), wins.sum(axis=0)
    votes = won + tied + lost
    score = np.where(votes > 0, (won + tied / 2) / np.maximum(votes, 1), np.nan)

    def above(tests: float, within: float) -> np.ndarray:
        return np.asarray(uniform_differences(wins, ties, within) >= math.log(tests / delta))

    return score, *pair_intervals(won, tied, lost, delta / items), above


def _weighted(told: Tickets, items: int, delta: float) -> tuple[Any, ...]:
    """Known chances: each vote has the weight s/π; it counts for an item that was in the race when it was drawn.

    To prove an order of all items, only votes count that were drawn while all were in the race.
    """
    sums = np.zeros((items, 5))
    inside = [np.where(told.outs[told.gone, each], 0.0, told.weight) for each in (told.first, told.second)]
    with ready(told.first.size):
        tell_all_sums(sums, told.first, told.second, told.share, *inside)
        low, high = score_intervals(sums, delta / items)
    score = np.where(sums[:, ONE] > 0, sums[:, WON] / np.maximum(sums[:, ONE], 1e-300), np.nan)

    def above(tests: float, within: float) -> np.ndarray:
        evidence = start_difference(items, within)
        with ready(told.first.size):
            tell_tickets(evidence, *(each[told.all_in] for each in told[:4]))
            found = log_differences(evidence) >= math.log(tests / delta)
        return np.asarray(found & ~np.eye(items, dtype=bool))

    return score, low, high, above


def scores_of_voters(ballots: Ballots, pairs: Pairs, most: int, delta: float) -> Scores:
    """The scores where each voter counts once, with his first ``most`` answers; there are no intervals then."""
    tally = count(ballots)
    wins, ties = tally.wins, tally.ties
    votes = wins.sum(axis=1) + ties.sum(axis=1) + wins.sum(axis=0)
    score = np.where(votes > 0, (wins.sum(axis=1) + ties.sum(axis=1) / 2) / np.maximum(votes, 1), np.nan)
    assumes = counted_by_voter(most)

    def above(tests: float, within: float) -> np.ndarray:
        if pairs != "uniform":
            return np.zeros(wins.shape, dtype=bool)
        return scores_by_voter(ballots, most, within).proved(delta / tests)

    unknown = np.full(len(wins), np.nan)
    if pairs == "uniform":
        return Scores(score, unknown, unknown, above, (*assumes, UNIFORM), _never_met(wins, ties))
    refusal = "Scores by voter need pairs that were all equally likely (pairs uniform)"
    return Scores(score, unknown, unknown, above, assumes, _never_met(wins, ties), refusal=refusal)


def _never_met(wins: np.ndarray, ties: np.ndarray) -> int:
    return int(np.triu(wins + wins.T + ties == 0, 1).sum())


def uniform_differences(wins: np.ndarray, ties: np.ndarray, within: float = 0.0) -> np.ndarray:
    """The logarithm of the evidence E_ik against b_i <= b_k - ``within``, for votes on uniform pairs; K x K.

    At each node (λ, c) a vote of i against j multiplies by 1 + λ x, with x = y - c + ε/2, and a vote of k against j by
    1 - λ (y - c - ε/2); a vote of i against k by 1 + λ (2y - 1 + ε). Given the past, the mean of x over the uniform
    pairs is proportional to b_i - b_k + ε, since the c cancel: at most 0 if the hypothesis is true. So each product,
    and their mean over the nodes, is a supermartingale from 1.
    """
    single = np.stack([wins.sum(axis=1), ties.sum(axis=1), wins.sum(axis=0)], axis=1)
    y, total = np.array([1.0, 0.5, 0.0]), np.full(wins.shape, -np.inf)
    for bet, centre in zip(BETS, CENTRES, strict=True):
        ahead, behind = np.log1p(bet * (y - centre + within / 2)), np.log1p(-bet * (y - centre - within / 2))
        direct = np.log1p(bet * (2 * y - 1 + within)) - ahead - behind[::-1]  # each vote was counted for both items
        both = wins * direct[0] + ties * direct[1] + wins.T * direct[2]
        total = np.logaddexp(total, (single @ ahead)[:, None] + (single @ behind)[None, :] + both)
    total -= math.log(len(BETS))
    np.fill_diagonal(total, -np.inf)
    return total


def box(wins: np.ndarray, ties: np.ndarray, delta: float) -> Scores:
    """The scores where nothing is known of how the pairs were chosen: a mean over the intervals of the pairs."""
    K = len(wins)
    votes = wins + wins.T + ties
    i, j = np.nonzero(np.triu(np.ones((K, K), dtype=bool), 1))
    low, high = np.zeros((K, K)), np.zeros((K, K))
    low[i, j], high[i, j] = pair_intervals(wins[i, j], ties[i, j], wins[j, i], 2 * delta / (K * (K - 1)))
    low[j, i], high[j, i] = 1 - high[i, j], 1 - low[i, j]
    met = votes > 0
    share = np.where(met, (wins + ties / 2) / np.maximum(votes, 1), 0.0)
    score = np.where(met.any(axis=1), share.sum(axis=1) / np.maximum(met.sum(axis=1), 1), np.nan)

    def above(tests: float, within: float) -> np.ndarray:
        """(K - 1)(b_i - b_k) is at least Σ_j low_ij - Σ_j high_kj; of the pair itself, p_ik - p_ki = 2 p_ik - 1.

        Both sums count the pair: low_ik - high_ki = low_ik - (1 - low_ik), which is what it should be. All intervals
        hold at once, so the number of tests does not matter.
        """
        found = low.sum(axis=1)[:, None] - high.sum(axis=1)[None, :] > -within * (K - 1)
        np.fill_diagonal(found, False)
        return np.asarray(found)

    return Scores(score, low.sum(axis=1) / (K - 1), high.sum(axis=1) / (K - 1), above, ASSUMED, _never_met(wins, ties))
