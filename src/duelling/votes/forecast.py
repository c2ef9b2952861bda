"""How many more votes a decision may take: a range, never a point. Display only, approximate.

Votes are simulated ahead from what is known now, 200 times. The range holds the middle 80 % of these futures. It
assumes that votes go on as they came, with the share of ties seen so far.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.core.evidence.candidates import SHARES
from duelling.core.evidence.difference import BETS, CENTRES
from duelling.votes.evens import log_evens

RUNS = 200
REST = RUNS // 10  # futures on each side of the range
CAP = 10_000_000  # a future that needs more votes than this has no end in sight
RIVALS = 12  # items that are simulated; all others are far behind and decided sooner
LEAST_SPREAD = 0.05  # of one vote: few votes that all say the same do not say that all others will
EDGE = 1e-6  # chances nearer to 0 or 1 than this are not drawn
LAMBDA, CENTRE = np.array(BETS), np.array(CENTRES)


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


def race_evidence(items: int, delta: float, within: float = 0.0) -> tuple[float, float]:
    """About what E_hk must reach for k to leave a race, and E^ε_hk for h to be named beside k; see ``candidates``.

    The bets on whoever led are taken to have gone as those on h did. Votes of h and k on each other, one in K - 1,
    bring less than the two votes as which ``forecast_winner`` counts them. The power makes up for that, by trial.
    """
    share = SHARES[within > 0]
    rest, power = (1 - share) / (items - 1), 1 + 0.5 / (items - 1)
    return (delta * (share + rest)) ** -power, (delta * rest) ** -power


def forecast_winner(
    scores: np.ndarray,
    votes: np.ndarray,
    evidence: float = 20.0,
    tickets: float | None = None,
    seed: int = 0,
    *,
    ties: float = 0.0,
    within: float = 0.0,
    near: float = math.inf,
    race: int = 0,
) -> Forecast:
    """Return how many more votes until one item's Borda score is proved the best; display only, approximate.

    ``scores`` and ``votes`` hold the mean answer (NaN without votes) and the number of votes of each item that may
    still be the best, ``ties`` is the share of ties among them. For each future the true scores are drawn around the
    means, with the variance that means have. Then every item gets more votes by its score, and the bets of
    ``core.evidence.difference`` are placed on the leader against each of the others, until all have left: at
    ``evidence``, or, for ``within``, at ``near`` for all that are left. Votes of two of these items on each other count
    as if they were votes on others.

    ``tickets`` is how many votes give one more vote to each: K/2 for uniform pairs, which is the default. For a race
    among K items, which ``race`` says, it is K/2 too as long as nobody has left, and then the number of those that are
    left.
    """
    rng, limit = np.random.default_rng(seed), math.log(evidence)
    tickets = len(scores) / 2 if tickets is None else tickets
    known = np.where(np.isnan(scores), 0.5, scores)
    best = np.argsort(-known, kind="stable")[:RIVALS]
    mean, n = known[best], np.maximum(votes[best].astype(float), 1.0)
    tied = min(ties, float(2 * np.minimum(mean, 1 - mean).min()), 1 - 2 * EDGE)
    spread = np.maximum(mean * (1 - mean) - tied / 4, LEAST_SPREAD)
    truth = mean + rng.normal(size=(RUNS, len(best))) * np.sqrt(spread / n)
    truth = truth.clip(tied / 2 + EDGE, 1 - tied / 2 - EDGE)
    wins, half = truth - tied / 2, tied / (1 - truth + tied / 2)  # the chance of a win, and of a tie if it is none
    counts = np.stack([n * (mean - tied / 2), n * tied, n * (1 - mean - tied / 2)])[:, None].repeat(RUNS, axis=1)
    left, spent, needed = np.ones(truth.shape, bool), np.zeros(RUNS), np.full(RUNS, math.inf)
    going = np.arange(RUNS)
    for block in _blocks(CAP / tickets, 10).tolist():
        won = rng.binomial(block, wins)
        level = rng.binomial(block - won, half)
        counts = counts + np.stack([won, level, block - won - level])
        still = left.sum(axis=1) + len(scores) - len(best)
        spent = spent + block * (np.where(still == race, race / 2, still) if race else tickets)
        leader = np.where(left, (counts[0] + counts[1] / 2) / counts.sum(axis=0), -1.0).argmax(axis=1)
        leads = np.arange(len(best)) == leader[:, None]
        left[left & ~leads] = ~_proved(counts, leader, left & ~leads, 0.0, limit)
        done = left.sum(axis=1) == 1
        if within > 0:
            close = ~left | leads
            close[~close] = _proved(counts, leader, ~close, within, math.log(near))
            done |= close.all(axis=1)
        needed[going[done]] = spent[done]
        counts, (left, wins, half) = counts[:, ~done], (each[~done] for each in (left, wins, half))
        going, spent = going[~done], spent[~done]
        if going.size <= REST:
            break
    return _range(needed, "at most about {low} to {high} more votes")


def _proved(counts: np.ndarray, leader: np.ndarray, rivals: np.ndarray, within: float, limit: float) -> np.ndarray:
    """Whether the evidence that the leader is above each rival minus ``within`` has passed its limit."""
    y = np.array([1.0, 0.5, 0.0])[:, None]
    ahead = np.log1p(LAMBDA * (y - CENTRE + within / 2))
    behind = np.log1p(-LAMBDA * (y - CENTRE - within / 2))
    mine = counts[:, np.arange(len(leader)), leader].T @ ahead
    logs = mine[np.nonzero(rivals)[0]] + counts[:, rivals].T @ behind
    proved = logs.max(axis=1) >= limit  # the mean over the nodes is at most that
    proved[proved] = np.log(np.exp(logs[proved] - limit).mean(axis=1)) >= 0
    return np.asarray(proved)


def _blocks(cap: float, part: int = 20) -> np.ndarray:
    """How many votes are simulated at once, up to the cap: none, then one, then this part of what was added."""
    blocks, added = [0], 0
    while added <= cap:
        blocks.append(max(1, added // part))
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
