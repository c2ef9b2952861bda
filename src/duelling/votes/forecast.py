"""How many more votes a decision may take: a range, never a point. Display only, approximate.

Votes are simulated ahead from what is known now, 200 times. The range holds the middle 80 % of these futures. It
assumes that votes go on as they came, with the share of ties seen so far.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.votes.evens import log_evens

RUNS = 200
REST = RUNS // 10  # futures on each side of the range
CAP = 10_000_000  # a future that needs more votes than this has no end in sight
RIVALS = 12  # items that are simulated; all others are far behind and decided sooner


class Forecast(NamedTuple):
    """More votes that a decision may take, from ``low`` to ``high``: the middle 80 % of simulated futures."""

    low: float
    high: float  # infinite: no end in sight
    says: str


def forecast_pair(wins: int, ties: int, losses: int, evidence: float = 20.0, seed: int = 0) -> Forecast:
    """Return how many more votes on a pair until its evidence passes ``evidence``; display only, approximate.

    For each future the chance of a win is drawn from Beta(1 + wins, 1 + losses); then votes are added in small
    blocks. About 80 % of decisions fall into the range; its middle is good to a factor of 3 to 5 only.
    """
    rng = np.random.default_rng(seed)
    chance = rng.beta(1 + wins, 1 + losses, RUNS)
    blocks = _blocks(CAP)
    added = np.cumsum(blocks)
    won = np.cumsum(rng.binomial(blocks[:, None], chance), axis=0)
    decided = log_evens(wins + won, losses + added[:, None] - won) >= math.log(evidence)
    needed = np.where(decided.any(axis=0), added[decided.argmax(axis=0)], np.inf)
    per_decided = (wins + ties + losses + 1) / (wins + losses + 1)
    return _range(needed * per_decided, "between {low} and {high} more votes on this pair")


def typical_votes(chance: float, evidence: float = 20.0) -> float:
    """Return about how many votes without a tie decide a pair whose chance is known; display only, approximate.

    It solves n kl = log evidence + (1/2) log n - (1/2) log(2π p (1 - p)), where kl is the divergence of ``chance``
    from 1/2. A pair that is even never gets there.

    >>> round(typical_votes(0.6, 180)), round(typical_votes(0.55, 180))
    (396, 1738)
    """
    p = min(max(chance, 1 - chance), 0.99)  # nearer to 1 the formula does not hold
    if p == 0.5:
        return math.inf
    kl = math.log(2) + p * math.log(p) + (1 - p) * math.log(1 - p)
    n = 1 / kl
    for _ in range(100):  # a contraction: the right side grows by at most half as fast as the left one
        n = max(math.log(evidence) + (math.log(n) - math.log(2 * math.pi * p * (1 - p))) / 2, 1.0) / kl
    return n


def forecast_winner(
    scores: np.ndarray, votes: np.ndarray, evidence: float = 20.0, tickets: float | None = None, seed: int = 0
) -> Forecast:
    """Return how many more votes until one item's Borda score is proved the best; display only, approximate.

    ``scores`` and ``votes`` hold the mean answer (NaN without votes) and the number of votes of each item that may
    still be the best. For each future the true scores are drawn around the means with variance 1/(4 votes). Then
    every item gets more votes, with noise of variance 1/4, until the leader is ahead of all others: S²/n - (1/2) log
    n ≥ log of ``evidence``, for n votes of each and a sum S of differences. ``tickets`` is how many votes give one
    more vote to each: K/2 for uniform pairs, which is the default, and the number of candidates for a race. It says
    too many, by a factor of 2 about: "at most about".
    """
    rng, limit = np.random.default_rng(seed), math.log(evidence)
    tickets = len(scores) / 2 if tickets is None else tickets
    known = np.where(np.isnan(scores), 0.5, scores)
    best = np.argsort(-known, kind="stable")[:RIVALS]
    mean, n = known[best], max(float(votes[best].mean()), 1.0)
    truth = mean + rng.normal(size=(RUNS, len(best))) / (2 * np.sqrt(np.maximum(votes[best], 1)))
    leader = truth.argmax(axis=1)
    sums = np.broadcast_to(n * mean, truth.shape).copy()
    needed = np.full(RUNS, math.inf)
    going, added = np.arange(RUNS), 0
    for block in _blocks(CAP / tickets).tolist():
        sums = sums + block * truth + math.sqrt(block) / 2 * rng.normal(size=sums.shape)
        added += block
        ahead = np.take_along_axis(sums, leader[:, None], 1) - sums
        apart = (ahead > 0) & (ahead**2 / (n + added) - math.log(n + added) / 2 >= limit)
        apart[np.arange(len(leader)), leader] = True
        done = apart.all(axis=1)
        needed[going[done]] = added * tickets
        left = ~done
        going, sums, truth, leader = going[left], sums[left], truth[left], leader[left]
        if going.size <= REST:
            break
    return _range(needed, "at most about {low} to {high} more votes")


def _blocks(cap: float) -> np.ndarray:
    """How many votes are simulated at once, up to the cap: none, then one, then a twentieth of what was added."""
    blocks, added = [0], 0
    while added <= cap:
        blocks.append(max(1, added // 20))
        added += blocks[-1]
    return np.array(blocks)


def _range(needed: np.ndarray, says: str) -> Forecast:
    """The middle 80 % of the futures, with two digits in words."""
    low, high = np.sort(np.where(needed > CAP, math.inf, needed))[[REST, RUNS - 1 - REST]].tolist()
    if high == 0:
        return Forecast(0.0, 0.0, "decided")
    if math.isinf(low):
        return Forecast(low, high, "no end in sight")
    if math.isinf(high):
        return Forecast(low, high, f"{_words(low)} more votes or many more, no end in sight (approximate)")
    return Forecast(low, high, f"{says.format(low=_words(low), high=_words(high))} (approximate)")


def _words(count: float) -> str:
    """A number with two digits: nobody knows more.

    >>> _words(1437.0), _words(96.0), _words(7.0)
    ('1,400', '96', '7')
    """
    return f"{int(float(f'{count:.1e}')):,}"
