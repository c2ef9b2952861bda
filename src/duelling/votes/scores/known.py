"""Scores from pairs that were drawn with known chances: uniform ones, or those that stand beside the votes.

uniform   every pair was equally likely: each vote on i is a vote against a random item
logged    each pair was drawn with the chance that stands beside it: votes have weights
"""

import math

import numpy as np

from duelling.core.evidence.difference import BETS, CENTRES, log_differences, start_difference, tell_tickets
from duelling.core.evidence.pairs import pair_intervals
from duelling.core.evidence.sums import ONE, WON, score_intervals, tell_all_sums
from duelling.votes.ballots import Ballots
from duelling.votes.racing import MOST, race, ready
from duelling.votes.scores.scores import Above, Race, Scores, mean_share, never_met
from duelling.votes.tally import count
from duelling.votes.tickets import Pairs, Tickets, tickets
from duelling.votes.verdict import LOGGED, UNIFORM

Measured = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Above]  # scores, votes, intervals, differences


def known_chances(
    ballots: Ballots, pairs: Pairs, delta: float, assumes: tuple[str, ...], run: Race | None = None
) -> Scores:
    """The scores by votes before the first open question; ``run`` is their race where it was run already.

    The race goes on behind it, in the worst case.
    """
    asked, items = tickets(ballots, pairs), len(ballots.items)
    told = asked.settled
    drawn = UNIFORM if pairs == "uniform" and ballots.chance is None else LOGGED
    run = run or (None if items > MOST else lambda within: race(asked, delta, within))
    score, votes, low, high, above = (_counted if told.even.all() else _weighted)(told, items, delta)
    return Scores(score, low, high, above, (*assumes, drawn), never_met(count(ballots)), run, votes)


def _counted(told: Tickets, items: int, delta: float) -> Measured:
    """Uniform pairs: all votes on an item are votes on one pair, that of the item and a random one."""
    wins, ties = _tables(told, items)
    won, tied, lost = wins.sum(axis=1), ties.sum(axis=1), wins.sum(axis=0)
    votes = won + tied + lost

    def above(tests: float, within: float) -> np.ndarray:
        return np.asarray(uniform_differences(wins, ties, within) >= math.log(tests / delta))

    low, high = pair_intervals(won, tied, lost, delta / items)
    return mean_share(won, tied, votes), votes, low, high, above


def _tables(told: Tickets, items: int) -> tuple[np.ndarray, np.ndarray]:
    """How often each item won against each other one, and how often they tied."""
    wins, ties = np.zeros((2, items, items), dtype=np.int64)
    for a, b, y in ((told.first, told.second, told.share), (told.second, told.first, 1 - told.share)):
        np.add.at(wins, (a[y == 1], b[y == 1]), 1)
        np.add.at(ties, (a[y == 0.5], b[y == 0.5]), 1)
    return wins, ties


def _weighted(told: Tickets, items: int, delta: float) -> Measured:
    """Known chances: each vote has the weight s/π; it counts for an item that was in the race when it was drawn.

    Votes on uniform pairs are counted, as above. To prove an order of all items, only votes count that were drawn while
    all were in the race.
    """
    wins, ties = _tables(told.take(told.even), items)
    counts, sums = np.column_stack([wins.sum(axis=1), ties.sum(axis=1), wins.sum(axis=0)]), np.zeros((items, 5))
    others = told.take(~told.even)
    inside = [np.where(others.outs[others.gone, each], 0.0, others.weight) for each in (others.first, others.second)]
    with ready(told.size):
        tell_all_sums(sums, others.first, others.second, others.share, *inside)
        low, high = score_intervals(sums, counts, delta / items)
    votes, won = sums[:, ONE] + counts.sum(axis=1), sums[:, WON] + counts[:, 0] + counts[:, 1] / 2
    score = np.where(votes > 0, won / np.maximum(votes, 1e-300), np.nan)

    def above(tests: float, within: float) -> np.ndarray:
        evidence = start_difference(items, within)
        with ready(told.size):
            tell_tickets(evidence, *(each[told.all_in] for each in told[:4]))
            found = log_differences(evidence) >= math.log(tests / delta)
        return np.asarray(found & ~np.eye(items, dtype=bool))

    return score, votes, low, high, above


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
