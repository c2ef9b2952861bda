"""Intervals in which each voter enters once, with the first B answers.

Of a voter's first min(n, B) answers, m are about the item (or pair) in question, with the sum s of shares. If p is its
chance, the mean over voters of s - p m is 0: this is what the chance means where voters are weighted by their answers
up to B. So, as in ``by_voter``, with x = (s - p m)/B, between -1 and 1,

    E(p) = mean over l of Π (1 + l x) over voters,    l = 0.95, 0.95/2, ..., 0.95/2^7

is a martingale that starts at 1, and ever reaches 2/α with a chance of at most α/2. Every factor falls with p, so that
E does: the lower end of the interval is where E(p) = 2/α. The upper end is the same for losses.

One voice each, B = 1, needs no sums: the votes that are nobody's second answer are votes of different people.
"""

import numpy as np

from duelling.votes.ballots import Ballots
from duelling.votes.by_voter import BETS, first_answers, known_voters

HALVINGS = 40


def voices(ballots: Ballots, *, by_pair: bool) -> Ballots:
    """The first answer that each voter gave, or each voter on each pair, in the order of drawing.

    First by when it was given: a voter who comes back may be given an old question that somebody else left, and whether
    he comes back may depend on what he answered. Only votes before the first open question count (of their pair).
    Votes of unknown voters do not count.
    """
    kept = ballots.settled_in_pair if by_pair else np.arange(len(ballots)) < ballots.settled
    first = ballots.voice if ballots.voice is not None and not by_pair else _first(ballots, by_pair=by_pair)
    return ballots.take(kept & first & (ballots.voter >= 0)).without_questions()


def _first(ballots: Ballots, *, by_pair: bool) -> np.ndarray:
    keys = [ballots.voter]
    if by_pair:
        keys += [np.minimum(ballots.left, ballots.right), np.maximum(ballots.left, ballots.right)]
    when = np.arange(len(ballots)) if ballots.told is None else ballots.told
    order = np.lexsort((when, *keys))
    fresh, _, _ = first_answers(1, *(key[order] for key in keys))
    first = np.zeros(len(ballots), dtype=bool)
    first[order[fresh]] = True
    return first


def pair_ends_by_voter(ballots: Ballots, most: int, alpha: float) -> tuple[np.ndarray, np.ndarray]:
    """The ends of the interval of every pair, each at level 1 - ``alpha``: tables, right above the diagonal alone."""
    known, _ = known_voters(ballots.take(ballots.settled_in_pair), most)
    items = len(ballots.items)
    low, high = np.minimum(known.left, known.right), np.maximum(known.left, known.right)
    pair, share = low * items + high, (1 + np.where(known.left == low, 1, -1) * known.outcome) / 2
    order = np.lexsort((known.voter, pair))
    fresh, group, counts = first_answers(most, pair[order], known.voter[order])
    answers = np.bincount(group[counts], minlength=len(fresh))
    total = np.bincount(group[counts], share[order][counts], len(fresh))
    ends = _ends(pair[order][fresh], answers, total, items * items, most, alpha)
    return ends[0].reshape(items, items), ends[1].reshape(items, items)


def score_ends_by_voter(
    ballots: Ballots, most: int, alpha: float, unfinished: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The score of each item by the answers that count, and the ends of its interval, each at level 1 - ``alpha``.

    It needs uniform pairs, for everybody alike. Of voters, those before the first ``unfinished`` one count.
    """
    known, began = known_voters(ballots.take(slice(ballots.settled)), most)
    if unfinished is not None:
        known = known.take(began[known.voter] < began[np.asarray(unfinished, dtype=bool)].min(initial=np.inf))
    items = len(ballots.items)
    order = np.argsort(known.voter, kind="stable")
    _, _, counts = first_answers(most, known.voter[order])
    chosen = known.take(order[counts])
    y = (1 + chosen.outcome) / 2
    item, share = np.concatenate([chosen.left, chosen.right]), np.concatenate([y, 1 - y])
    cell, group = np.unique(np.concatenate([chosen.voter] * 2) * items + item, return_inverse=True)
    answers, total = np.bincount(group, minlength=len(cell)), np.bincount(group, share, len(cell))
    place = cell % items
    met, won = np.bincount(place, answers, items), np.bincount(place, total, items)
    score = np.where(met > 0, won / np.maximum(met, 1), np.nan)
    return score, *_ends(place, answers, total, items, most, alpha)


def _ends(
    place: np.ndarray, answers: np.ndarray, won: np.ndarray, places: int, most: int, alpha: float
) -> tuple[np.ndarray, np.ndarray]:
    """The two ends for each of ``places`` things; every entry is a voter's answers on one of them."""
    cells, times = np.unique(np.stack([place, answers, np.rint(2 * won)]), axis=1, return_counts=True)
    place, answers, won = cells[0].astype(np.int64), cells[1], cells[2] / 2
    sides = [_end(place, answers, each, times, places, most, alpha) for each in (won, answers - won)]
    return sides[0], 1 - sides[1]


def _end(
    place: np.ndarray, answers: np.ndarray, won: np.ndarray, times: np.ndarray, places: int, most: int, alpha: float
) -> np.ndarray:
    """Below which chance the evidence is at least 2/α; it errs outwards."""

    def proved(chance: np.ndarray) -> np.ndarray:
        x = (won - chance[place] * answers) / most
        logs = np.array([np.bincount(place, times * np.log1p(bet * x), places) for bet in BETS])
        top = logs.max(axis=0)
        return np.asarray(top + np.log(np.exp(logs - top).mean(axis=0)) >= np.log(2 / alpha))

    low, high = np.zeros(places), np.ones(places)
    known = proved(low)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        below = proved(middle)
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.where(known, low, 0.0)
