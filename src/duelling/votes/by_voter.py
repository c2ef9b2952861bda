"""Evidence in which each voter enters once, whatever he answered how often.

Fix B, the most answers of one voter that count, before the first vote. With y = 1, 1/2 or 0 for a win, tie or loss of
item i, a voter's first min(n, B) answers add up to

    x = (1/B) Σ (2 y - 1),    and    E = mean over l of Π (1 + l x) over voters,    l = 0.95, 0.95/2, ..., 0.95/2^7

is the evidence that i is ahead of j. Number the voters in the order in which they began. If the mean of x is at most
0 given the voters before, every factor is positive and has a mean of at most 1, so E is a supermartingale that starts
at 1. By Ville's inequality E ever reaches 1/α with chance at most α, however alike the answers of one voter are.

The sentence that is proved is about voters weighted by their answers up to B; B = 1 gives each person one voice.
Missing answers count 0. Never divide by the number that a voter gave: people who leave after their first win would
have a mean answer far above 1/2 with fair coins. Never order voters by when they finished: wins may finish sooner.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from duelling.errors import WrongValue, quoted
from duelling.votes.ballots import Ballots

if TYPE_CHECKING:
    import polars as pl

BETS = 0.95 / 2.0 ** np.arange(8)  # l
CENTRES = (0.5, 0.8)  # c, what an item's score is compared with before the difference of two is taken
BLOCK = 4_000_000  # entries of a block of factors


@dataclass(frozen=True, eq=False)
class ByVoter:
    """Evidence about every ordered pair of items, with each voter counted once."""

    items: tuple[str, ...]
    most: int  # B
    voters: np.ndarray  # how many voters speak about i and j
    log_evidence: np.ndarray  # [i, j]: that i is ahead of j, as a logarithm

    def proved(self, alpha: float) -> np.ndarray:
        """Where it is proved at level ``alpha``, at every look, that item i is ahead of item j."""
        return np.asarray(self.log_evidence >= np.log(1 / alpha))

    def frame(self) -> "pl.DataFrame":
        """A row for each ordered pair about which somebody spoke, the clearest first."""
        import polars as pl

        first, second = np.nonzero(self.voters)
        order = np.argsort(-self.log_evidence[first, second], kind="stable")
        first, second = first[order], second[order]
        named = {title: [self.items[k] for k in places] for title, places in (("first", first), ("second", second))}
        columns = {"voters": self.voters[first, second], "log_evidence": self.log_evidence[first, second]}
        return pl.DataFrame({**named, **columns}, schema_overrides=dict.fromkeys(named, pl.String))


def pairs_by_voter(ballots: Ballots, most: int = 1, unfinished: np.ndarray | None = None) -> ByVoter:
    """Return the evidence about each pair of items, where a voter's first ``most`` answers on the pair count.

    Guaranteed for each ordered pair: if voters come from a stable mix, the evidence that i is ahead of j ever passes
    1/α with chance at most α when it is not so, also if one voter's many votes come in a row. ``unfinished`` is True
    for voters who may still answer, by their place in ``ballots.voters``. Either the voters before the first of those
    count, or all, with the missing answers of these as losses of the item that is said to be ahead; the larger
    evidence is returned. Without it nobody will answer any more. Votes of unknown voters do not count.
    """
    known, began = known_voters(ballots, most)
    items = len(ballots.items)
    waiting = np.zeros(len(ballots.voters), dtype=bool) if unfinished is None else np.asarray(unfinished, dtype=bool)
    low, high = np.minimum(known.left, known.right), np.maximum(known.left, known.right)
    pair = low * items + high
    order = np.lexsort((began[known.voter], pair))  # stable: the answers of a voter stay in their order
    pair, voter, won = pair[order], known.voter[order], np.where(known.left == low, 1, -1)[order] * known.outcome[order]
    fresh, group, counts = first_answers(most, pair, voter)
    total = np.bincount(group[counts], won[counts], len(fresh))
    given = np.bincount(group[counts], minlength=len(fresh))
    pair, voter = pair[fresh], voter[fresh]
    voters = np.bincount(pair, minlength=items * items)
    early = began[voter] < began[waiting].min(initial=np.inf)
    missing = np.where(waiting[voter], most - given, 0)
    absent = waiting.sum() - np.bincount(pair, waiting[voter], items * items)  # who waits and has not met the pair
    sides = []
    for sign in (1, -1):
        prefix = _log_products(pair[early], sign * total[early] / most, items)
        worst = _log_products(pair, (sign * total - missing) / most, items) + np.outer(np.log1p(-BETS), absent)
        sides.append(np.maximum(_log_mean(prefix), _log_mean(worst)).reshape(items, items))
    evidence = np.triu(sides[0], 1) + np.triu(sides[1], 1).T
    met = voters.reshape(items, items)
    return ByVoter(ballots.items, most, met + met.T, evidence)


def scores_by_voter(ballots: Ballots, most: int, within: float = 0.0, unfinished: np.ndarray | None = None) -> ByVoter:
    """Return the evidence about Borda scores, b_i > b_k - ``within``, where a voter's first ``most`` answers count.

    It needs pairs that were drawn uniformly, for everybody alike. Then one answer adds y_i - c to item i and c - y_k
    to item k, and the mean of the sum is a multiple of b_i - b_k for every fixed c. The rest, and what is guaranteed
    for each ordered pair of items, is as in ``pairs_by_voter``; of voters, those before the first ``unfinished`` one
    count.
    """
    known, began = known_voters(ballots, most)
    items = len(ballots.items)
    if unfinished is not None:
        known = known.take(began[known.voter] < began[np.asarray(unfinished, dtype=bool)].min(initial=np.inf))
    order = np.argsort(began[known.voter], kind="stable")
    fresh, group, counts = first_answers(most, known.voter[order])
    chosen, group = known.take(order[counts]), group[counts]
    y, count = (chosen.outcome + 1) / 2, len(fresh)
    answers = np.zeros((count, items))
    scored = np.zeros((count, items))
    for places, won in ((chosen.left, y), (chosen.right, 1 - y)):
        answers += np.bincount(group * items + places, minlength=count * items).reshape(count, items)
        scored += np.bincount(group * items + places, won, count * items).reshape(count, items)
    logs = np.zeros((len(CENTRES), len(BETS), items * items))
    step = max(BLOCK // min(2 * most, items) ** 2, 1)
    for begin in range(0, count, step):
        logs += _log_differences(answers[begin : begin + step], scored[begin : begin + step], most, within)
    logs = logs.reshape(-1, items, items)
    evidence = _log_mean(logs)
    np.fill_diagonal(evidence, 0.0)
    seen = (answers > 0).astype(float)  # floats: NumPy multiplies matrices of integers a hundred times more slowly
    voters = (seen.T @ seen).astype(np.int64)
    np.fill_diagonal(voters, 0)
    return ByVoter(ballots.items, most, voters, evidence)


def _log_differences(answers: np.ndarray, scored: np.ndarray, most: int, within: float) -> np.ndarray:
    """For each c and l the sum over voters of log(1 + l x), for every ordered pair of items.

    A voter who did not see k has the same x for all such k. So what he says of single items is added up first; the
    rest is for the pairs of items that he saw both of.
    """
    items = answers.shape[1]
    voter, item = np.nonzero(answers)
    n, s = answers[voter, item], scored[voter, item]
    seen = np.bincount(voter)[voter] if len(voter) else voter  # how many items the same voter saw
    i = np.repeat(np.arange(len(voter)), seen)
    k = np.arange(len(i)) - np.repeat(np.cumsum(seen) - seen, seen) + np.searchsorted(voter, voter)[i]
    pair = item[i] * items + item[k]
    logs = np.zeros((len(CENTRES), len(BETS), items * items))
    for c, centre in enumerate(CENTRES):
        up, down = (s - (centre - within / 2) * n) / most, ((centre + within / 2) * n - s) / most
        for g, bet in enumerate(BETS):
            mine, other = np.log1p(bet * up), np.log1p(bet * down)
            both = np.log1p(bet * (up[i] + down[k])) - mine[i] - other[k]
            single = np.bincount(item, mine, items)[:, None] + np.bincount(item, other, items)
            logs[c, g] = single.ravel() + np.bincount(pair, both, items * items)
    return logs


def known_voters(ballots: Ballots, most: int = 1) -> tuple[Ballots, np.ndarray]:
    """The votes whose voters are known, and for each voter when he began; infinite if he never did."""
    if most < 1:
        raise WrongValue(f"most must be at least 1, got {quoted(most)}")
    known = ballots.take(ballots.voter >= 0)
    whose, first = np.unique(known.voter, return_index=True)
    began = np.full(len(ballots.voters), np.inf)
    began[whose] = first
    return known, began


def first_answers(most: int, *keys: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where a new run of equal keys begins, the run of each answer, and whether it is one of the first of its run."""
    size = len(keys[0])
    change = np.ones(size, dtype=bool)
    change[1:] = np.any([key[1:] != key[:-1] for key in keys], axis=0)
    fresh, run = np.flatnonzero(change), np.cumsum(change) - 1
    return fresh, run, np.arange(size) - fresh[run] < most


def _log_products(pair: np.ndarray, x: np.ndarray, items: int) -> np.ndarray:
    """For each bet the sum of log(1 + l x) over the voters of each pair."""
    return np.array([np.bincount(pair, np.log1p(bet * x), items * items) for bet in BETS])


def _log_mean(logs: np.ndarray) -> np.ndarray:
    """The logarithm of the mean over the first axis."""
    top = logs.max(axis=0)
    return np.asarray(top + np.log(np.exp(logs - top).mean(axis=0)))
