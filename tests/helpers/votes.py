"""Votes for tests: from rows, and drawn from a matrix of chances."""

import numpy as np

from duelling.votes.ballots import Ballots


def ballots(left, right, outcome, voter=None, items=None, time=None, case=None) -> Ballots:
    """Votes from arrays of places; voters are those that ``voter`` numbers, and nobody is known without it."""
    left, right, outcome = (np.asarray(each, dtype=np.int64) for each in (left, right, outcome))
    n = len(outcome)
    items = items or int(max(left.max(), right.max())) + 1
    whose = np.full(n, -1, dtype=np.int64) if voter is None else np.asarray(voter, dtype=np.int64)
    cases = np.full(n, -1, dtype=np.int64) if case is None else np.asarray(case, dtype=np.int64)
    return Ballots(
        items=tuple(f"item {k}" for k in range(items)),
        left=left,
        right=right,
        outcome=outcome,
        bad=np.zeros(n, dtype=bool),
        voters=tuple(f"voter {k}" for k in range(whose.max(initial=-1) + 1)),
        voter=whose,
        cases=tuple(f"case {k}" for k in range(cases.max(initial=-1) + 1)),
        case=cases,
        time=np.full(n, np.nan) if time is None else np.asarray(time, dtype=float),
        chance=None,
        least=None,
        source="",
    )


def counted(wins: int, ties: int, losses: int) -> Ballots:
    """Votes on one pair, in which item 0 is always on the left."""
    outcome = np.repeat([1, 0, -1], [wins, ties, losses])
    return ballots(np.zeros(len(outcome)), np.ones(len(outcome)), outcome, items=2)


def drawn(rng, strength, n, nu=0.0, beta=0.0, voters=0) -> Ballots:
    """Votes of Davidson's model on uniform pairs; ``strength`` has a row for each voter, or is one for all."""
    strength = np.asarray(strength, dtype=float)
    items = strength.shape[-1]
    left = rng.integers(items, size=n)
    right = (left + rng.integers(1, items, size=n)) % items
    voter = rng.integers(voters, size=n) if voters else None
    mine = strength[voter] if strength.ndim == 2 else np.broadcast_to(strength, (n, items))
    d = mine[np.arange(n), left] - mine[np.arange(n), right] + beta
    parts = np.stack([np.exp(d / 2), np.full(n, nu), np.exp(-d / 2)])
    place = (rng.random(n) > np.cumsum(parts / parts.sum(axis=0), axis=0)).sum(axis=0)
    return ballots(left, right, 1 - np.minimum(place, 2), voter, items)


def rows(votes: Ballots) -> list[dict[str, str]]:
    """The same votes as rows of a file."""
    winner = np.where(votes.outcome == 1, votes.left, votes.right)
    return [
        {"left": votes.items[i], "right": votes.items[j], "winner": votes.items[w] if y else "tie", "voter": f"v{v}"}
        for i, j, w, y, v in zip(votes.left, votes.right, winner, votes.outcome, votes.voter, strict=True)
    ]


def from_counts(wins, ties=None, seed=0) -> Ballots:
    """Votes with these counts, in a random order."""
    ties = np.zeros_like(wins) if ties is None else np.triu(ties)
    (i, j), (k, m) = np.nonzero(wins), np.nonzero(ties)
    left = np.concatenate([np.repeat(i, wins[i, j]), np.repeat(k, ties[k, m])])
    right = np.concatenate([np.repeat(j, wins[i, j]), np.repeat(m, ties[k, m])])
    outcome = np.repeat([1, 0], [wins.sum(), ties.sum()])
    order = np.random.default_rng(seed).permutation(len(outcome))
    return ballots(left[order], right[order], outcome[order], items=len(wins))


def tables(votes, items):
    """The wins and ties of rows (item, other, share of the first)."""
    wins, ties = np.zeros((2, items, items), dtype=np.int64)
    for a, b, y in votes:
        wins[a, b] += y == 1
        wins[b, a] += y == 0
        ties[a, b] += y == 0.5
        ties[b, a] += y == 0.5
    return wins, ties
