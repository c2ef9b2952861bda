"""Scores from pairs that were drawn with known chances: uniform ones, or those that stand beside the votes.

uniform   every pair was equally likely: each vote on i is a vote against a random item
logged    each pair was drawn with the chance that stands beside it: votes have weights
"""

import math

import numpy as np

from duelling.core.evidence.difference import BETS, CENTRES, log_differences, start_difference, tell_tickets
from duelling.core.evidence.pairs import pair_intervals
from duelling.core.evidence.sums import score_intervals, tell_all_sums
from duelling.votes.ballots import Ballots
from duelling.votes.racing import MOST, race, ready
from duelling.votes.scores.scores import Above, Race, Scores, never_met
from duelling.votes.tally import count
from duelling.votes.tickets import Pairs, Tickets, tickets
from duelling.votes.verdict import LOGGED, UNIFORM

Measured = tuple[np.ndarray, np.ndarray, Above]  # the ends of the intervals, differences


def known_chances(
    ballots: Ballots, pairs: Pairs, delta: float, assumes: tuple[str, ...], run: Race | None = None
) -> Scores:
    """What is proved by votes before the first open question; ``run`` is their race where it was run already.

    The race goes on behind it, in the worst case, and so do intervals while pairs are uniform. For the eye the scores
    are those of all votes that have come.
    """
    asked, items = tickets(ballots, pairs), len(ballots.items)
    told = asked.settled
    drawn = UNIFORM if pairs == "uniform" and ballots.chance is None else LOGGED
    run = run or (None if items > MOST else lambda within: race(asked, delta, within))
    low, high, above = (_counted if told.even.all() else _weighted)(told, items, delta)
    later = _uniform(asked)
    if later.size > told.size:
        at_least, at_most = _in_the_worst_case(later, items, delta)
        low, high = np.maximum(low, at_least), np.minimum(high, at_most)
    score = mean(asked.take(~np.isnan(asked.share)), items)[0].clip(low, high)
    return Scores(score, low, high, above, (*assumes, drawn), never_met(count(ballots)), run, mean(told, items))


def mean(told: Tickets, items: int) -> tuple[np.ndarray, np.ndarray]:
    """The mean share of each item, NaN without votes, and how many votes it rests on, by their weights."""
    won, votes = np.zeros((2, items))
    for item, share in ((told.first, told.share), (told.second, 1 - told.share)):
        weight = np.where(told.outs[told.gone, item], 0.0, told.weight)  # nothing for one that had left the race
        np.add.at(votes, item, weight)
        np.add.at(won, item, weight * share)
    return np.where(votes > 0, won / np.maximum(votes, 1e-300), np.nan), votes


def _uniform(asked: Tickets) -> Tickets:
    """The questions up to the last answer that came while all pairs were equally likely."""
    found = asked.take(slice(None, int(np.append(~asked.even, True).argmax())))
    return found.take(slice(None, 1 + int(np.flatnonzero(~np.isnan(found.share)).max(initial=-1))))


def _in_the_worst_case(uniform: Tickets, items: int, delta: float) -> tuple[np.ndarray, np.ndarray]:
    """The ends of the intervals by all these votes, with open questions answered as badly as can be.

    The ends by the true answers lie within them, because more wins in place of losses move both ends up. And those
    belong to the same evidence as the ends by the votes before the first open question, looked at later: all hold
    together.
    """
    unanswered = uniform.take(np.isnan(uniform.share))
    won, tied, lost = _results(*_tables(uniform, items))
    missing = np.bincount(np.append(unanswered.first, unanswered.second), minlength=items)
    low, _ = pair_intervals(won, tied, lost + missing, delta / items)
    _, high = pair_intervals(won + missing, tied, lost, delta / items)
    return low, high


def _counted(told: Tickets, items: int, delta: float) -> Measured:
    """Uniform pairs: all votes on an item are votes on one pair, that of the item and a random one."""
    wins, ties = _tables(told, items)

    def above(tests: float, within: float) -> np.ndarray:
        return np.asarray(uniform_differences(wins, ties, within) >= math.log(tests / delta))

    low, high = pair_intervals(*_results(wins, ties), delta / items)
    return low, high, above


def _results(wins: np.ndarray, ties: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """How often each item won, tied and lost."""
    return wins.sum(axis=1), ties.sum(axis=1), wins.sum(axis=0)


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
    counts, sums = np.column_stack(_results(*_tables(told.take(told.even), items))), np.zeros((items, 5))
    others = told.take(~told.even)
    inside = [np.where(others.outs[others.gone, each], 0.0, others.weight) for each in (others.first, others.second)]
    with ready(told.size):
        tell_all_sums(sums, others.first, others.second, others.share, *inside)
        low, high = score_intervals(sums, counts, delta / items)

    def above(tests: float, within: float) -> np.ndarray:
        evidence = start_difference(items, within)
        with ready(told.size):
            tell_tickets(evidence, *(each[told.all_in] for each in told[:4]))
            found = log_differences(evidence) >= math.log(tests / delta)
        return np.asarray(found & ~np.eye(items, dtype=bool))

    return low, high, above


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
